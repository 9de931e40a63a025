"""The command line as values: what was asked for, and how help is given and wrong use refused."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NoReturn

from specloom import __version__
from specloom.options import COMMANDS, Argument

if TYPE_CHECKING:
    from specloom.config.model import HttpLibrary, Part, Style
    from specloom.console import Format


class Given(argparse.Namespace):
    """What was said on the command line; what a command does not take is as if it were not given."""

    specs: Sequence[str] = ()
    old: str = ""
    new: str = ""
    config: str | None = None
    package: str | None = None
    output: str | None = None
    """The folder of the distribution."""
    folder: str = "service"
    """The folder of the application."""
    file: str | None = None
    """Where the merged document goes."""
    only: Sequence[Part] = ()
    style: Style | None = None
    http_library: HttpLibrary | None = None
    skip: Sequence[str] = ()
    skip_faulty: bool = False
    strict: bool = False
    include: Sequence[str] = ()
    exclude: Sequence[str] = ()
    reference: Sequence[str] = ()
    templates: str | None = None
    force: bool = False
    format: Format = "text"
    host: str = "127.0.0.1"
    port: int = 0
    token: str = "mock"
    seed: int = 0


def parse(arguments: Sequence[str]) -> tuple[str, Given]:
    """The command that `arguments` ask for, and what it is given.

    Raises :class:`SystemExit`: after help or the version was printed (0), and after wrong use was told (2).
    """
    if not arguments or arguments[0] not in COMMANDS:
        _end(_root(), arguments)
    return arguments[0], _given(arguments[0], arguments[1:])


def _end(root: _Parser, arguments: Sequence[str]) -> NoReturn:
    if not arguments:
        root.print_help(sys.stderr)
        root.exit(2)
    first = arguments[0]
    if not first.startswith("-"):
        root.error(f"no such command: {first}{_near(first, COMMANDS)}")
    found, strangers = root.parse_known_args([first])
    root.refuse(strangers)
    if not found.version:
        root.error("there is no command")
    sys.stdout.write(f"specloom {__version__}\n")
    root.exit()


def _given(command: str, arguments: Sequence[str]) -> Given:
    does, takes = COMMANDS[command]
    parser = _Parser(f"specloom {command}", " ".join(("[OPTIONS]", *_shown(takes))), does)
    places, options = parser.add_argument_group("Arguments"), parser.add_argument_group("Options")
    for argument in takes:
        group = places if argument.positional else options
        group.add_argument(*argument.names, help=argument.help, **argument.more)
    options.add_argument("--help", action="help", help="Show this message and exit.")
    # Documents may stand between options.
    found, strangers = parser.parse_known_intermixed_args(_plain(arguments))
    parser.refuse(strangers)
    return Given(**vars(found))


def _plain(arguments: Sequence[str]) -> list[str]:
    """Without a "--": what follows it are paths, so one that looks like an option has another spelling."""
    end = arguments.index("--") if "--" in arguments else len(arguments)
    paths = (f"./{path}" if path.startswith("-") else path for path in arguments[end + 1 :])
    return [*arguments[:end], *paths]


def _shown(takes: Sequence[Argument]) -> Iterator[str]:
    for argument in takes:
        if argument.positional:
            name = argument.more["metavar"]
            yield f"[{name}]..." if "nargs" in argument.more else name


def _root() -> _Parser:
    does = "OpenAPI documents in, Python packages out."
    parser = _Parser("specloom", "[OPTIONS] COMMAND [ARGS]...", does)
    options = parser.add_argument_group("Options")
    options.add_argument("--version", action="store_true", help="Print the version.")
    options.add_argument("--help", action="help", help="Show this message and exit.")
    commands = parser.add_argument_group("Commands")
    for name, (does, _) in COMMANDS.items():
        commands.add_argument(name, nargs="?", help=does)  # To be told: which one it is, is known before.
    return parser


class _Parser(argparse.ArgumentParser):
    def __init__(self, prog: str, usage: str, does: str) -> None:
        super().__init__(
            prog, f"%(prog)s {usage}", does, formatter_class=_Help, add_help=False, allow_abbrev=False
        )

    def refuse(self, strangers: Sequence[str]) -> None:
        """End with 2 if there are any arguments that nothing takes."""
        if not strangers:
            return
        name = strangers[0].partition("=")[0]
        if name.startswith("-"):
            self.error(f"no such option: {name}{_near(name, self._option_string_actions)}")
        self.error(f"one argument too many: {name}")

    def print_help(self, file: Any = None) -> None:
        (file or sys.stdout).write(self.format_help())  # argparse's own way hides that nobody can read it.

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.format_usage()}Try '{self.prog} --help' for help.\n\nError: {message}\n")


class _Help(argparse.HelpFormatter):
    def add_usage(
        self,
        usage: str | None,
        actions: Any,
        groups: Any,
        prefix: str | None = None,
    ) -> None:
        super().add_usage(usage, actions, groups, prefix or "Usage: ")


def _near(name: str, known: Iterable[str]) -> str:
    """A hint at what may have been meant."""
    from difflib import get_close_matches

    near = get_close_matches(name, known)
    return f" (did you mean {near[0]}?)" if near else ""
