"""Strings as JSON Schema has them, those of them that Python has types for included.

Dates and times are read only in the form of RFC 3339, and UUIDs in that of RFC 9562: pydantic alone would
take `"1577836800"` for a time.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime, time
from decimal import Decimal
from typing import Annotated, Any, Final, TypeAlias
from uuid import UUID

from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic_core import (
    CoreSchema,
    PydanticCustomError,
    PydanticKnownError,
    core_schema,
)

from .patterns import Backtracking, Search
from .rfc3339 import DATE, PLAIN_TIME, read_date_time, read_time, write

_HEX = "[0-9A-Fa-f]"


@dataclass(frozen=True, slots=True)
class _Form:
    """How a Python type is read and written: `text` is what pydantic's own reader may be given.

    `rest` reads what else there is of the format, and raises ValueError.
    """

    text: str
    type: Callable[[bool], CoreSchema]
    write: Callable[[Any], str] = str
    rest: Callable[[str], Any] | None = None


_FORMS: Final[dict[object, _Form]] = {
    date: _Form(DATE, lambda strict: core_schema.date_schema(strict=strict)),
    datetime: _Form(
        f"{DATE}[Tt]{PLAIN_TIME}",
        lambda strict: core_schema.datetime_schema(
            strict=strict, tz_constraint="aware"
        ),
        write,
        read_date_time,
    ),
    time: _Form(
        PLAIN_TIME,
        lambda strict: core_schema.time_schema(strict=strict, tz_constraint="aware"),
        write,
        read_time,
    ),
    UUID: _Form(
        f"{_HEX}{{8}}-({_HEX}{{4}}-){{3}}{_HEX}{{12}}",
        lambda strict: core_schema.uuid_schema(strict=strict),
    ),
    Decimal: _Form(
        r"-?[0-9]+(\.[0-9]+)?([Ee][+-]?[0-9]+)?",
        lambda strict: core_schema.decimal_schema(strict=strict, allow_inf_nan=False),
    ),
}


@dataclass(frozen=True, slots=True)
class String:
    """A string within limits. Lengths count code points.

    The Python type beside it decides how it reads: a date, a datetime, a time, a UUID and a Decimal are read
    from their text and written as it; `asserted` has the `format` of a plain text checked.

    `pattern` is the document's (ECMA-262), `search` the same where pydantic's engine cannot run it as it is
    written. `content` gives the type of what the text encodes, which is said in the JSON Schema and not
    checked.
    """

    min_length: int | None = None
    max_length: int | None = None
    pattern: str | None = None
    format: str | None = None
    encoding: str | None = None
    content_type: str | None = None
    content: Callable[[], Any] | None = None
    search: Search | Backtracking | None = None
    asserted: bool = False

    def __get_pydantic_core_schema__(
        self, source: Any, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        form = _FORMS.get(source)
        schema = self._text() if form is None else self._typed(form)
        if self.content is None:
            return schema
        # The strict branch is always taken; the other one lets the JSON Schema refer to the content's type.
        content = handler.generate_schema(self.content())
        return core_schema.lax_or_strict_schema(content, schema, strict=True)

    def _text(self) -> CoreSchema:
        regex = self.pattern if self.search is None else self.search.only
        text: CoreSchema = core_schema.str_schema(
            strict=True,
            min_length=self.min_length,
            max_length=self.max_length,
            pattern=regex,
        )
        search = self.search if regex is None else None
        known = self._known() if self.asserted else None
        if search is None and known is None:
            return text

        def check(value: str) -> str:
            if search is not None and not search.found(value):
                raise PydanticKnownError(
                    "string_pattern_mismatch", {"pattern": self.pattern or ""}
                )
            if known is not None and not known(value):
                raise self._refused()
            return value

        return core_schema.no_info_after_validator_function(check, text)

    def _known(self) -> Callable[[str], bool] | None:
        from .formats import check  # Its grammars take a while to compile.

        return check(self.format or "")

    def _refused(self) -> PydanticCustomError:
        return PydanticCustomError(
            "format",
            "Input should be text of the format {format}",
            {"format": self.format or ""},
        )

    def _typed(self, form: _Form) -> CoreSchema:
        shaped = core_schema.str_schema(strict=True, pattern=f"^({form.text})$")
        readers: list[CoreSchema | tuple[CoreSchema, str]] = [
            core_schema.chain_schema([shaped, form.type(False)])
        ]
        if form.rest is not None:
            readers.append(core_schema.no_info_plain_validator_function(form.rest))
        read = core_schema.union_schema(
            readers,
            mode="left_to_right",
            custom_error_type="format",
            custom_error_message="Input should be text of the format {format}",
            custom_error_context={"format": self.format or ""},
        )
        written = core_schema.chain_schema([self._text(), read])
        either = core_schema.union_schema(
            [self._instance(form), written], mode="left_to_right"
        )
        serialization = core_schema.plain_serializer_function_ser_schema(
            form.write, when_used="json"
        )
        return core_schema.json_or_python_schema(
            written,
            either,
            serialization=None if form.write is str else serialization,
        )

    def _instance(self, form: _Form) -> CoreSchema:
        """A value of the Python type, whose text has to be within the limits too."""
        typed = form.type(True)
        if (self.min_length, self.max_length, self.pattern) == (None, None, None):
            return typed
        limits = core_schema.no_info_before_validator_function(form.write, self._text())

        def check(value: Any, handler: Callable[[Any], Any]) -> Any:
            handler(value)
            return value

        return core_schema.chain_schema(
            [typed, core_schema.no_info_wrap_validator_function(check, limits)]
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
DecimalText: TypeAlias = Annotated[Decimal, String(format="decimal")]
Email: TypeAlias = Annotated[str, String(format="email")]
Time: TypeAlias = Annotated[time, String(format="time")]
Uri: TypeAlias = Annotated[str, String(format="uri")]
Uuid: TypeAlias = Annotated[UUID, String(format="uuid")]
