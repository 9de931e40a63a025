"""Schemas that every description may refer to by their URI, without anybody fetching them.

The meta-schema of JSON Schema 2020-12 and its vocabularies are data files of jsonschema-specifications.
"""

from __future__ import annotations

import functools
import importlib.util
import json
from collections.abc import Mapping
from pathlib import Path

_BASE = "https://json-schema.org/draft/2020-12/"


def known_text(uri: str) -> str | None:
    """The text of the schema with this URI, if it is one of those."""
    return _texts().get(uri) if uri.startswith(_BASE) else None


@functools.cache
def _texts() -> Mapping[str, str]:
    spec = importlib.util.find_spec("jsonschema_specifications")
    folder = spec.submodule_search_locations[0] if spec and spec.submodule_search_locations else ""
    files = Path(folder, "schemas", "draft202012")
    texts = [path.read_text(encoding="utf-8") for path in (files / "metaschema.json", *_vocabularies(files))]
    return {json.loads(text)["$id"]: text for text in texts}


def _vocabularies(files: Path) -> list[Path]:
    return sorted(path for path in (files / "vocabularies").iterdir() if path.is_file())
