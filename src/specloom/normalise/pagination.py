"""`x-specloom-pagination` on an operation: what it says, and whether it says it in full."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from specloom import ir
from specloom.normalise.context import Context
from specloom.normalise.pointers import join, split

KEY: Final = "x-specloom-pagination"
_NEEDED: Final[Mapping[str, tuple[str, ...]]] = {
    "cursor": ("items", "next"),
    "offset": ("items",),
    "page": ("items",),
    "link": ("items",),
}
_MORE: Final[Mapping[str, tuple[str, ...]]] = {
    "cursor": ("parameter", "request", "more"),
    "offset": ("parameter", "request", "more", "total", "start"),
    "page": ("parameter", "request", "more", "total", "start"),
    "link": (),
}
_WAYS: Final = ("items", "request", "next", "more", "total")


def pagination(context: Context, at: str) -> ir.Pagination | None:
    """What the operation at `at` says. Reports what is missing or means nothing, with its place."""
    if KEY not in context.mapping(at):
        return None
    place = join(at, KEY)
    said = context.mapping(place)
    style = str(said.get("style"))
    if style not in _NEEDED:
        _refuse(context, f"`style` is one of {', '.join(_NEEDED)}", place)
        return None
    faults = [
        *(_missing(style, f"`{name}`") for name in _NEEDED[style] if name not in said),
        *_asking(style, said),
        *(_unknown(style, name) for name in said if name not in ("style", *_NEEDED[style], *_MORE[style])),
        *(
            _unfit(name)
            for name in said
            if name in (*_WAYS, "parameter", "start") and not _fits(name, said[name])
        ),
    ]
    for message in faults:
        _refuse(context, message, place)
    if faults:
        return None
    ways = {name: split(said[name]) for name in _WAYS if name in said}
    return ir.Pagination(
        style=ir.PaginationStyle(style),
        parameter=said.get("parameter"),
        start=said.get("start", 1 if style == "page" else 0),
        origin=context.origin(place),
        items=ways.pop("items"),
        **ways,
    )


def _fits(name: str, value: Any) -> bool:
    if name == "start":
        return isinstance(value, int) and not isinstance(value, bool) and value >= 0
    if not isinstance(value, str):
        return False
    return name == "parameter" or (value == "" and name != "request") or value.startswith("/")


def _missing(style: str, what: str) -> str:
    return f"pagination by {style} needs {what}"


def _asking(style: str, said: Mapping[str, Any]) -> list[str]:
    """What is wrong with how the next page is asked for: by a parameter, or in the body."""
    given = {"parameter", "request"} & said.keys()
    if style == "link" or len(given) == 1:
        return []
    return [_missing(style, f"`parameter` or `request`{', not both' if given else ''}")]


def _unknown(style: str, name: str) -> str:
    return f"pagination by {style} has no `{name}`"


def _unfit(name: str) -> str:
    if name == "start":
        return "`start` is an integer from 0"
    if name == "request":
        return "`request` is a JSON Pointer to a member of the body"
    return "`parameter` is a name" if name == "parameter" else f"`{name}` is a JSON Pointer into a page"


def _refuse(context: Context, message: str, place: str) -> None:
    context.error("pagination-invalid", message, place)
