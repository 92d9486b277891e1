from __future__ import annotations

from datetime import datetime, timedelta, timezone

_EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)


def milliseconds(moment: datetime) -> int:
    """Milliseconds since 1970.

    Raises:
        ValueError: `moment` has no time zone, so it is ambiguous.
    """
    if moment.tzinfo is None:
        raise ValueError(f"{moment} has no time zone: use datetime.now(timezone.utc), for example")
    return round((moment - _EPOCH) / timedelta(milliseconds=1))


def date(ms: int) -> datetime:
    return _EPOCH + timedelta(milliseconds=ms)


def iso8601(moment: datetime) -> str:
    """A date in the form of commands."""
    return date(milliseconds(moment)).isoformat(timespec="milliseconds").replace("+00:00", "Z")
