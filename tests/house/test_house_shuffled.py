"""The order in which a document's components stand decides nothing: packages are the same, byte for byte."""

from __future__ import annotations

import json
import random
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from specloom import pipeline
from specloom.diagnostics import Diagnostics
from specloom.document.options import Limits
from specloom.document.source import read_file
from specloom.run import Places, Run
from specloom.values import replace
from support.golden import Topic, topics

WITH_COMPONENTS = [
    topic
    for topic in topics()
    if topic.document.name == "openapi.yaml" and "\ncomponents:" in topic.document.read_text(encoding="utf-8")
]


def shuffled(document: Path, order: random.Random) -> str:
    """The document as JSON, its components and their sections in another order."""
    found = read_file(str(document), str(document), limits=Limits(), diagnostics=Diagnostics()).content
    components = {name: mixed(section, order) for name, section in mixed(found["components"], order).items()}
    return json.dumps({**found, "components": components})


def mixed(members: Mapping[str, Any], order: random.Random) -> dict[str, Any]:
    names = list(members)
    order.shuffle(names)
    return {name: members[name] for name in names}


def texts(topic: Topic, document: Path) -> Mapping[str, bytes]:
    diagnostics = Diagnostics()
    project = topic.project(diagnostics)
    (package,) = project.packages
    (source,) = package.sources
    package = replace(package, sources=(replace(source, path=str(document)),))
    project = replace(project, packages=(package,))
    run = Run(project=project, diagnostics=diagnostics, places=Places(), step=lambda _: None)
    return pipeline.generate(package, run).files


@pytest.mark.parametrize("topic", WITH_COMPONENTS, ids=lambda topic: topic.name)
def test_the_order_of_components_decides_nothing(topic: Topic, tmp_path: Path) -> None:
    seed = random.randrange(2**32)
    shutil.copytree(topic.document.parent, tmp_path / "spec")
    document = tmp_path / "spec" / topic.document.name
    expected = texts(topic, document)
    document.write_text(shuffled(topic.document, random.Random(seed)), encoding="utf-8")
    found = texts(topic, document)
    different = [path for path in expected.keys() | found.keys() if expected.get(path) != found.get(path)]
    assert not different, f"with the seed {seed}"
