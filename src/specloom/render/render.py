"""Views and templates in, text out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from traceback import walk_tb

from jinja2 import TemplateError, TemplateSyntaxError

from specloom.diagnostics import Location
from specloom.python.views import File, Package
from specloom.render.environment import environment
from specloom.render.formatting import Files, RenderError, scratch
from specloom.render.runtime import runtime_files


def render(package: Package, *, templates: Path | None = None) -> dict[str, bytes]:
    """All files of a distribution: POSIX path → text in UTF-8, which ends in a newline if there is any.

    `templates` is a folder whose files stand in for ours. Raises :class:`RenderError`.
    """
    tree = {file.path: file.data for file in package.verbatim}
    with scratch() as place:
        files = place.put(tree | print_files(package.files, templates=templates))
        with finishing(files, templates=templates) as finished:
            finished()
        return dict(sorted((files.take() | runtime_of(package)).items()))


def runtime_of(package: Package) -> dict[str, bytes]:
    """The files of the runtime, which are kept as the formatter would leave them."""
    found = runtime_files(package.runtime)
    return {f"{package.runtime_path}/{path}": text for path, text in found.items()}


@contextmanager
def finishing(files: Files, *, templates: Path | None = None) -> Iterator[Callable[[], None]]:
    """Files on the way to what is delivered, as :meth:`~specloom.render.formatting.Files.formatting` says.
    What `templates` of others have made is looked at more closely.

    Raises :class:`RenderError`.
    """
    if templates is not None:
        files.sort()
    with files.formatting() as finished:
        yield finished


def print_files(files: Iterable[File], *, templates: Path | None = None) -> dict[str, bytes]:
    """The texts of files, in UTF-8, not formatted yet. A file's view is let go before the next is asked for.

    Raises :class:`RenderError`.
    """
    template = cache(environment(templates).get_template)
    printed = {}
    for file in files:
        try:
            text = template(file.template).render(view=file.view)
        except Exception as error:  # A template can do whatever an expression can.
            message = f"{file.template}, for {file.path}: {_said(error)}"
            raise RenderError(message, _place(error)) from error
        try:
            printed[file.path] = _trimmed(text.encode())
        except UnicodeEncodeError as error:
            raise RenderError(f"{file.path} is not Python: {error}") from error
    return printed


def _trimmed(data: bytes) -> bytes:
    """With one newline at the end, and none at the beginning: most are so, and long."""
    if data.endswith(b"\n") and not data.startswith(b"\n") and not data.endswith(b"\n\n"):
        return data
    return data.strip(b"\n") + b"\n"


def _said(error: Exception) -> str:
    return str(error) if isinstance(error, TemplateError) else f"{type(error).__name__}: {error}"


def _place(error: Exception) -> Location | None:
    """Where in a template it was raised."""
    if isinstance(error, TemplateSyntaxError):
        return Location(error.filename, line=error.lineno, column=1) if error.filename else None
    frames = [(frame.f_code.co_filename, line) for frame, line in walk_tb(error.__traceback__)]
    inside = [Location(name, line=line, column=1) for name, line in frames if name.endswith(".jinja")]
    return inside[-1] if inside else None
