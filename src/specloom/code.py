"""The one way for a document's text into generated files.

Every function here makes text that is safe in one kind of place and returns it as :class:`Code`.
Templates can print nothing else.
"""

from __future__ import annotations

import inspect
import keyword
import math
import re
import unicodedata
from collections.abc import Iterable, Mapping
from decimal import Decimal
from functools import cache, lru_cache
from typing import Any, LiteralString


class Code(str):
    """Text that may be printed as it is. Made here and by *plan*, never straight from a document."""

    __slots__ = ()


def join(separator: LiteralString, parts: Iterable[Code]) -> Code:
    """Code between code. Raises :class:`TypeError` if a part is any other string."""
    listed = list(parts)
    for part in listed:
        if not isinstance(part, Code):
            raise TypeError(f"not code: {part!r}")
    return Code(separator.join(listed))


@cache
def identifier(text: str) -> Code:
    """A name as Python's parser reads it (NFKC). Raises :class:`ValueError` if it is no usable name."""
    if not text.isidentifier() or keyword.iskeyword(text) or unicodedata.normalize("NFKC", text) != text:
        raise ValueError(f"not a Python name: {text!r}")
    return Code(text)


def literal(value: Any) -> Code:
    """A JSON value as a Python literal. Raises :class:`ValueError` for NaN and the infinities."""
    if isinstance(value, str):
        return _string(value)
    match value:
        case None | bool():
            return Code(repr(value))
        case int():
            return _integer(int(value))
        case list() | tuple():
            return Code(f"[{', '.join([literal(entry) for entry in value])}]")
        case float():
            if not math.isfinite(value):
                raise ValueError(f"no JSON number: {value!r}")
            return Code(repr(float(value)))
        case Decimal():
            return _decimal(value)
        case Mapping():
            members = [f"{literal(str(key))}: {literal(entry)}" for key, entry in value.items()]
            return Code(f"{{{', '.join(members)}}}")
    raise TypeError(f"no JSON value: {value!r}")


def _integer(value: int) -> Code:
    # Python reads no decimal integer of more than 4,300 digits, but hexadecimal ones of any length.
    return Code(str(value) if abs(value).bit_length() < 10_000 else hex(value))


def _decimal(value: Decimal) -> Code:
    if not value.is_finite():
        raise ValueError(f"no JSON number: {value!r}")
    if value == value.to_integral_value() and value.adjusted() < 3_000:
        return _integer(int(value))
    text = str(value)
    if math.isinf(float(value)):
        raise ValueError(f"too large a number: {text}")
    return Code(text if "." in text or "E" in text else f"{text}.0")


@lru_cache(maxsize=4096)  # Names, formats and descriptions come again and again.
def _string(text: str) -> Code:
    if text.isprintable() and '"' not in text and "\\" not in text:
        return Code(f'"{text}"')
    quote = "'" if text.count('"') > text.count("'") else '"'
    escaped = text.replace("\\", "\\\\").replace("\n", "\\n")
    if not escaped.isprintable():
        escaped = _UNUSUAL.sub(_escape, text)
    return Code(quote + escaped.replace(quote, "\\" + quote) + quote)


_SHORT_ESCAPES = {"\n": "\\n", "\r": "\\r", "\t": "\\t", "\\": "\\\\"}
# What may need an escape: most texts have little of it, and those that all show have none.
_UNUSUAL = re.compile(r"[^ -~]|\\")
_UNUSUAL_IN_LINES = re.compile(r"[^\n -~]|\\")
_UNUSUAL_IN_COMMENTS = re.compile(r"[^ -~]")
_AT_THE_LEFT = re.compile(r"\n\S")


def _escape(found: re.Match[str]) -> str:
    char = found[0]
    if char in _SHORT_ESCAPES:
        return _SHORT_ESCAPES[char]
    if char.isprintable():
        return char
    point = ord(char)
    if point < 0x100:
        return f"\\x{point:02x}"
    return f"\\u{point:04x}" if point < 0x10000 else f"\\U{point:08x}"


def _lines(text: str) -> list[str]:
    """Lines as a document means them: U+2028, form feeds and the like end none."""
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


@lru_cache(maxsize=1024)  # Hundreds of operations say the same of their errors.
def docstring(text: str) -> Code:
    """A docstring, quotes included, the same after `ruff format`.

    Keeps the text but for white space at the ends of lines and around the whole; characters that an
    editor does not show are escaped.
    """
    said = "\n".join([line.rstrip(" \t") for line in _lines(text)])
    # Where a line but the first begins at the left, none is indented more than it means to be.
    if "\n" in said and not _AT_THE_LEFT.search(said):
        said = inspect.cleandoc(said)
    body = said.expandtabs().strip()
    if "\\" in body or not body.replace("\n", "").isprintable():
        body = _UNUSUAL_IN_LINES.sub(_escape, body)
    if '"' in body:
        last = '\\"' if body.endswith('"') else ""
        body = body.removesuffix('"').replace('"""', '\\"\\"\\"') + last
        body = f"\\{body}" if body.startswith('"') else body
    return Code(f'"""{body}\n"""' if "\n" in body else f'"""{body}"""')


_DIRECTIVE = re.compile(
    r"\s*#*\s*(type|noqa|fmt|ruff|flake8|pyright|mypy|pylint|isort|pragma|yapf)\b", re.IGNORECASE
)


def comment(text: str) -> Code:
    """Comment lines, each beginning with `#`. None of them is a directive to a tool."""
    shown = (_UNUSUAL_IN_COMMENTS.sub(_escape, line) for line in _lines(text))
    marked = (f"- {line}" if _DIRECTIVE.match(line) else line for line in shown)
    return Code("\n".join(f"# {line}".rstrip() for line in marked))


@lru_cache(maxsize=1024)  # Both clients say the same of a method.
def indent(code: Code, spaces: int = 4) -> Code:
    """Every line but empty ones moved to the right. Not for code with strings over several lines."""
    if not isinstance(code, Code):
        raise TypeError(f"not code: {code!r}")
    margin = " " * spaces
    return Code("\n".join([margin + line if line.strip() else line for line in code.split("\n")]))


_TOML_ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t", "\b": "\\b", "\f": "\\f"}


def toml(text: str) -> Code:
    """A basic string of TOML 1.0, quotes included. Lone surrogates, which TOML cannot say, are replaced."""

    def escape(char: str) -> str:
        point = ord(char)
        if char in _TOML_ESCAPES:
            return _TOML_ESCAPES[char]
        if 0xD800 <= point <= 0xDFFF:
            return "\ufffd"
        if char.isprintable():
            return char
        return f"\\u{point:04X}" if point < 0x10000 else f"\\U{point:08X}"

    return Code('"' + "".join(map(escape, text)) + '"')


def _visible(text: str) -> str:
    """One line, without characters that do not show."""
    return "".join(char for char in " ".join(text.split()) if char.isprintable())


_MARKUP = re.compile(r"[\\`*_\[\]<>&|~$@:]|(?<=www)\.|^[-+=#]")
_LIST_NUMBER = re.compile(r"^(\d+)([.)])(?=\s|$)")


def markdown(text: str) -> Code:
    """Text within a line of Markdown (CommonMark): nothing of it is markup, a link or HTML."""
    marked = _MARKUP.sub(lambda found: "\\" + found[0], _visible(text))
    return Code(_LIST_NUMBER.sub(r"\1\\\2", marked))


def html(text: str) -> Code:
    """Text in HTML, in an element or between the quotes of an attribute."""
    from html import escape  # None of our own templates asks for it.

    return Code(escape(_visible(text), quote=True))
