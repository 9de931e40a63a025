"""ECMA-262 patterns in the spelling of the runtime's two engines.

JSON Schema's `pattern` is a search by the rules of ECMA-262 with code points as characters. pydantic's
engine is linear in time and can say most of it; what it cannot (look-around, back-references, `\\B`)
goes to Python's `re`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

Engine = Literal["rust", "python"]


class UnsupportedPatternError(ValueError):
    """Not a pattern of ECMA-262, or one that neither engine can say. The message is the reason."""


class _NeedsPythonError(Exception):
    """Only `re` can say it."""


@dataclass(frozen=True, slots=True)
class Pattern:
    regex: str
    engine: Engine


def translate(pattern: str) -> Pattern:
    """The same search in one of the engines. Raises :class:`UnsupportedPatternError`."""
    try:
        return Pattern(_Reader(pattern, "rust").read(), "rust")
    except _NeedsPythonError:
        found = Pattern(_Reader(pattern, "python").read(), "python")
    try:
        re.compile(found.regex, re.ASCII)
    except re.error as error:
        raise UnsupportedPatternError(str(error)) from error
    return found


_SPACE = r"\t\n\x0b\x0c\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff"
_SETS = {"d": "0-9", "w": "A-Za-z0-9_", "s": _SPACE}
_WRITTEN = {"\t": r"\t", "\n": r"\n", "\r": r"\r"}
_CONTROLS = {"t": 9, "n": 10, "v": 11, "f": 12, "r": 13, "0": 0}
_SYNTAX = frozenset("\\^$.|?*+()[]{}")
_SET_SYNTAX = frozenset("\\^[]&~-")
_QUANTIFIER = re.compile(r"\{\d+(,\d*)?\}")
_GROUP = re.compile(r"\(\?(<[=!]|[:=!]|<(\w+)>)")
_HEX = re.compile(r"x([0-9A-Fa-f]{2})|u\{([0-9A-Fa-f]+)\}|u([0-9A-Fa-f]{4})(?:\\u([0-9A-Fa-f]{4}))?")


class _Reader:
    def __init__(self, pattern: str, engine: Engine) -> None:
        self.text = pattern
        self.engine = engine
        self.at = 0

    def read(self) -> str:
        out = []
        while self.at < len(self.text):
            out.append(self._next())
        return "".join(out)

    def _take(self, count: int = 1) -> str:
        taken = self.text[self.at : self.at + count]
        self.at += count
        return taken

    def _next(self) -> str:
        char = self._take()
        if char == "\\":
            return self._escape()
        if char == "[":
            return self._set()
        if char == "(":
            return self._group()
        if char == ".":
            return r"[^\n\r\u2028\u2029]"
        if char in "^$" and self.engine == "python":
            return r"\A" if char == "^" else r"\Z"
        if char == "{":
            quantifier = _QUANTIFIER.match(self.text, self.at - 1)
            if quantifier is None:
                return r"\{"
            self.at = quantifier.end()
            return quantifier.group()
        return char if char in "^$|?*+)" else self._char(ord(char))

    def _char(self, point: int, syntax: frozenset[str] = _SYNTAX) -> str:
        char = chr(point)
        if char in syntax:
            return "\\" + char
        if char in _WRITTEN:
            return _WRITTEN[char]
        if char.isprintable():
            return char
        if self.engine == "python":
            return f"\\x{point:02x}" if point < 0x100 else f"\\U{point:08x}"
        if 0xD800 <= point <= 0xDFFF:
            raise UnsupportedPatternError("a lone surrogate is no character")
        return f"\\x{{{point:x}}}"

    def _group(self) -> str:
        if not self.text.startswith("?", self.at):
            return "("
        opened = _GROUP.match(self.text, self.at - 1)
        if opened is None:
            raise UnsupportedPatternError(
                f"no group of ECMA-262 begins with {self.text[self.at - 1 : self.at + 2]!r}"
            )
        self.at = opened.end()
        if opened[2]:
            return f"(?P<{opened[2]}>"
        if opened[1] != ":" and self.engine == "rust":
            raise _NeedsPythonError
        return opened.group()

    def _escape(self) -> str:
        char = self.text[self.at : self.at + 1]
        if char in "123456789" and char:
            number = re.compile(r"\d+").match(self.text, self.at)
            assert number is not None
            self.at = number.end()
            return self._python_only(f"(?:\\{number.group()})")
        if char == "k":
            named = re.compile(r"k<(\w+)>").match(self.text, self.at)
            if named is not None:
                self.at = named.end()
                return self._python_only(f"(?P={named[1]})")
        if char in ("b", "B"):
            self._take()
            return r"(?-u:\b)" if char == "b" and self.engine == "rust" else self._python_only("\\" + char)
        if char.lower() in _SETS and char:
            self._take()
            return f"[{'^' if char.isupper() else ''}{_SETS[char.lower()]}]"
        if char in ("p", "P"):
            return self._property()
        if char and char.isascii() and not char.isalnum() and char not in "<>_":
            return "\\" + self._take()
        return self._char(self._escaped_point())

    def _python_only(self, text: str) -> str:
        if self.engine == "rust":
            raise _NeedsPythonError
        return text

    def _property(self) -> str:
        found = re.compile(r"[pP]\{[\w=]+\}").match(self.text, self.at)
        if found is None or self.engine == "python":
            raise UnsupportedPatternError("a Unicode property beside look-around or a back-reference")
        self.at = found.end()
        return "\\" + found.group()

    def _escaped_point(self) -> int:
        """The character that an escape stands for."""
        coded = _HEX.match(self.text, self.at)
        if coded is not None:
            return self._coded(coded)
        char = self._take()
        if char in _CONTROLS and char:
            return _CONTROLS[char]
        if char == "c" and self.text[self.at : self.at + 1].isalpha():
            return ord(self._take()) % 32
        if not char or char.isalnum():
            raise UnsupportedPatternError(f"\\{char} is no escape of ECMA-262")
        return ord(char)

    def _coded(self, coded: re.Match[str]) -> int:
        first = int(next(group for group in coded.groups() if group), 16)
        self.at = coded.end()
        if coded[4] is not None:
            second = int(coded[4], 16)
            if 0xD800 <= first <= 0xDBFF and 0xDC00 <= second <= 0xDFFF:
                return 0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00)
            self.at -= len(coded[4]) + 2
        if first > 0x10FFFF:
            raise UnsupportedPatternError(f"{first:x} is no code point")
        return first

    def _set(self) -> str:
        negated = self.text.startswith("^", self.at)
        self.at += negated
        members = []
        while not self.text.startswith("]", self.at):
            if self.at >= len(self.text):
                raise UnsupportedPatternError("a character class is not closed")
            members.append(self._member())
        self.at += 1
        if not members:
            # [] matches nothing and [^] anything, which neither engine writes that way.
            return r"[\s\S]" if negated else self._nothing()
        return f"[{'^' if negated else ''}{''.join(members)}]"

    def _nothing(self) -> str:
        return r"[^\x00-\x{10ffff}]" if self.engine == "rust" else r"[^\x00-\U0010ffff]"

    def _member(self) -> str:
        """A character, a range or a named set within a character class."""
        low = self._atom()
        if (
            isinstance(low, str)
            or not self.text.startswith("-", self.at)
            or self.text.startswith("-]", self.at)
        ):
            return low if isinstance(low, str) else self._in_set(low)
        self.at += 1
        high = self._atom()
        if isinstance(high, str):
            return self._in_set(low) + r"\-" + high
        if high < low:
            raise UnsupportedPatternError("a range in a character class is out of order")
        return f"{self._in_set(low)}-{self._in_set(high)}"

    def _in_set(self, point: int) -> str:
        return self._char(point, _SET_SYNTAX)

    def _atom(self) -> int | str:
        char = self._take()
        if char != "\\":
            return ord(char)
        escaped = self.text[self.at : self.at + 1]
        if escaped == "b":
            self._take()
            return 8
        if escaped in ("p", "P"):
            return self._property()
        if escaped and escaped in "dws":
            self._take()
            return _SETS[escaped]
        if escaped and escaped in "DWS":
            self._take()
            return f"[^{_SETS[escaped.lower()]}]" if self.engine == "rust" else "\\" + escaped
        return self._escaped_point()
