"""YAML 1.2, by the core schema, within limits."""

from __future__ import annotations

import json
import string
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from specloom.diagnostics import Diagnostics, Stop
from specloom.document.options import Limits
from specloom.document.source import SourceFile, read_source


def _read(text: str, *, limits: Limits | None = None, diagnostics: Diagnostics | None = None) -> SourceFile:
    found = Diagnostics() if diagnostics is None else diagnostics
    return read_source(text.encode(), "a.yaml", "a.yaml", limits=limits or Limits(), diagnostics=found)


def _faults(text: str, limits: Limits | None = None) -> list[tuple[str, int | None, int | None]]:
    diagnostics = Diagnostics()
    try:
        _read(text, limits=limits, diagnostics=diagnostics)
    except Stop:
        assert diagnostics.failed
    return [(d.code, d.location.line, d.location.column) for d in diagnostics if d.location]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("no", "no"), ("on", "on"), ("y", "y"), ("NO", "NO"), ("off", "off"), ("=", "="), ("<", "<"),
        ("12:30", "12:30"), ("190:20:30", "190:20:30"), ("2024-01-01", "2024-01-01"), ("1_000", "1_000"),
        ("0b11", "0b11"), ("1e", "1e"), ("e3", "e3"), ("+", "+"), (".5.", ".5."), ("1.2.3", "1.2.3"),
        ("null", None), ("~", None), ("", None), ("true", True), ("FALSE", False), ("012", 12), ("0o14", 12),
        ("0xC", 12), ("-7", -7), ("1e3", 1000.0), ("1.", 1.0), (".5", 0.5), ("-1.5E+3", -1500.0),
        ("'1'", "1"), ('"null"', "null"), ("!!str 1", "1"), ("!!int '1'", 1), ("!!float 1", 1.0),
        ("! 1", "1"),
    ],
)  # fmt: skip
def test_scalars_are_those_of_the_core_schema(text: str, value: Any) -> None:
    found = _read(f"a: {text}\n").content["a"]
    assert (type(found), found) == (type(value), value)


def test_keys_are_text_as_written() -> None:
    keys = ["on", "no", "200", "1e3", "012", "null", "true", "2024-01-01", "12:30", "=", "~", "1.0"]
    assert list(_read("".join(f"{key}: 1\n" for key in keys)).content) == keys


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("a: 1\nb: 2\na: 3\n", ("duplicate-key", 3, 1)),
        ("a: [1\nb: 2\n", ("yaml-syntax", 2, 2)),
        ("a:\n\t- 1\n", ("yaml-syntax", 2, 1)),
        ("a: 1\n---\nb: 1\n", ("yaml-several-documents", 2, 1)),
        ("? [a]\n: 1\n", ("yaml-key", 1, 3)),
        ("a: .nan\n", ("yaml-value", 1, 4)),
        ("a: -.inf\n", ("yaml-value", 1, 4)),
        ("a: 1e999\n", ("yaml-value", 1, 4)),
        ("a: !foo 1\n", ("yaml-value", 1, 4)),
        ("a: !!int x\n", ("yaml-value", 1, 4)),
        ("a: !!set {b}\n", ("yaml-value", 1, 4)),
        ("a: &x [*x]\n", ("yaml-alias", 1, 8)),
        ("a: *x\n", ("yaml-alias", 1, 4)),
        ("a: \x01\n", ("yaml-syntax", 1, 4)),
        ("a: {<<: 1}\n", ("yaml-merge-key", 1, 5)),
        ("# nothing\n", ("file-empty", 1, 1)),
    ],
)
def test_faults_are_placed(text: str, fault: tuple[str, int, int]) -> None:
    assert fault in _faults(text)


def test_a_repeated_key_names_both_places_and_keeps_the_first() -> None:
    diagnostics = Diagnostics()
    assert _read("p:\n  - x: 1\n    x: {y: 2}\n", diagnostics=diagnostics).content == {"p": [{"x": 1}]}
    (found,) = diagnostics
    assert (found.related[0].location.line, found.related[0].location.column) == (2, 5)


def test_merge_keys_are_taken_with_a_note() -> None:
    diagnostics = Diagnostics()
    text = "a: &a {p: 1, q: 2}\nb: {<<: *a, q: 3}\nc: {<<: [*a, {r: 4}]}\nd: {'<<': 5}\n"
    content = _read(text, diagnostics=diagnostics).content
    assert content["b"] == {"q": 3, "p": 1}
    assert content["c"] == {"p": 1, "q": 2, "r": 4}
    assert content["d"] == {"<<": 5}
    assert [d.code for d in diagnostics] == ["yaml-merge-key"] * 2
    assert not diagnostics.failed


def test_what_an_alias_repeats_is_a_copy() -> None:
    content = _read("a: &a {p: [1]}\nb: *a\n").content
    content["b"]["p"].append(2)
    assert content["a"] == {"p": [1]}


@pytest.mark.parametrize(
    ("limits", "text", "word"),
    [
        (Limits(max_depth=3), "a: {b: {c: {d: 1}}}\n", "max_depth"),
        (Limits(max_depth=4), "a: &a {b: {c: 1}}\nd: {e: {f: *a}}\n", "max_depth"),
        (Limits(max_nodes=3), "[1, 2, 3]\n", "max_nodes"),
        (Limits(max_alias_nodes=3), "a: &a [1]\nb: [*a, *a]\n", "max_alias_nodes"),
    ],
)
def test_limits_say_how_to_raise_them(limits: Limits, text: str, word: str) -> None:
    diagnostics = Diagnostics()
    with pytest.raises(Stop):
        _read("# yaml\n" + text, limits=limits, diagnostics=diagnostics)
    (found,) = diagnostics
    assert found.code == "limit-exceeded"
    assert word in (found.hint or "")


def test_ten_levels_of_ten_aliases_are_refused() -> None:
    lines = ["a: &a [lol, lol, lol, lol, lol, lol, lol, lol, lol, lol]"]
    for before, name in zip(string.ascii_lowercase, string.ascii_lowercase[1:10], strict=False):
        lines.append(f"{name}: &{name} [{', '.join(['*' + before] * 10)}]")
    assert [code for code, _, _ in _faults("\n".join(lines))] == ["limit-exceeded"]


def test_line_ends_of_yaml_1_1_are_text() -> None:
    source = _read("a: x\u2028y\nb: 'p\x85q'\nc: 1\n")
    assert source.content == {"a": "x\u2028y", "b": "p\x85q", "c": 1}
    assert source.locate(["c"]).line == 3


# JSON leaves characters as they are that YAML does not allow: most controls, and the last two.
_CHARACTERS = st.characters(
    exclude_categories=["Cs", "Cc"], include_characters="\0\t\n\r\x1f\x85", max_codepoint=0xFFFD
)
_TEXT = st.text(_CHARACTERS, max_size=8)
_NUMBERS = st.integers(-(10**20), 10**20) | st.floats(allow_nan=False, allow_infinity=False)
_VALUES = st.recursive(
    st.none() | st.booleans() | _NUMBERS | _TEXT,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(_TEXT, inner, max_size=4),
    max_leaves=12,
)


@given(_VALUES)
def test_json_is_yaml(value: Any) -> None:
    """Read as YAML (a comment before it keeps the JSON reader away), JSON means what it means as JSON."""
    text = json.dumps(value)
    found = _read(f"# yaml\n{text}\n").content
    assert found == json.loads(text)
    assert repr(found) == repr(json.loads(text))


@given(_VALUES, st.booleans(), st.booleans(), st.sampled_from([None, 1]))
def test_each_node_is_found_where_its_text_begins(
    value: Any, as_yaml: bool, ascii_alone: bool, indent: int | None
) -> None:
    text = json.dumps(value, indent=indent, ensure_ascii=ascii_alone or as_yaml) + "\n"
    text = f"# yaml\n{text}" if as_yaml else text
    source = _read(text)
    if isinstance(source.text, bytes) is as_yaml and isinstance(value, dict | list):
        raise AssertionError("the other reader was used")
    lines = text.split("\n")
    for tokens, node in _nodes(source.content, []):
        where = source.locate(tokens)
        assert where.line is not None
        assert where.column is not None
        rest = "\n".join(lines[where.line - 1 :])[where.column - 1 :]
        decoded, _ = json.JSONDecoder().raw_decode(rest)
        assert decoded == node
        if tokens and isinstance(_at(source.content, tokens[:-1]), dict):
            name = source.locate(tokens, key=True)
            assert name.line is not None
            assert name.column is not None
            rest = "\n".join(lines[name.line - 1 :])[name.column - 1 :]
            assert json.JSONDecoder().raw_decode(rest)[0] == tokens[-1]


def _nodes(value: Any, path: list[str]) -> list[tuple[list[str], Any]]:
    found = [(path, value)]
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, member in pairs:
        found += _nodes(member, [*path, str(name)])
    return found


def _at(value: Any, path: list[str]) -> Any:
    for token in path:
        value = value[int(token) if isinstance(value, list) else token]
    return value


def test_characters_beyond_the_basic_plane() -> None:
    source = _read("a: '𐀀'\nb: {c: 😀, d: 1}\n")
    assert source.content == {"a": "𐀀", "b": {"c": "😀", "d": 1}}
    assert source.locate(["b", "d"]).column == 14
