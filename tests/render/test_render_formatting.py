"""What the formatter does to a tree."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path
from types import SimpleNamespace

import pytest

from specloom.render import formatting
from specloom.render.formatting import RenderError, scratch
from support.formatted import format_tree, sort_tree


def test_python_is_formatted_in_markdown_too() -> None:
    tree = {
        "a.py": "x = {  'a' : 1}\n",
        "README.md": "Look:\n\n```python\nf( 'a')\n```\n",
        "a.json": "{ }\n",
    }
    assert format_tree(tree) == {
        "a.py": 'x = {"a": 1}\n',
        "README.md": 'Look:\n\n```python\nf("a")\n```\n',
        "a.json": "{ }\n",
    }


@pytest.mark.parametrize(
    "text",
    [
        "x = (\n",
        "return 1\n",
        "break\n",
        "def f(a, a): ...\n",
        "f(a=1, a=2)\n",
        "f() = 1\n",
        "from __future__ import nothing\n",
        'x = "a\0b"\n',
        'x = "\\d"\n',
    ],
)
def test_what_is_no_python_is_refused(text: str) -> None:
    with pytest.raises(RenderError, match=r"b\.py is not Python"):
        sort_tree({"a.py": "x = 1\n", "b.py": text})


def test_what_cannot_be_parsed_is_named() -> None:
    with pytest.raises(RenderError, match=r"b\.py is not Python: .*\(line 2\)"):
        format_tree({"a.py": "x = 1\n", "b.py": "x = 1\ny = ]\n"})


def test_a_formatter_that_is_ended_from_outside_is_no_fault_of_the_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended = tmp_path / "ruff"
    ended.write_text("#!/bin/sh\nkill -9 $$\n")
    ended.chmod(0o755)
    monkeypatch.setattr(formatting, "find_ruff_bin", lambda: str(ended))
    with pytest.raises(OSError, match="was ended by signal 9"):
        format_tree({"a.py": "x = 1\n"})


def test_imports_are_sorted() -> None:
    tree = {"a.py": 'import b\nimport a\n\n__all__ = ["b", "A", "a"]\n', "a.json": "{ }\n"}
    assert sort_tree(tree) == {
        "a.py": 'import a\nimport b\n\n__all__ = ["A", "a", "b"]\n',
        "a.json": "{ }\n",
    }


@pytest.mark.parametrize("folder", ["none", "full", "file"])
def test_it_does_without_a_folder_in_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, folder: str
) -> None:
    place = tmp_path / folder
    if folder == "full":
        place.mkdir()
    if folder == "file":
        place.touch()
    monkeypatch.setattr(formatting, "_MEMORY", str(place))
    if folder == "full":
        monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=4096))
    with scratch() as found:
        files = found.put({"a.py": b"x = 1\n"})
        assert files.folder.startswith(f"{tempfile.gettempdir()}/")
        assert files.take() == {"a.py": b"x = 1\n"}
    assert not Path(files.folder).parent.exists()


@pytest.mark.skipif(not Path("/dev/shm").is_dir(), reason="no folder in memory is known here")
def test_nothing_is_left_where_files_were_formatted() -> None:
    with scratch() as place:
        files = place.put({"a.py": b"x = {  }\n"})
        assert Path(files.folder).parent.stat().st_mode & 0o77 == 0
        with files.formatting() as formatted:
            formatted()
        assert files.take() == {"a.py": b"x = {}\n"}
    assert not Path(files.folder).parent.exists()
