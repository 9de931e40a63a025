"""What a package's README shows: how its models, its client and its server are used."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import tee

from specloom import ir
from specloom.code import Code
from specloom.python.client_errors import ErrorNames
from specloom.python.operationnames import OperationNames
from specloom.python.readme import (
    client_example,
    dicts_example,
    errors_example,
    models_example,
    shown_calls,
)
from specloom.python.receiverexample import ReceiverView, receiver_views
from specloom.python.receivers import Receivers
from specloom.python.samplecalls import plainest
from specloom.python.serverexample import server_example
from specloom.python.settings import PackageSettings
from specloom.python.types import TypePlan
from specloom.values import Value


class Examples(Value, kw_only=True):
    """One of each kind; None where there is nothing to be shown."""

    models: Code | None
    dicts: Code | None
    client: Code | None
    errors: Code | None
    server: Code | None
    receivers: tuple[ReceiverView, ...]


def plan_examples(
    api: ir.Api,
    types: TypePlan,
    names: Mapping[str, OperationNames],
    errors: Mapping[str, ErrorNames],
    receivers: Receivers,
    settings: PackageSettings,
) -> Examples:
    """`names` and `errors` are those of operations, by their keys."""
    package, client, server = settings.package, settings.wants("client"), settings.wants("server")
    asking, served = tee(plainest(api.operations, names, types))
    streaming = plainest([o for o in api.operations if client and names[o.key].streams], names, types)
    answer, stream = shown_calls(asking, streaming, types) if client else (None, None)
    return Examples(
        models=models_example(types, package, settings.style),
        dicts=dicts_example(types, package),
        client=client_example(api, answer, stream, package),
        errors=errors_example(api, answer, errors, package),
        server=server_example(api, types, names, served, package) if server else None,
        receivers=receiver_views(api, types, receivers, package, client=client) if server else (),
    )
