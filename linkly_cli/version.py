"""The version of the installed program."""

from __future__ import annotations


def version() -> str:
    """As the package's metadata says."""
    from importlib.metadata import version as installed_version

    return installed_version("linkly")
