"""`$ref` across files: where it leads, where it may not lead, and where it leads nowhere."""

from __future__ import annotations

import os
import socket
from pathlib import Path
from typing import Any

import pytest

from specloom.diagnostics import Diagnostic, Diagnostics
from specloom.document import pointer as pointers
from specloom.document.load import load
from specloom.document.model import LoadedSource
from specloom.document.options import References
from specloom.document.second_opinion import second_opinion
from specloom.document.validate import validate

_HEAD = "openapi: 3.1.0\ninfo: {title: t, version: '1'}\n"


def _write(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder / next(iter(files))


def _load(path: Path, **options: Any) -> tuple[LoadedSource, list[Diagnostic]]:
    diagnostics = Diagnostics()
    loaded = load(str(path), diagnostics=diagnostics, **options)
    validate(loaded, diagnostics=diagnostics)
    return loaded, list(diagnostics)


def _at(loaded: LoadedSource, uri: str, ref: str) -> Any:
    uri, where = loaded.resolve(uri, ref)
    return pointers.find(loaded.files[uri].content, where)


def _places(loaded: LoadedSource, found: list[Diagnostic]) -> list[tuple[str, str, int | None]]:
    return [(d.code, d.location.pointer, loaded.locate(d.location).line) for d in found if d.location]


def test_relative_files_own_fragments_and_cycles(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    _write(tmp_path, {
        "api/openapi.yaml": _HEAD.replace("3.1", "3.0") + """\
paths:
  /things: {$ref: 'parts/paths.yaml#/Things'}
components:
  schemas:
    Item: {type: object, required: [sku]}
    Order:
      type: object
      properties:
        receipt: {$ref: 'parts/types.yaml#/Receipt'}
        whole: {$ref: 'parts/one.two.json'}
        spaced: {$ref: 'parts/a%20b.yaml#/x~1y/%7Ba%7D'}
""",
        "api/parts/types.yaml": """\
Receipt:
  type: object
  properties:
    lines: {type: array, items: {$ref: '#/Item'}}
    order: {$ref: '../openapi.yaml#/components/schemas/Order'}
Item: {type: object, nullable: true, required: [price]}
Unused: {nullable: true}
""",
        "api/parts/one.two.json": '{"type": "object", "properties": {"self": {"$ref": "#"}}}',
        "api/parts/a b.yaml": "x/y:\n  '{a}': {type: string}\n",
        "api/parts/paths.yaml": """\
Things:
  get:
    responses:
      '200': {description: d, content: {application/json: {schema: {$ref: 'types.yaml#/Item'}}}}
""",
    })  # fmt: skip
    loaded, found = _load(Path("api/openapi.yaml"))
    assert [d.message for d in found] == []
    types = "api/parts/types.yaml"
    assert sorted(loaded.files) == sorted(
        ["api/openapi.yaml", types, "api/parts/one.two.json", "api/parts/a b.yaml", "api/parts/paths.yaml"]
    )
    assert loaded.resolve(types, "#/Item") == (types, "/Item")
    assert loaded.resolve(types, "../openapi.yaml#/components/schemas/Order")[0] == "api/openapi.yaml"
    assert loaded.resolve("api/parts/one.two.json", "#") == ("api/parts/one.two.json", "")
    assert _at(loaded, "api/openapi.yaml", "parts/a%20b.yaml#/x~1y/%7Ba%7D") == {"type": "string"}
    # brought up to date where it is part of the description, and nowhere else
    assert loaded.files[types].content["Item"]["type"] == ["object", "null"]
    assert loaded.files[types].content["Unused"] == {"nullable": True}
    with pytest.raises(LookupError):
        loaded.resolve(types, "#/Nothing")


def test_chains_of_references_in_every_kind_of_component(tmp_path: Path) -> None:
    path = _write(tmp_path, {"a.yaml": _HEAD + """\
paths:
  /a: {$ref: '#/components/pathItems/P'}
components:
  pathItems:
    P:
      parameters: [{$ref: '#/components/parameters/Alias'}]
      put:
        requestBody: {$ref: '#/components/requestBodies/Alias'}
        responses: {'200': {$ref: '#/components/responses/Alias'}}
  parameters:
    Alias: {$ref: '#/components/parameters/Page'}
    Page: {name: page, in: query, schema: {$ref: '#/components/schemas/A1'}}
  requestBodies:
    Alias: {$ref: '#/components/requestBodies/Body'}
    Body: {content: {application/json: {schema: {}, examples: {one: {$ref: '#/components/examples/One'}}}}}
  responses:
    Alias: {$ref: '#/components/responses/Good'}
    Good: {description: d, headers: {X: {$ref: '#/components/headers/Alias'}}}
  headers:
    Alias: {$ref: '#/components/headers/Left'}
    Left: {schema: {type: integer}}
  examples:
    One: {value: {$ref: '#/this/is/data'}}
  schemas:
    A1: {$ref: '#/components/schemas/A2'}
    A2: {type: object, properties: {$ref: {type: string}}, default: {}, examples: [{$ref: data}]}
"""})  # fmt: skip
    assert _load(path)[1] == []


def test_ids_and_anchors_are_written_as_pointers(tmp_path: Path) -> None:
    path = _write(tmp_path, {
        "a.yaml": _HEAD + "paths: {}\ncomponents:\n  schemas:\n    A: {$ref: 's.json#item'}\n"
                          "    B: {$ref: 'https://example.com/inner.json#/properties/x'}\n"
                          "    C: {$ref: 's.json'}\n",
        "s.json": '{"$id": "https://example.com/s.json", "$defs": {'
                  '"I": {"$anchor": "item", "type": "string"},'
                  '"N": {"$id": "inner.json", "properties": {"x": {"$ref": "#/$defs/L"}},'
                  ' "$defs": {"L": {}}},'
                  '"M": {"$ref": "https://example.com/s.json#item"}}, "$ref": "inner.json"}',
    })  # fmt: skip
    loaded, found = _load(path)
    assert found == []
    schemas = loaded.document.content["components"]["schemas"]
    assert schemas["A"] == {"$ref": "s.json#/$defs/I"}
    assert schemas["B"] == {"$ref": "s.json#/$defs/N/properties/x"}
    inner = next(file.content for uri, file in loaded.files.items() if uri.endswith("s.json"))
    assert inner["$defs"]["N"]["properties"]["x"] == {"$ref": "#/$defs/N/$defs/L"}
    assert inner["$defs"]["M"] == {"$ref": "#/$defs/I"}


@pytest.mark.parametrize(
    "ref",
    ["http://127.0.0.1:9/a.yaml#/A", "https://refs.example.invalid/b.json", "//refs.example.invalid/c.yaml",
     "ftp://refs.example.invalid/d.yaml#/D"],
)  # fmt: skip
def test_no_reference_reaches_the_network(ref: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("the network was asked")

    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    monkeypatch.setattr(socket.socket, "connect", refuse)
    path = _write(
        tmp_path, {"a.yaml": f"{_HEAD}paths: {{}}\ncomponents:\n  schemas:\n    A: {{$ref: '{ref}'}}\n"}
    )
    diagnostics = Diagnostics()
    loaded = load(str(path), diagnostics=diagnostics)
    validate(loaded, diagnostics=diagnostics)
    second_opinion(loaded, diagnostics=diagnostics)
    (found,) = diagnostics
    assert found.code == "ref-remote-refused"
    assert ref in found.message
    assert "remote: true" in (found.hint or "")
    assert _places(loaded, [found]) == [("ref-remote-refused", "/components/schemas/A/$ref", 6)]


def test_with_remote_references_allowed_private_addresses_are_not(tmp_path: Path) -> None:
    ref = "http://127.0.0.1:9/a.yaml"
    path = _write(
        tmp_path, {"a.yaml": f"{_HEAD}paths: {{}}\ncomponents:\n  schemas:\n    A: {{$ref: '{ref}'}}\n"}
    )
    _, (refused,) = _load(path, allow=References(remote=True))
    assert "no public address" in refused.message
    _, (failed,) = _load(path, allow=References(remote=True, hosts=("127.0.0.1",)))
    assert "cannot be fetched" in failed.message


def test_no_reference_leaves_the_folder(tmp_path: Path) -> None:
    outside = _write(tmp_path, {"secret.yaml": "A: {type: string}\n"})
    text = _HEAD + "paths: {}\ncomponents:\n  schemas:\n    A: {$ref: '%s#/A'}\n"
    os.makedirs(tmp_path / "d")
    os.symlink(outside, tmp_path / "d/link.yaml")
    for ref in ("../secret.yaml", str(outside), f"file://{outside}", "link.yaml", "x/../../secret.yaml"):
        path = _write(tmp_path, {"d/a.yaml": text % ref})
        _, (found,) = _load(path)
        assert found.code == "ref-outside-root"
        assert "roots" in (found.hint or "")
        assert _load(path, allow=References(roots=(str(tmp_path),)))[1] == []


def test_unresolved_references_are_all_reported_with_near_misses(tmp_path: Path) -> None:
    path = _write(tmp_path, {"a.yaml": _HEAD + """\
paths:
  /orders:
    get:
      parameters: [{$ref: '#/components/parameters/Page'}]
      responses:
        '200':
          description: d
          content: {application/json: {schema: {items: {$ref: '#/components/schemas/Ordre'}}}}
components:
  schemas:
    Order: {properties: {customer: {$ref: '#/definitions/Order'}, x: {$ref: 'nowhere.yaml'}}}
"""})  # fmt: skip
    loaded, found = _load(path)
    assert _places(loaded, found) == [
        ("ref-unresolved", "/paths/~1orders/get/parameters/0/$ref", 6),
        (
            "ref-unresolved",
            "/paths/~1orders/get/responses/200/content/application~1json/schema/items/$ref",
            10,
        ),
        ("ref-unresolved", "/components/schemas/Order/properties/customer/$ref", 13),
        ("ref-unresolved", "/components/schemas/Order/properties/x/$ref", 13),
    ]
    near = "did you mean #/components/schemas/Order?"
    assert [d.hint for d in found] == [None, near, near, None]
    assert "'#/components/schemas/Ordre'" in found[1].message


@pytest.mark.parametrize(
    ("schemas", "loop"),
    [
        ("Me: {$ref: '#/components/schemas/Me'}", "#/components/schemas/Me is itself"),
        ("A: {$ref: '#/components/schemas/B'}\n    B: {$ref: '#/components/schemas/A'}",
         "#/components/schemas/A -> #/components/schemas/B -> #/components/schemas/A"),
        ("A: {allOf: [{$ref: '#/components/schemas/A'}]}", "#/components/schemas/A is itself"),
    ],
)  # fmt: skip
def test_loops_of_references_are_named_once(schemas: str, loop: str, tmp_path: Path) -> None:
    path = _write(tmp_path, {"a.yaml": f"{_HEAD}paths: {{}}\ncomponents:\n  schemas:\n    {schemas}\n"})
    _, (found,) = _load(path)
    assert found.code == "ref-loop"
    assert loop in found.message


def test_a_loop_of_parameters(tmp_path: Path) -> None:
    path = _write(tmp_path, {"a.yaml": _HEAD + """\
paths:
  /x:
    get:
      parameters: [{$ref: '#/components/parameters/A'}]
      responses: {'200': {description: d}}
components:
  parameters:
    A: {$ref: '#/components/parameters/B'}
    B: {$ref: '#/components/parameters/A'}
"""})  # fmt: skip
    assert [d.code for d in _load(path)[1]] == ["ref-loop"]


def test_recursion_through_members_and_items_is_legal(tmp_path: Path) -> None:
    path = _write(tmp_path, {"a.yaml": _HEAD + """\
paths: {}
components:
  schemas:
    Tree:
      type: object
      properties: {next: {$ref: '#/components/schemas/Tree'}}
      additionalProperties: {$ref: '#/components/schemas/List'}
    List:
      type: array
      items: {oneOf: [{$ref: '#/components/schemas/List'}, {$ref: '#/components/schemas/Tree'}]}
"""})  # fmt: skip
    assert _load(path)[1] == []


def test_a_long_chain_of_references_is_no_recursion(tmp_path: Path) -> None:
    chain = "".join(f"    S{n}: {{$ref: '#/components/schemas/S{n + 1}'}}\n" for n in range(3000))
    path = _write(
        tmp_path, {"a.yaml": f"{_HEAD}paths: {{}}\ncomponents:\n  schemas:\n{chain}    S3000: {{}}\n"}
    )
    assert _load(path)[1] == []


def test_a_faulty_file_is_reported_in_its_own_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    _write(tmp_path, {
        "a.yaml": _HEAD + "paths: {}\ncomponents:\n  schemas:\n"
                          "    A: {$ref: 'b.yaml#/A'}\n    C: {$ref: 'c.yaml#/C'}\n",
        "b.yaml": "A: [\n",
        "c.yaml": "C:\n  properties:\n    x: text\n",
    })  # fmt: skip
    loaded, found = _load(Path("a.yaml"))
    placed = [loaded.locate(d.location) for d in found if d.location]
    assert [(d.code, where.uri, where.line) for d, where in zip(found, placed, strict=True)] == [
        ("yaml-syntax", "b.yaml", 2),
        ("ref-unresolved", "a.yaml", 6),
        ("wrong-type", "c.yaml", 3),
    ]


def test_webhooks_are_enough_for_a_document(tmp_path: Path) -> None:
    hooks = "webhooks:\n  newPet:\n    post: {responses: {'200': {description: d}}}\n"
    assert _load(_write(tmp_path, {"a.yaml": _HEAD + hooks}))[1] == []
    old = _load(_write(tmp_path, {"a.yaml": _HEAD.replace("3.1", "3.0") + hooks}))[1]
    assert {d.code for d in old} == {"missing-member", "unknown-member"}


def test_what_has_no_effect_is_no_place_to_lead_to(tmp_path: Path) -> None:
    schemas = (
        "    A: {type: object}\n"
        "    B:\n      $ref: '#/components/schemas/A'\n      properties: {x: {type: string}}\n"
        "    C: {$ref: '#/components/schemas/B/properties/x'}\n"
    )
    head = _HEAD.replace("3.1", "3.0")
    path = _write(tmp_path, {"a.yaml": f"{head}paths: {{}}\ncomponents:\n  schemas:\n{schemas}"})
    loaded, found = _load(path)
    assert _places(loaded, found) == [
        ("ref-siblings-ignored", "/components/schemas/B/properties", 9),
        ("ref-unresolved", "/components/schemas/C/$ref", 10),
    ]
