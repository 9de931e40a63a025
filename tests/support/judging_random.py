"""The property that generated types and the judge decide alike, on random schemas and documents."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from support.judging import component_types
from support.judging_documents import documents
from support.judging_library import judged, second_opinion
from support.judging_schemas import Schemas, components, document
from support.judging_table import fault

Batch = tuple[Schemas, list[tuple[str, Any]]]


@st.composite
def batches(draw: DrawFn, *, count: int = 5) -> Batch:
    """Schemas that refer to each other, and `count` documents for each of them."""
    schemas = draw(components())
    names = [name for name in schemas for _ in range(count)]
    return schemas, [(name, draw(documents(schemas, name))) for name in names]


def decided(schemas: Schemas, name: str, value: Any) -> bool | None:
    """The judge's word; None where another implementation contradicts it, and so nobody knows."""
    schema = document(schemas, name)
    word = judged(schema, value)
    return word if second_opinion(schema, value) is word else None


def disagreements(batch: Batch) -> list[str]:
    """Where types and judge differ, or what is accepted comes out as something else."""
    schemas, cases = batch
    found = []
    with (
        tempfile.TemporaryDirectory(prefix="specloom-judged-") as folder,
        component_types(schemas, Path(folder)) as types,
    ):
        for name, value in cases:
            expected = decided(schemas, name, value)
            if expected is not None and (said := fault(types.decide(name, value), value, expected)):
                found.append(f"{name}: {json.dumps(value)} {said}, in {json.dumps(schemas)}")
    return found
