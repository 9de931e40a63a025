"""Every style, place, form and type: from both clients to the server and back, byte for byte."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest

from conformance.exchange import Exchange
from conformance.styles import Cell, cells

CELLS = list(cells())


@pytest.mark.parametrize("cell", CELLS, ids=lambda cell: f"{cell.operation}-{cell.sample.texts[0]}")
def test_style(exchange: Exchange, cell: Cell) -> None:
    if not cell.fits:
        with pytest.raises(exchange.package.ArgumentError):
            exchange.both("styles", cell.operation, color=cell.value)
        return
    if not cell.readable:
        with suppress(exchange.package.StatusError):
            exchange.both("styles", cell.operation, color=cell.value)
        assert cell.bytes_in(exchange.recorder.sent[0]) == cell.wire
        return
    for found, sent in exchange.both("styles", cell.operation, color=cell.value):
        assert cell.bytes_in(sent) == cell.wire
        assert value(exchange.arrived["color"]) == cell.value
        assert value(found) == cell.value


def value(found: Any) -> Any:
    """A model's members, with the types that they have in Python."""
    return found.model_dump() if hasattr(found, "model_dump") else found
