"""Views and templates in, text out."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from jinja2 import TemplateError

from specloom.python.views import File, Package, Verbatim
from specloom.render.environment import environment
from specloom.render.formatting import RenderError, format_tree
from specloom.render.runtime import runtime_files


def render(package: Package, *, templates: Path | None = None) -> dict[str, str]:
    """All files of a distribution: POSIX path → text, which ends in a newline if there is any.

    `templates` is a folder whose files stand in for ours. Raises :class:`RenderError`.
    """
    tree = rendered(package.files, package.verbatim, templates=templates)
    # It is kept as the formatter would leave it.
    for path, text in runtime_files(package.runtime).items():
        tree[f"{package.runtime_path}/{path}"] = text
    return dict(sorted(tree.items()))


def rendered(
    files: Iterable[File], verbatim: Iterable[Verbatim] = (), *, templates: Path | None
) -> dict[str, str]:
    """Some files of a distribution, as :func:`render` gives them. Raises :class:`RenderError`."""
    jinja = environment(templates)
    tree = {file.path: file.text for file in verbatim}
    for file in files:
        try:
            text = jinja.get_template(file.template).render(view=file.view)
        except (TemplateError, TypeError, ValueError, AttributeError) as error:
            raise RenderError(f"{file.template}, for {file.path}: {error}") from error
        tree[file.path] = text.strip("\n") + "\n"
    return format_tree(tree)
