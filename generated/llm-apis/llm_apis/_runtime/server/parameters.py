"""Parameters of one operation: from the parts of a request to typed keyword arguments."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any
from urllib.parse import unquote_plus

from pydantic import ValidationError
from starlette.requests import Request

from ..media_type import kind
from ..operation import Operation, Parameter
from ..shapes import Shape
from . import faults
from .problems import Fault, ProblemError, invalid
from .styles import Sent, StyleError, read


class ParameterReader:
    """Reads one parameter. Its type is looked at when the first value comes."""

    def __init__(self, parameter: Parameter, others: frozenset[str]) -> None:
        self.parameter = parameter
        self._others = others

    @cached_property
    def _shape(self) -> Shape:
        return Shape.of(self.parameter.codec.adapter.json_schema())

    @cached_property
    def _default(self) -> Any:
        """The default, read by the parameter's type; None where the document gives none."""
        default = self.parameter.default
        return None if default is None else self.parameter.codec.decode(default)

    def read(self, sent: Sent) -> Any:
        """The typed value, the default or None. Raises :class:`ProblemError`, status 422, with the faults."""
        parameter = self.parameter
        try:
            reading = read(parameter, self._shape, sent, self._others)
        except StyleError as fault:
            raise self._problem(str(fault)) from None
        if reading is None:
            if parameter.required:
                raise self._problem("is required")
            return self._default
        if parameter.rest_of_path:
            self._check_rest(reading.text or "")
        if parameter.media_type is not None and kind(parameter.media_type) == "json":
            return self._decode(iter((reading.text or "",)))
        return self._decode(self._shape.candidates(reading))

    def _decode(self, texts: Iterator[str]) -> Any:
        first: ValidationError | None = None
        for text in texts:
            try:
                return self.parameter.codec.decode(text)
            except ValidationError as error:
                first = first or error
        if first is None:
            raise self._problem("is not written in its style")
        raise invalid(self._faults(first))

    def _check_rest(self, text: str) -> None:
        if not text or any(segment in (".", "..") for segment in text.split("/")):
            raise self._problem("must be a path without `.` and `..` segments")

    def _faults(self, error: ValidationError) -> tuple[Fault, ...]:
        return faults.in_parameter(error, self.parameter.place, self.parameter.name)

    def _problem(self, detail: str) -> ProblemError:
        return invalid(
            [Fault(detail, place=self.parameter.place, name=self.parameter.name)]
        )


class ParametersReader:
    """Reads all parameters of an operation and tells all that is wrong at once."""

    def __init__(self, operation: Operation) -> None:
        self._readers = [
            ParameterReader(each, _others(operation, each))
            for each in operation.parameters
        ]
        self._reads_fields = any(
            each.place in ("header", "cookie") for each in operation.parameters
        )

    def read(self, request: Request, path: Mapping[str, str]) -> dict[str, Any]:
        """Keyword arguments by Python name; an optional parameter that was not sent is its default or None.

        `path` has the values of the path's parameters by their names in the document, still encoded.
        """
        if not self._readers:
            return {}
        sent = _sent(request, path, fields=self._reads_fields)
        arguments: dict[str, Any] = {}
        found: list[Fault] = []
        for reader in self._readers:
            try:
                arguments[reader.parameter.argument] = reader.read(sent)
            except ProblemError as problem:
                found.extend(problem.faults)
        if found:
            raise invalid(found)
        return arguments


def _others(operation: Operation, parameter: Parameter) -> frozenset[str]:
    """The names of what else stands in a parameter's place: other parameters, and API keys."""
    place = "query" if parameter.place == "querystring" else parameter.place
    names = {p.name for p in operation.parameters if p.place == place}
    schemes = operation.source.security_schemes.values()
    keys = {s.name for s in schemes if s.place == place and s.name is not None}
    return frozenset((names | keys) - {parameter.name})


def _sent(request: Request, path: Mapping[str, str], *, fields: bool) -> Sent:
    """The parts of the request; header fields and cookies only where `fields` are wanted."""
    raw = request.scope["query_string"].decode("latin-1")
    query = [part.partition("=") for part in raw.split("&") if part]
    headers: dict[str, list[str]] = {}
    for name, value in request.scope["headers"] if fields else ():
        headers.setdefault(name.decode("latin-1").lower(), []).append(_text(value))
    cookies = [
        (name.strip(), value.strip())
        for line in headers.get("cookie", ())
        for name, _, value in (pair.partition("=") for pair in line.split(";"))
    ]
    return Sent(
        path,
        raw,
        [(unquote_plus(name), value) for name, _, value in query],
        headers,
        cookies,
    )


def _text(raw: bytes) -> str:
    """A header's value: UTF-8 where it is that, else ISO 8859-1 (RFC 9110, section 5.5)."""
    try:
        return raw.decode()
    except UnicodeDecodeError:
        return raw.decode("latin-1")
