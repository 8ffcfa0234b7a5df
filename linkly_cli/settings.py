"""Settings as names and values, for `linkly config`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.config import EngineConfig
from engine.config import setting_values as values_of
from engine.errors import UsageError

if TYPE_CHECKING:
    from pathlib import Path


def setting_values(data_dir: Path, name: str | None = None) -> dict[str, int | str]:
    """The settings of a data directory, or the one called `name`. Raises UsageError or ConfigError."""
    values = values_of(EngineConfig.load(data_dir).settings)
    if name is None:
        return values
    if name not in values:
        raise UsageError(f'Unknown setting: "{name}". Known: {", ".join(values)}.', hint="linkly config list")
    return {name: values[name]}


def change_setting(data_dir: Path, name: str, text: str) -> dict[str, int | str]:
    """Store a setting; the setting as it is now. Raises UsageError or ConfigError."""
    return {name: values_of(EngineConfig.load(data_dir).with_setting(name, text).settings)[name]}
