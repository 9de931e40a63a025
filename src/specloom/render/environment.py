"""The Jinja environment: it prints :class:`~specloom.code.Code` and refuses everything else."""

from __future__ import annotations

from collections.abc import Iterable, MutableMapping
from pathlib import Path
from typing import Any, Final

from jinja2 import ChoiceLoader, Environment, FileSystemLoader, StrictUndefined, Undefined

from specloom import code
from specloom.code import Code
from specloom.render.bytecode import Bytecode
from specloom.render.templates import find


def environment(overrides: Path | None = None) -> Environment:
    """`overrides` is a folder whose files stand in for ours of the same name."""
    folders = [find()] if overrides is None else [overrides, find()]
    kind = _OwnEnvironment if overrides is None else _CodeEnvironment
    made = kind(
        loader=ChoiceLoader([FileSystemLoader(folder) for folder in folders]),
        undefined=StrictUndefined,
        finalize=only_code,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        auto_reload=False,
        bytecode_cache=Bytecode(find()) if overrides is None else None,
    )
    for function in (
        code.identifier,
        code.literal,
        code.docstring,
        code.comment,
        code.indent,
        code.toml,
        code.markdown,
        code.html,
    ):
        made.filters[function.__name__] = function
    return made


def only_code(value: Any) -> Any:
    """Raises :class:`TypeError` for any value but Code. A name that is not defined says so itself."""
    if isinstance(value, _PRINTED):
        return value
    raise TypeError(
        f"a template prints {value!r}, which is no code: a filter, such as `literal`, makes it some"
    )


_PRINTED: Final = (Code, Undefined)


def _concat(parts: Iterable[str]) -> Code:
    return Code("".join(parts))


class _CodeEnvironment(Environment):
    # What a macro or block returns was put together from the template's own text and checked Code.
    concat = staticmethod(_concat)

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """They are copied whenever a template is rendered, which takes a dict a tenth of a chain's time."""
        return {**self.globals, **(d or {})}


class _OwnEnvironment(_CodeEnvironment):
    # Our templates ask views for attributes that these have, and look for no items.
    getattr = staticmethod(getattr)  # type: ignore[assignment]  # Jinja names none of its arguments.
