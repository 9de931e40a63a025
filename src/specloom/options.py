"""What each command takes, declared."""

from __future__ import annotations

from argparse import ArgumentTypeError
from collections.abc import Mapping, Sequence
from typing import Any, Final


class Argument:
    """One argument, as :meth:`argparse.ArgumentParser.add_argument` takes it."""

    def __init__(self, *names: str, help: str, **more: Any) -> None:
        self.names, self.help, self.more = names, help, more

    @property
    def positional(self) -> bool:
        return not self.names[0].startswith("-")


def _flag(name: str, help: str) -> Argument:
    return Argument(name, help=help, action="store_true")


def _one_of(name: str, *choices: str, help: str, **more: Any) -> Argument:
    return Argument(name, help=help, choices=choices, metavar="|".join(choices), **more)


def _port(text: str) -> int:
    if not text.isdecimal() or int(text) > 65535:
        raise ArgumentTypeError(f"{text!r} is no number from 0 to 65535")
    return int(text)


_MANY: Final[Mapping[str, Any]] = {"action": "append", "default": []}
_SPECS: Final = Argument(
    "specs",
    metavar="SPEC",
    nargs="*",
    default=[],
    help="OpenAPI documents; without any, the project file counts.",
)
_CONFIG: Final = Argument(
    "--config", metavar="FILE", help="The project file [specloom.yaml, here or in specs/]."
)
_PACKAGE: Final = Argument(
    "--package",
    metavar="NAME",
    help="The package's name [the first document's], or which one of a project file.",
)
_SKIP: Final = Argument(
    "--skip",
    metavar="NAME",
    help='Leave out an operation (its id, or "METHOD /path") or a schema; may be repeated.',
    **_MANY,
)
_STRICT: Final = _flag("--strict", "Take every warning for an error.")
_REFERENCE: Final = Argument(
    "--reference",
    metavar="URI=PATH",
    help="The copy of a document that is referred to by its URI (both end in / for a folder of them); "
    "may be repeated.",
    **_MANY,
)
_CHOICE: Final = (
    _SKIP,
    _flag("--skip-faulty", "Leave out what has errors in it, and what needs that."),
    _STRICT,
    Argument(
        "--include",
        metavar="PATTERN",
        help="Only operations that fit tag:…, path:… or operation:…, with * for any text; may be repeated.",
        **_MANY,
    ),
    Argument(
        "--exclude", metavar="PATTERN", help="Without the operations that fit; may be repeated.", **_MANY
    ),
    _REFERENCE,
)
_TEMPLATES: Final = Argument("--templates", metavar="DIR", help="A folder whose templates stand in for ours.")
_FORMAT: Final = _one_of(
    "--format", "text", "json", "github", default="text", help="How findings are written [text]."
)
_GENERATED: Final = (
    _SPECS,
    Argument(
        "-o",
        "--output",
        metavar="DIR",
        help="The folder of the distribution [the package's name].",
    ),
    _PACKAGE,
    _CONFIG,
    _one_of(
        "--only", "models", "client", "server", help="Generate this part; may be repeated [all].", **_MANY
    ),
    _one_of(
        "--style",
        *("pydantic", "dataclass", "typeddict", "msgspec"),
        help="What models are made of [pydantic]; any other goes with models alone, and implies them.",
    ),
    _one_of("--http-library", "httpx", "httpx2", help="What the client is on [httpx]."),
    *_CHOICE,
    _TEMPLATES,
    _FORMAT,
)

COMMANDS: Final[Mapping[str, tuple[str, Sequence[Argument]]]] = {
    "generate": (
        "Write the package, or every package of the project file.",
        (*_GENERATED, _flag("--force", "Overwrite files edited by hand.")),
    ),
    "check": ("Tell whether the packages on disk are what would be generated now.", _GENERATED),
    "scaffold": (
        "Write handlers to fill in, once, and an application of them. "
        "What is there already is never touched.",
        (
            _SPECS,
            Argument(
                "-o",
                "--output",
                dest="folder",
                metavar="DIR",
                default="service",
                help="The folder of the application, a package [service].",
            ),
            *(_PACKAGE, _CONFIG, *_CHOICE, _TEMPLATES, _FORMAT),
        ),
    ),
    "mock": (
        "Serve the documents' own examples, and values made up by their schemas, until Ctrl-C.",
        (
            *(_SPECS, _CONFIG, _PACKAGE),
            Argument(
                "--host",
                metavar="ADDRESS",
                default="127.0.0.1",
                help="The address to listen on [127.0.0.1].",
            ),
            Argument(
                "--port",
                metavar="NUMBER",
                type=_port,
                default=0,
                help="The port to listen on; 0 is a free one [0].",
            ),
            Argument(
                "--token",
                metavar="TEXT",
                default="mock",
                help="The one token, key or password that is let in [mock].",
            ),
            Argument(
                "--seed", metavar="NUMBER", type=int, default=0, help="What made-up values are made with [0]."
            ),
            *_CHOICE,
        ),
    ),
    "validate": (
        "Find what is wrong with documents; openapi-spec-validator gives a second opinion.",
        (_SPECS, _CONFIG, _SKIP, _STRICT, _REFERENCE, _FORMAT),
    ),
    "merge": (
        "Write one OpenAPI 3.2 document of all documents of a package; the report goes to standard error.",
        (
            *(_SPECS, _CONFIG, _PACKAGE, _REFERENCE),
            Argument("-o", "--output", dest="file", metavar="FILE", help="Where to write [standard output]."),
        ),
    ),
    "diff": (
        "Tell which operations and types were added, removed and changed between two documents.",
        (
            Argument("old", metavar="OLD", help="An OpenAPI document or a JSON Schema."),
            Argument("new", metavar="NEW", help="What it has become."),
            _REFERENCE,
            _one_of("--format", "text", "json", default="text", help="How changes are written [text]."),
        ),
    ),
}
"""Each command with what it does and what it takes."""
