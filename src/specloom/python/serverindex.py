"""`server/__init__`: where services and security hooks become an application."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from specloom import ir
from specloom.code import Code, docstring, identifier, literal
from specloom.python.exports import exports
from specloom.python.names import KEYWORDS, Claim, assign
from specloom.python.names import identifier as named
from specloom.python.operationnames import GroupNames
from specloom.python.order import Statement, of_public, ordered
from specloom.python.serverviews import (
    HookView,
    ServerIndexView,
    ServerNamespaceView,
    ServerSourceView,
    ServiceView,
)
from specloom.python.settings import PackageSettings
from specloom.python.typenames import namespaces
from specloom.python.views import File

KEYWORDS_OF_CREATE_APP: Final = KEYWORDS | {
    *("security", "settings", "title", "version", "options", "self"),
    *("lifespan", "middleware", "dependencies", "prefix"),
}
_OWN: Final = (
    "AbortError ApiKey Application Basic Bearer Binary ByteStream Digest Fault ItemStream MissingHookError"
    " MutualTls Other ProblemError ServerSentEvent Settings UploadedFile create_app create_router"
    " current_request principals"
)
"""What `server/__init__` has for itself, whatever the API."""
_HOOKS: Final = {
    "apiKey": "ApiKeyHook",
    "oauth2": "BearerHook",
    "openIdConnect": "BearerHook",
    "mutualTLS": "MutualTlsHook",
}
_HTTP_HOOKS: Final = {"bearer": "BearerHook", "basic": "BasicHook", "digest": "DigestHook"}

Classes = Mapping[GroupNames, tuple[str, ...]]


def plan_server_index(
    api: ir.Api, classes: Classes, settings: PackageSettings, receivers: Classes
) -> tuple[File, ...]:
    """`classes` are the names that each group's module has, and `receivers` the same for those of webhooks
    and callbacks."""
    package = f"{settings.package}/server"
    files: list[File] = []
    sources: list[ServerSourceView] = []
    single: list[tuple[str, str]] = []
    services: list[Statement] = []
    for source, view in plan_sources(api, classes, receivers):
        sources.append(view)
        every = {**classes, **receivers}
        own = _exports({group: names for group, names in every.items() if group.source == source.id})
        if view.name is None:
            single = own
            continue
        services += map(_statement, view.services)
        doc = docstring(f"The services of {source.title}, each loaded on first use.")
        space = namespaces(api)[source.id]
        namespace = ServerNamespaceView(doc=doc, exports=exports(own))
        files.append(File(f"{package}/{space}/__init__.py", "server/namespace.py.jinja", namespace))
    kinds = receiver_kinds(api)
    called = tuple(_service(group, group.name, group.namespace or "") for group in receivers)
    index = ServerIndexView(
        doc=docstring(
            f"A server for {api.title}: fill in services, and put them together with `create_app`."
        ),
        title=literal(api.title),
        version=literal(api.version),
        description=literal(api.description or ""),
        sources=tuple(sources),
        exports=exports(single, further=services, also=_also(sources, kinds)),
        receiver_kinds=kinds,
        imports=ordered(_statement(service) for source in sources for service in source.services),
        receivers=called,
        receiver_imports=ordered(map(_statement, called)),
    )
    return (*files, File(f"{package}/__init__.py", "server/index.py.jinja", index))


def plan_sources(
    api: ir.Api, classes: Classes, receivers: Classes | None = None
) -> Iterator[tuple[ir.Source, ServerSourceView]]:
    """The sources that have services, or receivers."""
    spaces = namespaces(api)
    received = {group.source for group in receivers or ()}
    for source in api.sources:
        own = {group: names for group, names in classes.items() if group.source == source.id}
        if own or source.id in received:
            yield source, _source(source, spaces[source.id], own)


def receiver_kinds(api: ir.Api) -> tuple[Code, ...]:
    """What the API calls: `webhook`, `callback`, or both."""
    kinds = {each.receiver.kind for each in api.receivers if each.receiver is not None}
    return tuple(map(identifier, sorted(kinds, reverse=True)))


def _also(sources: Sequence[ServerSourceView], kinds: Sequence[str]) -> set[str]:
    names = set(_OWN.split())
    names |= {source.services_class for source in sources if source.name}
    names |= {source.security_class for source in sources if source.hooks}
    names |= {f"create_{kind}_router" for kind in kinds}
    if any(source.hooks for source in sources):
        names.add("Security")
    return names


def _exports(classes: Classes) -> list[tuple[str, str]]:
    found: dict[str, str] = {}
    for group in sorted(classes, key=lambda group: group.module):
        for name in classes[group]:
            found.setdefault(name, group.module[-1])
    return sorted(found.items(), key=lambda entry: of_public(entry[0]))


def _source(source: ir.Source, space: str | None, classes: Classes) -> ServerSourceView:
    groups = sorted(classes, key=lambda group: group.module)
    names = assign(
        Claim(key=g, wire=g.tag, name=named(g.name, "snake", KEYWORDS_OF_CREATE_APP)) for g in groups
    )
    prefix = "" if space is None else named(space, "class")
    return ServerSourceView(
        name=None if space is None else identifier(_keyword(space)),
        id=literal(space or ""),
        doc=docstring(f"What answers for {source.title}; a service that is not given answers 501."),
        services_class=identifier(f"{prefix}Services"),
        security_class=identifier(f"{prefix}Security"),
        services=tuple(_service(group, names[group], prefix) for group in groups),
        hooks=_hooks(source),
    )


def _keyword(space: str) -> str:
    return f"{space}_" if space in KEYWORDS_OF_CREATE_APP else space


def _service(group: GroupNames, name: str, prefix: str) -> ServiceView:
    return ServiceView(
        name=identifier(name),
        class_name=identifier(f"{group.class_name}Service"),
        local=identifier(f"_{prefix}_{group.class_name}Service"),
        module=Code("." + ".".join(map(identifier, group.module))),
    )


def _statement(service: ServiceView) -> Statement:
    return Statement(service.module, service.class_name, f"{service.class_name} as {service.local}")


def _hooks(source: ir.Source) -> tuple[HookView, ...]:
    schemes = sorted(source.security_schemes, key=lambda scheme: scheme.name)
    claims = [
        Claim(key=s.name, wire=s.name, name=named(s.name, "snake", KEYWORDS_OF_CREATE_APP)) for s in schemes
    ]
    names = assign(claims)
    return tuple(
        HookView(name=identifier(names[s.name]), scheme=literal(s.name), type=Code(_hook(s))) for s in schemes
    )


def _hook(scheme: ir.SecurityScheme) -> str:
    if scheme.kind is ir.SchemeKind.HTTP:
        return _HTTP_HOOKS.get(scheme.http_scheme or "", "OtherHook")
    return _HOOKS[scheme.kind.value]
