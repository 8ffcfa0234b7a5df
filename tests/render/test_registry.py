"""Formats are found by entry point, ours and those of plug-ins."""

from __future__ import annotations

import tomllib
import zipfile
from pathlib import Path

import pytest

from engine.errors import UnavailableError, UsageError
from renderers.registry import GROUP, load_renderer, renderer_names

PLUGIN = """
from renderers.plain import PlainRenderer

class Shout(PlainRenderer):
    name = "shout"

    def search(self, result, context):
        return [result.query.upper()]
"""


@pytest.fixture(autouse=True)
def fresh():
    load_renderer.cache_clear()
    yield
    load_renderer.cache_clear()


@pytest.fixture
def install(tmp_path, monkeypatch):
    """Put a distribution with an entry point on the import path."""

    def install(distribution, entry, source=""):
        info = tmp_path / f"{distribution.replace('-', '_')}-1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {distribution}\nVersion: 1.0\n")
        (info / "entry_points.txt").write_text(
            f"[console_scripts]\nx = y:z\n\n[{GROUP}]\n# formats\n{entry}\n\n[other]\na = b:c\n"
        )
        module = entry.partition("=")[2].partition(":")[0].strip()
        if source:
            (tmp_path / f"{module}.py").write_text(source)
        monkeypatch.syspath_prepend(tmp_path)

    return install


def test_our_formats_are_those_of_the_project_file():
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8"))
    declared = project["project"]["entry-points"][GROUP]
    assert renderer_names() == sorted(declared)
    for name, value in declared.items():
        renderer = load_renderer(name)
        assert (renderer.name, f"{type(renderer).__module__}:{type(renderer).__name__}") == (name, value)


def test_a_plugin_renders(install, make, spell):
    install("linkly-shout", "shout = linkly_shout_a:Shout [extra]", PLUGIN)
    assert "shout" in renderer_names()
    assert spell("shout", make("search")) == "TIDES\n"


def test_a_renderer_is_made_once():
    assert load_renderer("json") is load_renderer("json")


def test_an_unknown_name_lists_the_known_ones():
    with pytest.raises(UsageError) as caught:
        load_renderer("yaml")
    assert caught.value.message == 'Unknown format: "yaml". Known: json, markdown, plain, terminal.'


def test_a_plugin_cannot_take_the_name_of_ours(install, make, spell):
    install("a-first", "plain = linkly_shout_b:Shout", PLUGIN)
    assert type(load_renderer("plain")).__module__ == "renderers.plain"


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("raise RuntimeError('out of order')", "RuntimeError: out of order"),
        ("", "ModuleNotFoundError: No module named 'linkly_broken'"),
        ("x = 1", "AttributeError: module 'linkly_broken' has no attribute 'Broken'"),
        ("Broken = dict", "linkly_broken:Broken is not a renderers.base.Renderer"),
    ],
)
def test_a_broken_plugin_is_named_with_the_reason_and_the_way_out(source, reason, install, monkeypatch):
    monkeypatch.delitem(__import__("sys").modules, "linkly_broken", raising=False)
    install("linkly-broken", "broken = linkly_broken:Broken", source)
    with pytest.raises(UnavailableError) as caught:
        load_renderer("broken")
    assert caught.value.message == f'The format "broken" of the package linkly-broken cannot be loaded: {reason}'
    assert caught.value.hint == "pip install --upgrade linkly-broken, or choose another --format"


def test_a_plugin_in_a_zip_file_is_found_too(tmp_path, monkeypatch, make, spell):
    archive = tmp_path / "plugin.zip"
    with zipfile.ZipFile(archive, "w") as file:
        file.writestr(
            "linkly_zipped-1.0.dist-info/METADATA", "Metadata-Version: 2.1\nName: linkly-zipped\nVersion: 1.0\n"
        )
        file.writestr("linkly_zipped-1.0.dist-info/entry_points.txt", f"[{GROUP}]\nzipped = linkly_zipped:Shout\n")
        file.writestr("linkly_zipped.py", PLUGIN)
    monkeypatch.syspath_prepend(archive)
    assert spell("zipped", make("search")) == "TIDES\n"
