"""Commands of which only the one that is asked for is made, and whose options are read without pydantic.

typer looks at the options of all commands before it knows which one is asked for, and has pydantic make a
validator for every option, given or not. To import pydantic and to make these takes longer than all else
before a document is read. A version of typer that has no such types does what it does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any, ClassVar, get_args, get_origin

from typer import Typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command


class _Direct:
    """Has options that take values as they are where nothing has to become of them."""

    def get_params(self, context: Any) -> list[Any]:
        params: list[Any] = super().get_params(context)  # type: ignore[misc]
        for param in params:
            param.process_value = partial(_processed, param)
        return params


class Command(_Direct, TyperCommand):
    """A command of such options."""


class Commands(Mapping[str, Any]):
    """Commands by name, each made whenever it is asked for."""

    def __init__(self) -> None:
        self._functions: dict[str, Callable[..., None]] = {}

    def add(self, function: Callable[..., None]) -> Callable[..., None]:
        """A decorator of what a command of the function's name does."""
        self._functions[function.__name__] = function
        return function

    def __getitem__(self, name: str) -> Any:
        alone = Typer(add_completion=False, rich_markup_mode=None)
        alone.command(cls=Command)(self._functions[name])
        return get_command(alone)

    def __iter__(self) -> Iterator[str]:
        return iter(self._functions)

    def __len__(self) -> int:
        return len(self._functions)


class Group(_Direct, TyperGroup):
    """Commands under one name, with such options of its own."""

    members: ClassVar[Commands] = Commands()

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings | {"commands": self.members})


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
