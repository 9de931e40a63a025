"""Texts as ruff leaves them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from specloom.render.formatting import Files, scratch


def format_tree(tree: Mapping[str, str]) -> dict[str, str]:
    """The same files, formatted. Raises `RenderError`."""
    with _written(tree) as files:
        with files.formatting() as formatted:
            formatted()
        return texts(files.take())


def sort_tree(tree: Mapping[str, str]) -> dict[str, str]:
    """The same files, imports and `__all__` sorted. Raises `RenderError`."""
    with _written(tree) as files:
        files.sort()
        return texts(files.take())


def texts(files: Mapping[str, bytes]) -> dict[str, str]:
    return {path: data.decode() for path, data in files.items()}


@contextmanager
def _written(tree: Mapping[str, str]) -> Iterator[Files]:
    with scratch() as place:
        yield place.put({path: text.encode("utf-8", "surrogatepass") for path, text in tree.items()})
