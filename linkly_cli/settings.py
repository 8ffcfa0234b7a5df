"""Settings as names and values, for `linkly config` and `linkly model`."""

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
    if name == "vectors.model":
        text = _model_name(text)
    return {name: values_of(EngineConfig.load(data_dir).with_setting(name, text).settings)[name]}


def model_table(data_dir: Path) -> list[dict[str, object]]:
    """Every model that can be chosen; `in_use` marks the one of the settings."""
    from engine.store.embedding_models import known_models

    chosen = EngineConfig.load(data_dir).settings.vectors_model
    return [
        {
            "name": model.name,
            "in_use": model.name == chosen,
            "dimensions": model.dimensions,
            "gigabytes": model.gigabytes,
            "description": model.description,
        }
        for model in known_models()
    ]


def use_model(data_dir: Path, name: str) -> dict[str, int | str]:
    """Choose a model, or `off`; the setting as it is now. Raises UsageError for an unknown one."""
    return change_setting(data_dir, "vectors.model", name)


def _model_name(text: str) -> str:
    from engine.store.embedding_models import OFF, find_model

    return text if text == OFF else find_model(text).name


def download_model(data_dir: Path, name: str) -> dict[str, object]:
    """Fetch a model's files; what it is called and where they are. Raises UsageError, UnavailableError."""
    from engine.store.embedders import fetch_model
    from engine.store.layout import Layout

    directory = Layout(data_dir).models
    return {"model": fetch_model(name, directory), "path": str(directory)}
