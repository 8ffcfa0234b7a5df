"""Where the data lives and the settings a person can change (`linkly config`)."""

from __future__ import annotations

import json
import re
from dataclasses import field, fields, replace
from typing import TYPE_CHECKING, Any

from engine.errors import ConfigError, StorageError, UsageError
from engine.store.embedding_models import PACKAGED
from engine.store.files import write_private
from engine.values import Value, value

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

_SIZE = re.compile(r"(\d+)\s*([kmg]?)i?b?", re.IGNORECASE)
_UNITS = {"": 1, "k": 1024, "m": 1024**2, "g": 1024**3}


OCR_ENGINES = ("auto", "rapidocr", "easyocr", "off")


@value
class Settings(Value):
    """What `config set` changes. Sizes in bytes, times in seconds, `jobs` 0: one worker a core.

    A field `ocr_engine` is the setting `ocr.engine`. `vectors_model`: the name of a model, or `off`.
    """

    max_file_size: int = field(default=200 * 1024**2, metadata={"size": True})
    file_timeout: int = field(default=120, metadata={"range": (1, 3600)})
    worker_memory: int = field(default=1024**3, metadata={"size": True, "range": (256 * 1024**2, 2**40)})
    jobs: int = field(default=0, metadata={"range": (0, 64)})
    ocr_engine: str = field(default="auto", metadata={"choices": OCR_ENGINES})
    ocr_languages: str = field(
        default="en", metadata={"pattern": r"[a-z][a-z_]*(,[a-z][a-z_]*)*", "expected": "codes such as en or en,de"}
    )
    ocr_timeout: int = field(default=600, metadata={"range": (10, 36_000)})
    vectors_model: str = field(
        default=PACKAGED.name,
        metadata={"pattern": r"[\w.-]+(/[\w.-]+)?", "expected": "a name that linkly model list shows, or off"},
    )


_FIELDS = {re.sub("^(ocr|vectors)_", r"\1.", spec.name): spec for spec in fields(Settings)}
SETTING_NAMES = tuple(_FIELDS)


def setting_values(settings: Settings) -> dict[str, int | str]:
    """Every setting by its name."""
    return {name: getattr(settings, spec.name) for name, spec in _FIELDS.items()}


def parse_setting(name: str, text: str) -> int | str:
    """The value of setting `name` from text; sizes take `200MB`. Raises UsageError."""
    spec = _FIELDS.get(name)
    if spec is None:
        raise UsageError(f'Unknown setting: "{name}". Known: {", ".join(SETTING_NAMES)}.', hint="linkly config list")
    text = text.strip()
    if "choices" in spec.metadata:
        if text not in spec.metadata["choices"]:
            raise UsageError(f'Invalid value for {name}: "{text}". Expected {", ".join(spec.metadata["choices"])}.')
        return text
    if "pattern" in spec.metadata:
        if not re.fullmatch(spec.metadata["pattern"], text):
            raise UsageError(f'Invalid value for {name}: "{text}". Expected {spec.metadata["expected"]}.')
        return text
    return _parse_number(name, text, spec.metadata)


def _parse_number(name: str, text: str, bounds: Mapping[str, Any]) -> int:
    match = _SIZE.fullmatch(text)
    if match is None or (match[2] and not bounds.get("size")):
        expected = "a size such as 200MB" if bounds.get("size") else "a whole number"
        raise UsageError(f'Invalid value for {name}: "{text}". Expected {expected}.')
    number = int(match[1]) * _UNITS[match[2].lower()]
    low, high = bounds.get("range", (1, 2**50))
    if not low <= number <= high:
        raise UsageError(f"{name} must be from {low} to {high}, not {number}.")
    return number


@value
class EngineConfig(Value):
    """The data directory and its settings. Nothing is created until something is indexed."""

    data_dir: Path
    settings: Settings = field(default_factory=Settings)

    @classmethod
    def load(cls, data_dir: Path) -> EngineConfig:
        """The configuration stored in `data_dir`; defaults where it stores none. Raises ConfigError."""
        path = settings_path(data_dir)
        try:
            text = path.read_text("utf-8")
        except FileNotFoundError:
            return cls(data_dir=data_dir)
        except NotADirectoryError as exc:
            raise StorageError(f"{data_dir} is not a folder.", hint="choose another --data-dir") from exc
        except (OSError, UnicodeDecodeError) as exc:
            raise ConfigError(f"The settings in {path} cannot be read: {exc}.", hint=f"mend or delete {path}") from exc
        return cls(data_dir=data_dir, settings=_parse(path, text))

    def with_setting(self, name: str, text: str) -> EngineConfig:
        """The same configuration with one setting changed, and stored."""
        parsed: Any = parse_setting(name, text)
        settings = replace(self.settings, **{_FIELDS[name].name: parsed})
        path = settings_path(self.data_dir)
        before = setting_values(Settings())
        changed = {known: now for known, now in setting_values(settings).items() if now != before[known]}
        # Numbers and the few plain texts that are allowed look the same in TOML and in JSON.
        lines = (f"{known} = {json.dumps(now)}\n" for known, now in changed.items())
        try:
            write_private(path, "".join(lines).encode())
        except OSError as exc:
            raise StorageError(f"The settings cannot be written to {path}: {exc.strerror}.") from exc
        return replace(self, settings=settings)


def settings_path(data_dir: Path) -> Path:
    """The settings file of a data directory."""
    return data_dir / "config.toml"


def _parse(path: Path, text: str) -> Settings:
    import tomllib

    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as exc:
        raise ConfigError(f"The settings in {path} are not valid TOML: {exc}.", hint=f"mend or delete {path}") from exc
    given = {name: content for name, content in table.items() if not isinstance(content, dict)}
    for group, entries in table.items():
        if isinstance(entries, dict):
            given |= {f"{group}.{name}": content for name, content in entries.items()}
    try:
        parsed: dict[str, Any] = {name: parse_setting(name, str(content)) for name, content in given.items()}
    except UsageError as exc:
        raise ConfigError(f"{path}: {exc.message}", hint=f"mend or delete {path}") from exc
    return Settings(**{_FIELDS[name].name: content for name, content in parsed.items()})
