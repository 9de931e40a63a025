"""What changes in a document changes only what speaks of it: a member is one hunk in its class's file.

What the document forces beside that: the member of the TypedDict of the same name, the signatures of the
calls whose body has the member, the classes that take it over by `allOf`, the schema that a class is held to.
A schema that has forms of its own in requests, responses or multipart bodies has several classes: such
documents are left out here, as are those whose members are types of their own.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

from support.changing import Change, changed, differences, document, unchanged
from support.golden import Topic, topics

NEW = "zz_new"
SAID = {"type", "description", "format", "minimum", "maximum", "minLength", "maxLength"}
EVENT = {"event", "data", "id", "retry"}
"""The members of an event of a stream: a schema with another one is none."""
FORMS = ("readOnly", "writeOnly", "multipart/", "x-www-form-urlencoded")


class Member(NamedTuple):
    """An optional scalar of a component schema, the last one of its object."""

    topic: Topic
    schema: str
    name: str

    def properties(self, content: Any) -> dict[str, Any]:
        found: dict[str, Any] = content["components"]["schemas"][self.schema]["properties"]
        return found


def _operations(content: Any) -> list[dict[str, Any]]:
    items = content.get("paths", {}).values()
    return [each for item in items for each in item.values() if isinstance(each, dict)]


PLAIN = [topic for topic in topics() if topic.document.name == "openapi.yaml" and topic.style is None]
TAGGED = [topic for topic in PLAIN if _operations(document(topic))]
"""Those that have operations of their own, not those of other files."""


def members() -> Iterator[Member]:
    """One for each topic."""
    for topic in PLAIN:
        content = document(topic)
        schemas = content.get("components", {}).get("schemas", {})
        found = (
            Member(topic, name, member)
            for name, schema in schemas.items()
            if isinstance(schema, dict) and schema.get("type") == "object"
            if not EVENT.issuperset(schema.get("properties", {}))
            for member, said in reversed(schema.get("properties", {}).items())
            if member not in schema.get("required", ()) and _is_scalar(said)
        )
        if not any(word in str(content) for word in FORMS):
            yield from list(found)[:1]


def _is_scalar(schema: Any) -> bool:
    return set(schema) <= SAID and schema.get("type") in ("string", "integer", "number")


def added(member: Member) -> Change:
    """Another member like it behind it, which asks for no imports that are not there."""

    def change(content: Any) -> None:
        properties = member.properties(content)
        properties[NEW] = copy.deepcopy(properties[member.name])

    return change


def renamed(member: Member) -> Change:
    def change(content: Any) -> None:
        properties = member.properties(content)
        properties[NEW] = properties.pop(member.name)

    return change


def referring(content: Any, schema: str, below: str) -> set[str]:
    """The component schemas that speak of one under a keyword, at any depth."""
    reference = f"#/components/schemas/{schema}"
    return {
        name
        for name, other in content["components"]["schemas"].items()
        if name != schema and any(reference in str(part) for part in _parts(other, below))
    }


def _parts(value: Any, keyword: str) -> Iterator[Any]:
    if isinstance(value, dict):
        if keyword in value:
            yield value[keyword]
        for each in value.values():
            yield from _parts(each, keyword)
    elif isinstance(value, list):
        for each in value:
            yield from _parts(each, keyword)


def has_bodies(content: Any) -> bool:
    return any("requestBody" in str(item) for item in content.get("paths", {}).values())


@pytest.mark.parametrize("change", [added, renamed])
@pytest.mark.parametrize("member", list(members()), ids=lambda member: member.topic.name)
def test_a_member_is_one_hunk(member: Member, change: Any) -> None:
    topic, content = member.topic, document(member.topic)
    found = differences(unchanged(topic), changed(topic, change(member)), topic.package)
    models = {path: hunks for path, hunks in found.items() if path.startswith("models/")}
    inputs = {path: hunks for path, hunks in found.items() if path.startswith("inputs/")}
    assert set(models.values()) == {1}, "one hunk each"
    assert set(inputs.values()) <= {1}
    takers = referring(content, member.schema, "allOf")
    own = {path for path in models if path != "models/_schemas.py"}
    assert len(own) <= 1 + len(takers), "the class alone, and those that take its members over"
    rest = found.keys() - models.keys() - inputs.keys()
    assert all(path.startswith("client/") and path.count("/") == 1 for path in rest), rest
    assert not rest or has_bodies(content), "calls take the members of their bodies as arguments"


@pytest.mark.parametrize("topic", PLAIN, ids=lambda topic: topic.name)
def test_a_schema_is_one_file(topic: Topic) -> None:
    def change(content: Any) -> None:
        schemas = content.setdefault("components", {}).setdefault("schemas", {})
        schemas["ZzNew"] = {"type": "object", "properties": {"a": {"type": "string"}}}

    found = differences(unchanged(topic), changed(topic, change), topic.package)
    # The index names it for type checkers, for programs, among all names, and by its name in the document.
    assert found.pop("models/__init__.py") <= 4
    found.pop("README.md", None)  # Its examples are of what asks for least.
    assert found == {"models/zz_new.py": 0}


@pytest.mark.parametrize("topic", TAGGED, ids=lambda topic: topic.name)
def test_an_operation_changes_its_tag_and_the_indexes(topic: Topic) -> None:
    tags: list[str] = []

    def change(content: Any) -> None:
        tags.extend(_operations(content)[0].get("tags", ())[:1])
        answers = {"204": {"description": "Done."}, "404": {"description": "There is none."}}
        operation = {"operationId": "zzNew", "tags": tags, "responses": answers}
        content["paths"]["/zz-new"] = {"get": operation}

    found = differences(unchanged(topic), changed(topic, change), topic.package)
    found.pop("README.md", None)
    indexes = {path: hunks for path, hunks in found.items() if path.endswith("__init__.py")}
    modules = {path: hunks for path, hunks in found.items() if path not in indexes}
    assert indexes.keys() <= {"client/__init__.py", "client/errors/__init__.py", "server/__init__.py"}
    assert all(hunks <= 3 for hunks in indexes.values()), indexes
    # Both clients have a method, the service has a class of answers, a row and a method; where the tag had
    # no such answer yet, its class is imported.
    most = {"client": 2, "client/errors": 3, "operations": 1, "server": 4}
    assert all(hunks <= most[path.rpartition("/")[0]] for path, hunks in modules.items()), modules
    assert len({path.rpartition("/")[2] for path in modules}) <= 1, "the modules of one tag"
