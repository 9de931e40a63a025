"""The package of the whole matrix: generated once, however many processes run the tests."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from conformance.document import document
from conformance.exchange import Exchange, generated_once


@pytest.fixture(scope="session")
def exchange(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Iterator[Exchange]:
    own: Path = tmp_path_factory.getbasetemp()
    folder = own if worker_id == "master" else own.parent
    package = generated_once(folder / "conformance", "conforming", document())
    with Exchange(package).running() as made:
        yield made
