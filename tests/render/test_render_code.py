"""A document's text in generated files: it says the same there, and can do nothing else."""

from __future__ import annotations

import ast
import html
import io
import json
import tokenize
import tomllib
import warnings
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from specloom import code
from specloom.code import Code
from support.formatted import format_tree

TEXTS = st.text(st.characters(exclude_categories=()))
"""Lone surrogates and control characters included."""

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=10,
)


def evaluate(source: str) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        return ast.literal_eval(source)


@given(JSON)
@example("\ud800")
@example("\\")
@example("'\"")
@example("\r\n\x00\u2028\u202e")
@example(10**5000)
def test_a_literal_is_the_value(value: Any) -> None:
    written = code.literal(value)
    read = evaluate(written)
    assert read == value
    assert json.dumps(read) == json.dumps(value) if not _is_huge(value) else True
    assert "\n" not in written


def _is_huge(value: Any) -> bool:
    return isinstance(value, int) and abs(value) > 10**4000


def test_literals_keep_every_digit_of_a_decimal() -> None:
    assert code.literal(Decimal("0.10000000000000000001")) == "0.10000000000000000001"
    assert evaluate(code.literal(Decimal("1E+2"))) == 100


@pytest.mark.parametrize("value", [float("nan"), float("inf"), Decimal("NaN"), Decimal("1E+9999")])
def test_what_is_no_json_number_has_no_literal(value: Any) -> None:
    with pytest.raises(ValueError, match="number"):
        code.literal(value)


@given(TEXTS)
@example('"""')
@example('ends with a quote"')
@example("ends with a backslash\\")
@example('"')
@example("a\r\nb\rc")
@example("first\n    second\n  third\n")
@example("nul \x00 separator \u2028 tab \t form feed \f")
def test_a_docstring_is_valid_and_keeps_the_text(text: str) -> None:
    source = f"class A:\n    {code.docstring(text)}\n"
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        [statement] = ast.parse(source).body
    assert isinstance(statement, ast.ClassDef)
    assert _words(ast.get_docstring(statement) or "") == _words(text)


def _words(text: str) -> list[str]:
    return text.split()


def test_a_docstring_is_left_alone_by_the_formatter() -> None:
    texts = [
        '"',
        '"quoted"',
        "a\\\\",
        'a"',
        '"""',
        "a\n\n    b\n  c",
        "tab\there",
        "* a\n  * b",
        "x\u2028y",
        "'",
    ]
    source = "\n\n".join(f"class A{n}:\n    {code.docstring(text)}\n" for n, text in enumerate(texts))
    formatted = format_tree({"a.py": source})["a.py"]
    assert format_tree({"a.py": formatted})["a.py"] == formatted
    before, after = (ast.parse(text).body for text in (source, formatted))
    for one, other in zip(before, after, strict=True):
        assert isinstance(one, ast.ClassDef)
        assert isinstance(other, ast.ClassDef)
        assert ast.get_docstring(one) == ast.get_docstring(other)


@given(TEXTS)
@example("type: ignore\nnoqa\n fmt: off")
@example("x\x00y")
def test_a_comment_is_nothing_but_comments(text: str) -> None:
    written = code.comment(text)
    tokens = list(tokenize.generate_tokens(io.StringIO(written + "\n").readline))
    kinds = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.ENDMARKER}
    assert {token.type for token in tokens} <= kinds
    for line in written.split("\n"):
        assert not line.removeprefix("# ").lstrip("# ").startswith(("type:", "noqa", "fmt:"))


@given(TEXTS)
def test_a_toml_string_is_the_text(text: str) -> None:
    read = tomllib.loads(f"a = {code.toml(text)}")["a"]
    assert read == "".join("\ufffd" if 0xD800 <= ord(char) <= 0xDFFF else char for char in text)


@given(st.text("a1 *_[]()<>!`#+-.|&\\~:/=\"'\n", max_size=30))
@example("1. not a list")
@example("<script>alert(1)</script>")
@example("[x](javascript:alert)")
def test_markdown_is_only_text(text: str) -> None:
    rendered = MarkdownIt().render(code.markdown(text))
    visible = " ".join(text.split())
    expected = f"<p>{html.escape(visible, quote=False).replace(chr(34), '&quot;')}</p>\n" if visible else ""
    assert rendered == expected


@given(TEXTS)
def test_html_is_only_text(text: str) -> None:
    written = code.html(text)
    assert not set(written) & set("<>\"'")
    assert html.unescape(written) == "".join(c for c in " ".join(text.split()) if c.isprintable())


@pytest.mark.parametrize("text", ["", "1a", "a-b", "class", "a b", "ﬁeld", "a\n"])
def test_what_is_no_name_is_no_identifier(text: str) -> None:
    with pytest.raises(ValueError, match="not a Python name"):
        code.identifier(text)


def test_only_code_can_be_joined() -> None:
    assert code.join(", ", [Code("a"), Code("b")]) == "a, b"
    with pytest.raises(TypeError):
        code.join(", ", ["a"])  # type: ignore[list-item]
