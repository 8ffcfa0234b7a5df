"""How a linkly that renders the answer elsewhere asks for all fields of a result, also those JSON output leaves out."""

from __future__ import annotations

WHOLE = "linkly/whole"
"""Key in a call's `_meta`; its value is true."""
