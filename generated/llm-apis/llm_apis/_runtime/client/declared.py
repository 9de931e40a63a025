"""The header fields that a document declares for an answer, each read by its type."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any, TypeVar

from pydantic import ValidationError

from ..fields import candidates
from ..operation import Header, Operation
from .headers import Headers
from .responses import decode_json, find_response
from .values import faults
from .wire import title

H = TypeVar("H")


def declared_headers(
    operation: Operation, status: int, headers: Headers, *, strict: bool
) -> Mapping[str, Any]:
    """The declared fields that were sent, by their names in the document.

    Raises :class:`ValueError` for one that is required and was not sent, or is not what the document says.
    """
    response = find_response(operation, status)
    found: dict[str, Any] = {}
    for header in response.headers if response is not None else ():
        lines = headers.all(header.name)
        if lines:
            found[header.name] = _value(header, lines, strict=strict)
        elif header.required:
            raise ValueError(f"the header {header.name} is missing")
    return found


def _value(header: Header, lines: tuple[str, ...], *, strict: bool) -> Any:
    first: ValidationError | None = None
    for strictly in (True,) if strict else (True, False):
        for text in candidates(header, lines):
            try:
                return decode_json(header.codec, text, strict=strictly)
            except ValidationError as error:
                first = first or error
    said = "is not written in its style" if first is None else faults(first)
    raise ValueError(f"the header {header.name}: {said}")


def check_kind(kind: type[Any], operation: Operation, status: int) -> None:
    """Whether a class of `headers` is that of such an answer. Raises :class:`TypeError` where it is not."""
    answers: Mapping[object, tuple[Operation, str]]
    answers = getattr(sys.modules.get(kind.__module__), "ANSWERS", {})
    response = find_response(operation, status)
    of, key = answers.get(kind, (None, ""))
    if of is not operation or response is None or response.status != key:
        raise TypeError(
            f"{kind.__name__} are not the headers of {title(operation)} answering {status}"
        )
