"""Absent, null and set: what an instance knows of its members after it has been changed or copied."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from typing import Any

import pytest
from pydantic import ValidationError

from support.generated import Generated

DOCUMENT = """
openapi: 3.1.0
info: {title: Absence, version: '1'}
paths: {}
components:
  schemas:
    Note:
      type: object
      required: [kind]
      properties:
        kind: {const: note}
        text: {type: string}
        mark: {type: [string, 'null']}
        size: {type: integer, default: 1}
"""


@pytest.fixture(scope="module")
def note(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    folder = tmp_path_factory.mktemp("absence")
    (folder / "absence.yaml").write_text(DOCUMENT, encoding="utf-8")
    generated = Generated(folder / "absence.yaml", folder / "out", "absence")
    yield generated.load("models").Note
    generated.close()


@pytest.mark.parametrize(
    "document",
    [
        '{"kind":"note"}',
        '{"kind":"note","mark":null}',
        '{"kind":"note","text":"a","mark":"b","size":1}',
        '{"kind":"note","other":null}',
    ],
)
def test_a_document_comes_out_as_it_went_in(note: Any, document: str) -> None:
    read = note.model_validate_json(document)
    assert read.model_dump_json() == document
    assert read.model_copy().model_dump_json() == document
    assert pickle.loads(pickle.dumps(read)).model_dump_json() == document


def test_what_is_absent_reads_as_none_or_its_default(note: Any) -> None:
    read = note.model_validate_json('{"kind":"note"}')
    assert (read.text, read.mark, read.size) == (None, None, 1)
    assert read.model_fields_set == {"kind"}


def test_null_is_refused_where_it_is_not_listed(note: Any) -> None:
    for document in ('{"kind":"note","text":null}', '{"kind":null}', '{"kind":"note","size":null}'):
        with pytest.raises(ValidationError):
            note.model_validate_json(document)


def test_assigning_sets_a_member_and_none_takes_one_out(note: Any) -> None:
    made = note(kind="note")
    made.mark = None
    made.text = "a"
    assert made.model_dump_json() == '{"kind":"note","text":"a","mark":null}'
    made.text = None
    assert made.model_dump_json() == '{"kind":"note","mark":null}'
