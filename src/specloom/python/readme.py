"""The examples in a package's README, with the names that the package really has."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress

from specloom import ir
from specloom.code import Code, identifier, join, literal
from specloom.python.client_errors import ANY_STATUS, ErrorNames
from specloom.python.inputs import has_dict, input_of
from specloom.python.names import identifier as python_name
from specloom.python.samplecalls import Asking, Call, sample_calls
from specloom.python.samples import sample, sample_size
from specloom.python.settings import Style
from specloom.python.shapes import record_of
from specloom.python.types import TypePlan

_SERVER = literal("https://api.example.com")


def models_example(types: TypePlan, package: str, style: Style = "pydantic") -> Code | None:
    """Reading a document of the model that asks for least, though for something."""
    components = [n.id for n in types.named.values() if n.component is not None and record_of(n) is not None]
    chosen, document = _least(types, components, lambda id, found: True)
    if chosen is None:
        return None
    view = types.of(chosen)
    holder = "models" if view.namespace is None else f"models.{view.namespace}"
    name = identifier(view.name)
    imported = Code(f"from {identifier(package)}.{holder} import {name}")
    return join("\n", [*_IMPORTS.get(style, ()), imported, Code(""), *_use(name, document, style)])


def dicts_example(types: TypePlan, package: str) -> Code | None:
    """The plain dict that asks for least, though for something, of those whose values are plain as well."""

    def is_plain(id: ir.TypeId, found: Mapping[str, ir.Json]) -> bool:
        # An example of the document's may have members that a TypedDict does not know.
        return found.keys() <= types.field_names(id).keys() and all(map(_is_flat, found.values()))

    chosen, document = _least(types, (id for id in types.given if has_dict(types, id)), is_plain)
    if chosen is None or not document:
        return None
    view = input_of(types, chosen)
    name, variable = identifier(view.name), identifier(python_name(types.of(chosen).name, "snake"))
    holder = ".".join(view.module[:-1])
    imported = Code(f"from {identifier(package)}.{holder} import {name}")
    return join("\n", [imported, Code(""), Code(f"{variable}: {name} = {literal(document)}")])


def _is_flat(value: ir.Json) -> bool:
    if isinstance(value, tuple):
        return all(map(_is_flat, value))
    return value is None or isinstance(value, str | int | float)


def _least(
    types: TypePlan, records: Iterable[ir.TypeId], fits: Callable[[ir.TypeId, Mapping[str, ir.Json]], bool]
) -> tuple[ir.TypeId | None, Mapping[str, ir.Json]]:
    """The record that fits whose value is the smallest that is not empty. The sizes of values are known
    before they are: so only those are made that may be the smallest."""
    order: list[tuple[bool, int, str, str, ir.TypeId]] = []
    for id in records:
        with suppress(ValueError):
            size = sample_size(types, id)
            order.append((not size, size, types.of(id).name, id.source, id))
    for *_, id in sorted(order, key=lambda entry: entry[:4]):
        with suppress(ValueError):
            found = sample(types, ir.Reference(target=id))
            if isinstance(found, Mapping) and fits(id, found):
                return id, found
    return None, {}


_IMPORTS: Mapping[Style, tuple[Code, ...]] = {"msgspec": (Code("import msgspec"), Code(""))}


def _use(name: Code, document: object, style: Style) -> list[Code]:
    if style == "pydantic":
        read = Code(f"found = {name}.model_validate({literal(document)})")
        return [read, Code("found.model_dump_json()  # the same document again")]
    if style == "msgspec":
        read = Code(f"found = msgspec.convert({literal(document)}, {name})")
        return [read, Code("msgspec.json.encode(found)")]
    return [Code(f"def handle(found: {name}) -> None: ...")]


def shown_calls(
    plainest: Iterable[Asking], streaming: Iterable[Asking], types: TypePlan
) -> tuple[Call | None, Call | None]:
    """A call of the operation that asks for least, and one of the stream that does."""
    answering = (each for each in plainest if each.names.answers)
    return next(sample_calls(answering, types), None), next(sample_calls(streaming, types), None)


def client_example(api: ir.Api, answer: Call | None, stream: Call | None, package: str) -> Code | None:
    """A call of an operation, and one of a stream."""
    shown = [call for call in (answer, stream) if call is not None]
    if not shown:
        return None
    sources = {source.id: source for source in api.sources}
    given, imports = settings(shown, sources)
    lines = [*_imports(shown), f"from {identifier(package)} import {', '.join(imports)}", ""]
    lines.append(f"with Client({join(', ', given)}) as client:")
    if answer is not None:
        lines.append(f"    {'reply = ' if answer.gives else ''}{_method(answer, answer.names.name)}")
    if stream is not None:
        lines += [
            f"    with {_method(stream, stream.names.stream_name)} as items:",
            "        for item in items:",
            "            print(item)",
        ]
    return join("\n", map(Code, lines))


def errors_example(
    api: ir.Api, call: Call | None, errors: Mapping[str, ErrorNames], package: str
) -> Code | None:
    """The same call with other options, its errors, and its answer as it came."""
    if call is None:
        return None
    given, imports = settings([call], {source.id: source for source in api.sources})
    space = call.names.group.namespace
    holder = "client.errors" if space is None else f"client.errors.{identifier(space)}"
    error = identifier(errors[call.operation.key].names[ANY_STATUS])
    method = _method(call, call.names.name)
    called, _, passed = method.partition("(")
    lines = [
        *_imports([call]),
        f"from {identifier(package)} import {', '.join(imports)}",
        f"from {identifier(package)}.{holder} import {error}",
        "",
        f"with Client({join(', ', given)}) as client:",
        "    patient = client.with_options(timeout=120, max_retries=5)",
        "    try:",
        f"        {'reply = ' if call.gives else ''}{method.replace('client.', 'patient.', 1)}",
        f"    except {error} as error:",
        "        print(error.status, error.request_id, error.body)",
        f"    raw = client.with_raw_response({called})({passed}",
        "    print(raw.status, raw.headers, raw.parse())",
    ]
    return join("\n", map(Code, lines))


def _imports(calls: Sequence[Call]) -> list[str]:
    lines = sorted(set().union(*(call.imports for call in calls)))
    return [*lines, ""] if lines else []


def _method(call: Call, name: str) -> Code:
    group = call.names.group
    path = [identifier(part) for part in (group.namespace, group.name, name) if part is not None]
    return Code(f"client.{join('.', path)}({call.text})")


def settings(
    calls: Sequence[Call], sources: Mapping[str, ir.Source], *, served: bool = True
) -> tuple[list[Code], list[str]]:
    """The client's arguments, and what is imported for them: credentials, and where a source is served if its
    document does not say, and it is served at all."""
    given: list[Code] = []
    servers: list[Code] = []
    imports = ["Client"]
    for source_id in dict.fromkeys(call.operation.source for call in calls):
        of_source = [call for call in calls if call.operation.source == source_id]
        space = of_source[0].names.group.namespace
        auth = _auth(sources[source_id], [call.operation for call in of_source])
        if auth is not None:
            given.append(Code(f"{identifier(space) if space else 'auth'}={auth}"))
            imports = ["Auth", "Client"]
        if served and not all(_is_absolute(call.operation) for call in of_source):
            servers.append(Code(f"{literal(space)}: {_SERVER}" if space else f"base_url={_SERVER}"))
    if servers and calls[0].names.group.namespace is not None:
        servers = [Code(f"servers={{{join(', ', servers)}}}")]
    return [*given, *servers], imports


def _is_absolute(operation: ir.Operation) -> bool:
    """Whether the URL that counts without further choice names a host."""
    if not operation.servers:
        return False
    url = operation.servers[0].url
    for variable in operation.servers[0].variables:
        url = url.replace(f"{{{variable.name}}}", variable.default)
    return url.startswith(("http://", "https://"))


def _auth(source: ir.Source, operations: Sequence[ir.Operation]) -> Code | None:
    """What fulfils the first alternative of each operation that is fulfilled by what an `Auth` holds."""
    schemes = {scheme.name: scheme for scheme in source.security_schemes}
    certificates = {name for name, scheme in schemes.items() if scheme.kind is ir.SchemeKind.MUTUAL_TLS}
    asked: set[str] = set()
    for operation in operations:
        alternatives = [{each.scheme for each in alternative} for alternative in operation.security]
        asked |= next((names for names in alternatives if not names & certificates), set())
    several_keys = sum(scheme.kind is ir.SchemeKind.API_KEY for scheme in schemes.values()) > 1
    given: dict[str, Code] = {}
    named: list[Code] = []
    for scheme in (schemes[name] for name in sorted(asked & schemes.keys())):
        if scheme.kind is ir.SchemeKind.HTTP and scheme.http_scheme in ("basic", "digest"):
            given[scheme.http_scheme] = Code('("user", "password")')
        elif scheme.kind is not ir.SchemeKind.API_KEY:
            given["bearer"] = Code('"token"')
        elif several_keys:
            named.append(Code(f'{literal(scheme.name)}: "key"'))
        else:
            given["api_key"] = Code('"key"')
    if named:
        given["schemes"] = Code(f"{{{join(', ', named)}}}")
    return Code(f"Auth({', '.join(f'{name}={value}' for name, value in given.items())})") if given else None
