"""Examples of bodies and headers, as a document shows them."""

from __future__ import annotations

from specloom import ir
from support.normalising import run

SHOWN = {
    "one": {"value": [1]},
    "two": {"$ref": "#/components/examples/two"},
    "sent": {"serializedValue": "[3]"},
    "away": {"externalValue": "https://example.com/4.json"},
}
DOCUMENT = {
    "paths": {
        "/a": {
            "get": {
                "responses": {
                    "200": {
                        "description": "",
                        "headers": {"X-A": {"schema": {}, "example": "a"}},
                        "content": {"application/json": {"examples": SHOWN}, "text/plain": {"example": "b"}},
                    }
                }
            }
        }
    },
    "components": {"examples": {"two": {"dataValue": {"n": 2}}}},
}


def test_examples_are_kept_with_their_places() -> None:
    (response,) = run(DOCUMENT).api.operations[0].responses
    json, text = response.contents
    assert [(each.name, each.value, each.text) for each in json.examples] == [
        ("one", (1,), None),
        ("two", {"n": 2}, None),
        ("sent", ir.ABSENT, "[3]"),
    ]
    assert json.examples[1].origin.pointer == "/components/examples/two/dataValue"
    assert [(each.name, each.value) for each in text.examples] == [("", "b")]
    assert response.headers[0].doc.examples == ("a",)
