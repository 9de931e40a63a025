"""The four systems in `specs/`, read and merged, mean what their documents say."""

from __future__ import annotations

from pathlib import Path

import pytest

from specloom import ir
from specloom.diagnostics import Diagnostics
from specloom.document.load import load
from specloom.merge import MergeOptions, MergeSource, merge
from specloom.normalise import normalise
from support.normalising import Outcome

SPECS = Path(__file__).parents[2] / "specs"
SOURCES = {
    "gateway": ("inference-gateway.yaml", ("inference-gateway.overlay.yaml",)),
    "olivaw": ("olivaw.yaml", ("olivaw.overlay.yaml",)),
    "ray": ("ray-serve-llm.yaml", ()),
    "rust": ("openai-interface.yaml", ()),
}


@pytest.fixture(scope="module")
def systems() -> Outcome:
    diagnostics = Diagnostics()
    sources = [
        MergeSource(
            id=name,
            namespace=name,
            stream_sentinel="[DONE]",
            loaded=load(
                str(SPECS / path), overlays=[str(SPECS / o) for o in overlays], diagnostics=diagnostics
            ),
        )
        for name, (path, overlays) in SOURCES.items()
    ]
    merged, _ = merge(sources, options=MergeOptions(), diagnostics=diagnostics)
    found = Diagnostics()
    return Outcome(normalise(merged, skip=frozenset(), diagnostics=found), list(found))


def named(systems: Outcome, source: str, component: str) -> ir.Type:
    (type_,) = [n.type for n in systems.api.types if (n.id.source, n.component) == (source, component)]
    return type_


def stream(systems: Outcome, key: str) -> tuple[ir.Stream, str | None]:
    (found,) = [c.stream for r in systems.operation(key).responses for c in r.contents if c.stream]
    assert isinstance(found.item, ir.Reference)
    return found, systems.at(found.item.target).component


def test_nothing_in_them_is_left_out(systems: Outcome) -> None:
    assert not systems.codes


def test_operations_keep_their_own_path_and_servers(systems: Outcome) -> None:
    chat = systems.operation("POST /v1/chat/completions")
    assert (chat.source, chat.id, chat.path) == ("gateway", "createChatCompletion", "/chat/completions")
    assert [s.url for s in chat.servers] == [
        "http://localhost:8080/v1",
        "https://api.inference-gateway.local/v1",
    ]
    other = systems.operation("POST /api/v1/chat/completions")
    assert (other.source, other.id, other.path) == ("olivaw", "createChatCompletion", "/chat/completions")
    assert [s.url for s in other.servers] == ["{host}/api/v1"]
    assert [p.rest_of_path for p in systems.operation("GET /proxy/{provider}/{path}").parameters] == [
        False,
        True,
    ]


def test_their_streams_carry_chunks(systems: Outcome) -> None:
    gateway, chunk = stream(systems, "POST /v1/chat/completions")
    assert (gateway.payload, gateway.sentinel, chunk) == (
        ir.StreamPayload.JSON,
        "[DONE]",
        "CreateChatCompletionStreamResponse",
    )
    assert gateway.envelope is not None
    olivaw, chunk = stream(systems, "POST /api/v1/chat/completions")
    assert (olivaw.envelope, chunk) == (None, "ChatCompletionChunk")
    assert stream(systems, "POST /api/v1/completions")[1] == "Completion"


def test_names_are_those_of_the_source(systems: Outcome) -> None:
    for source in ("gateway", "olivaw"):
        assert isinstance(named(systems, source, "Error"), ir.Record)
    assert [s.name for source in systems.api.sources for s in source.security_schemes] == [
        "bearerAuth",
        "apiKey",
    ]
    assert systems.operation("GET /v1/models").security == ((ir.Requirement(scheme="bearerAuth"),),)


def test_a_required_member_that_is_not_declared_is_there(systems: Outcome) -> None:
    choice = named(systems, "gateway", "ChatCompletionChoice")
    assert isinstance(choice, ir.Record)
    (logprobs,) = [f for f in choice.fields if f.name == "logprobs"]
    assert (logprobs.required, logprobs.type) == (True, ir.Anything())


def test_a_null_default_is_told_from_none(systems: Outcome) -> None:
    choice = named(systems, "ray", "CompletionResponseChoice")
    assert isinstance(choice, ir.Record)
    defaults = {f.name: f.default for f in choice.fields}
    assert defaults["finish_reason"] is None
    assert defaults["text"] is ir.ABSENT
