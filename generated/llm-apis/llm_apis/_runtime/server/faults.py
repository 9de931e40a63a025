"""What pydantic found wrong, told by places in the document instead of by validators."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from pydantic import ValidationError

from .problems import Fault
from .values import is_list, is_mapping

LIMIT = 50
"""How many faults an answer lists at most."""


def in_body(error: ValidationError, data: bytes) -> tuple[Fault, ...]:
    """The faults of a JSON body, each with its JSON Pointer."""
    try:
        document = json.loads(data)
    except (ValueError, RecursionError):
        document = None
    found = dict.fromkeys(
        Fault(
            entry["msg"],
            pointer=_pointer(entry["loc"], document, entry["type"] == "missing"),
            type=entry["type"],
        )
        for entry in _entries(error)
    )
    return tuple(found)[:LIMIT]


def in_parameter(error: ValidationError, place: str, name: str) -> tuple[Fault, ...]:
    found = dict.fromkeys(
        Fault(entry["msg"], place=place, name=name, type=entry["type"])
        for entry in _entries(error)
    )
    return tuple(found)[:LIMIT]


def _entries(error: ValidationError) -> list[Any]:
    return list(
        error.errors(include_url=False, include_context=False, include_input=False)
    )


def _pointer(steps: Sequence[int | str], document: Any, missing: bool) -> str:
    """Pydantic's path also names the members of unions that it tried; those are no steps of the document."""
    pointer = ""
    for index, step in enumerate(steps):
        last = index == len(steps) - 1
        if is_mapping(document) and (step in document or (missing and last)):
            document = document.get(str(step))
        elif is_list(document) and isinstance(step, int) and step < len(document):
            document = document[step]
        else:
            continue
        pointer += "/" + str(step).replace("~", "~0").replace("/", "~1")
    return pointer
