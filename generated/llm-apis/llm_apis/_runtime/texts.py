"""Strings as JSON Schema has them, those of them that Python has types for included.

Dates and times are read only in the form of RFC 3339, and UUIDs in that of RFC 9562: pydantic alone would
take `"1577836800"` for a time.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, time
from decimal import Decimal
from typing import Annotated, Any, Final, TypeAlias
from uuid import UUID

from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic_core import (
    CoreSchema,
    PydanticKnownError,
    core_schema,
)

from .patterns import Backtracking, Search
from .rfc3339 import DATE, PLAIN_TIME, read_date_time, read_time, write


@dataclass(frozen=True, slots=True)
class _Form:
    """How a Python type is read and written.

    `text` holds for what pydantic's own reader may be given: it leaves out what that one takes and the format
    does not have, and what it has that no Python type holds. `rest` reads what else there is of the format,
    and raises ValueError.
    """

    text: Mapping[str, Any]
    type: Callable[[bool], CoreSchema]
    write: Callable[[Any], str] = str
    rest: Callable[[str], Any] | None = None


_FORMS: Final[dict[object, _Form]] = {
    date: _Form(
        {"pattern": f"^{DATE}$"},
        lambda strict: core_schema.date_schema(strict=strict),
    ),
    datetime: _Form(
        # What stands before the T, and which numbers may stand where, the reader knows.
        {"pattern": f"T{PLAIN_TIME}$"},
        lambda strict: core_schema.datetime_schema(
            strict=strict, tz_constraint="aware" if strict else None
        ),
        write,
        read_date_time,
    ),
    time: _Form(
        {"pattern": f"^{PLAIN_TIME}$"},
        lambda strict: core_schema.time_schema(
            strict=strict, tz_constraint="aware" if strict else None
        ),
        write,
        read_time,
    ),
    UUID: _Form(
        # Of the forms that the reader takes only the one of RFC 9562 has this length.
        {"min_length": 36, "max_length": 36},
        lambda strict: core_schema.uuid_schema(strict=strict),
    ),
    Decimal: _Form(
        {"pattern": r"^-?[0-9]+(\.[0-9]+)?([Ee][+-]?[0-9]+)?$"},
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
        if self.search is not None and regex is None:
            text = core_schema.no_info_after_validator_function(self._found, text)
        known = self._known() if self.asserted else None
        if known is None:
            return text
        return core_schema.chain_schema([text, known]) if self._limits() else known

    def _found(self, value: str) -> str:
        if self.search is not None and not self.search.found(value):
            raise PydanticKnownError(
                "string_pattern_mismatch", {"pattern": self.pattern or ""}
            )
        return value

    def _known(self) -> CoreSchema | None:
        """A text of the format; None for a format that allows every text."""
        from .formats import check, grammar  # They take a while to compile.

        holds = check(self.format or "")
        if holds is None:
            return None

        def checked(value: str) -> str:
            if not holds(value):
                raise ValueError("not of the format")
            return value

        regex = grammar(self.format or "")
        choices: list[CoreSchema | tuple[CoreSchema, str]] = [
            core_schema.no_info_after_validator_function(
                checked, core_schema.str_schema(strict=True)
            )
        ]
        if regex is not None:
            choices.insert(0, core_schema.str_schema(strict=True, pattern=regex))
        return core_schema.union_schema(
            choices, mode="left_to_right", auto_collapse=False, **self._refused()
        )

    def _refused(self) -> Any:
        """The one error of a text that is not of the format."""
        return {
            "custom_error_type": "format",
            "custom_error_message": "Input should be text of the format {format}",
            "custom_error_context": {"format": self.format or ""},
        }

    def _typed(self, form: _Form) -> CoreSchema:
        either = core_schema.union_schema(
            [self._instance(form), self._written(form)],
            mode="left_to_right",
            **self._refused(),
        )
        serialization = core_schema.plain_serializer_function_ser_schema(
            form.write, when_used="json"
        )
        return core_schema.json_or_python_schema(
            self._written(form),
            either,
            serialization=None if form.write is str else serialization,
        )

    def _written(self, form: _Form) -> CoreSchema:
        """A text of the format."""
        shaped = core_schema.str_schema(strict=True, **form.text)
        read: CoreSchema = core_schema.chain_schema([shaped, form.type(False)])
        if form.rest is None:
            read = core_schema.custom_error_schema(read, **self._refused())
        else:
            rest = core_schema.no_info_after_validator_function(
                form.rest, core_schema.str_schema(strict=True)
            )
            read = core_schema.union_schema(
                [read, rest], mode="left_to_right", **self._refused()
            )
        return (
            core_schema.chain_schema([self._text(), read]) if self._limits() else read
        )

    def _limits(self) -> bool:
        return (self.min_length, self.max_length, self.pattern) != (None, None, None)

    def _instance(self, form: _Form) -> CoreSchema:
        """A value of the Python type, whose text has to be within the limits too."""
        if not self._limits():
            return form.type(True)
        limits = core_schema.no_info_before_validator_function(form.write, self._text())

        def check(value: Any, handler: Callable[[Any], Any]) -> Any:
            handler(value)
            return value

        return core_schema.chain_schema(
            [
                form.type(True),
                core_schema.no_info_wrap_validator_function(check, limits),
            ]
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
