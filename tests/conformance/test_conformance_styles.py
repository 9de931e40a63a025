"""Every style, place, form and type: from both clients to the server and back, byte for byte."""

from __future__ import annotations

from contextlib import suppress

import pytest

from conformance.exchange import Exchange, Outcome
from conformance.styles import Cell, cells
from support.wire import taken

CELLS = list(cells())


@pytest.mark.parametrize("cell", CELLS, ids=lambda cell: f"{cell.operation}-{cell.sample.texts[0]}")
def test_style(exchange: Exchange, cell: Cell) -> None:
    def call() -> list[Outcome]:
        return exchange.both("styles", cell.operation, lambda: {"color": cell.value})

    if not cell.fits:
        with pytest.raises(exchange.package.ArgumentError):
            call()
    elif not cell.readable:
        with suppress(exchange.package.StatusError):
            call()
        assert cell.bytes_in(exchange.recorder.sent[0]) == cell.wire
    else:
        for outcome in call():
            assert cell.bytes_in(outcome.sent) == cell.wire
            assert outcome.arrived == {"color": cell.value}
            assert taken(outcome.found) == cell.value
