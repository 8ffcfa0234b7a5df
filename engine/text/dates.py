"""Times as text: `2024-01-01` or RFC 3339 in, RFC 3339 UTC with whole seconds out."""

from __future__ import annotations

import re
from datetime import UTC, datetime

from engine.errors import UsageError

_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
_RFC3339 = re.compile(r"\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}:\d{2}(\.\d+)?([Zz]|[+-]\d{2}:\d{2})")


def is_bare_date(value: str) -> bool:
    """Whether `value` names a day, and so its first second."""
    return _DATE.fullmatch(value) is not None


def parse_time(name: str, value: str) -> int:
    """Seconds since 1970 of `2024-01-01` (its midnight, UTC) or an RFC 3339 time. Raises UsageError naming `name`."""
    try:
        if is_bare_date(value):
            return int(datetime.fromisoformat(value).replace(tzinfo=UTC).timestamp())
        if _RFC3339.fullmatch(value):
            return int(datetime.fromisoformat(_whole_seconds(value)).timestamp())
    except (ValueError, OverflowError):
        pass
    raise UsageError(f'Invalid {name}: "{value}". Expected 2024-01-01 or 2024-01-01T00:00:00Z.')


def _whole_seconds(value: str) -> str:
    return re.sub(r"\.\d+", "", value.upper().replace("Z", "+00:00"))


def format_time(seconds: float) -> str:
    """`2026-05-08T14:43:14Z` for seconds since 1970, the fraction cut off."""
    moment = datetime.fromtimestamp(int(seconds // 1), tz=UTC)
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ") if moment.year >= 1000 else moment.isoformat().replace("+00:00", "Z")


def format_datetime(moment: datetime) -> str:
    """The same for a datetime with a time zone."""
    return format_time(moment.timestamp())
