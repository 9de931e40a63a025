"""What exchanges models, but for the server: operations, client, webhooks and callbacks."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence

from specloom import ir
from specloom.diagnostics import Diagnostics
from specloom.python.client import plan_client
from specloom.python.client_errors import ErrorNames
from specloom.python.headers import plan_headers
from specloom.python.inputs_package import plan_inputs
from specloom.python.operationnames import GroupNames, OperationNames
from specloom.python.operations import plan_operations
from specloom.python.receivers import Receivers, plan_receivers
from specloom.python.settings import PackageSettings
from specloom.python.types import TypePlan
from specloom.python.views import File


def plan_exchange(
    api: ir.Api,
    types: TypePlan,
    names: Mapping[str, OperationNames],
    errors: Mapping[str, ErrorNames],
    groups: Mapping[GroupNames, Sequence[ir.Operation]],
    settings: PackageSettings,
    diagnostics: Diagnostics,
) -> Generator[File, None, Receivers]:
    """The files, one by one, and in the end the webhooks and callbacks among them."""
    package = settings.package
    yield from plan_operations(api, types, names, groups, package=package)
    receivers = Receivers()
    if api.receivers:
        receivers = plan_receivers(api, types, settings, diagnostics)
        yield from receivers.files
    every = {**names, **receivers.names}
    yield from plan_headers(api, types, {**groups, **receivers.groups}, every, package=package)
    if settings.wants("client"):
        yield from plan_client(api, types, names, errors, groups, package=package)
        yield from plan_inputs(api, types, package=package)
    return receivers
