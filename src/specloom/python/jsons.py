"""A frozen JSON value as JSON text, numbers digit by digit."""

from __future__ import annotations

import json
from collections.abc import Mapping
from decimal import Decimal

from specloom import ir


def json_text(value: ir.Json) -> str:
    """Compact JSON; members keep their order."""
    match value:
        case tuple():
            return "[" + ",".join(map(json_text, value)) + "]"
        case Mapping():
            members = (f"{json.dumps(name)}:{json_text(member)}" for name, member in value.items())
            return "{" + ",".join(members) + "}"
        case Decimal():
            return str(value)
    return json.dumps(value, allow_nan=False)
