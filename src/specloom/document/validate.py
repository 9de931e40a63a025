"""Our own verdict on a loaded source: meta-schemas first, then what they cannot say.

Every finding is placed. References were followed, and reported, when the source was loaded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from specloom.diagnostics import Diagnostics
from specloom.document import pointer as pointers
from specloom.document.checks.components import check_names, check_requirement, check_server, check_tags
from specloom.document.checks.context import Context, Place
from specloom.document.checks.defaults import check_defaults
from specloom.document.checks.dialects import own_dialect
from specloom.document.checks.links import check_links
from specloom.document.checks.paths import check_paths
from specloom.document.checks.routes import check_routes
from specloom.document.checks.schemas import check_mapping, check_schemas
from specloom.document.faults import faults
from specloom.document.leniency import is_clear
from specloom.document.metaschemas import object_validator, openapi_schema, schema_validator
from specloom.document.model import LoadedSource
from specloom.document.structure import Node, children


def validate(loaded: LoadedSource, *, diagnostics: Diagnostics) -> None:
    """Report what is wrong with `loaded`, in the version that it was written in."""
    context = Context.of(loaded, diagnostics)
    for uri, entries in loaded.entries.items():
        content = loaded.written[uri].content
        for entry in entries:
            node = Node(entry.kind, entry.pointer, pointers.find(content, entry.pointer))
            _meta(context, Place(uri, node))
    if loaded.kind == "openapi":
        check_paths(context)
        check_routes(context)
        check_tags(context)
    check_schemas(context)
    for kind, check in _CHECKS.items():
        for place in context.objects[kind]:
            check(context, place)
    check_defaults(context)
    check_links(context)


_CHECKS: dict[str, Callable[[Context, Place], None]] = {
    "discriminator": check_mapping,
    "securityRequirement": check_requirement,
    "server": check_server,
    "components": check_names,
}
"""What is asked of each object of a kind; of schemas there are many."""


def _meta(context: Context, place: Place) -> None:
    version, kind = context.loaded.version, place.node.kind
    if kind != "schema" and (place.node.ref is None or kind == "pathItem"):
        validator = object_validator(version, kind)
        _report(context, place, validator.iter_errors(place.value), openapi_schema(version))
    if version != "3.0" or kind == "schema":  # in 3.0 the one meta-schema says it all
        for schema in _schemas(place):
            _schema(context, schema)


def _schemas(place: Place) -> Iterator[Place]:
    """The outermost schemas at or below `place`."""
    stack = [place.node]
    while stack:
        node = stack.pop()
        if node.kind == "schema":
            yield Place(place.uri, node)
        else:
            stack += reversed(children(node))


def _schema(context: Context, place: Place) -> None:
    version = context.loaded.version
    named, uri = (place.value.get("$schema") if isinstance(place.value, dict) else None), place.uri
    if not isinstance(named, str):
        named = context.root.get("jsonSchemaDialect") if version not in ("", "3.0") else None
        uri = context.loaded.document.uri
    dialect = named if isinstance(named, str) else None
    if version == "3.0" and place.node.ref is not None:
        return
    meta = openapi_schema("3.0") if version == "3.0" else None
    validator = schema_validator(version, dialect)
    if dialect is not None and (own := context.loaded.dialects.get((uri, dialect))) is not None:
        made = own_dialect(context, own)
        if made is None:
            return
        validator = made
    _report(context, place, validator.iter_errors(place.value), meta)


def _report(context: Context, place: Place, errors: Any, meta: dict[str, Any] | None) -> None:
    for fault in faults(errors, meta):
        if fault.code == "duplicate-item" and "parameters" in fault.path[-2:]:
            continue  # `check_paths` says which parameter
        where = place.location(*fault.path, key=fault.key)
        clear = is_clear(place.node.kind, fault, place.value)
        context.fault(fault.code, fault.message, where, clear=clear, hint=fault.hint)
