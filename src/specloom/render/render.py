"""Views and templates in, text out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from jinja2 import TemplateError

from specloom.python.views import File, Package
from specloom.render.environment import environment
from specloom.render.formatting import RenderError, format_tree, sort_tree
from specloom.render.runtime import runtime_files


def render(
    package: Package, *, printed: Mapping[str, str] | None = None, templates: Path | None = None
) -> dict[str, str]:
    """All files of a distribution: POSIX path → text, which ends in a newline if there is any.

    `printed` are texts that :func:`print_files` has made before. `templates` is a folder whose files stand in
    for ours. Raises :class:`RenderError`.
    """
    tree = {file.path: file.text for file in package.verbatim}
    tree |= {**(printed or {}), **print_files(package.files, templates=templates)}
    tree = finished(tree, templates=templates)
    # It is kept as the formatter would leave it.
    for path, text in runtime_files(package.runtime).items():
        tree[f"{package.runtime_path}/{path}"] = text
    return dict(sorted(tree.items()))


def finished(printed: Mapping[str, str], *, templates: Path | None = None) -> dict[str, str]:
    """Texts as they are delivered. What `templates` of others have made is looked at more closely.

    Raises :class:`RenderError`.
    """
    return format_tree(printed if templates is None else sort_tree(printed))


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
