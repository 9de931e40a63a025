"""`allOf` with a reference as a class that extends another: at run time, and over modules."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Iterator
from typing import Any

import pytest

from support.generated import Generated

DOCUMENT = """
openapi: 3.1.0
info: {title: Heirs, version: '1'}
paths: {}
components:
  schemas:
    Pet:
      title: A pet
      description: Said of pets.
      examples: [{name: Rex}]
      type: object
      required: [name]
      properties:
        name: {type: string}
        class: {type: string}
        born: {type: string, format: date}
        owner: {$ref: '#/components/schemas/Owner'}
    Owner: {type: object, properties: {pets: {type: array, items: {$ref: '#/components/schemas/Dog'}}}}
    Dog:
      allOf:
        - {$ref: '#/components/schemas/Pet'}
        - {required: [barks], properties: {barks: {type: boolean}}}
    Puppy: {allOf: [{$ref: '#/components/schemas/Dog'}, {properties: {weeks: {type: integer}}}]}
    Tied: {allOf: [{$ref: '#/components/schemas/Pet'}, {required: [owner]}]}
    date: {type: object, properties: {day: {type: integer}}}
    Dated:
      allOf:
        - {$ref: '#/components/schemas/Pet'}
        - {properties: {on: {$ref: '#/components/schemas/date'}}}
    Node:
      type: object
      properties:
        leaf: {allOf: [{$ref: '#/components/schemas/Leaf'}, {properties: {last: {type: boolean}}}]}
    Leaf: {allOf: [{$ref: '#/components/schemas/Node'}, {properties: {green: {type: boolean}}}]}
"""


@pytest.fixture(scope="module")
def models(tmp_path_factory: pytest.TempPathFactory) -> Iterator[object]:
    folder = tmp_path_factory.mktemp("heirs")
    (folder / "heirs.yaml").write_text(DOCUMENT, encoding="utf-8")
    generated = Generated(folder / "heirs.yaml", folder / "out", "heirs")
    yield generated.load("models")
    generated.close()


def test_what_extends_is_an_instance_of_what_it_extends(models: Any) -> None:
    puppy = models.Puppy.model_validate_json('{"name": "a", "barks": true, "born": "2020-02-29"}')
    assert isinstance(puppy, models.Dog)
    assert isinstance(puppy, models.Pet)
    assert puppy.born.year == 2020


def test_it_is_no_subclass_where_more_is_asked_of_a_member(models: Any) -> None:
    assert not issubclass(models.Tied, models.Pet)


def test_what_is_said_of_the_base_is_not_said_of_what_extends_it(models: Any) -> None:
    said = models.Dog.model_json_schema()["$defs"]["Dog"]
    assert said.keys().isdisjoint({"title", "examples"})
    assert set(said["properties"]) == {"name", "class", "born", "owner", "barks"}


def test_types_lead_over_modules_both_ways(models: Any) -> None:
    owner = models.Owner.model_validate_json(
        '{"pets": [{"name": "a", "barks": true, "owner": {"pets": []}}]}'
    )
    assert owner.pets[0].owner.pets == []


def test_names_of_the_base_mean_what_they_mean_in_its_module(models: Any) -> None:
    dated = models.Dated.model_validate_json('{"name": "a", "born": "2020-02-29", "on": {"day": 1}}')
    assert dated.model_dump_json() == '{"name":"a","born":"2020-02-29","on":{"day":1}}'


def test_bases_never_lead_in_a_circle(models: Any) -> None:
    node = models.Node.model_validate_json('{"leaf": {"green": true, "last": false}}')
    assert node.leaf.last is False
    assert issubclass(models.Leaf, models.Node)


def test_nothing_is_lost_where_the_base_is_expected(models: Any) -> None:
    puppy = models.Puppy(name="a", barks=True, weeks=3)
    assert models.Owner(pets=[puppy]).model_dump() == {"pets": [{"name": "a", "barks": True, "weeks": 3}]}


def test_copies_are_equal_and_know_what_is_set(models: Any) -> None:
    puppy = models.Puppy(name="a", class_="b", barks=True)
    for other in (pickle.loads(pickle.dumps(puppy)), copy.deepcopy(puppy), puppy.model_copy()):
        assert other == puppy
        assert other.model_fields_set == puppy.model_fields_set
        assert other.model_dump_json() == '{"name":"a","class":"b","barks":true}'
