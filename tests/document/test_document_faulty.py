"""Documents with one fault each: our own pass finds it on the line marked `#! code`, and nothing else.

openapi-spec-validator is asked afterwards and must have nothing to add.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from specloom.diagnostics import Diagnostics, Severity
from specloom.document.load import load
from specloom.document.second_opinion import second_opinion
from specloom.document.validate import validate

_MARK = re.compile(r"#! ([a-z-]+)$")
_PARAMETERS = "      parameters:\n"
_RESPONSES = "paths:\n  /a:\n    get:\n      responses:"
_SERVERS = "paths: {}\nservers:\n- url: https://{h}/"
_OK = "responses: {'200': {description: ok}}"


def _doc(version: str, rest: str, info: str = "info: {title: t, version: '1'}") -> str:
    return f"openapi: {version}.0\n{info}\n{rest}"


def _operation(lines: str, version: str = "3.1", path: str = "/a") -> str:
    return _doc(version, f"paths:\n  {path}:\n    get:\n{lines}\n      {_OK}\n")


def _schema(lines: str, version: str = "3.1") -> str:
    return _doc(version, f"paths: {{}}\ncomponents:\n  schemas:\n    S:\n{lines}\n")


def _both(name: str, make: object, lines: str) -> list[tuple[str, str]]:
    """The same fault in several versions."""
    return [(f"{name}-{version}", make(lines, version)) for version in ("3.0", "3.1", "3.2")]  # type: ignore[operator]


CASES: list[tuple[str, str]] = [
    ("info-missing", "openapi: 3.1.0 #! missing-member\npaths: {}\n"),
    ("title-missing", _doc("3.1", "paths: {}\n", "info: {version: '1'} #! missing-member")),
    ("title-number", _doc("3.1", "paths: {}\n", "info:\n  title: 3 #! wrong-type\n  version: '1'")),
    ("version-null", _doc("3.0", "paths: {}\n", "info:\n  title: t\n  version: null #! wrong-type")),
    ("version-number", _doc("3.0", "paths: {}\n", "info:\n  title: t\n  version: 1.0 #! version-not-text")),
    ("nothing-described-3.0", "openapi: 3.0.3 #! missing-member\ninfo: {title: t, version: '1'}\n"),
    ("nothing-described-3.1", "openapi: 3.1.0 #! missing-member\ninfo: {title: t, version: '1'}\n"),
    ("webhooks-in-3.0", _doc("3.0", "paths: {}\nwebhooks: {} #! unknown-member\n")),
    ("unknown-root-member", _doc("3.1", "paths: {}\nschemes: [http] #! unknown-member\n")),
    ("path-without-slash", _doc("3.1", "paths:\n  a: {} #! unknown-member\n")),
    *_both("operation-member-misspelt", _operation, "      operationID: x #! unknown-member"),
    *_both("operation-id-number", _operation, "      operationId: 3 #! wrong-type"),
    *_both("parameters-object", _operation, "      parameters: {} #! wrong-type"),
    *_both("parameter-place", _operation,
           _PARAMETERS + "      - name: p\n        in: body #! wrong-value\n        schema: {}"),
    *_both("parameter-without-schema", _operation,
           _PARAMETERS + "      - {name: p, in: query} #! missing-member"),
    *_both("parameter-without-name", _operation,
           _PARAMETERS + "      - {in: query, schema: {}} #! missing-member"),
    *_both("duplicate-parameter", _operation,
           _PARAMETERS + "      - {name: p, in: query, schema: {}}\n"
           "      - {name: p, in: query, schema: {}} #! duplicate-parameter"),
    *_both("path-parameter-unused", _operation,
           _PARAMETERS + "      - {name: p, in: path, required: true, schema: {}} #! path-parameter-unused"),
    ("path-parameter-missing",
     _operation("      summary: s", path="/a/{id}").replace("id}:", "id}: #! path-parameter-missing")),
    ("path-parameter-optional",
     _operation(_PARAMETERS + "      - {name: id, in: path, schema: {}} #! missing-member", path="/a/{id}")),
    ("path-parameter-optional-3.0",
     _operation(_PARAMETERS + "      - {name: p, in: path, schema: {}} #! missing-member", "3.0", "/a/{p}")),
    ("duplicate-operation-id", _doc("3.1", f"""\
paths:
  /a:
    get: {{operationId: x, {_OK}}}
  /b:
    get:
      operationId: x #! duplicate-operation-id
      {_OK}
""")),
    ("operation-id-twice-by-reference", _doc("3.1", f"""\
paths:
  /a: {{$ref: '#/components/pathItems/P'}}
  /b: {{$ref: '#/components/pathItems/P'}} #! duplicate-operation-id
components:
  pathItems:
    P:
      get: {{operationId: x, {_OK}}}
""")),
    ("responses-missing-3.0", _doc("3.0", "paths:\n  /a:\n    get: {summary: s} #! missing-member\n")),
    ("responses-empty", _doc("3.1", _RESPONSES + " {} #! empty\n")),
    ("responses-empty-3.0", _doc("3.0", _RESPONSES + " {} #! empty\n")),
    ("status-unknown", _doc("3.1", _RESPONSES + "\n        '20': {description: d} "
                                   "#! unknown-member\n")),
    ("response-without-description",
     _doc("3.1", _RESPONSES + "\n        '200': {headers: {}} #! missing-member\n")),
    ("response-without-description-3.0",
     _doc("3.0", _RESPONSES + "\n        '200': {headers: {}} #! missing-member\n")),
    ("request-body-without-content", _operation("      requestBody: {required: true} #! missing-member")),
    ("security-scheme-unknown", _operation("      security:\n      - nope: [] #! security-scheme-unknown")),
    ("security-scheme-type", _doc("3.1", "paths: {}\ncomponents:\n  securitySchemes:\n    a:\n"
                                         "      type: basic #! wrong-value\n")),
    ("security-scheme-type-3.0", _doc("3.0", "paths: {}\ncomponents:\n  securitySchemes:\n    a:\n"
                                             "      type: basic #! wrong-value\n")),
    ("api-key-without-name", _doc("3.1", "paths: {}\ncomponents:\n  securitySchemes:\n"
                                         "    a: {type: apiKey, in: header} #! missing-member\n")),
    ("component-name", _doc("3.1", "paths: {}\ncomponents:\n  schemas:\n    a b: {} #! wrong-name\n")),
    ("component-name-3.0", _doc("3.0", "paths: {}\ncomponents:\n  schemas:\n    a b: {} #! wrong-name\n")),
    ("duplicate-tag", _doc("3.1", "paths: {}\ntags:\n- {name: a}\n- {name: a} #! duplicate-tag\n")),
    ("tag-parent", _doc("3.2", "paths: {}\ntags:\n- {name: a, parent: b} #! tag-parent\n")),
    ("tag-cycle", _doc("3.2", "paths: {}\ntags:\n- {name: a, parent: b} #! tag-parent\n"
                              "- {name: b, parent: a} #! tag-parent\n")),
    ("server-variable-missing", _doc("3.1", _SERVERS + " #! server-variable-missing\n")),
    ("server-variable-default",
     _doc("3.1", _SERVERS + "\n  variables:\n    h:\n      enum: [a]\n"
          "      default: b #! server-variable-default\n")),
    *_both("schema-is-text", _schema, "      properties:\n        a: integer #! wrong-type"),
    *_both("schema-is-null", _schema, "      properties:\n        a: null #! wrong-type"),
    *_both("type-misspelt", _schema, "      type: strin #! wrong-value"),
    *_both("minimum-text", _schema, "      minimum: 'a' #! wrong-type"),
    *_both("required-text", _schema, "      required: a #! wrong-type"),
    *_both("required-twice", _schema, "      required: [a, a] #! duplicate-item\n      properties: {a: {}}"),
    *_both("enum-not-list", _schema, "      enum: a #! wrong-type"),
    *_both("max-length-negative", _schema, "      maxLength: -1 #! wrong-value"),
    *_both("pattern-broken", _schema, "      type: string\n      pattern: '[' #! bad-pattern"),
    *_both("default-of-other-type", _schema, "      type: integer\n      default: a #! default-invalid"),
    *_both("default-not-in-enum", _schema, "      enum: [a, b]\n      default: c #! default-invalid"),
    *_both("default-out-of-range", _schema, "      properties:\n        a:\n          type: integer\n"
           "          minimum: 3\n          default: 2 #! default-invalid"),
    *_both("enum-of-other-type", _schema, "      type: string\n      enum:\n      - 1 #! enum-type"),
    *_both("enum-twice", _schema, "      enum:\n      - a\n      - a #! enum-duplicate"),
    *_both("bounds-contradict", _schema, "      minimum: 3 #! bounds-contradict\n      maximum: 2"),
    *_both("reference-to-nothing", _schema,
           "      items:\n        $ref: '#/components/schemas/T' #! ref-unresolved\n      type: array"),
    *_both("reference-of-other-kind", _schema, "      type: array\n      items:\n"
           "        $ref: '#/components/responses/R' #! ref-kind\n  responses:\n    R: {description: d}"),
    *_both("reference-loop", _schema, "      $ref: '#/components/schemas/S' #! ref-loop"),
    ("discriminator-without-property-3.0",
     _schema("      discriminator: {mapping: {}} #! missing-member\n      oneOf: [{type: object}]", "3.0")),
    ("discriminator-without-property",
     _schema("      discriminator: {mapping: {}} #! missing-member\n      oneOf: [{type: object}]")),
    *_both("discriminator-mapping", _schema,
           "      discriminator:\n        propertyName: p\n        mapping:\n"
           "          a: T #! discriminator-mapping\n      oneOf: [{type: object}]"),
    ("keyword-unknown", _schema("      type: object\n      parameters: {} #! unknown-keyword")),
    ("keyword-unknown-3.0", _schema("      type: object\n      parameters: {} #! unknown-member", "3.0")),
    ("nullable-in-3.1", _schema("      type: string\n      nullable: true #! unknown-keyword")),
    ("type-list-in-3.0", _schema("      type: [string] #! wrong-type", "3.0")),
    ("dialect-unknown", _schema("      $schema: https://example.com/dialect #! dialect-unknown")),
    ("all-of-nothing-3.0", _schema("      allOf: [] #! empty", "3.0")),
    ("reference-to-the-document", _schema("      items:\n        $ref: '#' #! ref-kind\n      type: array")),
    ("array-without-items", _schema("      type: array #! array-without-items", "3.0")),
    ("key-twice", _schema("      type: object\n      type: object #! duplicate-key")),
]  # fmt: skip


def _expected(text: str) -> list[tuple[int, str]]:
    lines = enumerate(text.splitlines(), 1)
    return [(number, match.group(1)) for number, line in lines if (match := _MARK.search(line))]


@pytest.mark.parametrize(("name", "text"), CASES, ids=[name for name, _ in CASES])
def test_fault_is_found_where_it_is(name: str, text: str, tmp_path: Path) -> None:
    path = tmp_path / "openapi.yaml"
    path.write_text(text, encoding="utf-8")
    diagnostics = Diagnostics()
    loaded = load(str(path), diagnostics=diagnostics)
    validate(loaded, diagnostics=diagnostics)
    ours = [d for d in diagnostics if d.severity is not Severity.NOTE]
    found = sorted((loaded.locate(d.location).line or 0, d.code) for d in ours if d.location is not None)
    assert found == _expected(text)

    second_opinion(loaded, diagnostics=diagnostics)
    assert [d.message for d in diagnostics if d.code == "spec-validator-only"] == []


def test_the_second_opinion_has_an_opinion(tmp_path: Path) -> None:
    """Asked alone, openapi-spec-validator finds most of these faults: that it adds nothing is no accident."""
    path = tmp_path / "openapi.yaml"
    found = 0
    for _, text in CASES:
        path.write_text(text, encoding="utf-8")
        loaded = load(str(path), diagnostics=Diagnostics())
        alone = Diagnostics()
        second_opinion(loaded, diagnostics=alone)
        found += alone.failed
    assert found >= 60


@pytest.mark.parametrize(
    "pattern",
    [
        r"^[\w-.]+$",
        r"^[\d-x]$",
        r"^[a-\d]$",
        r"^[-\w]$",
        r"^[\p{L}-x]$",
        r"^{id}$",
        "a{,3}",
        "]",
        r"\“",
        r"^\p{Lu}\u{1F600}{2}[^{}]\}$",
    ],
)
def test_a_pattern_that_browsers_read_is_no_fault(pattern: str, tmp_path: Path) -> None:
    assert _found(f"      type: string\n      pattern: {json.dumps(pattern)}", tmp_path) == []


@pytest.mark.parametrize(
    "pattern", ["[", "(", "a**", "{1}", "a{2,1}", r"\é", r"[x-\d-a", "[z-a]", r"\p{L", "(?i)a"]
)
def test_a_pattern_that_nobody_reads_is_a_fault(pattern: str, tmp_path: Path) -> None:
    assert _found(f"      type: string\n      pattern: {json.dumps(pattern)}", tmp_path) == ["bad-pattern"]


def _found(schema: str, tmp_path: Path) -> list[str]:
    path = tmp_path / "openapi.yaml"
    path.write_text(_schema(schema), encoding="utf-8")
    diagnostics = Diagnostics()
    validate(load(str(path), diagnostics=diagnostics), diagnostics=diagnostics)
    return [found.code for found in diagnostics]
