"""A document that *load* calls plain is whole already: *merge* would find nothing to bring in."""

from __future__ import annotations

from pathlib import Path

import pytest

from specloom.diagnostics import Diagnostics
from specloom.document.load import load
from specloom.document.model import LoadedSource
from specloom.merge.gather import Gatherer

_GOLDEN = sorted(Path(__file__).parent.parent.joinpath("golden").glob("*/spec/openapi.yaml"))
_SCHEMA = "components: {schemas: {A: {type: object}, B: true}, responses: {R: {description: r}}}"
_USES = [
    "openapi: 3.1.0\ninfo: {title: t, version: '1'}\npaths:\n  /a:\n    get:\n      responses: {'200': ",
    "}\n",
]


def _load(path: Path) -> LoadedSource:
    return load(str(path), diagnostics=Diagnostics())


def _content(schema: str) -> str:
    return f"{{description: d, content: {{application/json: {{schema: {schema}}}}}}}"


@pytest.mark.parametrize("path", _GOLDEN, ids=lambda path: path.parent.parent.name)
def test_a_plain_document_needs_nothing_brought_in(path: Path) -> None:
    loaded = _load(path)
    found = Gatherer(loaded, Diagnostics()).gather()
    if loaded.plain:
        assert (found.plain, found.inlined, found.targets) == (True, {}, {})


@pytest.mark.parametrize(
    ("answer", "plain"),
    [
        ("{$ref: '#/components/responses/R'}", True),
        (_content("{$ref: '#/components/schemas/A'}"), True),
        (_content("{$ref: '#/components/schemas/B'}"), True),
        (_content("{oneOf: [{type: object}], discriminator: {propertyName: p, mapping: {x: A}}}"), True),
        (_content("{$ref: 'api.yaml#/components/schemas/A'}"), False),
        (_content("{$ref: '#/components/schemas/Missing'}"), False),
        (_content("{$ref: '#/paths/~1a/get'}"), False),
        (_content("{$ref: '#/x-schemas/A'}"), False),
        (_content("{$id: 'https://example.com/a', type: object}"), False),
        (_content("{$dynamicRef: '#/components/schemas/A'}"), False),
        (_content("{oneOf: [{type: object}], discriminator: {propertyName: p, mapping: {x: C}}}"), False),
        ("{description: d, links: {l: {operationRef: '#/paths/~1a/get'}}}", False),
    ],
)
def test_plain_are_pointers_to_where_such_objects_stand(tmp_path: Path, answer: str, plain: bool) -> None:
    path = tmp_path / "api.yaml"
    path.write_text(answer.join(_USES) + _SCHEMA + "\nx-schemas: {A: {type: object}}\n", encoding="utf-8")
    loaded = _load(path)
    assert loaded.plain is plain
    assert plain <= Gatherer(loaded, Diagnostics()).gather().plain
