"""The words from which the name of a type is made: where its schema stands, or its title."""

from __future__ import annotations

import re
from collections.abc import Container
from typing import Final

from specloom.normalise.context import Context
from specloom.normalise.pointers import join, split
from specloom.normalise.variants import Variants, is_name

_PLACES: Final = (
    "first",
    "second",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
    "tenth",
)
_STEPS: Final = {"items": ("item",), "additionalProperties": ("value",), "contentSchema": ("content",)}
"""What the one schema below a keyword is called."""


def parent_and_words(
    context: Context, variants: Variants, place: str, title: str | None, named: Container[str]
) -> tuple[str | None, tuple[str, ...], tuple[str, ...]]:
    """The named type in which a schema stands, if any, and the words from there: its own, and its place's."""
    parent = place.rpartition("/")[0]
    while parent:
        if parent in named:
            words = _within(variants, parent, split(place[len(parent) :]))
            return parent, (str(title),) if words and is_name(title) else words or ("object",), words
        parent = parent.rpartition("/")[0]
    tokens = split(place)
    start, rest = _outside(context, tokens)
    words = _within(variants, join("", *tokens[: len(tokens) - len(rest)]), rest)
    words = (*start, *words)
    return None, (str(title),) if is_name(title) else words, words


def _within(variants: Variants, at: str, tokens: tuple[str, ...]) -> tuple[str, ...]:
    """Words for the way from one schema to another inside it."""
    words: list[str] = []
    index, end = 0, len(tokens)
    while index < end:
        token = tokens[index]
        following = tokens[index + 1] if index + 1 < end else None
        index += 2
        match token:
            case "properties" | "$defs" | "definitions" | "dependentSchemas" if following is not None:
                words.append(following)
            case "prefixItems" if following is not None:
                words += _entry(int(following))
            case "oneOf" | "anyOf" if following is not None:
                # Where choices meet, the other one's member is a token by its whole pointer.
                words += variants.words(following if "/" in following else join(at, *tokens[:index]))
            case "patternProperties" if following is not None:
                words.append("value")
            case "allOf" if following is not None and following.isdecimal():
                pass
            case "type" if following is not None:
                pass
            case _:
                index -= 1
                words += _STEPS.get(token, ())
    return tuple(words)


def _entry(index: int) -> tuple[str, ...]:
    """An array's entry by its position."""
    return (_PLACES[index], "item") if index < len(_PLACES) else ("item", str(index + 1))


def operation_words(context: Context, pointer: str) -> tuple[str, ...]:
    """An operation's id, else its method and path; a path's own words where no operation is meant."""
    tokens = split(pointer)
    operation = context.mapping(pointer)
    name = operation.get("operationId")
    if isinstance(name, str):
        return (context.local(context.source(pointer), name),)
    if "callbacks" in tokens[2:] and len(tokens) > 4:
        at = tokens.index("callbacks", 2)
        return (*operation_words(context, join("", *tokens[:at])), tokens[at + 1], tokens[-1].lower())
    method = tokens[-1] if tokens[-1] != tokens[1] else ""
    owner = context.merged.owners.get(pointer)
    path = owner.name if owner and tokens[0] == "paths" else tokens[1]
    return (*([method.lower()] if method else []), *re.findall(r"[^/{}]+", path))


def _outside(context: Context, tokens: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Words for a schema that stands in no other, and the tokens within its outermost schema."""
    if tokens[0] == "components" and len(tokens) > 2:
        owner = context.merged.owners.get(join("", *tokens[:3]))
        start: tuple[str, ...] = (owner.name if owner else tokens[2],)
        if tokens[1] == "schemas":
            return start, tokens[3:]
        if tokens[1] == "pathItems":
            return _exchange(context, tokens, 3)
        return start + _media_word(context, tokens, 3), _schema_tokens(tokens[3:])
    if tokens[0] in ("paths", "webhooks"):
        return _exchange(context, tokens, 2)
    return (tokens[-1],), ()


def _exchange(context: Context, tokens: tuple[str, ...], at: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Words for a schema in an operation (whose method is token `at`) or in its path's parameters."""
    if len(tokens) > at and tokens[at] == "additionalOperations":
        at += 1
    if len(tokens) > at and tokens[at] == "parameters":
        at -= 1
    place = join("", *tokens[: at + 1])
    words, part = operation_words(context, place), tokens[at + 1 :]
    if part[:1] == ("callbacks",) and len(part) > 3:
        return _exchange(context, tokens, at + 4)
    if part[:1] == ("requestBody",):
        words += ("request", *_media_word(context, tokens, at + 2))
    elif part[:1] == ("parameters",) and len(part) > 1:
        words += (str(context.mapping(join(place, *part[:2])).get("name", part[1])),)
    elif part[:1] == ("responses",) and len(part) > 1:
        successes = [s for s in context.mapping(join(place, "responses")) if s.startswith("2")]
        words += () if successes == [part[1]] else (part[1],)
        words += (part[3],) if part[2:3] == ("headers",) else ("response",)
        words += _media_word(context, tokens, at + 3)
    return words, _schema_tokens(part)


def _media_word(context: Context, tokens: tuple[str, ...], at: int) -> tuple[str, ...]:
    """Which media type, where there are several and it is not the JSON one."""
    if tokens[at : at + 1] != ("content",) or len(tokens) < at + 2:
        return ()
    if len(context.mapping(join("", *tokens[: at + 1]))) < 2 or tokens[at + 1] == "application/json":
        return ()
    return (re.split(r"[/;]", tokens[at + 1])[1 if "/" in tokens[at + 1] else 0].strip(),)


def _schema_tokens(tokens: tuple[str, ...]) -> tuple[str, ...]:
    """The tokens behind the first `schema` or `itemSchema`."""
    for index, token in enumerate(tokens):
        if token in ("schema", "itemSchema"):
            return tokens[index + 1 :]
    return ()
