"""Bodies of every kind from both clients to the server."""

from __future__ import annotations

import pytest

from conformance.bodies import BODIES, SAME, Body
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
