"""Without namespaces: what is the same is one, what differs is refused with both places."""

from __future__ import annotations

from typing import Any

FIRST = """
openapi: 3.0.3
info: {title: First, version: 1.0.0}
servers: [{url: https://a.example.invalid}]
tags: [{name: shared, description: first}]
security: [{key: []}]
paths:
  /products:
    get:
      operationId: listProducts
      tags: [shared]
      responses:
        '200':
          description: ok
          content: {application/json: {schema: {$ref: '#/components/schemas/Product'}}}
        default: {$ref: '#/components/responses/Failed'}
  /health:
    get: {operationId: getHealth, responses: {'204': {description: fine}}}
components:
  securitySchemes: {key: {type: apiKey, in: header, name: X-Key}}
  responses:
    Failed:
      description: failed
      content: {application/json: {schema: {$ref: '#/components/schemas/Problem'}}}
  schemas:
    Product: {type: object, properties: {problem: {$ref: '#/components/schemas/Problem'}}}
    Problem:
      type: object
      required: [title, why]
      properties: {title: {type: string}, inner: {$ref: '#/components/schemas/Problem'}}
"""
SECOND = """
openapi: 3.0.1
info: {title: Second, version: 2.0.0}
servers: [{url: https://b.example.invalid}]
security: []
paths:
  /events:
    get:
      operationId: listEvents
      responses: {default: {$ref: '#/components/responses/Failed'}}
  /health:
    get: {responses: {'204': {description: fine}}, operationId: getHealth}
components:
  responses:
    Failed:
      content: {application/json: {schema: {$ref: '#/components/schemas/Trouble'}}}
      description: failed
  schemas:
    Trouble: {$ref: '#/components/schemas/Problem'}
    Problem:
      properties: {inner: {$ref: '#/components/schemas/Trouble'}, title: {type: string}}
      required: [why, title]
      type: object
"""


def small(*, schema: str = "{type: string}", operation: str = "getIt", path: str = "/it") -> str:
    return f"""
openapi: 3.1.0
info: {{title: t, version: '1'}}
paths: {{'{path}': {{get: {{operationId: {operation}, responses: {{'200': {{description: ok}}}}}}}}}}
components: {{schemas: {{Thing: {schema}}}}}
"""


def test_equal_components_and_operations_are_one(merge_files: Any) -> None:
    outcome = merge_files({"a.yaml": FIRST, "b.yaml": SECOND}, "a.yaml", "b.yaml")
    content = outcome.content
    assert set(content["components"]["schemas"]) == {"Product", "Problem", "Trouble"}
    assert list(content["paths"]) == ["/products", "/health", "/events"]
    assert outcome.merged.owners["/components/schemas/Problem"].source == "a"


def test_what_belongs_to_a_document_stays_with_its_operations(merge_files: Any) -> None:
    paths = merge_files({"a.yaml": FIRST, "b.yaml": SECOND}, "a.yaml", "b.yaml").content["paths"]
    assert paths["/products"]["get"]["security"] == [{"key": []}]
    assert paths["/products"]["servers"] == [{"url": "https://a.example.invalid"}]
    assert paths["/events"]["get"]["security"] == []
    assert paths["/events"]["servers"] == [{"url": "https://b.example.invalid"}]


def test_an_operation_of_both_asks_for_what_both_ask_and_says_so(merge_files: Any) -> None:
    outcome = merge_files({"a.yaml": FIRST, "b.yaml": SECOND}, "a.yaml", "b.yaml")
    assert outcome.content["paths"]["/health"]["get"]["security"] == [{"key": []}]
    assert len(outcome.content["paths"]["/health"]["servers"]) == 2
    assert outcome.codes == ["merge-security"]


def test_the_order_of_the_sources_changes_no_more_than_the_order(merge_files: Any) -> None:
    one = merge_files({"a.yaml": FIRST, "b.yaml": SECOND}, "a.yaml", "b.yaml")
    other = merge_files({}, "b.yaml", "a.yaml")
    assert one.merged.owners == other.merged.owners
    assert one.report == other.report
    assert one.content["components"] == other.content["components"]
    assert one.content["paths"]["/products"] == other.content["paths"]["/products"]


def test_different_components_of_one_name_are_refused_with_both_places(merge_files: Any) -> None:
    files = {"a.yaml": small(), "b.yaml": small(schema="{type: integer}", operation="x", path="/x")}
    outcome = merge_files(files, "a.yaml", "b.yaml")
    assert outcome.merged is None
    (conflict,) = outcome.found
    assert conflict.code == "merge-conflict"
    assert (conflict.location.uri, conflict.location.line) == ("a.yaml", 5)
    assert [(r.location.uri, r.location.line) for r in conflict.related] == [("b.yaml", 5)]
    assert "namespace" in conflict.hint


def test_a_description_counts_and_key_order_does_not(merge_files: Any) -> None:
    files = {
        "a.yaml": small(schema="{type: [string, 'null'], enum: [a, b]}"),
        "b.yaml": small(schema="{enum: [b, a], type: ['null', string]}"),
        "c.yaml": small(schema="{enum: [b, a], type: ['null', string], description: more}"),
    }
    assert merge_files(files, "a.yaml", "b.yaml").merged is not None
    assert merge_files({}, "a.yaml", "c.yaml").codes == ["merge-conflict"]


def test_true_is_not_one_and_one_is_one_point_nought(merge_files: Any) -> None:
    files = {name: small(schema=f"{{const: {value}}}") for name, value in
             (("a.yaml", "1"), ("b.yaml", "1.0"), ("c.yaml", "true"))}  # fmt: skip
    assert merge_files(files, "a.yaml", "b.yaml").merged is not None
    assert merge_files({}, "a.yaml", "c.yaml").codes == ["merge-conflict"]


def test_one_operation_id_for_two_operations_is_refused(merge_files: Any) -> None:
    outcome = merge_files({"a.yaml": small(path="/a"), "b.yaml": small(path="/b")}, "a.yaml", "b.yaml")
    assert outcome.codes == ["merge-conflict"]
    assert "getIt" in outcome.found[0].message


def test_paths_that_differ_in_parameter_names_only_are_refused(merge_files: Any) -> None:
    files = {"a.yaml": small(path="/{x}/y"), "b.yaml": small(path="/{z}/y", operation="other")}
    outcome = merge_files(files, "a.yaml", "b.yaml")
    assert outcome.codes == ["merge-conflict"]


def test_one_path_and_method_in_two_namespaces_is_refused(merge_files: Any) -> None:
    outcome = merge_files({"a.yaml": small(), "b.yaml": small()}, ("a.yaml", "a"), ("b.yaml", "b"))
    assert outcome.codes == ["merge-conflict"]
    assert "GET /it" in outcome.found[0].message
    assert "servers" in outcome.found[0].hint  # namespaces keep names apart, not paths


def test_extensions_that_differ_are_left_out_with_a_warning(merge_files: Any) -> None:
    files = {
        "a.yaml": small() + "x-same: 1\nx-differs: {a: 1}\n",
        "b.yaml": small() + "x-same: 1\nx-differs: {a: 2}\n",
    }
    outcome = merge_files(files, "a.yaml", "b.yaml")
    assert outcome.content["x-same"] == 1
    assert "x-differs" not in outcome.content
    assert outcome.codes == ["merge-left-out"]
