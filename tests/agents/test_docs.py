"""docs/mcp.md says what the tools are, and its settings are settings."""

from __future__ import annotations

import json
import re
from pathlib import Path

from linkly_cli.mcp.tools import TOOLS

TEXT = (Path(__file__).parents[2] / "docs" / "mcp.md").read_text("utf-8")


def test_the_table_has_every_tool_with_every_parameter():
    rows = re.findall(r"^\| `(\w+)` \| [^|]+ \| (.+) \|$", TEXT, re.MULTILINE)
    expected = [
        (name, ", ".join(f"`{p.name}`{chr(92) + '*' if p.required else ''}" for p in tool.parameters))
        for name, tool in TOOLS.items()
    ]
    assert rows == expected


def test_the_settings_are_json():
    snippets = re.findall(r"```json\n(.+?)```", TEXT, re.DOTALL)
    assert [list(json.loads(snippet)) for snippet in snippets] == [
        ["mcpServers"],
        ["mcpServers"],
        ["servers"],
        ["servers"],
    ]
