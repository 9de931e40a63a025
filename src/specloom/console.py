"""What a command says: findings and progress."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import cache
from typing import TYPE_CHECKING, Literal, TextIO

from specloom.config import Project
from specloom.diagnostics import Diagnostics, Stop
from specloom.faults import FINDINGS, USAGE
from specloom.run import Places, Run

if TYPE_CHECKING:
    from rich.status import Status

Format = Literal["text", "json", "github"]


class Session:
    """The findings of one command. Text goes to `to`, what machines read to standard output."""

    def __init__(self, form: Format, to: TextIO, step: Callable[[str], None]) -> None:
        self.diagnostics = Diagnostics()
        self.places = Places()
        self.step = step
        self.exit_code = USAGE
        """What errors end with: USAGE until it is clear what to work on."""
        self._format = form
        self._to = to

    def run(self, project: Project) -> Run:
        """A run over documents: errors in them are findings."""
        self.exit_code = FINDINGS
        return Run(project=project, diagnostics=self.diagnostics, places=self.places, step=self.step)

    def report(self) -> None:
        """Write the findings. In text, nothing found is nothing said."""
        if self._format == "text" and not len(self.diagnostics):
            return
        from specloom import reporting

        locate = self.places.locate
        if self._format == "json":
            sys.stdout.write(reporting.json_report(self.diagnostics, locate=locate))
        elif self._format == "github":
            sys.stdout.write(reporting.github(self.diagnostics, locate=locate))
        else:

            def line(uri: str, number: int) -> str | None:
                known = self.places.line(uri, number)
                return known if known is not None else reporting.read_line(uri, number)

            color = self._to.isatty() and "NO_COLOR" not in os.environ
            self._to.write(reporting.text(self.diagnostics, locate=locate, line=line, color=color))


@contextmanager
def session(form: Format, to: TextIO) -> Iterator[Session]:
    """A command's work. Afterwards the findings are written; errors among them end the process."""
    with _progress() as step:
        made = Session(form, to, step)
        with suppress(Stop):
            yield made
    try:
        made.report()
    finally:  # Errors are errors, even where nobody listens.
        if made.diagnostics.failed:
            raise SystemExit(made.exit_code) from None


@contextmanager
def _progress() -> Iterator[Callable[[str], None]]:
    """Something that shows what is going on: a moving line on a terminal, nothing elsewhere."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    with ExitStack() as shown:

        @cache
        def line() -> Status:
            from rich.console import Console  # Takes longer to load than to see that nothing is to be done.

            return shown.enter_context(Console(stderr=True).status("starting"))

        yield lambda text: line().update(text.replace("[", "\\["))
