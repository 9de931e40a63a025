"""`problem_responses`: failures that a document does not describe."""

from __future__ import annotations

from typing import Any

from specloom.merge import MergeOptions

DOCUMENT = """
openapi: 3.1.0
info: {title: t, version: '1'}
paths:
  /none: {get: {responses: {'200': {description: ok}}}}
  /client: {get: {responses: {'200': {description: ok}, '404': {description: gone}}}}
  /range: {get: {responses: {'200': {description: ok}, 5XX: {description: broken}}}}
  /default: {get: {responses: {default: {description: any}}}}
  /shared: {get: {responses: {'4XX': {$ref: '#/components/responses/No'}, '503': {description: busy}}}}
components: {responses: {No: {description: no}}}
"""
OPTIONS = MergeOptions(problem_responses=True)


def test_each_class_that_is_not_described_is_added(merge_files: Any) -> None:
    outcome = merge_files({"d.yaml": DOCUMENT}, "d.yaml", options=OPTIONS)
    statuses = {path: list(item["get"]["responses"]) for path, item in outcome.content["paths"].items()}
    assert statuses == {
        "/none": ["200", "4XX", "5XX"],
        "/client": ["200", "404", "5XX"],
        "/range": ["200", "5XX", "4XX"],
        "/default": ["default"],
        "/shared": ["4XX", "503"],
    }
    added = outcome.content["paths"]["/none"]["get"]["responses"]["4XX"]
    assert added["content"]["application/problem+json"]["schema"] == {
        "$ref": "#/components/schemas/ProblemDetails"
    }
    assert outcome.merged.owners["/components/schemas/ProblemDetails"].source == "d"


def test_the_report_lists_them(merge_files: Any) -> None:
    report = merge_files({"d.yaml": DOCUMENT}, "d.yaml", options=OPTIONS).report
    assert [(p.operation, p.statuses) for p in report.problem_responses] == [
        ("GET /client", ("5XX",)),
        ("GET /none", ("4XX", "5XX")),
        ("GET /range", ("4XX",)),
    ]
    assert "`GET /none` (d): 4XX, 5XX" in report.text()


def test_nothing_is_added_unless_asked_for(merge_files: Any) -> None:
    outcome = merge_files({"d.yaml": DOCUMENT}, "d.yaml")
    assert list(outcome.content["paths"]["/none"]["get"]["responses"]) == ["200"]
    assert "schemas" not in outcome.content["components"]


def test_a_component_of_that_name_is_kept(merge_files: Any) -> None:
    taken = DOCUMENT.replace(
        "No: {description: no}}", "No: {description: no}}, schemas: {ProblemDetails: {type: string}}"
    )
    schemas = merge_files({"d.yaml": taken}, "d.yaml", options=OPTIONS).content["components"]["schemas"]
    assert schemas["ProblemDetails"] == {"type": "string"}
    assert schemas["ProblemDetails_2"]["type"] == "object"


def test_each_namespace_has_its_own_schema(merge_files: Any) -> None:
    outcome = merge_files({"d.yaml": DOCUMENT}, ("d.yaml", "ns"), options=OPTIONS)
    assert outcome.merged.owners["/components/schemas/ns.ProblemDetails"].name == "ProblemDetails"
    assert outcome.locate("/paths/~1none/get/responses/4XX").line == 5
