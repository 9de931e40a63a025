"""What a handler may ask about the request it is answering."""

from __future__ import annotations

from collections.abc import Mapping
from contextvars import ContextVar
from typing import Any

from starlette.requests import Request

_request: ContextVar[Request] = ContextVar("request")
_principals: ContextVar[Mapping[str, Any]] = ContextVar("principals")


def current_request() -> Request:
    """The request being answered. Raises :class:`LookupError` outside of a handler, hook or stream."""
    return _request.get()


def principals() -> Mapping[str, Any]:
    """What the security hooks gave back, by scheme name; empty where no credentials were needed.

    Raises :class:`LookupError` outside of a handler or stream.
    """
    return _principals.get()


def enter(request: Request) -> None:
    _request.set(request)
    _principals.set({})


def identify(found: Mapping[str, Any]) -> None:
    _principals.set(found)
