"""What datamodel-code-generator's models decide otherwise than ours, on the instances of topics and cases.

`PYTHONPATH=tests python -m support.second_opinion` writes the table, docs/second-opinion.md.
"""

from __future__ import annotations

import importlib
import json
import sys
import tempfile
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml
from datamodel_code_generator import DataModelType, Formatter, InputFileType, generate
from pydantic import TypeAdapter, ValidationError

from support.golden import topics
from support.packages import REPOSITORY

TABLE = REPOSITORY / "docs" / "second-opinion.md"
BANK = REPOSITORY / "tests" / "cases" / "bank"
HEAD = """# A second opinion

The instances of the golden topics and of the case bank, decided by the models that
datamodel-code-generator makes of the same documents (pydantic v2, `strict_nullable`). Listed is where they
decide otherwise than ours. Ours decide as the column says, and that is what the specification says: the
tests of topics and cases hold every instance to it. A test holds this table to what is found.

| document | schema | instance | by the specification | datamodel-code-generator |
|---|---|---|---|---|
"""


@dataclass(frozen=True)
class Document:
    """A document and its instances: schema, value, and whether the schema takes the value."""

    name: str
    path: Path
    instances: tuple[tuple[str, Any, bool], ...]


def documents() -> Iterator[Document]:
    for topic in topics():
        if topic.document.name == "openapi.yaml":
            yield Document(topic.name, topic.document, _instances(topic.instances))
    for folder in sorted(BANK.iterdir()):
        case = yaml.safe_load((folder / "case.yaml").read_text(encoding="utf-8"))
        if "inputs" not in case and "fails" not in case:
            yield Document(folder.name, folder / "openapi.yaml", _instances(case))


def _instances(said: dict[str, Any]) -> tuple[tuple[str, Any, bool], ...]:
    """Without those that are about requests or responses alone."""
    return tuple(
        (entry["schema"], entry["value"], wanted)
        for key, wanted in (("accepts", True), ("rejects", False))
        for entry in said.get(key, ())
        if "context" not in entry
    )


def table() -> str:
    rows: list[str] = []
    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        sys.path.append(folder)
        try:
            for document in documents():
                rows += _differences(document, Path(folder))
        finally:
            sys.path.remove(folder)
    return HEAD + "".join(f"{row}\n" for row in rows)


def _differences(document: Document, folder: Path) -> list[str]:
    name = "second_" + "".join(c if c.isalnum() else "_" for c in document.name)
    try:
        module = _models(document.path, folder, name)
    except Exception as error:  # whatever it is, it is their answer
        return [_row(document.name, "*", "*", "", f"none: {type(error).__name__}")]
    rows = []
    for schema, value, wanted in document.instances:
        theirs = _decided(getattr(module, schema, None), value)
        if theirs != _word(wanted):
            rows.append(_row(document.name, schema, json.dumps(value), _word(wanted), theirs))
    return rows


def _models(path: Path, folder: Path, name: str) -> Any:
    generate(
        path,
        input_file_type=InputFileType.OpenAPI,
        output=folder / f"{name}.py",
        output_model_type=DataModelType.PydanticV2BaseModel,
        formatters=[Formatter.BUILTIN],
        strict_nullable=True,
    )
    return importlib.import_module(name)


def _decided(type_: Any, value: Any) -> str:
    if type_ is None:
        return "no type of this name"
    try:
        TypeAdapter(type_).validate_json(json.dumps(value))
    except ValidationError:
        return "refused"
    except Exception as error:  # a model that cannot be built
        return f"none: {type(error).__name__}"
    return "accepted"


def _word(accepted: bool) -> str:
    return "accepted" if accepted else "refused"


def _row(*cells: str) -> str:
    return "| " + " | ".join(_cell(cell) for cell in cells) + " |"


def _cell(text: str) -> str:
    if not text.startswith(("{", "[", '"')):
        return text.replace("|", "\\|")
    shown = text if len(text) <= 90 else text[:87] + "…"
    return "`" + shown.replace("|", "\\|").replace("`", "'") + "`"


if __name__ == "__main__":
    TABLE.write_text(table(), encoding="utf-8", newline="\n")
