"""Column types that keep what SQLite would lose: time zones, odd paths, lone surrogates."""

from __future__ import annotations

import os
from datetime import UTC, datetime

from sqlalchemy import Text
from sqlalchemy.engine import Dialect
from sqlalchemy.types import TypeDecorator


class UtcTime(TypeDecorator[datetime]):
    """An aware time, stored as UTC text of one width, so that text order is time order."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> str | None:  # noqa: ARG002
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("a stored time needs a time zone")
        return value.astimezone(UTC).isoformat(timespec="microseconds")

    def process_result_value(self, value: str | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002
        return None if value is None else datetime.fromisoformat(value)


class SafeText(TypeDecorator[str]):
    r"""Text; a lone surrogate (from an odd file name) is stored as its escape, "\udcff"."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:  # noqa: ARG002
        return None if value is None else value.encode("utf-8", "backslashreplace").decode("utf-8")


class PathText(TypeDecorator[str]):
    """A path; text where it is UTF-8, otherwise the bytes the file system uses, so none is lost."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:  # noqa: ARG002
        if value is None:
            return None
        try:
            value.encode("utf-8")
        except UnicodeEncodeError:
            return os.fsencode(value)  # type: ignore[return-value]  # the column takes bytes too
        return value

    def process_result_value(self, value: str | bytes | None, dialect: Dialect) -> str | None:  # noqa: ARG002
        return os.fsdecode(value) if isinstance(value, bytes) else value
