"""What operations share is written once in a module: it is told from what only looks the same."""

from __future__ import annotations

from specloom import ir
from specloom.diagnostics import Diagnostics, Location
from specloom.python.modules import ModuleImports
from specloom.python.operations_text import Descriptors
from specloom.python.types import TypePlan

API = ir.Api(title="A", version="1", description=None, sources=(), operations=(), types=())
JSON = (ir.Content(media_type="application/json", type=ir.Integer()),)


def descriptors() -> Descriptors:
    types = TypePlan(API, pins={}, diagnostics=Diagnostics())
    return Descriptors(types, ModuleImports(("operations", "things"), taken={"Parameter"}))


def test_a_parameter_may_be_another_argument_of_another_operation() -> None:
    parameter = ir.Parameter(
        name="id",
        place=ir.ParameterPlace.PATH,
        type=ir.Boolean(),
        required=True,
        style=ir.ParameterStyle.SIMPLE,
        explode=False,
        origin=Location("api.yaml", "/components/parameters/id"),
    )
    written = descriptors()
    text = (
        '_Parameter(name="id", argument="{}", place="path", codec=Codec(lambda: StrictBool), required=True,'
        ' style="simple")'
    )
    assert written.parameter(parameter, "id") == text.format("id")
    assert written.parameter(parameter, "id_2") == text.format("id_2")
    assert written.parameter(parameter, "id") is written.parameter(parameter, "id")


def test_contents_may_be_those_of_several_responses() -> None:
    header = ir.Header(name="ETag", type=ir.Boolean(), required=True)
    written = descriptors()
    content = 'contents=(Content("application/json", codec=Codec(lambda: Int)),)'
    responses = [
        ir.Response(status="200", description="Yes", contents=JSON),
        ir.Response(status="201", description="Yes", contents=JSON),
        ir.Response(status="200", description="No", contents=JSON),
        ir.Response(status="200", description="Yes", contents=JSON, headers=(header,)),
        ir.Response(status="200", description="Yes"),
    ]
    assert [written.response(response) for response in responses] == [
        f'Response("200", "Yes", {content})',
        f'Response("201", "Yes", {content})',
        f'Response("200", "No", {content})',
        f'Response("200", "Yes", {content},'
        ' headers=(Header(name="ETag", codec=Codec(lambda: StrictBool), required=True),))',
        'Response("200", "Yes")',
    ]
