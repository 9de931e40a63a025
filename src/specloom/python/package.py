"""The files at the top of a distribution: what installs it, introduces it and opens it."""

from __future__ import annotations

import sys
from collections.abc import Mapping

from specloom import ir
from specloom.code import Code, docstring, identifier, join, markdown, toml
from specloom.python.examples import Examples
from specloom.python.exports import exports
from specloom.python.operations_body import is_download, takes_files
from specloom.python.patterns import BACKTRACKING_LIBRARY
from specloom.python.receiverexample import ReceiverView
from specloom.python.settings import HttpLibrary, PackageSettings, Style
from specloom.python.types import TypePlan
from specloom.python.views import ExportsView, File
from specloom.values import Value

_PYDANTIC = ("pydantic>=2.13", "typing-extensions>=4.12")
_HTTP_LIBRARIES: Mapping[HttpLibrary, str] = {"httpx": "httpx>=0.28", "httpx2": "httpx2>=2"}
_REGEX = f"{BACKTRACKING_LIBRARY}>=2024.11.6"
_SERVER = ("fastapi>=0.135", "python-multipart>=0.0.20")

_STYLES: Mapping[Style, tuple[str, ...]] = {
    "pydantic": _PYDANTIC,
    "dataclass": (),
    "typeddict": ("typing-extensions>=4.12",),
    "msgspec": ("msgspec>=0.20",),
}
_STYLE_DOCS: Mapping[Style, Code] = {
    "dataclass": Code(
        "Dataclasses, one for each schema. They say its shape; whoever fills them decides the rest."
    ),
    "typeddict": Code("Typed dictionaries, one for each schema. They say its shape to type checkers."),
    "msgspec": Code(
        "msgspec structs, one for each schema. They say its shape, and limits that msgspec checks."
    ),
}

_CLIENT_NAMES = (
    "ApiConnectionError",
    "ApiError",
    "ApiTimeoutError",
    "ArgumentError",
    "AsyncClient",
    "Auth",
    "Client",
    "ConfigurationError",
    "CredentialsError",
    "DecodeError",
    "File",
    "OMIT",
    "RawResponse",
    "ResponseError",
    "StatusError",
    "StreamError",
    "Timeout",
)


class SourceView(Value, kw_only=True):
    """A source, as Markdown."""

    title: Code
    version: Code


class PackageView(Value, kw_only=True):
    """What the files at the top say. Texts are TOML strings, Markdown or code, as their names say."""

    package: Code
    distribution: Code
    distribution_toml: Code
    package_toml: Code
    version_toml: Code
    description_toml: Code
    requires_python_toml: Code
    dependencies_toml: tuple[Code, ...]
    server_dependencies_toml: tuple[Code, ...]
    description: Code
    doc: Code
    sources: tuple[SourceView, ...]
    exports: ExportsView
    models_example: Code | None
    client_example: Code | None
    takes_dicts: bool
    dicts_example: Code | None
    errors_example: Code | None
    has_namespaces: bool
    has_headers: bool
    has_pages: bool
    takes_files: bool
    gives_downloads: bool
    has_server: bool
    server_example: Code | None
    receivers: tuple[ReceiverView, ...]
    backtracks: bool
    style_doc: Code | None
    own_modules: Code | None


def plan_package(
    api: ir.Api, types: TypePlan, examples: Examples, settings: PackageSettings
) -> tuple[File, ...]:
    """`pyproject.toml`, `README.md` and the package's `__init__`."""
    view = _view(api, types, examples, settings)
    return (
        File("pyproject.toml", "package/pyproject.toml.jinja", view),
        File("README.md", "package/README.md.jinja", view),
        File(f"{settings.package}/__init__.py", "package/init.py.jinja", view),
    )


def _view(api: ir.Api, types: TypePlan, examples: Examples, settings: PackageSettings) -> PackageView:
    description = settings.description or f"Generated from {api.title}."
    client, server = settings.wants("client"), settings.wants("server")
    backtracks = BACKTRACKING_LIBRARY in types.needs.libraries
    dependencies = [
        *_STYLES[settings.style],
        *((_HTTP_LIBRARIES[settings.http_library],) if client else ()),
        *(_SERVER if server and not client else ()),
    ]
    dependencies += [_REGEX] if backtracks else []
    return PackageView(
        package=identifier(settings.package),
        distribution=markdown(settings.distribution),
        distribution_toml=toml(settings.distribution),
        package_toml=toml(settings.package),
        version_toml=toml(settings.version),
        description_toml=toml(" ".join(description.split())),
        requires_python_toml=toml(settings.requires_python),
        dependencies_toml=tuple(map(toml, dependencies)),
        server_dependencies_toml=tuple(map(toml, _SERVER)) if server and client else (),
        description=markdown(description),
        doc=docstring(description),
        sources=tuple(SourceView(title=markdown(s.title), version=markdown(s.version)) for s in api.sources),
        exports=exports((name, "client") for name in (_CLIENT_NAMES if client else ())),
        models_example=examples.models,
        client_example=examples.client,
        takes_dicts=bool(types.given),
        dicts_example=examples.dicts,
        errors_example=examples.errors,
        has_namespaces=any(source.namespace is not None for source in api.sources),
        has_headers=any(r.headers for o in (*api.operations, *api.receivers) for r in o.responses),
        has_pages=any(o.pagination is not None for o in api.operations),
        takes_files=any(map(takes_files, api.operations)),
        gives_downloads=any(is_download(o, types) for o in api.operations),
        has_server=server,
        server_example=examples.server,
        receivers=examples.receivers,
        backtracks=backtracks,
        style_doc=_STYLE_DOCS.get(settings.style),
        own_modules=_own_modules(types),
    )


def _own_modules(types: TypePlan) -> Code | None:
    """The modules of the user's own types, as Markdown, but for those that are installed anyway."""
    modules = {
        module for module in types.needs.own_modules if module.split(".")[0] not in sys.stdlib_module_names
    }
    return join(", ", (markdown(module) for module in sorted(modules))) if modules else None
