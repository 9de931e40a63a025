"""What the user decides about a generated package, as *plan* takes it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from specloom.python.formats import Formats
from specloom.values import Value, field

Part = Literal["models", "client", "server"]
HttpLibrary = Literal["httpx", "httpx2"]
Style = Literal["pydantic", "dataclass", "typeddict", "msgspec"]


class PackageSettings(Value, kw_only=True):
    """`package` is the import name, `distribution` the name it is installed by.

    `only` names the parts to generate; empty means all. `pins` maps a place in the merged document (a
    JSON Pointer, "/components/schemas/Error/properties/class") to the Python name of what stands there.
    `style` is what models are made of; any but pydantic goes with models alone.
    `http_library` is what a client is on.
    `openapi` is the merged document to ship in the package, where there is one.
    """

    package: str
    distribution: str
    version: str = "0.1.0"
    requires_python: str = ">=3.11"
    description: str | None = None
    only: frozenset[Part] = frozenset()
    pins: Mapping[str, str] = field(default_factory=dict)
    formats: Formats = field(default_factory=Formats)
    openapi: Mapping[str, Any] | None = None
    style: Style = "pydantic"
    http_library: HttpLibrary = "httpx"

    def wants(self, part: Part) -> bool:
        return not self.only or part in self.only or (part == "models")
