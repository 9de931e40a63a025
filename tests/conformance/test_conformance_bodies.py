"""Bodies of every kind from both clients to the server."""

from __future__ import annotations

from typing import Any

import pytest

from conformance.bodies import BODIES, MADE, SAME, Body, Made
from conformance.exchange import Exchange
from support.wire import parts, taken


@pytest.mark.parametrize("case", BODIES, ids=lambda case: case.name)
def test_body(exchange: Exchange, case: Body) -> None:
    for outcome in exchange.both("bodies", case.operation, lambda: case.give(exchange.package)):
        sent = outcome.sent
        shown = sent.headers.get("content-type")
        if isinstance(case.wire, bytes):
            assert (shown, sent.body) == (case.content_type, case.wire)
        else:
            assert (shown or "").startswith(f"{case.content_type}; boundary=")
            assert parts(shown or "", sent.body) == case.wire
        assert {name: sent.headers.get(name) for name in case.headers} == case.headers
        expected = case.give(exchange.package)["body_"] if case.takes is SAME else case.takes
        assert outcome.arrived == {"body": taken(expected)}


@pytest.mark.parametrize("asynchronous", [False, True], ids=["iterators", "async_iterators"])
@pytest.mark.parametrize("case", MADE, ids=lambda case: case.name)
def test_body_that_is_made_while_it_is_sent(exchange: Exchange, case: Made, asynchronous: bool) -> None:
    def once() -> dict[str, Any]:
        return {"body_": case.once()}

    def later() -> dict[str, Any]:
        return {"body_": case.later() if asynchronous else case.once()}

    for outcome in exchange.both("made", case.operation, once, later):
        sent = outcome.sent
        assert (sent.headers["content-type"], sent.body) == (case.media_type, case.wire)
        assert sent.headers["transfer-encoding"] == "chunked"
        assert outcome.arrived == {"body": case.takes}
