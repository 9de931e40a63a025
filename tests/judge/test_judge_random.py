"""On random schemas and documents, generated types and the `jsonschema` library decide alike."""

from __future__ import annotations

from hypothesis import HealthCheck, given, settings

from support.judging_random import Batch, batches, disagreements


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(batches())
def test_types_and_judge_decide_alike(batch: Batch) -> None:
    """And what is accepted comes out the same. `make fuzz` does it for longer."""
    found = disagreements(batch)
    assert not found, "\n".join(found)
