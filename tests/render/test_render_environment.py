"""Templates print code and nothing else."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from jinja2 import UndefinedError

from specloom.code import Code
from specloom.diagnostics import Location
from specloom.python.views import File, Package, Verbatim
from specloom.render import RenderError, render
from specloom.render.environment import environment
from specloom.render.templates import find


def printed(template: str, **names: object) -> str:
    return environment().from_string(template).render(**names)


@pytest.mark.parametrize("value", ["text", 1, True, None, 1.5, ["a"], b"a"])
def test_nothing_but_code_is_printed(value: object) -> None:
    with pytest.raises(TypeError, match="is no code"):
        printed("{{ value }}", value=value)


@pytest.mark.parametrize(
    "template", ["{{ a ~ b }}", "{{ a + b }}", "{{ a | upper }}", "{{ '%s' | format(a) }}"]
)
def test_what_is_made_of_code_by_other_means_is_not_code(template: str) -> None:
    with pytest.raises(TypeError):
        printed(template, a=Code("a"), b=Code("b"))


def test_a_filter_makes_code_of_text() -> None:
    assert printed("x = {{ value | literal }}", value='a"b') == "x = 'a\"b'"


def test_a_macro_of_checked_parts_can_be_printed() -> None:
    assert printed("{% macro m(a) %}<{{ a }}>{% endmacro %}{{ m(a) }}", a=Code("x")) == "<x>"
    with pytest.raises(TypeError):
        printed("{% macro m(a) %}<{{ a }}>{% endmacro %}{{ m(a) }}", a="x")


@pytest.mark.parametrize("template", ["{{ missing }}", "{{ a.missing }}", "{% if missing %}{% endif %}"])
def test_a_misspelt_name_is_an_error(template: str) -> None:
    with pytest.raises((AttributeError, UndefinedError)):
        printed(template, a=Code("a"))


def package(*files: File) -> Package:
    return Package(files=files, verbatim=(Verbatim("p/data.json", b"{}\n"),), runtime=(), runtime_path="p/_r")


def test_a_users_template_stands_in_for_ours_and_the_rest_stays(tmp_path: Path) -> None:
    (tmp_path / "mine.jinja").write_text("x={{ view }}")
    tree = render(package(File("p/a.py", "mine.jinja", Code("1"))), templates=tmp_path)
    assert tree == {"p/a.py": b"x = 1\n", "p/data.json": b"{}\n"}
    environment(tmp_path).get_template("models/module.py.jinja")


@pytest.mark.parametrize(
    ("template", "said"),
    [
        ("{{ view.nothing }}", "nothing"),
        ("{{ 'a' }}", "prints 'a', which is no code: a filter"),
        ("{% if %}", "Expected"),
        ("{{ 1 / 0 }}", "ZeroDivisionError: division by zero"),
    ],
)
def test_a_faulty_template_is_named_with_the_line(tmp_path: Path, template: str, said: str) -> None:
    (tmp_path / "bad.jinja").write_text(f"1\n{template}\n")
    with pytest.raises(RenderError, match=r"bad\.jinja") as caught:
        render(package(File("p/a.py", "bad.jinja", Code("1"))), templates=tmp_path)
    assert said in str(caught.value)
    assert caught.value.place == Location(str(tmp_path / "bad.jinja"), line=2, column=1)


def test_what_is_not_python_is_refused_before_anything_is_written(tmp_path: Path) -> None:
    (tmp_path / "bad.jinja").write_text("x = = 1")
    with pytest.raises(RenderError, match=r"p/a\.py is not Python"):
        render(package(File("p/a.py", "bad.jinja", Code("1"))), templates=tmp_path)


def test_every_template_of_ours_parses() -> None:
    jinja = environment()
    names = sorted(path.relative_to(find()).as_posix() for path in find().rglob("*.jinja"))
    assert "models/module.py.jinja" in names
    for name in names:
        jinja.get_template(name)


def test_our_templates_are_compiled_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    monkeypatch.setattr(sys, "pycache_prefix", str(tmp_path))
    environment().get_template("package/init.py.jinja")
    (compiled,) = tmp_path.rglob("*.pyc")
    made = compiled.stat().st_mtime_ns
    environment().get_template("package/init.py.jinja")
    assert compiled.stat().st_mtime_ns == made
    compiled.write_bytes(b"nothing of the kind")
    environment().get_template("package/init.py.jinja")
    assert compiled.read_bytes() != b"nothing of the kind"


def test_a_folder_that_cannot_be_written_is_no_matter(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    (tmp_path / "file").write_text("")
    monkeypatch.setattr(sys, "pycache_prefix", str(tmp_path / "file"))
    assert environment().get_template("package/init.py.jinja") is not None
