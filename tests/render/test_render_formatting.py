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
        'x = "\ud800"\n',
    ],
)
def test_what_is_no_python_is_refused(text: str) -> None:
    with pytest.raises(RenderError, match=r"b\.py is not Python"):
        format_tree({"a.py": "x = 1\n", "b.py": text})
