"""What several schemas say together: allOf, keywords beside $ref, and their contradictions."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from specloom import ir
from support.normalising import ref, schemas

BASE = {
    "type": "object",
    "required": ["a"],
    "properties": {"a": {"type": "string"}, "b": {"type": "integer"}},
}


def test_members_and_required_are_merged_over_all_members() -> None:
    found = schemas(
        Base=BASE, More={"allOf": [ref("Base"), {"required": ["b"], "properties": {"c": {"type": "null"}}}]}
    )
    assert [(f.name, f.required) for f in found.record("More").fields] == [
        ("a", True),
        ("b", True),
        ("c", False),
    ]
    assert not found.codes


def test_a_member_declared_twice_is_intersected() -> None:
    found = schemas(
        Base=BASE,
        Narrow={"allOf": [ref("Base"), {"properties": {"a": {"maxLength": 3}, "b": {"minimum": 1}}}]},
    )
    assert found.field("Narrow", "a").type == ir.String(max_length=3)
    assert found.field("Narrow", "b").type == ir.Integer(minimum=1)


def test_an_allof_of_one_is_its_member() -> None:
    found = schemas(
        Mass={"type": "string", "enum": ["g", "kg"]},
        Same={"allOf": [ref("Mass")], "description": "the same"},
        Task={"type": "object", "properties": {"unit": {"allOf": [ref("Mass")], "default": "kg"}}},
    )
    same = found.type("Same")
    assert isinstance(same, ir.Reference)
    assert same.doc.description == "the same"
    assert found.at(same.target).component == "Mass"
    assert found.field("Task", "unit").default == "kg"


def test_keywords_beside_a_reference_narrow_it() -> None:
    found = schemas(
        Text={"type": "string", "maxLength": 10},
        Code={**ref("Text"), "minLength": 2, "maxLength": 20, "description": "narrower"},
    )
    code = found.type("Code")
    assert code == ir.String(min_length=2, max_length=10, doc=ir.Doc(description="narrower"))


def test_numbers_intersect_exactly() -> None:
    found = schemas(
        N={"allOf": [{"type": "number", "multipleOf": 0.4, "minimum": 0}, {"multipleOf": 0.6, "maximum": 9}]},
        I={"allOf": [{"type": "number"}, {"type": "integer"}]},
    )
    number = found.type("N")
    assert isinstance(number, ir.Number)
    assert float(str(number.multiple_of)) == 1.2
    assert found.type("I") == ir.Integer()


def test_two_patterns_must_both_be_found() -> None:
    found = schemas(P={"allOf": [{"type": "string", "pattern": "^a"}, {"pattern": "z$"}]})
    assert found.accepts("P", "abz")
    assert not found.accepts("P", "ab")
    assert not found.accepts("P", "bz")


def test_lists_of_values_intersect() -> None:
    found = schemas(
        Mass={"type": "string", "enum": ["g", "kg", "t"]},
        Few={"allOf": [ref("Mass"), {"enum": ["kg", "t", "lb"]}]},
    )
    assert found.type("Few") == ir.Choice(values=("kg", "t"))


def test_additional_properties_see_only_their_own_schema() -> None:
    closed = {"type": "object", "properties": {"a": {}}, "additionalProperties": False}
    found = schemas(Both={"allOf": [closed, {"properties": {"b": {"type": "string"}}}]})
    assert found.accepts("Both", {"a": 1})
    assert not found.accepts("Both", {"b": "x"})
    assert found.field("Both", "b").type == ir.Nothing()


def test_recursion_through_an_intersection_ends() -> None:
    tree = {"type": "object", "properties": {"next": ref("Tree"), "v": {"type": "integer"}}}
    other = {"type": "object", "properties": {"next": ref("Other"), "w": {"type": "string"}}}
    found = schemas(Tree=tree, Other=other, Both={"allOf": [ref("Tree"), ref("Other")]})
    following = found.field("Both", "next").type
    assert isinstance(following, ir.Reference)
    assert found.at(following.target).component == "Both"
    assert not found.accepts("Both", {"next": {"next": {"v": "x"}}})


def test_recursion_through_intersected_arrays_ends() -> None:
    lists = {
        "A": {"type": "array", "items": ref("A")},
        "B": {"type": "array", "items": ref("B"), "maxItems": 2},
    }
    held = {"type": "object", "properties": {"p": {"allOf": [ref("A"), ref("B")]}}}
    found = schemas(**lists, Hold=held)
    assert found.accepts("Hold", {"p": [[[]], []]})
    assert not found.accepts("Hold", {"p": [[[], [], []]]})


def test_a_contradiction_names_both_places() -> None:
    found = schemas(Bad={"allOf": [{"type": "string"}, {"type": "integer"}]})
    (finding,) = found.found
    assert finding.code == "schema-contradiction"
    assert finding.location is not None
    assert finding.location.pointer == "/components/schemas/Bad/allOf/1/type"
    assert finding.related[0].location.pointer == "/components/schemas/Bad/allOf/0/type"
    assert found.type("Bad") == ir.Nothing()


def test_a_list_that_other_keywords_refuse_names_both_places() -> None:
    found = schemas(Bad={"allOf": [{"type": "string"}, {"enum": [1, 2]}]})
    (finding,) = found.found
    assert finding.code == "schema-contradiction"
    assert finding.location is not None
    assert finding.location.pointer == "/components/schemas/Bad/allOf/1/enum"
    assert [related.location.pointer for related in finding.related] == ["/components/schemas/Bad/allOf/0"]
    assert found.type("Bad") == ir.Nothing()


def test_bounds_and_lists_that_leave_nothing_are_told() -> None:
    found = schemas(
        Bounds={"allOf": [{"type": "integer", "minimum": 5}, {"maximum": 3}]},
        Listed={"allOf": [{"enum": ["a"]}, {"enum": ["b"]}]},
        Member={"allOf": [BASE, {"properties": {"a": {"type": "integer"}}}]},
    )
    assert set(found.codes) == {"schema-contradiction"}
    assert len(found.codes) == 4
    assert found.type("Bounds") == found.type("Listed") == ir.Nothing()


def test_a_child_of_a_parent_that_lists_it_does_not_choose_again() -> None:
    found = schemas(
        Pet={
            "type": "object",
            "required": ["kind"],
            "properties": {"kind": {"type": "string"}},
            "oneOf": [ref("Cat"), ref("Dog")],
            "discriminator": {"propertyName": "kind"},
        },
        Cat={"allOf": [ref("Pet"), {"properties": {"kind": {"const": "cat"}, "lives": {"type": "integer"}}}]},
        Dog={"allOf": [ref("Pet"), {"properties": {"kind": {"const": "dog"}}}]},
    )
    pet = found.type("Pet")
    assert isinstance(pet, ir.Union)
    assert [found.at(m.target).component for m in pet.members if isinstance(m, ir.Reference)] == [
        "Cat",
        "Dog",
    ]
    assert pet.discriminator is not None
    assert [tag for tag, _ in pet.discriminator.mapping] == ["cat", "dog"]
    assert [f.name for f in found.record("Cat").fields] == ["kind", "lives"]
    assert not found.accepts("Pet", {"kind": "cow"})


def test_two_components_of_the_same_schemas_are_two_types() -> None:
    found = schemas(
        Base=BASE, S={"allOf": [ref("Base"), ref("X")]}, T={"allOf": [ref("X"), ref("Base")]}, X=BASE
    )
    assert found.record("S").fields
    assert found.record("T").fields


PARTS = st.sampled_from(
    [
        {"type": "string", "maxLength": 2},
        {"type": ["string", "null"]},
        {"enum": ["a", "abc", 1, None]},
        {"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"]},
        {"type": "object", "additionalProperties": {"minimum": 2, "type": "number"}},
        {"type": "array", "items": {"type": "integer"}},
        {"oneOf": [{"type": "string"}, {"type": "number"}]},
        {"type": "integer", "maximum": 5},
    ]
)
VALUES = ["a", "abc", 1, 7, None, {}, {"a": 1}, {"a": 2}, {"a": "x"}, [], [1], ["a"], 1.5]


@settings(deadline=None)
@given(st.permutations([0, 1, 2]), st.tuples(PARTS, PARTS, PARTS))
def test_the_order_of_allof_decides_nothing(order: list[int], parts: tuple[object, ...]) -> None:
    found = schemas(Left={"allOf": list(parts)}, Right={"allOf": [parts[i] for i in order]})
    for value in VALUES:
        assert found.accepts("Left", value) is found.accepts("Right", value)


@settings(deadline=None)
@given(st.permutations(["a", "b", "c", "d"]), st.permutations(["b", "d"]))
def test_the_order_of_properties_decides_nothing_but_the_order(names: list[str], required: list[str]) -> None:
    kinds = {"a": "string", "b": "integer", "c": "null", "d": "boolean"}
    found = schemas(
        T={"type": "object", "properties": {n: {"type": kinds[n]} for n in names}, "required": required}
    )
    fields = found.record("T").fields
    assert [f.name for f in fields] == names
    assert {f.name for f in fields if f.required} == {"b", "d"}
    assert {f.name: type(f.type) for f in fields} == {
        "a": ir.String,
        "b": ir.Integer,
        "c": ir.Null,
        "d": ir.Boolean,
    }


def test_patterns_with_back_references_are_asserted_each() -> None:
    found = schemas(P={"allOf": [{"type": "string", "pattern": "^a"}, {"pattern": r"(.)\1"}]})
    assert not found.codes
    assert [found.accepts("P", text) for text in ("abb", "ab", "bb")] == [True, False, False]
