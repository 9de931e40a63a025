"""Strings as JSON Schema has them, those of them that Python has types for included.

Dates and times are read only in the form of RFC 3339, and UUIDs in that of RFC 9562: pydantic alone would
take `"1577836800"` for a time.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime, time
from typing import Annotated, Any, Final, Literal, TypeAlias
from uuid import UUID

from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic_core import CoreSchema, PydanticKnownError, core_schema

_DATE = r"[0-9]{4}-[0-9]{2}-[0-9]{2}"
_TIME = r"[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]+)?([Zz]|[+-][0-9]{2}:[0-9]{2})"
_HEX = "[0-9A-Fa-f]"

_FORMS: Final[dict[str, tuple[str, Callable[[bool], CoreSchema]]]] = {
    "date": (_DATE, lambda strict: core_schema.date_schema(strict=strict)),
    "date-time": (
        f"{_DATE}[Tt]{_TIME}",
        lambda strict: core_schema.datetime_schema(
            strict=strict, tz_constraint="aware"
        ),
    ),
    "time": (
        _TIME,
        lambda strict: core_schema.time_schema(strict=strict, tz_constraint="aware"),
    ),
    "uuid": (
        f"{_HEX}{{8}}-({_HEX}{{4}}-){{3}}{_HEX}{{12}}",
        lambda strict: core_schema.uuid_schema(strict=strict),
    ),
}


def _write(value: Any) -> str:
    """RFC 3339, with as many digits of a second as are needed: none, three or six."""
    exact = value.microsecond % 1000
    text: str = value.isoformat(timespec="microseconds" if exact else "milliseconds")
    if not value.microsecond:
        text = text.replace(".000", "", 1)
    return text.removesuffix("+00:00") + "Z" if text.endswith("+00:00") else text


_WRITTEN: Final = core_schema.plain_serializer_function_ser_schema(
    _write, when_used="json"
)
_OUT: Final = {"date-time": _WRITTEN, "time": _WRITTEN}


@dataclass(frozen=True, slots=True)
class String:
    """A string within limits. Lengths count code points.

    `pattern` is the document's (ECMA-262), `regex` the same for the `engine` that runs it: "rust" is linear
    in time, "python" is the standard library's. `content` gives the type of what the text encodes, which is
    said in the JSON Schema and not checked.
    """

    min_length: int | None = None
    max_length: int | None = None
    pattern: str | None = None
    format: str | None = None
    encoding: str | None = None
    content_type: str | None = None
    content: Callable[[], Any] | None = None
    regex: str | None = None
    engine: Literal["rust", "python"] = "rust"

    def __get_pydantic_core_schema__(
        self, source: Any, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        schema = (
            self._typed()
            if self.format in _FORMS and source is not str
            else self._text()
        )
        if self.content is None:
            return schema
        # The strict branch is always taken; the other one lets the JSON Schema refer to the content's type.
        content = handler.generate_schema(self.content())
        return core_schema.lax_or_strict_schema(content, schema, strict=True)

    def _text(self) -> CoreSchema:
        regex = self.regex or self.pattern
        text: CoreSchema = core_schema.str_schema(
            strict=True,
            min_length=self.min_length,
            max_length=self.max_length,
            pattern=regex if self.engine == "rust" else None,
        )
        if regex is None or self.engine == "rust":
            return text
        search = re.compile(regex, re.ASCII).search

        def check(value: str) -> str:
            if search(value) is None:
                raise PydanticKnownError(
                    "string_pattern_mismatch", {"pattern": self.pattern}
                )
            return value

        return core_schema.no_info_after_validator_function(check, text)

    def _typed(self) -> CoreSchema:
        form, typed = _FORMS[self.format or ""]
        shaped = core_schema.str_schema(strict=True, pattern=f"^({form})$")
        read = core_schema.custom_error_schema(
            core_schema.chain_schema([shaped, typed(False)]),
            custom_error_type="format",
            custom_error_message="Input should be text of the format {format}",
            custom_error_context={"format": self.format or ""},
        )
        written = core_schema.chain_schema([self._text(), read])
        either = core_schema.union_schema([typed(True), written], mode="left_to_right")
        return core_schema.json_or_python_schema(
            written, either, serialization=_OUT.get(self.format or "")
        )

    def __get_pydantic_json_schema__(
        self, schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> Any:
        said = {
            "minLength": self.min_length,
            "maxLength": self.max_length,
            "pattern": self.pattern,
            "format": self.format,
            "contentEncoding": self.encoding,
            "contentMediaType": self.content_type,
        }
        found: dict[str, Any] = {"type": "string"} | {
            keyword: value for keyword, value in said.items() if value is not None
        }
        if schema["type"] == "lax-or-strict":
            # A handler goes on only below what it is given.
            found["contentSchema"] = handler(
                core_schema.list_schema(schema["lax_schema"])
            ).get("items", {})
        return found


Date: TypeAlias = Annotated[date, String(format="date")]
DateTime: TypeAlias = Annotated[datetime, String(format="date-time")]
Time: TypeAlias = Annotated[time, String(format="time")]
Uuid: TypeAlias = Annotated[UUID, String(format="uuid")]
