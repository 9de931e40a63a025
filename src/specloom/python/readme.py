"""The examples in a package's README, with the names that the package really has."""

from __future__ import annotations

from collections.abc import Mapping

from specloom import ir
from specloom.code import Code, identifier, join, literal
from specloom.python.operationnames import OperationNames
from specloom.python.samples import sample
from specloom.python.settings import Style
from specloom.python.types import TypePlan


def models_example(types: TypePlan, package: str, style: Style = "pydantic") -> Code | None:
    """Reading a document of the model that asks for least, though for something."""
    values = {}
    for named in types.named.values():
        if isinstance(named.type, ir.Record) and named.component is not None:
            try:
                values[named.id] = sample(types, ir.Reference(target=named.id))
            except ValueError:
                continue
    if not values:
        return None
    chosen = min(values, key=lambda id: (not values[id], len(values[id]), types.of(id).name, id.source))
    view = types.of(chosen)
    holder = "models" if view.namespace is None else f"models.{view.namespace}"
    name = identifier(view.name)
    imported = Code(f"from {identifier(package)}.{holder} import {name}")
    return join("\n", [*_IMPORTS.get(style, ()), imported, Code(""), *_use(name, values[chosen], style)])


_IMPORTS: Mapping[Style, tuple[Code, ...]] = {"msgspec": (Code("import msgspec"), Code(""))}


def _use(name: Code, document: object, style: Style) -> list[Code]:
    if style == "pydantic":
        read = Code(f"found = {name}.model_validate({literal(document)})")
        return [read, Code("found.model_dump_json()  # the same document again")]
    if style == "msgspec":
        read = Code(f"found = msgspec.convert({literal(document)}, {name})")
        return [read, Code("msgspec.json.encode(found)")]
    return [Code(f"def handle(found: {name}) -> None: ...")]


def client_example(
    api: ir.Api, types: TypePlan, names: Mapping[str, OperationNames], package: str
) -> Code | None:
    """A call of the operation that asks for least."""
    found = [call for operation in api.operations if (call := _call(operation, types, names)) is not None]
    if not found:
        return None
    _, _, operation, arguments = min(found, key=lambda call: call[:2])
    named = names[operation.key]
    space = named.group.namespace
    path = [identifier(part) for part in (space, named.group.name, named.name) if part is not None]
    auth = _auth(next(source for source in api.sources if source.id == operation.source))
    given = Code("") if auth is None else Code(f"{identifier(space) if space else 'auth'}={auth}")
    imports = "Client" if auth is None else "Auth, Client"
    return join(
        "\n",
        [
            Code(f"from {identifier(package)} import {imports}"),
            Code(""),
            Code(f"with Client({given}) as client:"),
            Code(f"    reply = client.{join('.', path)}({arguments})"),
        ],
    )


def _call(
    operation: ir.Operation, types: TypePlan, names: Mapping[str, OperationNames]
) -> tuple[int, str, ir.Operation, Code] | None:
    """How much the operation asks for, its key for a stable order, and its arguments."""
    named = names[operation.key]
    if not named.answers or (operation.body is not None and operation.body.required):
        return None
    arguments = []
    for parameter in operation.parameters:
        if parameter.required:
            try:
                value = sample(types, parameter.type)
            except ValueError:
                return None
            name = named.arguments[parameter.place, parameter.name]
            arguments.append(Code(f"{identifier(name)}={literal(value)}"))
    return len(arguments), operation.key, operation, join(", ", arguments)


def _auth(source: ir.Source) -> Code | None:
    for scheme in source.security_schemes:
        if scheme.kind is ir.SchemeKind.API_KEY:
            return Code('Auth(api_key="…")')
        if scheme.kind is ir.SchemeKind.HTTP and scheme.http_scheme == "basic":
            return Code('Auth(basic=("user", "password"))')
        if scheme.kind is not ir.SchemeKind.MUTUAL_TLS:
            return Code('Auth(bearer="…")')
    return None
