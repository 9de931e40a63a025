"""The command line: arguments to calls. What is heavy is imported by the command that uses it."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from specloom.arguments import Given, parse
from specloom.faults import UsageError

if TYPE_CHECKING:
    from pathlib import Path

    from specloom.config import Project
    from specloom.console import Session


def main(arguments: Sequence[str]) -> None:
    """Do what `arguments` ask for. Raises :class:`SystemExit`, :class:`UsageError` and what stages raise."""
    command, given = parse(arguments)
    _DOES[command](given)


def _generate(given: Given) -> None:
    from specloom import unchanged
    from specloom.console import session

    with session(given.format, sys.stderr) as work:
        run, folder = work.run(_project(work, given)), _folder(given.templates)
        if not unchanged.is_up_to_date(run, folder):
            from specloom import commands  # It loads all that generating takes.

            commands.generate(run, templates=folder, force=given.force)


def _check(given: Given) -> None:
    from specloom import commands
    from specloom.console import session

    with session(given.format, sys.stdout) as work:
        commands.check(work.run(_project(work, given)), templates=_folder(given.templates))


def _scaffold(given: Given) -> None:
    from specloom import commands
    from specloom.console import session

    with session(given.format, sys.stderr) as work:
        run = work.run(_project(work, given))
        sys.stdout.write(commands.scaffold(run, target=given.folder, templates=_folder(given.templates)))


def _mock(given: Given) -> None:
    from contextlib import ExitStack

    from specloom import commands
    from specloom.console import session

    with ExitStack() as until_the_end:
        with session("text", sys.stderr) as work:
            run = work.run(_project(work, Given(**{**vars(given), "only": ["server"]})))
            served = until_the_end.enter_context(
                commands.mocked(run, host=given.host, port=given.port, token=given.token, seed=given.seed)
            )
        sys.stdout.write(served.told)
        sys.stdout.flush()
        served.run()


def _validate(given: Given) -> None:
    from specloom import commands
    from specloom.console import session

    with session(given.format, sys.stdout) as work:
        commands.validate(work.run(_project(work, given)))


def _merge(given: Given) -> None:
    from specloom import commands
    from specloom.console import session

    with session("text", sys.stderr) as work:
        commands.merge(work.run(_project(work, given)), output=given.file)


def _diff(given: Given) -> None:
    from specloom import commands
    from specloom.console import session

    with session("text", sys.stderr) as work:
        old, new = (
            work.run(_project(work, Given(**{**vars(given), "specs": [spec], "package": "api"})))
            for spec in (given.old, given.new)
        )
        sys.stdout.write(commands.diff(old, new, as_json=given.format == "json"))


_DOES = {
    "generate": _generate,
    "check": _check,
    "scaffold": _scaffold,
    "mock": _mock,
    "validate": _validate,
    "merge": _merge,
    "diff": _diff,
}


def _project(work: Session, given: Given) -> Project:
    from specloom import project

    if given.specs and given.config is not None:
        raise UsageError("give documents or --config, not both")
    if given.specs:
        made = project.from_documents(given.specs, package=given.package, output=given.output)
    else:
        made = project.from_file(
            given.config, package=given.package, output=given.output, diagnostics=work.diagnostics
        )
    return project.adjusted(
        made,
        only=given.only,
        style=given.style,
        http_library=given.http_library,
        skip=given.skip,
        skip_faulty=given.skip_faulty,
        strict=given.strict,
        include=given.include,
        exclude=given.exclude,
        references=given.reference,
    )


def _folder(templates: str | None) -> Path | None:
    if templates is None:
        return None
    from pathlib import Path

    if not Path(templates).is_dir():
        raise UsageError(f"--templates: there is no folder {templates!r}")
    return Path(templates)
