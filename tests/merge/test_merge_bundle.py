"""Everything that a document refers to becomes part of it."""

from __future__ import annotations

from typing import Any

ROOT = """
openapi: 3.0.3
info: {title: Several files, version: 1.0.0}
paths:
  /orders:
    post:
      operationId: createOrder
      parameters: [{$ref: 'shared/params.yaml#/Trace'}]
      requestBody:
        content: {application/json: {schema: {$ref: '#/components/schemas/Order'}}}
      responses:
        '201':
          description: made
          content: {application/json: {schema: {$ref: 'shared/types.yaml#/Receipt'}}}
        default: {$ref: 'shared/params.yaml#/Problem'}
  /customers: {$ref: 'shared/paths.yaml#/Customers'}
components:
  schemas:
    Item: {type: object, required: [sku], properties: {sku: {type: string}}}
    Order:
      type: object
      properties:
        items: {type: array, items: {$ref: '#/components/schemas/Item'}}
        receipt: {$ref: 'shared/types.yaml#/Receipt'}
        whole: {$ref: 'shared/whole-file.v1.json'}
"""
FILES = {
    "api.yaml": ROOT,
    "shared/types.yaml": """
Receipt:
  type: object
  properties:
    lines: {type: array, items: {$ref: '#/Item'}}
    order: {$ref: '../api.yaml#/components/schemas/Order'}
Item: {type: object, required: [price], properties: {price: {type: number}}}
""",
    "shared/params.yaml": """
Trace: {name: X-Trace-Id, in: header, required: true, schema: {type: string, maxLength: 8}}
Problem:
  description: failed
  content: {application/problem+json: {schema: {type: object}}}
""",
    "shared/paths.yaml": """
Customers:
  get:
    operationId: listCustomers
    responses:
      '200':
        description: ok
        content: {application/json: {schema: {type: array, items: {$ref: 'types.yaml#/Item'}}}}
""",
    "shared/whole-file.v1.json": '{"type": "object", "properties": {"whole": {"$ref": "#"}}}',
}


def refs(value: Any) -> set[str]:
    """Every text under a key `$ref`."""
    found: set[str] = set()
    if isinstance(value, dict):
        found |= {value["$ref"]} if isinstance(value.get("$ref"), str) else set()
        value = list(value.values())
    if isinstance(value, list):
        found = found.union(*map(refs, value))
    return found


def test_each_thing_in_another_file_is_one_component_and_cycles_end(merge_files: Any) -> None:
    content = merge_files(FILES, "api.yaml").content
    schemas = content["components"]["schemas"]
    assert set(schemas) == {"Item", "Order", "Receipt", "whole-file.v1", "types_Item"}
    assert all(ref.startswith("#/components/") for ref in refs(content))
    assert schemas["Receipt"]["properties"]["order"] == {"$ref": "#/components/schemas/Order"}
    assert schemas["Receipt"]["properties"]["lines"]["items"] == {"$ref": "#/components/schemas/types_Item"}
    assert schemas["whole-file.v1"]["properties"]["whole"] == {"$ref": "#/components/schemas/whole-file.v1"}
    assert content["components"]["parameters"]["Trace"]["name"] == "X-Trace-Id"
    assert content["components"]["responses"]["Problem"]["description"] == "failed"


def test_a_path_item_in_another_file_is_written_out(merge_files: Any) -> None:
    outcome = merge_files(FILES, "api.yaml")
    operation = outcome.content["paths"]["/customers"]["get"]
    items = operation["responses"]["200"]["content"]["application/json"]["schema"]["items"]
    assert items == {"$ref": "#/components/schemas/types_Item"}
    assert outcome.merged.owners["/paths/~1customers/get"].name == "/customers"


def test_every_node_knows_its_file_and_line(merge_files: Any) -> None:
    outcome = merge_files(FILES, "api.yaml")
    places = {
        "/components/schemas/types_Item/properties/price": ("shared/types.yaml", 7),
        "/components/parameters/Trace/schema": ("shared/params.yaml", 2),
        "/paths/~1customers/get/responses/200": ("shared/paths.yaml", 7),
        "/paths/~1orders/post": ("api.yaml", 7),
    }
    for pointer, place in places.items():
        location = outcome.locate(pointer)
        assert (location.uri, location.line) == place


def test_the_report_tells_which_names_met(merge_files: Any) -> None:
    report = merge_files(FILES, "api.yaml").report
    assert [(twice.name, twice.outcome) for twice in report.names] == [("Item", "separate")]
    assert "types_Item" in report.text()


def test_a_component_that_is_only_a_reference_takes_the_thing_in(merge_files: Any) -> None:
    schema = """{"title": "R", "type": "object", "properties": {"a": {"$ref": "#/$defs/A"}},
                 "$defs": {"A": {"type": "integer"}, "Unused": {"type": "string"}}}"""
    document = """
openapi: 3.1.0
info: {title: t, version: '1'}
components: {schemas: {Response: {$ref: r.schema.json}}}
"""
    outcome = merge_files({"d.yaml": document, "r.schema.json": schema}, "d.yaml")
    assert outcome.content["components"]["schemas"] == {
        "Response": {
            "title": "R",
            "type": "object",
            "properties": {"a": {"$ref": "#/components/schemas/A"}},
        },
        "A": {"type": "integer"},
        "Unused": {"type": "string"},
    }
    assert outcome.locate("/components/schemas/Response").uri == "r.schema.json"


def test_a_schema_file_becomes_a_document_of_components(merge_files: Any) -> None:
    schema = """{"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": "https://x.invalid/tree",
      "title": "Tree", "type": "object", "properties": {"kids": {"type": "array", "items": {"$ref": "#"}},
      "leaf": {"$ref": "#/$defs/Leaf"}, "deep": {"$ref": "#/$defs/Leaf/properties/x"},
      "own": {"$ref": "#/properties/kids"}},
      "$defs": {"Leaf": {"type": "object", "properties": {"x": {"type": "string"}}}}}"""
    content = merge_files({"tree.schema.json": schema}, "tree.schema.json").content
    assert content["info"]["title"] == "Tree"
    assert set(content["components"]["schemas"]) == {"Tree", "Leaf", "x"}
    tree = content["components"]["schemas"]["Tree"]
    assert not {"$id", "$schema", "$defs"} & tree.keys()
    assert tree["properties"]["kids"]["items"] == {"$ref": "#/components/schemas/Tree"}
    assert tree["properties"]["own"] == {"$ref": "#/components/schemas/Tree/properties/kids"}
    assert tree["properties"]["deep"] == {"$ref": "#/components/schemas/x"}


def test_a_definition_called_like_the_schema_itself_is_another_component(merge_files: Any) -> None:
    schema = """{"title": "Tree", "type": "array", "items": {"$ref": "#/$defs/Tree"},
                 "$defs": {"Tree": {"type": "string"}}}"""
    schemas = merge_files({"t.json": schema}, "t.json").content["components"]["schemas"]
    assert schemas["Tree"]["items"] == {"$ref": "#/components/schemas/t_Tree"}
    assert schemas["t_Tree"] == {"type": "string"}


def test_deep_local_references_and_data_that_looks_like_one_stay(merge_files: Any) -> None:
    document = """
openapi: 3.1.0
info: {title: t, version: '1'}
components:
  schemas:
    A: {type: object, properties: {b: {type: object, properties: {$ref: {type: string}}}}}
    B: {$ref: '#/components/schemas/A/properties/b'}
    C: {const: {$ref: nowhere.yaml}, examples: [{$ref: nowhere.yaml}]}
"""
    content = merge_files({"d.yaml": document}, "d.yaml").content
    assert content["components"]["schemas"]["B"] == {"$ref": "#/components/schemas/A/properties/b"}
    assert content["components"]["schemas"]["C"]["const"] == {"$ref": "nowhere.yaml"}


def test_anchors_become_pointers(merge_files: Any) -> None:
    document = """
openapi: 3.1.0
info: {title: t, version: '1'}
components:
  schemas:
    A: {$anchor: here, type: integer}
    B: {type: array, items: {$ref: '#here'}}
"""
    schemas = merge_files({"d.yaml": document}, "d.yaml").content["components"]["schemas"]
    assert schemas == {
        "A": {"type": "integer"},
        "B": {"type": "array", "items": {"$ref": "#/components/schemas/A"}},
    }


def test_shared_path_items_are_written_out_and_not_said_twice(merge_files: Any) -> None:
    document = """
openapi: 3.1.0
info: {title: t, version: '1'}
paths:
  /a: {$ref: '#/components/pathItems/First', summary: mine}
  /b:
    get:
      responses:
        '200':
          description: ok
          headers:
            X: {schema: {$ref: '#/components/pathItems/Second/get/responses/200/headers/X/schema'}}
components:
  pathItems:
    First: {$ref: '#/components/pathItems/Second'}
    Second:
      get:
        operationId: getA
        responses: {'200': {description: ok, headers: {X: {schema: {type: integer}}}}}
"""
    outcome = merge_files({"d.yaml": document}, "d.yaml")
    content = outcome.content
    assert content["paths"]["/a"]["summary"] == "mine"
    assert content["paths"]["/a"]["get"]["operationId"] == "getA"
    assert "components" not in content or "pathItems" not in content["components"]
    header = content["paths"]["/b"]["get"]["responses"]["200"]["headers"]["X"]
    assert header["schema"]["$ref"] == "#/paths/~1a/get/responses/200/headers/X/schema"


def test_a_single_document_keeps_its_names_paths_servers_and_info(merge_files: Any) -> None:
    document = """
openapi: 3.1.0
info: {title: Mine, version: '3'}
servers: [{url: 'https://h.invalid/v1'}]
security: [{k: []}]
paths:
  /a:
    parameters: [{name: q, in: query, schema: {type: string}}]
    get: {operationId: x, responses: {'200': {description: ok}}}
components: {securitySchemes: {k: {type: http, scheme: basic}}}
"""
    content = merge_files({"d.yaml": document}, "d.yaml").content
    assert content["info"] == {"title": "Mine", "version": "3"}
    assert content["servers"] == [{"url": "https://h.invalid/v1"}]
    assert content["security"] == [{"k": []}]
    assert list(content["paths"]) == ["/a"]
    assert content["paths"]["/a"]["get"]["operationId"] == "x"


def test_names_do_not_depend_on_the_order_of_the_references(merge_files: Any) -> None:
    def document(first: str, second: str) -> str:
        return f"""
openapi: 3.1.0
info: {{title: t, version: '1'}}
components: {{schemas: {{S: {{anyOf: [{{$ref: '{first}'}}, {{$ref: '{second}'}}]}}}}}}
"""

    files = {"a.json": '{"X": {"type": "string"}}', "b.json": '{"X": {"type": "integer"}}'}
    one = merge_files({**files, "d.yaml": document("a.json#/X", "b.json#/X")}, "d.yaml").content
    other = merge_files({"d.yaml": document("b.json#/X", "a.json#/X")}, "d.yaml").content
    for content in (one, other):
        assert content["components"]["schemas"]["X"] == {"type": "string"}
        assert content["components"]["schemas"]["b_X"] == {"type": "integer"}
