"""A reader of ECMA-262 patterns (unicode mode) that spells them for another engine.

Both engines (Rust's `regex` crate, Python's `regex` package in its version 1) share one spelling but for
how a character is escaped. What only a backtracking engine can do raises :class:`BacktrackingError`
unless that engine is asked for. Harmless leniencies of ECMA-262's Annex B are read as browsers read them: a
brace that begins no quantifier, an escaped punctuation mark, a named set before a `-` in a class.
"""

from __future__ import annotations

import re
from typing import Literal

from specloom.python.unicode_properties import is_property
from specloom.values import Struct, field

Engine = Literal["linear", "backtracking"]


class UnsupportedPatternError(ValueError):
    """Not a pattern of ECMA-262, or one that no engine can say. The message is the reason."""


class BacktrackingError(Exception):
    """Look-around or a back-reference: no engine that is linear in time can say it."""


_SPACE = r"\t\n\x0b\x0c\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff"
_SETS = {"d": "0-9", "w": "A-Za-z0-9_", "s": _SPACE}
_WRITTEN = {"\t": r"\t", "\n": r"\n", "\r": r"\r"}
_CONTROLS = {"t": 9, "n": 10, "v": 11, "f": 12, "r": 13, "0": 0}
_SYNTAX = frozenset("\\^$.|?*+()[]{}")
_SET_SYNTAX = frozenset("\\^[]&~-|")
_QUANTIFIER = re.compile(r"\{([0-9]+)(,([0-9]*))?\}")
_GROUP = re.compile(r"\((\?(<?[=!]|:|<((?!\d)[\w$]+)>))?")
_HEX = re.compile(r"x([0-9A-Fa-f]{2})|u\{([0-9A-Fa-f]+)\}|u([0-9A-Fa-f]{4})(?:\\u([0-9A-Fa-f]{4}))?")
_NUMBER = re.compile(r"[1-9][0-9]*")
_NAMED = re.compile(r"k<((?!\d)[\w$]+)>")
_PROPERTY = re.compile(r"[pP]\{(\w+(?:=\w+)?)\}")
_DEEPEST = 100
_DIGITS = 9
_BOUNDARIES = {
    r"\b": r"(?:(?<=[A-Za-z0-9_])(?![A-Za-z0-9_])|(?<![A-Za-z0-9_])(?=[A-Za-z0-9_]))",
    r"\B": r"(?:(?<=[A-Za-z0-9_])(?=[A-Za-z0-9_])|(?<![A-Za-z0-9_])(?![A-Za-z0-9_]))",
}


class Reader(Struct):
    """Reads `text` from `at` on. `groups` are the names of the capturing groups so far."""

    text: str
    engine: Engine
    at: int = 0
    groups: list[str | None] = field(default_factory=list)
    named: set[str] = field(default_factory=set)
    numbered: int = 0
    depth: int = 0

    def all(self) -> str:
        """The whole pattern. Raises :class:`UnsupportedPatternError` and :class:`BacktrackingError`."""
        found = self.alternatives()
        if self.at < len(self.text):
            raise UnsupportedPatternError("a group is closed that was not opened")
        self.check_references()
        return found

    def check_references(self) -> None:
        if self.numbered > len(self.groups):
            raise UnsupportedPatternError(f"there is no group {self.numbered} to refer back to")
        for name in sorted(self.named.difference(filter(None, self.groups))):
            raise UnsupportedPatternError(f"there is no group {name!r} to refer back to")

    def alternatives(self) -> str:
        """Up to the end, or to the parenthesis that closes the group."""
        out = []
        while self.at < len(self.text) and self.text[self.at] != ")":
            out.append(self.take() if self.text[self.at] == "|" else self.term())
        return "".join(out)

    def take(self, count: int = 1) -> str:
        taken = self.text[self.at : self.at + count]
        self.at += count
        return taken

    def term(self) -> str:
        """An assertion, or an atom with its quantifier."""
        char = self.text[self.at]
        if char in "^$":
            self.take()
            return char if self.engine == "linear" else {"^": r"\A", "$": r"\Z"}[char]
        if self.text.startswith(("\\b", "\\B"), self.at):
            said = self.take(2)
            return f"(?-u:{said})" if self.engine == "linear" else _BOUNDARIES[said]
        if char == "(":
            return self._group()
        if char == "\\":
            self.take()
            return self._escape() + self._quantifier()
        if char == "[":
            self.take()
            return self._set() + self._quantifier()
        if char in "*+?" or _QUANTIFIER.match(self.text, self.at):
            raise UnsupportedPatternError(f"{char!r} has nothing to repeat")
        self.take()
        atom = r"[^\n\r\u2028\u2029]" if char == "." else self._char(ord(char))
        return atom + self._quantifier()

    def _quantifier(self) -> str:
        char = self.text[self.at : self.at + 1]
        counted = _QUANTIFIER.match(self.text, self.at)
        if counted is not None:
            if len(counted[1]) > _DIGITS or len(counted[3] or "") > _DIGITS:
                raise UnsupportedPatternError("no engine counts that far")
            if counted[3] and int(counted[3]) < int(counted[1]):
                raise UnsupportedPatternError(f"the numbers of {counted[0]} are out of order")
            said = self.take(len(counted[0]))
        elif char and char in "*+?":
            said = self.take()
        else:
            return ""
        if self.text.startswith("?", self.at):
            said += self.take()
        return said

    def _char(self, point: int, syntax: frozenset[str] = _SYNTAX) -> str:
        char = chr(point)
        if char in syntax:
            return "\\" + char
        if char in _WRITTEN:
            return _WRITTEN[char]
        if char.isprintable():
            return char
        if 0xD800 <= point <= 0xDFFF:
            return self._nothing()  # No text of JSON has one alone.
        if self.engine == "linear":
            return f"\\x{{{point:x}}}"
        return f"\\x{point:02x}" if point < 0x100 else f"\\U{point:08x}"

    def _group(self) -> str:
        opened = _GROUP.match(self.text, self.at)
        assert opened is not None
        if opened[1] is None and self.text.startswith("(?", self.at):
            raise UnsupportedPatternError(f"no group of ECMA-262 begins with {self.take(3)!r}")
        kind = opened[2]
        asserts = kind not in (None, ":") and not opened[3]
        if asserts:
            self._backtrack()
        if kind is None or opened[3]:
            if opened[3] in self.groups and opened[3]:
                raise UnsupportedPatternError(f"two groups are called {opened[3]!r}")
            self.groups.append(opened[3])
        self.take(len(opened[0]))
        inner = self.within()
        start = "(" if opened[3] else opened[0]
        return f"{start}{inner})" + ("" if asserts else self._quantifier())

    def within(self) -> str:
        """The rest of a group that is open, its closing parenthesis taken too."""
        self.depth += 1
        if self.depth > _DEEPEST:
            raise UnsupportedPatternError(f"groups nest more than {_DEEPEST} deep")
        inner = self.alternatives()
        if not self.take():
            raise UnsupportedPatternError("a group is not closed")
        self.depth -= 1
        return inner

    def _backtrack(self) -> None:
        if self.engine == "linear":
            raise BacktrackingError

    def _escape(self) -> str:
        number = _NUMBER.match(self.text, self.at)
        if number is not None:
            self._backtrack()
            if len(number[0]) > _DIGITS:
                raise UnsupportedPatternError(f"there is no group {number[0][:_DIGITS]}…")
            self.at = number.end()
            self.numbered = max(self.numbered, int(number[0]))
            return _reference(int(number[0]))
        named = _NAMED.match(self.text, self.at)
        if named is not None:
            self._backtrack()
            self.at = named.end()
            self.named.add(named[1])
            return f"\\k<{named[1]}>"
        char = self.text[self.at : self.at + 1]
        if char and char.lower() in _SETS:
            self.take()
            return f"[{'^' if char.isupper() else ''}{_SETS[char.lower()]}]"
        if char in ("p", "P"):
            return self._property()
        if char and char.isascii() and not char.isalnum() and char not in "<>_":
            return "\\" + self.take()
        return self._char(self._escaped_point())

    def _property(self) -> str:
        found = _PROPERTY.match(self.text, self.at)
        if found is None:
            raise UnsupportedPatternError(r"a Unicode property is written \p{…}")
        if not is_property(found[1]):
            raise UnsupportedPatternError(f"{found[1]!r} is no Unicode property of ECMA-262")
        self.at = found.end()
        return "\\" + found.group()

    def _escaped_point(self) -> int:
        """The character that an escape stands for."""
        coded = _HEX.match(self.text, self.at)
        if coded is not None:
            return self._coded(coded)
        char = self.take()
        after = self.text[self.at : self.at + 1]
        if char in _CONTROLS and char and not (char == "0" and after.isdigit()):
            return _CONTROLS[char]
        if char == "c" and after.isascii() and after.isalpha():
            return ord(self.take()) % 32
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
        said = "".join(members)
        if not said:
            # [] matches nothing and [^] anything, which neither engine writes that way.
            return r"[\s\S]" if negated else self._nothing()
        return f"[{'^' if negated else ''}{said}]"

    def _nothing(self) -> str:
        return r"[^\x00-\x{10ffff}]" if self.engine == "linear" else r"[^\x00-\U0010ffff]"

    def _member(self) -> str:
        """A character, a range or a named set within a character class."""
        low = self._atom()
        ranged = self.text.startswith("-", self.at) and not self.text.startswith("-]", self.at)
        if isinstance(low, str):
            return low
        if not ranged:
            return self._range(low, low)
        self.at += 1
        high = self._atom()
        if isinstance(high, str):
            return self._range(low, low) + r"\-" + high
        if high < low:
            raise UnsupportedPatternError("a range in a character class is out of order")
        return self._range(low, high)

    def _range(self, low: int, high: int) -> str:
        """A range without the surrogates at its ends, of which no text of JSON has one alone."""
        low = 0xE000 if 0xD800 <= low <= 0xDFFF else low
        high = 0xD7FF if 0xD800 <= high <= 0xDFFF else high
        if low > high:
            return ""
        first, last = self._char(low, _SET_SYNTAX), self._char(high, _SET_SYNTAX)
        return first if low == high else f"{first}-{last}"

    def _atom(self) -> int | str:
        char = self.take()
        if char != "\\":
            return ord(char)
        escaped = self.text[self.at : self.at + 1]
        if escaped == "b":
            self.take()
            return 8
        if escaped == "-":
            self.take()
            return ord("-")
        if escaped in ("p", "P"):
            return self._property()
        if escaped and escaped in "dwsDWS":
            self.take()
            said = _SETS[escaped.lower()]
            return f"[^{said}]" if escaped.isupper() else said
        return self._escaped_point()


def _reference(number: int) -> str:
    """What group `number` took; nothing where it took no part, which ECMA-262 lets match."""
    return f"(?({number})\\{number})"


def number_references(regex: str, groups: list[str | None]) -> str:
    r"""The regex with `\k<name>` by number: only when all is read is it known which group a name is."""
    return re.sub(
        r"(\\\\|\\k<([\w$]+)>)",
        lambda found: _reference(groups.index(found[2]) + 1) if found[2] else found[0],
        regex,
    )
