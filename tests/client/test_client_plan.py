"""The arguments of a client's methods, planned from intermediate models made by hand."""

from __future__ import annotations

from typing import Any

import pytest

from specloom import ir
from specloom.diagnostics import Diagnostics, Location
from specloom.python.arguments import ArgumentPlanner, Arguments
from specloom.python.expr import Import
from specloom.python.modules import ModuleImports
from specloom.python.operationnames import name_operations
from specloom.python.signatures import Signatures
from specloom.python.types import TypePlan
from specloom.values import replace

HERE = Location("api.yaml", "/paths/~1a/post")
BODY = ir.TypeId("s", "/components/schemas/Thing")
ANY, NOTHING, TEXT, FLAG = ir.Anything(), ir.Nothing(), ir.String(), ir.Boolean()


def parameter(name: str, *, place: str = "query", required: bool = False) -> ir.Parameter:
    return ir.Parameter(
        name=name,
        place=ir.ParameterPlace(place),
        type=TEXT,
        required=required,
        style=ir.ParameterStyle.FORM,
        explode=True,
        origin=Location("api.yaml", f"/parameters/{name}"),
    )


def field(name: str, type_: ir.Type = TEXT, *, required: bool = False) -> ir.Field:
    return ir.Field(name=name, type=type_, required=required, place=f"/members/{name}")


def json_body(
    type_: ir.Type | None = None, *, required: bool = True, media_type: str = "application/json"
) -> ir.Body:
    type_ = ir.Reference(target=BODY) if type_ is None else type_
    return ir.Body(required=required, contents=(ir.Content(media_type=media_type, type=type_),))


def answer(*, stream: bool = False, whole: bool = True) -> ir.Response:
    events = ir.Stream(framing=ir.StreamFraming.EVENTS, payload=ir.StreamPayload.JSON, item=TEXT)
    contents = [ir.Content(media_type="application/json", type=TEXT)] if whole else []
    contents += [ir.Content(media_type="text/event-stream", stream=events)] if stream else []
    return ir.Response(status="200", description="", contents=tuple(contents))


def api(
    *parameters: ir.Parameter,
    body: ir.Body | None = None,
    fields: tuple[ir.Field, ...] = (),
    extra: ir.Type = NOTHING,
    response: ir.Response | None = None,
) -> ir.Api:
    operation = ir.Operation(
        key="POST /a",
        source="s",
        id="doIt",
        method="POST",
        path="/a",
        tags=("things",),
        summary=None,
        description=None,
        deprecated=False,
        parameters=parameters,
        body=body,
        responses=(response or answer(),),
        security=(),
        servers=(),
        origin=HERE,
    )
    thing = ir.NamedType(
        id=BODY,
        component="Thing",
        parent=None,
        words=("Thing",),
        type=ir.Record(fields=fields, extra=extra),
        origin=HERE,
    )
    source = ir.Source(
        id="s",
        namespace=None,
        title="S",
        version="1",
        description=None,
        servers=(),
        security_schemes=(),
        groups=(),
        origin=HERE,
    )
    return ir.Api(
        title="S", version="1", description=None, sources=(source,), operations=(operation,), types=(thing,)
    )


def planned(made: ir.Api, diagnostics: Diagnostics | None = None) -> Arguments:
    found = Diagnostics() if diagnostics is None else diagnostics
    names = name_operations(made, pins={}, diagnostics=found)
    types = TypePlan(made, pins={}, diagnostics=found)
    return ArgumentPlanner(types).of(made.operations[0], names["POST /a"])


def forms(*arguments: Any, **named: Any) -> tuple[list[str], str]:
    imports = ModuleImports(("client", "things"))
    shape = Signatures(imports).of(planned(api(*arguments, **named)))
    return [str(overload) for overload in shape.overloads], str(shape.whole)


def test_required_come_first_and_the_rest_can_be_omitted() -> None:
    overloads, whole = forms(parameter("b"), parameter("a", required=True))
    assert overloads == []
    assert whole == "a: str, b: str | Omit = OMIT"


def test_members_of_an_object_are_arguments_and_a_ready_body_stands_for_them() -> None:
    by_member, by_body = forms(
        parameter("p"), body=json_body(), fields=(field("x"), field("class", required=True)), extra=ANY
    )[0]
    assert by_member == (
        "class_: str, p: str | Omit = OMIT, x: str | Omit = OMIT, extra_: Mapping[str, Any] | None = None"
    )
    assert by_body == "body_: models.Thing | ThingDict, p: str | Omit = OMIT"


def test_a_closed_object_has_no_extra() -> None:
    assert "extra_" not in forms(body=json_body(), fields=(field("x"),))[1]


def test_an_optional_body_may_be_left_out_whole() -> None:
    overloads, whole = forms(body=json_body(required=False), fields=(field("x", required=True),))
    assert overloads == ["x: str", "body_: models.Thing | ThingDict | Omit = OMIT"]
    assert whole == "x: str | Omit = OMIT, body_: models.Thing | ThingDict | Omit = OMIT"


@pytest.mark.parametrize(
    ("type_", "media_type", "expected"),
    [
        (ir.Array(items=TEXT), "application/json", "body_: Sequence[str]"),
        (ir.Union(members=(ir.Reference(target=BODY), ir.Null())), "application/json", None),
        (TEXT, "text/plain", "body_: str"),
        (TEXT, "image/png", "body_: BinaryInput"),
    ],
)
def test_a_body_that_is_no_plain_object_is_one_argument(
    type_: ir.Type, media_type: str, expected: str | None
) -> None:
    overloads, whole = forms(body=json_body(type_, media_type=media_type), fields=(field("x"),))
    assert overloads == []
    assert whole == (expected or "body_: models.Thing | ThingDict | None")


def test_a_member_that_meets_a_parameter() -> None:
    found = planned(
        api(parameter("id"), body=json_body(), fields=(field("id"), field("class"), field("body_id")))
    )
    assert found.members is not None
    assert {m.wire: m.name for m in found.members} == {
        "id": "body_id_2",
        "class": "class_",
        "body_id": "body_id",
    }


def test_no_argument_has_a_reserved_name() -> None:
    found = planned(
        api(parameter("self"), parameter("extra_"), body=json_body(), fields=(field("body_"), field("self")))
    )
    assert set(found.names).isdisjoint({"self", "body_", "extra_"})
    assert len(set(found.names)) == len(found.names)


def test_header_parameters_that_are_none_are_no_arguments() -> None:
    found = planned(api(parameter("Accept", place="header", required=True), parameter("X-A", place="header")))
    assert found.names == ("x_a",)


def test_the_member_that_asks_for_a_stream_is_no_argument() -> None:
    fields = (field("stream", FLAG), field("x"))
    streaming = planned(api(body=json_body(), fields=fields, response=answer(stream=True)))
    assert streaming.names == ("x",)
    assert planned(api(body=json_body(), fields=fields)).names == ("stream", "x")


@pytest.mark.parametrize("media_type", ["multipart/form-data", "application/x-www-form-urlencoded"])
def test_a_forms_members_are_arguments(media_type: str) -> None:
    overloads, whole = forms(body=json_body(media_type=media_type), fields=(field("x", required=True),))
    assert overloads == ["x: str", "body_: models.Thing | ThingDict"]
    assert whole == "x: str | Omit = OMIT, body_: models.Thing | ThingDict | Omit = OMIT"


def test_no_import_is_renamed_to_what_a_class_would_mangle() -> None:
    imports = ModuleImports(("client", "things"), taken={"members"})
    names = [imports.add(Import(module, "members")) for module in (".a", ".b", ".c")]
    assert names == ["_members", "_members_2", "_members_3"]


def test_operations_share_what_their_parameter_is_but_not_whether_the_client_makes_it() -> None:
    key = parameter("Idempotency-Key", place="header", required=True)
    made = api(key)
    keyed = replace(made.operations[0], key="PUT /a", method="PUT", idempotency_key="Idempotency-Key")
    made = replace(made, operations=(*made.operations, keyed))
    names = name_operations(made, pins={}, diagnostics=Diagnostics())
    planner = ArgumentPlanner(TypePlan(made, pins={}, diagnostics=Diagnostics()))
    signatures = Signatures(ModuleImports(("client", "things")))
    found = {each.key: planner.of(each, names[each.key]) for each in made.operations}
    assert {key: str(signatures.of(each).whole) for key, each in found.items()} == {
        "POST /a": "idempotency_key: str",
        "PUT /a": "idempotency_key: str | Omit = OMIT",
    }
    assert planner.of(made.operations[0], names["POST /a"]).parameters == found["POST /a"].parameters
