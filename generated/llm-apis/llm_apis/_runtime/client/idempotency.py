"""Idempotency keys: by them a server tells a request that was sent again from a new one.

(The Idempotency-Key HTTP Header Field, draft-ietf-httpapi-idempotency-key-header.) An operation has one where
its document declares the header field, as a parameter or by `x-specloom-idempotency-key`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ..operation import Operation
from .omit import OMIT


def new_key() -> str:
    """A random UUID (RFC 9562, version 4)."""
    from uuid import uuid4

    return str(uuid4())


def with_key(
    operation: Operation,
    given: str | Callable[[], str],
    fields: Mapping[str, str],
    arguments: Mapping[str, Any],
) -> tuple[Mapping[str, Any], tuple[tuple[str, str], ...]]:
    """The arguments and the further header fields of a call, with one key for all its attempts.

    A key that the caller gave, as an argument or among the client's header `fields` (names in lower case),
    stays as it is; else it is `given`, or what that makes.
    """
    name = operation.idempotency_key
    if name is None or name.lower() in fields:
        return arguments, ()
    for parameter in operation.parameters:
        if parameter.place == "header" and parameter.name.lower() == name.lower():
            if arguments.get(parameter.argument, OMIT) is not OMIT:
                return arguments, ()
            return {**arguments, parameter.argument: _made(given)}, ()
    return arguments, ((name, _made(given)),)


def _made(given: str | Callable[[], str]) -> str:
    return given if isinstance(given, str) else given()
