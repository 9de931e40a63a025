"""Models planned and rendered from a hand-made API, imported and used."""

from __future__ import annotations

import importlib
import json
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from pydantic import TypeAdapter, ValidationError

from specloom import ir
from specloom.diagnostics import Diagnostics, Location, Severity
from specloom.python import PackageSettings, plan
from specloom.render import render
from support.formatted import texts

HERE = Location("api.yaml", "")
PACKAGE = "models_from_ir"


def ref(name: str) -> ir.Reference:
    return ir.Reference(target=ir.TypeId("api", f"/components/schemas/{name}"))


def union(*members: ir.Type, **more: Any) -> ir.Union:
    return ir.Union(members=members, **more)


def member(name: str, type: ir.Type, required: bool = True, **more: Any) -> ir.Field:
    return ir.Field(name=name, type=type, required=required, place="", **more)


def record(*fields: ir.Field, extra: ir.Type | None = None, **more: Any) -> ir.Record:
    return ir.Record(fields=fields, extra=extra or ir.Anything(), **more)


def api(**types: ir.Type) -> ir.Api:
    source = ir.Source(
        id="api",
        namespace=None,
        title="An API",
        version="1",
        description=None,
        servers=(),
        security_schemes=(),
        groups=(),
        origin=HERE,
    )
    named = tuple(
        ir.NamedType(id=ref(name).target, component=name, parent=None, words=(name,), type=type, origin=HERE)
        for name, type in types.items()
    )
    return ir.Api(
        title="An API", version="1", description=None, sources=(source,), operations=(), types=named
    )


def generate(api: ir.Api, *, pins: dict[str, str] | None = None) -> tuple[dict[str, str], Diagnostics]:
    diagnostics = Diagnostics()
    settings = PackageSettings(
        package=PACKAGE, distribution="models-from-ir", only=frozenset({"models"}), pins=pins or {}
    )
    views = plan(api, settings, diagnostics=diagnostics)
    return ({} if diagnostics.failed else texts(render(views))), diagnostics


TEXT, WHOLE = ir.String(), ir.Integer()
CAT = record(member("kind", ir.Choice(values=("cat",), constant=True)), member("lives", WHOLE, False))
DOG = record(member("kind", ir.Choice(values=("dog",), constant=True)))
TYPES: dict[str, ir.Type] = {
    # Aliases that lead back to each other over modules, with classes in between.
    "Json": union(TEXT, ir.Null(), ir.Array(items=ref("Json")), ir.Map(values=ref("Json"))),
    "Ping": union(ir.Array(items=ref("Pong")), TEXT),
    "Pong": union(ref("Ping"), WHOLE, doc=ir.Doc(description='a "quoted"\n\\ text')),
    "Node": record(member("next", ref("Node"), False), member("tree", ref("Tree"), False)),
    "Tree": record(member("nodes", ir.Array(items=ref("Node"))), member("value", ref("Pong"), False)),
    # Classes called like what the modules import.
    "Model": record(member("Field", ref("Field")), member("list", ir.Array(items=WHOLE))),
    "Field": record(member("any", ref("Any"), False), member("str", TEXT), member("then", TEXT)),
    "Any": record(member("date", ir.String(format="date")), member("other", ir.String(format="date"))),
    "Mapping": ir.Map(values=ref("LazyTypes")),
    "LazyTypes": WHOLE,
    # Classes called like builtins, which annotations must not mean.
    "Warning": record(member("text", TEXT), member("cause", ref("Exception"), False)),
    "Exception": record(member("warnings", ir.Array(items=ref("Warning")))),
    "Ellipsis": union(ref("Warning"), WHOLE),
    "OSError": record(member("more", ref("Ellipsis")), member("id", ref("id"), False)),
    "id": WHOLE,
    "Cat": CAT,
    "Dog": DOG,
    "Pet": union(
        ref("Cat"),
        ref("Dog"),
        mode="one",
        discriminator=ir.Discriminator(
            member="kind",
            mapping=(("cat", ref("Cat").target), ("dog", ref("Dog").target)),
            declared=(("cat", ref("Cat").target), ("dog", ref("Dog").target)),
        ),
    ),
    "Defaults": record(
        member("pet", ref("Pet"), False, default={"kind": "cat"}),
        member("days", ir.Array(items=ir.String(format="date")), False, default=("2020-01-01",)),
        member("wrong", WHOLE, False, default="x"),
        member("needed", WHOLE, default=3),
        member("whole", WHOLE, False, default=2.0),
        member("nothing", union(TEXT, ir.Null()), False, default=None),
    ),
    "Flags": record(member("on", union(WHOLE, ir.Boolean()), False), extra=union(ir.Number(), ir.Boolean())),
    "FlagsOrCount": union(WHOLE, ref("Flags")),
    "Old": ir.Array(items=WHOLE, doc=ir.Doc(deprecated=True)),
    "Counts": record(member("a", WHOLE, False), extra=WHOLE, min_members=1, max_members=2),
}


@pytest.fixture(scope="module")
def models(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ModuleType]:
    folder: Path = tmp_path_factory.mktemp("models")
    files, _ = generate(api(**TYPES))
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    sys.path.insert(0, str(folder))
    yield importlib.import_module(f"{PACKAGE}.models")
    sys.path.remove(str(folder))
    for name in [name for name in sys.modules if name.split(".")[0] == PACKAGE]:
        del sys.modules[name]


@pytest.mark.parametrize(
    ("name", "fitting", "other"),
    [
        ("Json", [None, "a", ["a", {"b": [None]}]], [1, [1]]),
        ("Ping", ["a", [1, "a", [2]]], [1, [None]]),
        ("Pong", [1, ["a", [1]]], [None]),
        ("Warning", [{"text": "a", "cause": {"warnings": [{"text": "b"}]}}], [{"text": "a", "cause": {}}]),
        ("Exception", [{"warnings": [{"text": "a"}]}], [{"warnings": [{}]}]),
        ("OSError", [{"more": {"text": "a"}, "id": 1}, {"more": 1}], [{"more": 1, "id": "a"}, {"more": {}}]),
        (
            "Node",
            [{"next": {"next": {}}, "tree": {"nodes": [{}], "value": [1]}}],
            [{"next": None}, {"next": 1}],
        ),
        (
            "Model",
            [
                {
                    "Field": {"str": "a", "then": "b", "any": {"date": "2020-01-01", "other": "2020-01-02"}},
                    "list": [1],
                }
            ],
            [
                {"Field": {"str": "a", "then": 1}, "list": []},
                {"Field": {"str": "", "then": ""}, "list": ["a"]},
            ],
        ),
        ("Mapping", [{"a": 1}], [{"a": "b"}]),
        ("Pet", [{"kind": "cat", "lives": 9}, {"kind": "dog"}], [{"kind": "cow"}, {}]),
        ("Counts", [{"a": 1}, {"b": 2, "c": 3}], [{}, {"a": 1, "b": 2, "c": 3}, {"b": "x"}]),
    ],
)
def test_documents_are_decided_and_come_out_the_same(
    models: ModuleType, name: str, fitting: list[Any], other: list[Any]
) -> None:
    adapter: TypeAdapter[Any] = TypeAdapter(models.SCHEMA_TYPES[name])
    for document in fitting:
        read = adapter.validate_json(json.dumps(document))
        assert json.loads(adapter.dump_json(read, by_alias=True, exclude_unset=True)) == document
    for document in other:
        with pytest.raises(ValidationError):
            adapter.validate_json(json.dumps(document))


def test_a_union_gives_true_back_as_true(models: ModuleType) -> None:
    adapter: TypeAdapter[Any] = TypeAdapter(models.SCHEMA_TYPES["FlagsOrCount"])
    text = b'{"on":true,"other":false,"more":1}'
    read = adapter.validate_json(text)
    assert adapter.dump_json(read) == text
    assert vars(read) == {"on": True}, "what is not declared is not kept among the members"


def test_a_deprecated_type_says_so_in_its_json_schema_alone(models: ModuleType) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        adapter: TypeAdapter[Any] = TypeAdapter(models.SCHEMA_TYPES["Old"])
        assert adapter.validate_json("[1]") == [1]
    said = adapter.json_schema()
    assert said == {"type": "array", "items": {"type": "integer"}, "deprecated": True}


def test_schema_types_is_a_read_only_mapping_of_all_components(models: ModuleType) -> None:
    assert list(models.SCHEMA_TYPES) == sorted(TYPES)
    assert "Json" in models.SCHEMA_TYPES
    assert "Nobody" not in models.SCHEMA_TYPES
    assert models.SCHEMA_TYPES["Cat"] is models.Cat
    with pytest.raises(TypeError):
        models.SCHEMA_TYPES["Cat"] = int
    with pytest.raises(AttributeError):
        models.Nobody  # noqa: B018


def test_defaults_are_values_of_the_type(models: ModuleType) -> None:
    read = models.Defaults.model_validate({"needed": 1})
    assert read.pet == models.Cat(kind="cat")
    assert read.days[0].isoformat() == "2020-01-01"
    assert (read.wrong, read.nothing) == (None, None)
    assert repr(read.whole) == "2"
    assert read.model_dump() == {"needed": 1}
    said = models.Defaults.model_json_schema()["properties"]
    assert {name: schema.get("default", "none") for name, schema in said.items()} == {
        "pet": {"kind": "cat"},
        "days": ["2020-01-01"],
        "wrong": "x",
        "needed": 3,
        "whole": 2,
        "nothing": None,
    }


def test_a_union_says_its_discriminator(models: ModuleType) -> None:
    said = TypeAdapter(models.Pet).json_schema()
    assert said["oneOf"] == [{"$ref": "#/$defs/Cat"}, {"$ref": "#/$defs/Dog"}]
    assert said["discriminator"] == {
        "propertyName": "kind",
        "mapping": {"cat": "#/$defs/Cat", "dog": "#/$defs/Dog"},
    }


def test_the_order_of_the_types_changes_nothing() -> None:
    forward, _ = generate(api(**TYPES))
    backward, _ = generate(api(**dict(reversed(TYPES.items()))))
    assert forward == backward


def test_a_default_that_its_schema_refuses_is_a_warning() -> None:
    _, diagnostics = generate(api(**TYPES))
    assert [found.code for found in diagnostics] == ["default-invalid"]


def test_a_pinned_name_is_used() -> None:
    pins = {
        "/components/schemas/Thing": "Renamed",
        "/components/schemas/Thing/properties/class": "kind_of",
    }
    files, diagnostics = generate(api(Thing=record(member("class", TEXT))), pins=pins)
    assert not list(diagnostics)
    assert "class Renamed(Model):\n    kind_of: str" in files[f"{PACKAGE}/models/renamed.py"]


def test_a_pattern_that_is_none_holds_no_text_and_is_a_warning_with_its_place() -> None:
    files, diagnostics = generate(api(Thing=ir.Array(items=ir.String(pattern="(a"))))
    assert "search=Search()" in files[f"{PACKAGE}/models/thing.py"]
    [found] = diagnostics
    assert (found.code, found.severity) == ("pattern-invalid", Severity.WARNING)
    assert found.location == HERE
    assert "a group is not closed" in found.message
