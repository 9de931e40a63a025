"""The command line: arguments to calls. What is heavy is imported by the command that uses it.

Annotations are made where they stand: as texts, typer would compile them again and again.
"""

import enum
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from specloom import __version__
from specloom.faults import UsageError
from specloom.options import Group

if TYPE_CHECKING:
    from specloom.config import Project
    from specloom.console import Session

app = typer.Typer(
    cls=Group,
    name="specloom",
    help="OpenAPI documents in, Python packages out.",
    add_completion=False,
    rich_markup_mode=None,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
)


class Part(enum.StrEnum):
    MODELS = "models"
    CLIENT = "client"
    SERVER = "server"


class HttpLibrary(enum.StrEnum):
    HTTPX = "httpx"
    HTTPX2 = "httpx2"


class Style(enum.StrEnum):
    PYDANTIC = "pydantic"
    DATACLASS = "dataclass"
    TYPEDDICT = "typeddict"
    MSGSPEC = "msgspec"


class Format(enum.StrEnum):
    TEXT = "text"
    JSON = "json"
    GITHUB = "github"


class ChangesFormat(enum.StrEnum):
    TEXT = "text"
    JSON = "json"


Specs = Annotated[
    list[str] | None,
    typer.Argument(metavar="SPEC", help="OpenAPI documents; without any, the project file counts."),
]
Old = Annotated[str, typer.Argument(metavar="OLD", help="An OpenAPI document or a JSON Schema.")]
New = Annotated[str, typer.Argument(metavar="NEW", help="What it has become.")]
Config = Annotated[
    str | None,
    typer.Option("--config", metavar="FILE", help="The project file [specloom.yaml, here or in specs/]."),
]
PackageName = Annotated[
    str | None,
    typer.Option(
        "--package",
        metavar="NAME",
        help="The package's name [the first document's], or which one of a project file.",
    ),
]
Output = Annotated[
    str | None,
    typer.Option(
        "--output", "-o", metavar="DIR", help="The folder of the distribution [the package's name]."
    ),
]
Only = Annotated[
    list[Part] | None,
    typer.Option("--only", help="Generate this part; may be repeated [all]."),
]
ModelStyle = Annotated[
    Style | None,
    typer.Option(
        "--style",
        help="What models are made of [pydantic]; any other goes with models alone, and implies them.",
    ),
]
Library = Annotated[
    HttpLibrary | None,
    typer.Option("--http-library", help="What the client is on [httpx]."),
]
Skip = Annotated[
    list[str] | None,
    typer.Option(
        "--skip",
        metavar="NAME",
        help='Leave out an operation (its id, or "METHOD /path") or a schema; may be repeated.',
    ),
]
SkipFaulty = Annotated[
    bool, typer.Option("--skip-faulty", help="Leave out what has errors in it, and what needs that.")
]
Strict = Annotated[bool, typer.Option("--strict", help="Take every warning for an error.")]
Include = Annotated[
    list[str] | None,
    typer.Option(
        "--include",
        metavar="PATTERN",
        help="Only operations that fit tag:…, path:… or operation:…, with * for any text; may be repeated.",
    ),
]
Exclude = Annotated[
    list[str] | None,
    typer.Option("--exclude", metavar="PATTERN", help="Without the operations that fit; may be repeated."),
]
References = Annotated[
    list[str] | None,
    typer.Option(
        "--reference",
        metavar="URI=PATH",
        help="The copy of a document that is referred to by its URI (both end in / for a folder of them); "
        "may be repeated.",
    ),
]
Templates = Annotated[
    str | None,
    typer.Option("--templates", metavar="DIR", help="A folder whose templates stand in for ours."),
]
Form = Annotated[Format, typer.Option("--format", help="How findings are written.")]
DiffForm = Annotated[ChangesFormat, typer.Option("--format", help="How changes are written.")]


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"specloom {__version__}")
        raise typer.Exit


@app.callback()
def _main(
    version: Annotated[
        bool, typer.Option("--version", is_eager=True, callback=_version, help="Print the version.")
    ] = False,
) -> None:
    pass


@Group.members.add
def generate(
    specs: Specs = None,
    output: Output = None,
    package: PackageName = None,
    config: Config = None,
    only: Only = None,
    style: ModelStyle = None,
    http_library: Library = None,
    skip: Skip = None,
    skip_faulty: SkipFaulty = False,
    strict: Strict = False,
    include: Include = None,
    exclude: Exclude = None,
    reference: References = None,
    templates: Templates = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite files edited by hand.")] = False,
    form: Form = Format.TEXT,
) -> None:
    """Write the package, or every package of the project file."""
    from specloom import unchanged
    from specloom.console import session

    with session(form.value, sys.stderr) as work:
        project = _project(
            work, specs, config, package, output,
            only=only, style=style, http_library=http_library, reference=reference,
            skip=skip, skip_faulty=skip_faulty, strict=strict, include=include, exclude=exclude,
        )  # fmt: skip
        run, folder = work.run(project), _folder(templates)
        if not unchanged.is_up_to_date(run, folder):
            from specloom import commands  # It loads all that generating takes.

            commands.generate(run, templates=folder, force=force)


@Group.members.add
def check(
    specs: Specs = None,
    output: Output = None,
    package: PackageName = None,
    config: Config = None,
    only: Only = None,
    style: ModelStyle = None,
    http_library: Library = None,
    skip: Skip = None,
    skip_faulty: SkipFaulty = False,
    strict: Strict = False,
    include: Include = None,
    exclude: Exclude = None,
    reference: References = None,
    templates: Templates = None,
    form: Form = Format.TEXT,
) -> None:
    """Tell whether the packages on disk are what would be generated now."""
    from specloom import commands
    from specloom.console import session

    with session(form.value, sys.stdout) as work:
        project = _project(
            work, specs, config, package, output,
            only=only, style=style, http_library=http_library, reference=reference,
            skip=skip, skip_faulty=skip_faulty, strict=strict, include=include, exclude=exclude,
        )  # fmt: skip
        commands.check(work.run(project), templates=_folder(templates))


@Group.members.add
def scaffold(
    specs: Specs = None,
    output: Annotated[
        str,
        typer.Option("--output", "-o", metavar="DIR", help="The folder of the application, a package."),
    ] = "service",
    package: PackageName = None,
    config: Config = None,
    skip: Skip = None,
    skip_faulty: SkipFaulty = False,
    strict: Strict = False,
    include: Include = None,
    exclude: Exclude = None,
    reference: References = None,
    templates: Templates = None,
    form: Form = Format.TEXT,
) -> None:
    """Write handlers to fill in, once, and an application of them. What is there already is never touched."""
    from specloom import commands
    from specloom.console import session

    with session(form.value, sys.stderr) as work:
        project = _project(
            work, specs, config, package, reference=reference,
            skip=skip, skip_faulty=skip_faulty, strict=strict, include=include, exclude=exclude,
        )  # fmt: skip
        told = commands.scaffold(work.run(project), target=output, templates=_folder(templates))
        sys.stdout.write(told)


@Group.members.add
def mock(
    specs: Specs = None,
    config: Config = None,
    package: PackageName = None,
    host: Annotated[str, typer.Option("--host", help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[
        int, typer.Option("--port", min=0, max=65535, help="The port to listen on; 0 is a free one.")
    ] = 0,
    token: Annotated[
        str, typer.Option("--token", help="The one token, key or password that is let in.")
    ] = "mock",
    seed: Annotated[int, typer.Option("--seed", help="What made-up values are made with.")] = 0,
    skip: Skip = None,
    skip_faulty: SkipFaulty = False,
    strict: Strict = False,
    include: Include = None,
    exclude: Exclude = None,
    reference: References = None,
) -> None:
    """Serve the documents' own examples, and values made up by their schemas, until Ctrl-C."""
    from contextlib import ExitStack

    from specloom import commands
    from specloom.console import session

    with ExitStack() as until_the_end:
        with session("text", sys.stderr) as work:
            project = _project(
                work, specs, config, package, only=[Part.SERVER], reference=reference,
                skip=skip, skip_faulty=skip_faulty, strict=strict, include=include, exclude=exclude,
            )  # fmt: skip
            served = until_the_end.enter_context(
                commands.mocked(work.run(project), host=host, port=port, token=token, seed=seed)
            )
        sys.stdout.write(served.told)
        sys.stdout.flush()
        served.run()


@Group.members.add
def validate(
    specs: Specs = None,
    config: Config = None,
    skip: Skip = None,
    strict: Strict = False,
    reference: References = None,
    form: Form = Format.TEXT,
) -> None:
    """Find what is wrong with documents; openapi-spec-validator gives a second opinion."""
    from specloom import commands
    from specloom.console import session

    with session(form.value, sys.stdout) as work:
        commands.validate(
            work.run(_project(work, specs, config, skip=skip, strict=strict, reference=reference))
        )


@Group.members.add
def merge(
    specs: Specs = None,
    config: Config = None,
    package: PackageName = None,
    reference: References = None,
    output: Annotated[
        str | None, typer.Option("--output", "-o", metavar="FILE", help="Where to write [standard output].")
    ] = None,
) -> None:
    """Write one OpenAPI 3.2 document of all documents of a package; the report goes to standard error."""
    from specloom import commands
    from specloom.console import session

    with session("text", sys.stderr) as work:
        project = _project(work, specs, config, package, reference=reference)
        commands.merge(work.run(project), output=output)


@Group.members.add
def diff(
    old: Old,
    new: New,
    reference: References = None,
    form: DiffForm = ChangesFormat.TEXT,
) -> None:
    """Tell which operations and types were added, removed and changed between two documents."""
    from specloom import commands
    from specloom.console import session

    with session("text", sys.stderr) as work:
        before, after = (_project(work, [spec], package="api", reference=reference) for spec in (old, new))
        sys.stdout.write(commands.diff(work.run(before), work.run(after), as_json=form is ChangesFormat.JSON))


def _project(
    work: "Session",
    specs: list[str] | None,
    config: str | None = None,
    package: str | None = None,
    output: str | None = None,
    *,
    only: list[Part] | None = None,
    style: Style | None = None,
    http_library: HttpLibrary | None = None,
    skip: list[str] | None = None,
    skip_faulty: bool = False,
    strict: bool = False,
    include: list[str] | None = None,
    exclude: list[str] | None = None,
    reference: list[str] | None = None,
) -> "Project":
    from specloom import project

    if specs and config is not None:
        raise UsageError("give documents or --config, not both")
    if specs:
        made = project.from_documents(specs, package=package, output=output)
    else:
        made = project.from_file(config, package=package, output=output, diagnostics=work.diagnostics)
    return project.adjusted(
        made,
        only=[part.value for part in only or ()],
        style=None if style is None else style.value,
        http_library=None if http_library is None else http_library.value,
        skip=skip or (),
        skip_faulty=skip_faulty,
        strict=strict,
        include=include or (),
        exclude=exclude or (),
        references=reference or (),
    )


def _folder(templates: str | None) -> Path | None:
    if templates is not None and not Path(templates).is_dir():
        raise UsageError(f"--templates: there is no folder {templates!r}")
    return Path(templates) if templates is not None else None
