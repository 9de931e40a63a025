"""Choosing operations: by tag, path or operation id, in the project file and on the command line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from support.command import Done, specloom


def operation(name: str, schema: str, *tags: str) -> dict[str, Any]:
    content = {"application/json": {"schema": {"$ref": f"#/components/schemas/{schema}"}}}
    said: dict[str, Any] = {
        "operationId": name,
        "responses": {"200": {"description": "d", "content": content}},
    }
    return {**said, "tags": list(tags)} if tags else said


def record(**members: str) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": {n: {"$ref": f"#/components/schemas/{m}"} for n, m in members.items()},
    }


SCHEMAS = {
    "Pet": {
        "type": "object",
        "required": ["kind"],
        "properties": {"kind": {"type": "string"}},
        "discriminator": {"propertyName": "kind"},
    },
    "Cat": {"allOf": [{"$ref": "#/components/schemas/Pet"}, record(tail="Tail")]},
    "Tail": record(),
    "Shop": record(owner="Person"),
    "Person": record(),
    "User": record(person="Person", secret="Secret"),
    "Secret": record(),
    "Never": record(of="NeverToo"),
    "NeverToo": record(),
}
DOCUMENT = {
    "openapi": "3.1.0",
    "info": {"title": "Shop", "version": "1"},
    "paths": {
        "/pets": {
            "get": operation("listPets", "Pet", "pets"),
            "post": operation("addPet", "Pet", "pets", "write"),
        },
        "/shops": {"get": operation("listShops", "Shop")},
        "/admin/users": {"get": operation("listUsers", "User", "admin")},
        "/admin/users/{id}": {
            "parameters": [{"name": "id", "in": "path", "required": True, "schema": {"type": "string"}}],
            "delete": operation("removeUser", "User", "admin", "write"),
        },
    },
    "components": {"schemas": SCHEMAS},
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "shop.json").write_text(json.dumps(DOCUMENT), encoding="utf-8")
    return tmp_path


def generate(folder: Path, *more: str) -> Done:
    return specloom("generate", "shop.json", "-o", "out", "--force", "--format", "json", *more, cwd=folder)


def made(folder: Path) -> tuple[set[str], set[str]]:
    """The operations and the component schemas of the document that the package ships."""
    shipped = json.loads((folder / "out/shop/openapi.json").read_text("utf-8"))
    items = shipped["paths"].values()
    names = {each["operationId"] for item in items for key, each in item.items() if key != "parameters"}
    schemas = set(shipped["components"]["schemas"])
    files = {path.stem.replace("_", "") for path in (folder / "out/shop/models").glob("[a-z]*.py")}
    assert files - {"anypet"} == {name.lower() for name in schemas}
    written = "".join(path.read_text("utf-8") for path in (folder / "out/shop/operations").glob("*.py"))
    assert all((f'id="{name}"' in written) for name in names)
    assert written.count(" Operation(") + written.count("= Operation(") >= len(names)
    return names, schemas


@pytest.mark.parametrize(
    "options", [["--exclude", "path:*"], ["--include", "tag:pets", "--exclude", "operation:*Pet*"]]
)
def test_a_choice_that_leaves_nothing_is_told(options: list[str], folder: Path) -> None:
    done = generate(folder, *options)
    assert done.code == 0
    (found,) = json.loads(done.out)["findings"]
    assert (found["code"], found["severity"]) == ("choice-empty", "warning")
    assert generate(folder, "--strict", *options).code == 1


NEVER = {"Never", "NeverToo"}
PETS = {"Pet", "Cat", "Tail"}
ALL = {"listPets", "addPet", "listShops", "listUsers", "removeUser"}


@pytest.mark.parametrize(
    ("options", "operations", "schemas"),
    [
        ([], ALL, set(SCHEMAS)),
        (["--include", "tag:pets"], {"listPets", "addPet"}, PETS | NEVER),
        (["--include", "tag:default"], {"listShops"}, {"Shop", "Person"} | NEVER),
        (
            ["--exclude", "path:/admin/*"],
            {"listPets", "addPet", "listShops"},
            PETS | NEVER | {"Shop", "Person"},
        ),
        (
            ["--include", "operation:list*", "--exclude", "tag:admin", "--exclude", "path:/shops"],
            {"listPets"},
            PETS | NEVER,
        ),
        (
            ["--include", "tag:write", "--include", "operation:listShops"],
            {"addPet", "removeUser", "listShops"},
            set(SCHEMAS),
        ),
    ],
)
def test_only_what_is_chosen_is_there_with_the_models_it_needs(
    folder: Path, options: list[str], operations: set[str], schemas: set[str]
) -> None:
    done = generate(folder, *options)
    assert (done.code, json.loads(done.out)["findings"]) == (0, [])
    assert made(folder) == (operations, schemas)


def test_a_schema_may_be_called_as_a_method_is(folder: Path) -> None:
    paths = {"/pets": {"get": operation("listPets", "Pet")}, "/q": {"query": operation("ask", "query")}}
    document = {**DOCUMENT, "paths": paths, "components": {"schemas": {"Pet": record(), "query": record()}}}
    (folder / "shop.json").write_text(json.dumps(document), encoding="utf-8")
    assert generate(folder, "--exclude", "path:/q").code == 0
    assert made(folder) == ({"listPets"}, {"Pet"})


def test_a_pattern_that_fits_nothing_is_an_error_with_the_names_that_are_near(folder: Path) -> None:
    done = generate(folder, "--include", "tag:pet", "--exclude", "path:/admin/user")
    assert done.code == 1
    found = {each["message"]: each["hint"] for each in json.loads(done.out)["findings"]}
    assert found == {
        "no operation fits tag:pet": "did you mean tag:pets?",
        "no operation fits path:/admin/user": "did you mean path:/admin/users, path:/admin/users/{id}?",
    }
    for wrong in ("pets", "tags:pets", "tag:"):
        done = generate(folder, "--include", wrong)
        assert (done.code, "tag:…, path:… or operation:…" in done.err) == (2, True)


def test_each_document_has_a_choice_of_its_own(folder: Path) -> None:
    def project(**choice: Any) -> Done:
        (folder / "other.json").write_text(json.dumps(DOCUMENT), encoding="utf-8")
        sources = [
            {"id": "a", "path": "shop.json", "namespace": "a", **choice},
            {"id": "b", "path": "other.json", "namespace": "b", "include": ["operation:listShops"]},
        ]
        package = {"package": "shop", "output": "out", "sources": sources}
        (folder / "specloom.yaml").write_text(json.dumps({"packages": [package]}), encoding="utf-8")
        return specloom("generate", "--format", "json", "--exclude", "path:/admin/*", cwd=folder)

    (folder / "shop.json").write_text(
        json.dumps({**DOCUMENT, "servers": [{"url": "https://a.example/a"}]}), encoding="utf-8"
    )
    done = project(include=["tag:pets"])
    assert done.code == 0, done.out
    shipped = json.loads((folder / "out/shop/openapi.json").read_text("utf-8"))
    assert list(shipped["paths"]) == ["/a/pets", "/shops"]
    done = project(include=["tag:nothing"])
    (found,) = json.loads(done.out)["findings"]
    assert (found["code"], found["location"]["pointer"]) == (
        "choice-unused",
        "/packages/0/sources/0/include/0",
    )
    done = project(include=["nothing"])
    (found,) = json.loads(done.out)["findings"]
    assert (done.code, "write tag:…, path:… or operation:…" in found["message"]) == (2, True)


def test_what_is_wrong_in_pieces_that_nobody_wants_is_no_matter(folder: Path) -> None:
    faulty = json.loads(json.dumps(DOCUMENT))
    faulty["paths"]["/admin/users"]["get"]["parameters"] = [
        {"name": "a", "in": "query", "schema": {"type": 3}}
    ]
    faulty["components"]["schemas"]["Secret"]["required"] = "a"
    (folder / "shop.json").write_text(json.dumps(faulty), encoding="utf-8")
    assert generate(folder).code == 1
    done = generate(folder, "--exclude", "tag:admin")
    assert (done.code, json.loads(done.out)["findings"]) == (0, [])
    done = generate(folder, "--exclude", "path:/admin/users/{id}")
    assert {each["code"] for each in json.loads(done.out)["findings"] if each["severity"] == "error"} == {
        "wrong-type",
        "wrong-value",
    }
