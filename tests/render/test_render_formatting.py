"""What the formatter does to a tree."""

from __future__ import annotations

import pytest

from specloom.render.formatting import RenderError, format_tree


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


def test_what_is_no_python_is_refused() -> None:
    with pytest.raises(RenderError, match=r"b\.py is not Python"):
        format_tree({"b.py": "x = (\n"})
