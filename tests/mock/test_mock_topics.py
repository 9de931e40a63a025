"""Every golden topic with operations can be mocked whole: no example is refused, nothing is left out."""

from __future__ import annotations

import pytest

from specloom.diagnostics import Diagnostics
from specloom.mock import MemoryPackage, application
from support.golden import Topic, topics
from support.mocking import generated


@pytest.mark.parametrize(
    "topic", [t for t in topics() if t.style in (None, "pydantic")], ids=lambda topic: topic.name
)
def test_all_answers_can_be_made(topic: Topic) -> None:
    found = Diagnostics()
    project = topic.project(found)
    made = generated(project)
    with MemoryPackage(made.files, project.packages[0].package) as package:
        application(made.api, package, seed=0, token="mock", diagnostics=found)
    assert [each for each in found if each.code.startswith("mock-")] == []
