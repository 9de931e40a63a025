"""Commands whose options are read without pydantic.

typer has pydantic make a validator for every option, given or not. To import pydantic and to make these takes
longer than all else before a document is read. A version of typer that has no such types does what it does.
"""

from __future__ import annotations

from functools import partial
from typing import Any, get_args, get_origin

from typer.core import TyperCommand, TyperGroup


class _Direct:
    """Has options that take values as they are where nothing has to become of them."""

    def get_params(self, context: Any) -> list[Any]:
        params: list[Any] = super().get_params(context)  # type: ignore[misc]
        for param in params:
            param.process_value = partial(_processed, param)
        return params


class Command(_Direct, TyperCommand):
    """A command of such options."""


class Group(_Direct, TyperGroup):
    """Commands under one name, with such options of its own."""


def _processed(param: Any, context: Any, value: Any) -> Any:
    """What typer makes of a value."""
    if value is None and not param.required:
        done = () if param.multiple or param.nargs == -1 else None
        return param.callback(context, param, done) if param.callback is not None else done
    type_ = getattr(getattr(param, "type_descriptor", None), "annotation", None)
    if param.callback is None and _is_of(type_, value):
        return value
    return type(param).process_value(param, context, value)


def _is_of(annotation: Any, value: Any) -> bool:
    """Whether a value, or each of a list, has its type already, as texts have."""
    several = get_origin(annotation) is list
    type_ = get_args(annotation)[0] if several else annotation
    return isinstance(type_, type) and all(
        isinstance(each, type_) for each in (value if several else (value,))
    )
