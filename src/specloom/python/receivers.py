"""Webhooks and callbacks: what an API calls. Its server sends them, and applications of others serve them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from specloom import ir
from specloom.diagnostics import Diagnostics
from specloom.python.client import plan_client_group
from specloom.python.client_errors import name_errors, plan_error_module
from specloom.python.operationnames import GroupNames, OperationNames, by_group, name_operations
from specloom.python.operations import plan_group
from specloom.python.server import plan_service
from specloom.python.serverindex import Classes
from specloom.python.settings import PackageSettings
from specloom.python.types import TypePlan
from specloom.python.views import File
from specloom.values import Value, field, replace


class Receivers(Value):
    """The files of webhooks and callbacks, and the classes of their modules in the server.

    `groups` and `names` are those of the operations that they are.
    """

    files: tuple[File, ...] = ()
    classes: Classes = field(default_factory=dict)
    groups: Mapping[GroupNames, Sequence[ir.Operation]] = field(default_factory=dict)
    names: Mapping[str, OperationNames] = field(default_factory=dict)


def plan_receivers(
    api: ir.Api, types: TypePlan, settings: PackageSettings, diagnostics: Diagnostics
) -> Receivers:
    """A module each for all webhooks and all callbacks of a source, beside those of its tags."""
    grouped, names = name_receivers(api, settings, diagnostics)
    groups = by_group(api.receivers, names)
    package = settings.package
    files = [plan_group(package, types, group, inside, names) for group, inside in groups.items()]
    if settings.wants("client"):
        files += _senders(api, grouped, types, names, groups, package)
    classes: dict[GroupNames, tuple[str, ...]] = {}
    if settings.wants("server"):
        for group, inside in groups.items():
            file, classes[group] = plan_service(api, types, names, settings, group, inside)
            files.append(file)
    return Receivers(tuple(files), classes, groups, names)


def name_receivers(
    api: ir.Api, settings: PackageSettings, diagnostics: Diagnostics
) -> tuple[ir.Api, dict[str, OperationNames]]:
    """The receivers as the operations of an API of their own, and their names."""
    grouped = replace(api, operations=_grouped(api), receivers=())
    return grouped, name_operations(grouped, pins=settings.pins, diagnostics=diagnostics)


def _senders(
    api: ir.Api,
    grouped: ir.Api,
    types: TypePlan,
    names: Mapping[str, OperationNames],
    groups: Mapping[GroupNames, Sequence[ir.Operation]],
    package: str,
) -> list[File]:
    errors = name_errors(grouped, names)
    files: list[File] = []
    for group, inside in groups.items():
        files.append(plan_client_group(package, types, api, group, inside, names, errors))
        files.append(plan_error_module(package, types, group, inside, names, errors))
    return files


def _grouped(api: ir.Api) -> tuple[ir.Operation, ...]:
    """Webhooks under a tag of their own, and callbacks too: tags that no operation has."""
    taken = {tag.casefold() for operation in api.operations for tag in operation.tags}
    return tuple(replace(each, tags=(_tag(each, taken),)) for each in api.receivers)


def _tag(operation: ir.Operation, taken: set[str]) -> str:
    assert operation.receiver is not None
    tag = f"{operation.receiver.kind}s"
    return f"api {tag}" if tag in taken else tag
