"""Who gets which name, and that every name can be used."""

from __future__ import annotations

import json
import keyword
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from specloom.diagnostics import Diagnostics, Location, Severity
from specloom.python.names import (
    KEYWORDS,
    MODEL_MEMBERS,
    MODULES,
    PACKAGE_WORDS,
    Case,
    Claim,
    assign,
    file_stem,
    identifier,
    split,
)
from support.generated import Generated

CASES: tuple[Case, ...] = ("snake", "class", "constant")


def claims(*wires: str, case: Case = "class") -> list[Claim[str]]:
    return [Claim(key=w, wire=w, name=identifier(w, case), pin=f"/s/{w}") for w in wires]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("finishReason", ["finish", "Reason"]),
        ("HTTPServerError", ["HTTP", "Server", "Error"]),
        ("userIDs", ["user", "IDs"]),
        ("foo-bar.baz_qux", ["foo", "bar", "baz", "qux"]),
        ("__init__", ["init"]),
        ("+1", ["plus", "1"]),
        ("-1", ["minus", "1"]),
        ("", ["empty"]),
        ("$", ["dollar", "sign"]),
        ("日本語", ["日本語"]),
    ],
)
def test_a_name_is_made_of_words(text: str, words: list[str]) -> None:
    assert list(split(text)) == words


@pytest.mark.parametrize(
    ("text", "case", "name"),
    [
        ("class", "snake", "class_"),
        ("None", "class", "None_"),
        ("HTTPError", "class", "HTTPError"),
        ("chat_completion", "class", "ChatCompletion"),
        ("3d", "snake", "n_3d"),
        ("match", "snake", "match"),
        ("finishReason", "constant", "FINISH_REASON"),
        ("ﬁeld", "snake", "field"),
    ],
)
def test_a_name_in_its_case(text: str, case: Case, name: str) -> None:
    assert identifier(text, case) == name


@given(st.text(), st.sampled_from(CASES))
def test_every_text_makes_a_usable_name(text: str, case: Case) -> None:
    name = identifier(text, case, MODEL_MEMBERS)
    assert name.isidentifier()
    assert not keyword.iskeyword(name)
    assert not name.startswith("_")
    assert name not in MODEL_MEMBERS
    assert unicodedata.normalize("NFKC", name) == name


@given(st.text(min_size=1, max_size=400))
def test_every_file_name_is_short_and_importable(text: str) -> None:
    stem = file_stem(identifier(text, "class"))
    assert stem.isidentifier()
    assert stem not in KEYWORDS
    assert len(stem.encode()) <= 101
    assert stem not in {"con", "nul", "aux", "prn", "com1", "lpt9", "__init__"}


def test_long_file_names_that_begin_alike_stay_apart() -> None:
    assert file_stem("A" + "b" * 300) != file_stem("A" + "b" * 301)


def test_the_wire_name_that_already_is_the_name_keeps_it() -> None:
    given_names = assign(claims("Foo-Bar", "FooBar", "foo_bar", "FooBar_1", "FooBar1"))
    assert given_names == {
        "FooBar": "FooBar",
        "FooBar1": "FooBar1",
        "Foo-Bar": "FooBar_2",
        "FooBar_1": "FooBar1_2",
        "foo_bar": "FooBar_3",
    }


@given(st.lists(st.text(max_size=4), unique=True), st.randoms())
def test_names_are_unique_and_do_not_depend_on_the_order(wires: list[str], random: object) -> None:
    there = claims(*wires, case="snake")
    back = list(reversed(there))
    found = assign(there, fold=str.casefold)
    assert found == assign(back, fold=str.casefold)
    assert len({name.casefold() for name in found.values()}) == len(wires)


@given(st.lists(st.sampled_from(["a-b", "a_b", "aB", "A b", "ab", "a.b"]), unique=True, min_size=1))
def test_an_unrelated_newcomer_renames_nothing(wires: list[str]) -> None:
    before = assign(claims(*wires, case="snake"))
    after = assign(claims(*wires, "unrelated", case="snake"))
    assert {wire: after[wire] for wire in wires} == before


def test_a_clash_is_a_warning_with_the_line_that_pins_the_name() -> None:
    diagnostics = Diagnostics()
    first = Claim(key=1, wire="a_b", name="a_b", pin="/p/a_b", origin=Location("s.yaml", "/p/a_b"))
    second = Claim(key=2, wire="a-b", name="a_b", pin="/p/a-b", origin=Location("s.yaml", "/p/a-b"))
    assert assign([second, first], diagnostics=diagnostics) == {1: "a_b", 2: "a_b_2"}
    [warning] = diagnostics
    assert (warning.code, warning.severity) == ("name-clash", Severity.WARNING)
    assert warning.location == second.origin
    assert warning.related[0].location == first.origin
    assert "'/p/a-b': a_b_2" in (warning.hint or "")


def test_a_pinned_name_wins() -> None:
    pinned = Claim(key=1, wire="x", name="x", pinned="a_b", pin="/x")
    natural = Claim(key=2, wire="a_b", name="a_b", pin="/a_b")
    assert assign([natural, pinned]) == {1: "a_b", 2: "a_b_2"}


@pytest.mark.parametrize("name", ["class", "1a", "_a", "a b", ""])
def test_a_pin_that_is_no_name_is_an_error_and_not_used(name: str) -> None:
    diagnostics = Diagnostics()
    assert assign([Claim(key=1, wire="x", name="x", pinned=name)], diagnostics=diagnostics) == {1: "x"}
    assert [found.code for found in diagnostics] == ["name-pin"]


def test_two_pins_to_one_name_are_an_error() -> None:
    diagnostics = Diagnostics()
    assign([Claim(key=n, wire=str(n), name=f"n{n}", pinned="same") for n in (1, 2)], diagnostics=diagnostics)
    assert diagnostics.failed


@pytest.mark.parametrize(("name", "stem"), [("日本Ünï", "u65e5_u672c_uni"), ("settings", "settings_")])
def test_a_file_is_ascii_and_hides_no_word_of_its_package(name: str, stem: str) -> None:
    assert file_stem(name, MODULES | PACKAGE_WORDS) == stem


def test_a_tag_can_be_pinned(tmp_path: Path) -> None:
    document = {
        "openapi": "3.1.0",
        "info": {"title": "Pinned", "version": "1"},
        "paths": {"/": {"get": {"tags": ["A/B"], "responses": {"204": {"description": "Done."}}}}},
    }
    names = "names: {/tags/A/B: letters}"
    project = f"packages: [{{package: pinned_tag, output: out, {names}, sources: [{{id: a, path: a.json}}]}}]"
    (tmp_path / "a.json").write_text(json.dumps(document))
    (tmp_path / "specloom.yaml").write_text(project)
    generated = Generated(tmp_path / "specloom.yaml", tmp_path / "out", "pinned_tag", only=("client",))
    try:
        assert type(generated.load().Client().letters).__name__ == "Letters"
    finally:
        generated.close()


def test_a_name_that_a_title_made_gives_way_to_one_that_a_place_makes() -> None:
    titled = [
        Claim(key=place, wire=f"Issue/{place}", name="IssueUser", otherwise=f"Issue{place}", pin=f"/{place}")
        for place in ("Assignee", "Owner")
    ]
    placed = Claim(key="user", wire="Issue/user", name="IssueUser", pin="/user")
    found = Diagnostics()
    assert assign([*titled, placed], diagnostics=found) == {
        "user": "IssueUser",
        "Assignee": "IssueAssignee",
        "Owner": "IssueOwner",
    }
    assert [each.hint for each in found if each.hint and each.hint.endswith("'/Owner': IssueOwner")]
    assert assign(titled) == {"Assignee": "IssueUser", "Owner": "IssueOwner"}


def test_only_what_nothing_tells_apart_is_numbered(tmp_path: Path) -> None:
    user = "{title: User, type: object, properties: {id: {type: integer}}}"
    (tmp_path / "openapi.yaml").write_text(
        "openapi: 3.1.0\ninfo: {title: T, version: '1'}\npaths: {}\ncomponents:\n  schemas:\n    Issue:\n"
        f"      type: object\n      properties:\n        assignee: {user}\n        user: {user}\n"
        "        body: {oneOf: [{type: object, properties: {a: {}}}, {type: object, properties: {a: {}}}]}\n"
    )
    made = Generated(tmp_path / "openapi.yaml", tmp_path, "numbered", only=("models",))
    assert {"IssueUser", "IssueAssignee", "IssueBodyObject", "IssueBodyObject_2"} <= {
        *dir(made.load("models"))
    }
    pointer = "/components/schemas/Issue/properties/body/oneOf/1"
    [said] = [each for each in made.findings if "IssueBodyObject_2" in each.message]
    assert said.severity is Severity.WARNING
    assert said.hint is not None
    assert said.hint.endswith(f"'{pointer}': IssueBodyObject_2")
    made.close()
