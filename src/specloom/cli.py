"""The command line: arguments to calls. What is heavy is imported by the command that uses it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from specloom import __version__
from specloom.faults import INTERRUPTED, UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TypedDict, Unpack

    from specloom.config import Project
    from specloom.config.model import HttpLibrary, Part, Style
    from specloom.console import Format, Session

    class Adjustments(TypedDict, total=False):
        """Options that say what becomes of the documents, as `project.adjusted` takes them."""

        only: Sequence[Part]
        style: Style | None
        http_library: HttpLibrary | None
        skip: Sequence[str]
        skip_faulty: bool
        strict: bool
        include: Sequence[str]
        exclude: Sequence[str]
        references: Sequence[str]


F = TypeVar("F", bound=Callable[..., Any])


class Program(click.Group):
    """Shows commands in the order in which they are written, and ends as `faults` says."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.commands)

    def make_context(self, *args: Any, **settings: Any) -> click.Context:
        with _past_click():
            return super().make_context(*args, **settings)

    def invoke(self, ctx: click.Context) -> None:
        with _past_click():
            super().invoke(ctx)


@contextmanager
def _past_click() -> Iterator[None]:
    """End an interrupted program, and one whose reader has enough, by the codes of `faults`, not click's."""
    try:
        yield
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
    except BrokenPipeError:
        sys.exit(0)


def _together(*options: Callable[[F], F]) -> Callable[[F], F]:
    """One decorator in place of several, of which the first is the first in help."""

    def decorate(function: F) -> F:
        for option in reversed(options):
            function = option(function)
        return function

    return decorate


def _form(help: str, *forms: str) -> Callable[[F], F]:
    return click.option(
        "--format", "form", type=click.Choice(forms), default="text", show_default=True, help=help
    )


specs = click.argument(
    "specs",
    nargs=-1,
    metavar="[SPEC]...",
    help="OpenAPI documents; without any, the project file counts.",
)
config = click.option("--config", metavar="FILE", help="The project file [specloom.yaml, here or in specs/].")
package = click.option(
    "--package",
    metavar="NAME",
    help="The package's name [the first document's], or which one of a project file.",
)
output = click.option(
    "--output", "-o", metavar="DIR", help="The folder of the distribution [the package's name]."
)
only = click.option(
    "--only",
    type=click.Choice(["models", "client", "server"]),
    multiple=True,
    help="Generate this part; may be repeated [all].",
)
style = click.option(
    "--style",
    type=click.Choice(["pydantic", "dataclass", "typeddict", "msgspec"]),
    help="What models are made of [pydantic]; any other goes with models alone, and implies them.",
)
http_library = click.option(
    "--http-library", type=click.Choice(["httpx", "httpx2"]), help="What the client is on [httpx]."
)
skip = click.option(
    "--skip",
    metavar="NAME",
    multiple=True,
    help='Leave out an operation (its id, or "METHOD /path") or a schema; may be repeated.',
)
skip_faulty = click.option(
    "--skip-faulty", is_flag=True, help="Leave out what has errors in it, and what needs that."
)
strict = click.option("--strict", is_flag=True, help="Take every warning for an error.")
include = click.option(
    "--include",
    metavar="PATTERN",
    multiple=True,
    help="Only operations that fit tag:…, path:… or operation:…, with * for any text; may be repeated.",
)
exclude = click.option(
    "--exclude", metavar="PATTERN", multiple=True, help="Without the operations that fit; may be repeated."
)
references = click.option(
    "--reference",
    "references",
    metavar="URI=PATH",
    multiple=True,
    help="The copy of a document that is referred to by its URI (both end in / for a folder of them); "
    "may be repeated.",
)
templates = click.option("--templates", metavar="DIR", help="A folder whose templates stand in for ours.")
findings = _form("How findings are written.", "text", "json", "github")
left_out = _together(skip, skip_faulty, strict, include, exclude)
generated = _together(
    specs, output, package, config, only, style, http_library, left_out, references, templates
)


@click.group(cls=Program)
@click.version_option(__version__, message="specloom %(version)s", help="Print the version.")
def app() -> None:
    """OpenAPI documents in, Python packages out."""


@app.command
@generated
@click.option("--force", is_flag=True, help="Overwrite files edited by hand.")
@findings
def generate(
    specs: Sequence[str],
    output: str | None,
    package: str | None,
    config: str | None,
    templates: str | None,
    force: bool,
    form: Format,
    **adjustments: Unpack[Adjustments],
) -> None:
    """Write the package, or every package of the project file."""
    from specloom import unchanged
    from specloom.console import session

    with session(form, sys.stderr) as work:
        project = _project(work, specs, config, package, output, **adjustments)
        run, folder = work.run(project), _folder(templates)
        if not unchanged.is_up_to_date(run, folder):
            from specloom import commands  # It loads all that generating takes.

            commands.generate(run, templates=folder, force=force)


@app.command
@generated
@findings
def check(
    specs: Sequence[str],
    output: str | None,
    package: str | None,
    config: str | None,
    templates: str | None,
    form: Format,
    **adjustments: Unpack[Adjustments],
) -> None:
    """Tell whether the packages on disk are what would be generated now."""
    from specloom import commands
    from specloom.console import session

    with session(form, sys.stdout) as work:
        project = _project(work, specs, config, package, output, **adjustments)
        commands.check(work.run(project), templates=_folder(templates))


@app.command
@specs
@click.option(
    "--output",
    "-o",
    metavar="DIR",
    default="service",
    show_default=True,
    help="The folder of the application, a package.",
)
@package
@config
@left_out
@references
@templates
@findings
def scaffold(
    specs: Sequence[str],
    output: str,
    package: str | None,
    config: str | None,
    templates: str | None,
    form: Format,
    **adjustments: Unpack[Adjustments],
) -> None:
    """Write handlers to fill in, once, and an application of them. What is there already is never touched."""
    from specloom import commands
    from specloom.console import session

    with session(form, sys.stderr) as work:
        project = _project(work, specs, config, package, **adjustments)
        told = commands.scaffold(work.run(project), target=output, templates=_folder(templates))
        sys.stdout.write(told)


@app.command
@specs
@config
@package
@click.option(
    "--host", metavar="ADDRESS", default="127.0.0.1", show_default=True, help="The address to listen on."
)
@click.option(
    "--port",
    metavar="NUMBER",
    type=click.IntRange(0, 65535),
    default=0,
    show_default=True,
    help="The port to listen on; 0 is a free one.",
)
@click.option(
    "--token",
    metavar="TEXT",
    default="mock",
    show_default=True,
    help="The one token, key or password that is let in.",
)
@click.option(
    "--seed",
    metavar="NUMBER",
    type=int,
    default=0,
    show_default=True,
    help="What made-up values are made with.",
)
@left_out
@references
def mock(
    specs: Sequence[str],
    config: str | None,
    package: str | None,
    host: str,
    port: int,
    token: str,
    seed: int,
    **adjustments: Unpack[Adjustments],
) -> None:
    """Serve the documents' own examples, and values made up by their schemas, until Ctrl-C."""
    from contextlib import ExitStack

    from specloom import commands
    from specloom.console import session

    with ExitStack() as until_the_end:
        with session("text", sys.stderr) as work:
            adjustments["only"] = ["server"]
            project = _project(work, specs, config, package, **adjustments)
            served = until_the_end.enter_context(
                commands.mocked(work.run(project), host=host, port=port, token=token, seed=seed)
            )
        sys.stdout.write(served.told)
        sys.stdout.flush()
        served.run()


@app.command
@specs
@config
@skip
@strict
@references
@findings
def validate(
    specs: Sequence[str], config: str | None, form: Format, **adjustments: Unpack[Adjustments]
) -> None:
    """Find what is wrong with documents; openapi-spec-validator gives a second opinion."""
    from specloom import commands
    from specloom.console import session

    with session(form, sys.stdout) as work:
        commands.validate(work.run(_project(work, specs, config, **adjustments)))


@app.command
@specs
@config
@package
@references
@click.option("--output", "-o", metavar="FILE", help="Where to write [standard output].")
def merge(
    specs: Sequence[str],
    config: str | None,
    package: str | None,
    output: str | None,
    **adjustments: Unpack[Adjustments],
) -> None:
    """Write one OpenAPI 3.2 document of all documents of a package; the report goes to standard error."""
    from specloom import commands
    from specloom.console import session

    with session("text", sys.stderr) as work:
        project = _project(work, specs, config, package, **adjustments)
        commands.merge(work.run(project), output=output)


@app.command
@click.argument("old", help="An OpenAPI document or a JSON Schema.")
@click.argument("new", help="What it has become.")
@references
@_form("How changes are written.", "text", "json")
def diff(old: str, new: str, form: str, **adjustments: Unpack[Adjustments]) -> None:
    """Tell which operations and types were added, removed and changed between two documents."""
    from specloom import commands
    from specloom.console import session

    with session("text", sys.stderr) as work:
        before, after = (_project(work, [spec], package="api", **adjustments) for spec in (old, new))
        sys.stdout.write(commands.diff(work.run(before), work.run(after), as_json=form == "json"))


def _project(
    work: Session,
    specs: Sequence[str],
    config: str | None = None,
    package: str | None = None,
    output: str | None = None,
    **adjustments: Unpack[Adjustments],
) -> Project:
    from specloom import project

    if specs and config is not None:
        raise UsageError("give documents or --config, not both")
    if specs:
        made = project.from_documents(specs, package=package, output=output)
    else:
        made = project.from_file(config, package=package, output=output, diagnostics=work.diagnostics)
    return project.adjusted(made, **adjustments)


def _folder(templates: str | None) -> Path | None:
    if templates is not None and not Path(templates).is_dir():
        raise UsageError(f"--templates: there is no folder {templates!r}")
    return Path(templates) if templates is not None else None
