"""Descriptors that are made when something of them is first asked for."""

from __future__ import annotations

import threading
from copy import copy
from dataclasses import replace

import pytest

from specloom.runtime.operation import Operation, Source, later

SOURCE = Source(id="", title="t", version="1", servers=(), security_schemes={})


class Made:
    """Counts how often the operation is made."""

    def __init__(self) -> None:
        self.count = 0

    def __call__(self) -> Operation:
        self.count += 1
        return Operation(
            id="a", name="a", method="GET", path=f"/{self.count}", source=SOURCE, servers=(), responses=()
        )


def test_it_is_made_once_and_when_it_is_asked() -> None:
    made = Made()
    operation = later(made)
    assert isinstance(operation, Operation)
    assert made.count == 0
    assert (operation.path, operation.method, operation.address) == ("/1", "GET", ("GET", "/1"))
    assert made.count == 1


def test_it_is_like_any_other() -> None:
    operation = later(Made())
    assert operation == Made()()
    other = replace(operation, path="/other")
    assert (type(other), other.path, other.name) == (Operation, "/other", "a")
    assert copy(operation) == operation
    assert repr(operation).startswith("Operation(id='a'")
    assert not hasattr(operation, "nothing")
    with pytest.raises(AttributeError):
        operation.path = "/b"  # type: ignore[misc]


def test_threads_see_the_same_one() -> None:
    made, found = Made(), list[object]()
    operation, start = later(made), threading.Barrier(8)

    def ask() -> None:
        start.wait()
        found.append(operation.responses)
        found.append(operation.path)

    threads = [threading.Thread(target=ask) for _ in range(8)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert made.count == 1
    assert set(map(str, found)) == {"()", "/1"}
