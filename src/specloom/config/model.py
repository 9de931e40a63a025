"""The project file as values. Paths in them start where the project file's own path starts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from specloom.diagnostics import Location
from specloom.document.options import Limits, References
from specloom.pieces import Choice, Pattern
from specloom.values import Value, field

Formats = Literal["assert", "annotate"]
Part = Literal["models", "client", "server"]
HttpLibrary = Literal["httpx", "httpx2"]
Style = Literal["pydantic", "dataclass", "typeddict", "msgspec"]


class Source(Value, kw_only=True):
    """One document of a package.

    `stream_sentinel` is the data of the event that ends its streams, `idempotency_key` the header field that
    carries the keys of its calls.
    """

    id: str
    path: str
    overlays: tuple[str, ...] = ()
    namespace: str | None = None
    stream_sentinel: str | None = None
    idempotency_key: str | None = None
    include: tuple[Pattern, ...] = ()
    exclude: tuple[Pattern, ...] = ()

    @property
    def choice(self) -> Choice:
        """Which of its operations are wanted."""
        return Choice(self.include, self.exclude)


class Package(Value, kw_only=True):
    """One package to generate.

    `only` is empty where all parts are wanted; with another `style` than pydantic it is models alone.
    `skip` holds operation ids, "METHOD /path" and schema names. With `skip_faulty` pieces with errors in them
    are left out, and with `strict` every warning is an error. `formats` is None where only formats with a
    Python type are asserted. `names` maps a JSON Pointer into the merged document, or "source:Component",
    to a Python name; `types` maps such a place, a component or a format to a type of the user's own
    ("module:Type").
    `origin` is the package's place in the project file, `entries` the places of the entries of `names` and
    `types`, by table and key.
    """

    package: str
    distribution: str
    version: str = "0.1.0"
    requires_python: str = ">=3.11"
    title: str
    description: str | None = None
    output: str
    problem_responses: bool = False
    only: tuple[Part, ...] = ()
    style: Style = "pydantic"
    http_library: HttpLibrary = "httpx"
    skip: tuple[str, ...] = ()
    skip_faulty: bool = False
    strict: bool = False
    formats: Formats | None = None
    names: Mapping[str, str] = field(default_factory=dict)
    types: Mapping[str, str] = field(default_factory=dict)
    sources: tuple[Source, ...]
    origin: Location
    entries: Mapping[tuple[str, str], Location] = field(default_factory=dict)

    def place(self, table: str, key: str) -> Location:
        """Where the project file has the entry; the package's own place if nothing is known of it."""
        return self.entries.get((table, key), self.origin)


class Project(Value, kw_only=True):
    """A project file that holds. `path` is the file; `skip` is left out of any package that has it."""

    path: str
    packages: tuple[Package, ...]
    skip: tuple[str, ...] = ()
    limits: Limits = field(default_factory=Limits)
    references: References = field(default_factory=References)
