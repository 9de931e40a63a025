"""Views and templates in, text out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from jinja2 import TemplateError

from specloom.python.views import File, Package
from specloom.render.environment import environment
from specloom.render.formatting import RenderError, formatting, sort_tree
from specloom.render.runtime import runtime_files


def render(package: Package, *, templates: Path | None = None) -> dict[str, str]:
    """All files of a distribution: POSIX path → text, which ends in a newline if there is any.

    `templates` is a folder whose files stand in for ours. Raises :class:`RenderError`.
    """
    tree = {file.path: file.text for file in package.verbatim}
    with finishing(tree | print_files(package.files, templates=templates), templates=templates) as finished:
        return dict(sorted((finished() | runtime_of(package)).items()))


def runtime_of(package: Package) -> dict[str, str]:
    """The files of the runtime, which are kept as the formatter would leave them."""
    found = runtime_files(package.runtime)
    return {f"{package.runtime_path}/{path}": text for path, text in found.items()}


@contextmanager
def finishing(
    printed: Mapping[str, str], *, templates: Path | None = None
) -> Iterator[Callable[[], dict[str, str]]]:
    """Texts as they are delivered, as :func:`~specloom.render.formatting.formatting` gives them. What
    `templates` of others have made is looked at more closely.

    Raises :class:`RenderError`.
    """
    with formatting(printed if templates is None else sort_tree(printed)) as finished:
        yield finished


def print_files(files: Iterable[File], *, templates: Path | None = None) -> dict[str, str]:
    """The texts of files, not formatted yet. A file's view is let go before the next is asked for.

    Raises :class:`RenderError`.
    """
    jinja = environment(templates)
    printed = {}
    for file in files:
        try:
            text = jinja.get_template(file.template).render(view=file.view)
        except (TemplateError, TypeError, ValueError, AttributeError) as error:
            raise RenderError(f"{file.template}, for {file.path}: {error}") from error
        printed[file.path] = text.strip("\n") + "\n"
    return printed
