"""Dates and times in the text of RFC 3339, those included that Python's own types cannot hold.

RFC 3339 allows leap seconds and any number of digits of a second. A value that needs them is read as the
nearest earlier one that Python has, and remembers the text it came in with.
"""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, time, timedelta, timezone
from typing import Any, Final, SupportsIndex

DATE: Final = r"[0-9]{4}-[0-9]{2}-[0-9]{2}"
_OFFSET: Final = r"([Zz]|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])"
_MINUTE: Final = r"(?:[01][0-9]|2[0-3]):[0-5][0-9]"
PLAIN_TIME: Final = _MINUTE + r":[0-5][0-9](?:\.[0-9]{1,6})?" + _OFFSET
"""What Python's own types can hold."""

_TIME: Final = re.compile(f"({_MINUTE}):([0-5][0-9]|60)" + r"(?:\.([0-9]+))?" + _OFFSET)
_DATE: Final = re.compile(DATE)


class ExactDateTime(datetime):
    """A date-time that says more than Python's: a leap second, or more than six digits of a second.

    It compares as the datetime that it is; `text` is what it was read from, and what it is written as.
    """

    text = ""

    def __reduce_ex__(self, protocol: SupportsIndex) -> str | tuple[Any, ...]:
        return (
            (read_date_time, (self.text,))
            if self.text
            else super().__reduce_ex__(protocol)
        )


class ExactTime(time):
    """A time that says more than Python's, as :class:`ExactDateTime` does."""

    text = ""

    def __reduce_ex__(self, protocol: SupportsIndex) -> str | tuple[Any, ...]:
        return (
            (read_time, (self.text,)) if self.text else super().__reduce_ex__(protocol)
        )


def read_date(text: str) -> date:
    """A `full-date`. Raises ValueError, also for the year 0, which Python does not have."""
    if _DATE.fullmatch(text) is None:
        raise ValueError("not a date of RFC 3339")
    return date.fromisoformat(text)


def read_time(text: str) -> time:
    """A `full-time`. Raises ValueError."""
    said = _TIME.fullmatch(text)
    if said is None:
        raise ValueError("not a time of RFC 3339")
    hour, minute = int(said[1][:2]), int(said[1][3:])
    second, micro, exact = _second(said)
    zone = _zone(said[4])
    if said[2] == "60":
        behind = _offset(said[4])
        if (hour * 60 + minute - behind) % 1440 != 1439:
            raise ValueError("a leap second is the last one of a day in UTC")
    if not exact:
        return time(hour, minute, second, micro, zone)
    found = ExactTime(hour, minute, second, micro, zone)
    found.text = text
    return found


def read_date_time(text: str) -> datetime:
    """A `date-time`. Raises ValueError."""
    if text[10:11] not in ("T", "t"):
        raise ValueError("not a date-time of RFC 3339")
    day, clock = read_date(text[:10]), read_time(text[11:])
    if not isinstance(clock, ExactTime):
        return datetime.combine(day, clock)
    found = ExactDateTime.combine(day, clock)
    found.text = text
    if text[17:19] == "60":
        try:
            after = found.astimezone(UTC) + timedelta(seconds=1)
        except OverflowError:
            raise ValueError("a leap second beyond Python's calendar") from None
        if after.day != 1:
            raise ValueError("a leap second is the last one of a month in UTC")
    return found


def _second(said: re.Match[str]) -> tuple[int, int, bool]:
    """Seconds and microseconds, and whether there is more to it than they say."""
    digits = (said[3] or "").rstrip("0")
    if said[2] == "60":
        return 59, 999999, True
    return int(said[2]), int(digits[:6].ljust(6, "0")), len(digits) > 6


def _offset(text: str) -> int:
    """Minutes east of UTC."""
    if text in "Zz":
        return 0
    minutes = int(text[1:3]) * 60 + int(text[4:])
    return -minutes if text[0] == "-" else minutes


def _zone(text: str) -> timezone:
    minutes = _offset(text)
    return timezone(timedelta(minutes=minutes)) if minutes else UTC


def write(value: datetime | time) -> str:
    """RFC 3339, with as many digits of a second as are needed: none, three or six."""
    if isinstance(value, ExactDateTime | ExactTime) and value.text:
        return value.text
    offset = value.utcoffset()
    if isinstance(value, datetime) and offset is not None and offset.seconds % 60:
        value = value.astimezone(UTC)  # RFC 3339 has no seconds in offsets.
    exact = value.microsecond % 1000
    text: str = value.isoformat(timespec="microseconds" if exact else "milliseconds")
    if not value.microsecond:
        text = text.replace(".000", "", 1)
    return text.removesuffix("+00:00") + "Z" if text.endswith("+00:00") else text
