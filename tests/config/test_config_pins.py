"""The pin table, led to places in the merged document."""

from __future__ import annotations

from specloom.config import Package, Source
from specloom.config.pins import pins
from specloom.diagnostics import Diagnostics, Location
from specloom.document.model import Document, Merged, Owner

PLACE = Location("specloom.yaml", "/packages/0")
MERGED = Merged(
    document=Document("<merged>", {}, Location),
    sources=(),
    owners={
        "/components/schemas/a.Error": Owner("a", "Error"),
        "/components/responses/a.Error": Owner("a", "Error"),
    },
    keywords=frozenset(),
)


def package(names: dict[str, str]) -> Package:
    return Package(
        package="p",
        distribution="p",
        title="p",
        output="out",
        names=names,
        sources=(Source(id="a", path="a.yaml"),),
        origin=PLACE,
    )


def test_a_component_of_a_source_and_a_pointer() -> None:
    diagnostics = Diagnostics()
    names = {"a:Error": "Failure", "/components/schemas/a.Error/properties/class": "kind"}
    assert pins(package(names), MERGED, diagnostics) == {
        "/components/schemas/a.Error": "Failure",
        "/components/schemas/a.Error/properties/class": "kind",
    }
    assert not list(diagnostics)


def test_a_component_that_is_not_there_is_a_warning() -> None:
    diagnostics = Diagnostics()
    assert pins(package({"a:Eror": "Failure"}), MERGED, diagnostics) == {}
    (warning,) = diagnostics
    assert (warning.code, warning.location) == ("config-unused-name", PLACE)
    assert warning.hint == "did you mean 'a:Error'?"
