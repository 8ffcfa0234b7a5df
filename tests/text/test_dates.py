"""Times in and out."""

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import UsageError
from engine.text.dates import format_time, parse_time

MOMENTS = st.datetimes(datetime(1, 1, 2), datetime(9999, 12, 30))


@given(MOMENTS, st.integers(-14 * 60 + 1, 14 * 60 - 1))
def test_rfc3339_with_any_offset_is_read_as_datetime_does(moment: datetime, offset: int) -> None:
    aware = moment.replace(tzinfo=timezone(timedelta(minutes=offset)))
    expected = int((aware.replace(microsecond=0) - datetime(1970, 1, 1, tzinfo=UTC)).total_seconds())
    assert parse_time("t", aware.isoformat()) == expected


@given(st.integers(-(10**10), 2 * 10**11))
def test_what_is_printed_can_be_read(seconds: int) -> None:
    assert parse_time("t", format_time(seconds)) == seconds


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1970-01-02", 86400),
        ("1970-01-01T00:00:01Z", 1),
        ("1970-01-01t00:00:01z", 1),
        ("1970-01-01T01:00:01.999+01:00", 1),
    ],
)
def test_forms(text: str, expected: int) -> None:
    assert parse_time("t", text) == expected


@pytest.mark.parametrize(
    "text", ["", "x", "2024-13-01", "2024-01-01T00:00:00", "2024-1-1", "2024-02-30", "20240101", "2024-01-01 "]
)
def test_anything_else_is_refused_by_name(text: str) -> None:
    with pytest.raises(UsageError) as caught:
        parse_time("modified_after", text)
    assert caught.value.message == f'Invalid modified_after: "{text}". Expected 2024-01-01 or 2024-01-01T00:00:00Z.'
