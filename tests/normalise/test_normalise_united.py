"""Sources without a namespace become one source."""

from __future__ import annotations

from specloom import ir
from specloom.diagnostics import Location
from specloom.normalise.sources import unite

HERE = Location("api.yaml", "")


def source(id_: str, namespace: str | None = None, *groups: str) -> ir.Source:
    return ir.Source(
        id=id_,
        namespace=namespace,
        title=id_,
        version="1",
        description=None,
        servers=(ir.Server(url=f"http://{id_}.invalid"),),
        security_schemes=(ir.SecurityScheme(name="key", kind=ir.SchemeKind.API_KEY),),
        groups=tuple(ir.Group(name=name, description=id_) for name in groups),
        origin=HERE,
    )


def named(id_: str) -> ir.NamedType:
    own = ir.TypeId(id_, f"/{id_}")
    items = ir.Reference(target=own)
    return ir.NamedType(
        id=own, component=id_, parent=None, words=(id_,), type=ir.Array(items=items), origin=HERE
    )


def test_they_are_called_like_the_first_everywhere() -> None:
    api = ir.Api(
        title="All",
        version="2",
        description=None,
        sources=(source("a", None, "x"), source("n", "n"), source("b", None, "x", "y")),
        operations=(),
        types=(named("a"), named("b"), named("n")),
    )
    united = unite(api)
    one, other = united.sources
    assert (one.id, one.title, [(g.name, g.description) for g in one.groups]) == (
        "a",
        "All",
        [("x", "a"), ("y", "b")],
    )
    assert [server.url for server in one.servers] == ["http://a.invalid", "http://b.invalid"]
    assert [scheme.name for scheme in one.security_schemes] == ["key"]
    assert other == api.sources[1]
    moved = ir.TypeId("a", "/b")
    assert united.types[1].id == moved
    assert united.types[1].type == ir.Array(items=ir.Reference(target=moved))
    assert united.types[2] == api.types[2]


def test_one_alone_stays_as_it_is() -> None:
    api = ir.Api(
        title="All",
        version="2",
        description=None,
        sources=(source("a"), source("n", "n")),
        operations=(),
        types=(),
    )
    assert unite(api) is api
