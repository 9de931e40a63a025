"""The references that an object makes, whatever member they stand in."""

from __future__ import annotations

from collections.abc import Container, Mapping
from typing import Any

from specloom.document.pointer import fragment
from specloom.merge.grammar import Node
from specloom.values import Value


class Reference(Value):
    """`tokens` lead from the object to the member that holds `text`, a URI reference to a `kind`."""

    tokens: tuple[str, ...]
    text: str
    kind: str


def references(kind: str, node: Node, names: Container[str]) -> list[Reference]:
    """The references of `node` itself, not of what is below it.

    A discriminator's mapping counts too; a bare name there is a component schema if `names` has it
    (OpenAPI 3.2, Discriminator Object), else a file.
    """
    found = []
    if isinstance(node.get("$ref"), str):
        found.append(Reference(("$ref",), node["$ref"], kind))
    if kind == "schema" and isinstance(node.get("discriminator"), dict):
        found += [
            Reference(tokens, _schema_reference(text, names), "schema")
            for tokens, text in _mapped(node["discriminator"])
        ]
    elif kind == "link" and isinstance(node.get("operationRef"), str):
        found.append(Reference(("operationRef",), node["operationRef"], "operation"))
    return found


def replace(node: Node, texts: Mapping[tuple[str, ...], str]) -> Node:
    """A copy of `node` with other references at those places."""
    new = dict(node)
    for tokens, text in texts.items():
        holder: Any = new
        for token in tokens[:-1]:
            holder[token] = dict(holder[token])
            holder = holder[token]
        holder[tokens[-1]] = text
    return new


def _mapped(discriminator: Mapping[str, Any]) -> list[tuple[tuple[str, ...], str]]:
    mapping = discriminator.get("mapping")
    found: list[tuple[tuple[str, ...], str]] = [
        (("discriminator", "mapping", value), text)
        for value, text in (mapping.items() if isinstance(mapping, dict) else ())
        if isinstance(text, str)
    ]
    otherwise = discriminator.get("defaultMapping")
    if isinstance(otherwise, str):
        found.append((("discriminator", "defaultMapping"), otherwise))
    return found


def _schema_reference(text: str, names: Container[str]) -> str:
    return fragment(f"/components/schemas/{text}") if text in names else text
