"""Where a callback is sent: its runtime expression, evaluated (OpenAPI Specification 3.2, section 4.18.3)."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, cast

from ..operation import Operation
from .errors import ArgumentError
from .values import to_json

_EMBEDDED: Final = re.compile(r"\{(\$[^{}]*)\}")
_NONE: Final[Mapping[str, str]] = {}


@dataclass(frozen=True, slots=True, kw_only=True)
class Exchange:
    """The request, and the response to it, that a callback speaks of.

    Bodies are models, or JSON as Python has it. Names of header fields have no case.
    """

    url: str = ""
    method: str = ""
    path: Mapping[str, str] = field(default_factory=dict[str, str])
    query: Mapping[str, str] = field(default_factory=dict[str, str])
    headers: Mapping[str, str] = field(default_factory=dict[str, str])
    body: Any = None
    status: int = 200
    response_headers: Mapping[str, str] = field(default_factory=dict[str, str])
    response_body: Any = None


def callback_url(operation: Operation, exchange: Exchange) -> str:
    """The URL that a callback is sent to.

    Raises :class:`ArgumentError` for an operation that is no callback, and where the exchange does not have
    what its expression speaks of.
    """
    receiver = operation.receiver
    if receiver is None or receiver.expression is None:
        raise ArgumentError(f"{operation.name} is no callback")
    expression = receiver.expression
    if expression.startswith("$"):
        return _value(expression, exchange)
    return _EMBEDDED.sub(lambda found: _value(found[1], exchange), expression)


def _value(expression: str, exchange: Exchange) -> str:
    simple = {
        "$url": exchange.url,
        "$method": exchange.method,
        "$statusCode": str(exchange.status),
    }
    if expression in simple:
        return simple[expression]
    root, _, source = expression.partition(".")
    part, hash_, pointer = source.partition("#")
    if root in ("$request", "$response") and part == "body":
        is_request = root == "$request"
        body = exchange.body if is_request else exchange.response_body
        return _pointed(body, pointer if hash_ else "", expression)
    kind, _, name = source.partition(".")
    found = _named(root, kind, exchange)
    if kind == "header":
        found, name = {k.lower(): v for k, v in found.items()}, name.lower()
    if name not in found:
        raise ArgumentError(f"the exchange has nothing for {expression}")
    return found[name]


def _named(root: str, kind: str, exchange: Exchange) -> Mapping[str, str]:
    if root == "$response":
        return exchange.response_headers if kind == "header" else _NONE
    parts = {
        "header": exchange.headers,
        "query": exchange.query,
        "path": exchange.path,
    }
    return parts.get(kind, _NONE) if root == "$request" else _NONE


def _pointed(body: Any, pointer: str, expression: str) -> str:
    """What a JSON Pointer (RFC 6901) leads to; scalars as JSON writes them, but for texts."""
    node = json.loads(to_json(body, "the body"))
    for step in pointer.split("/")[1:]:
        key = step.replace("~1", "/").replace("~0", "~")
        if isinstance(node, Mapping) and key in node:
            node = cast("Any", node[key])
        elif (
            isinstance(node, list)
            and key.isdecimal()
            and int(key) < len(cast("Sequence[Any]", node))
        ):
            node = cast("Any", node[int(key)])
        else:
            raise ArgumentError(f"the exchange has nothing for {expression}")
    return node if isinstance(node, str) else to_json(node, expression).decode()
