"""Every topic gives the tree that is expected, file by file and byte by byte."""

from __future__ import annotations

import pytest

from support.golden import Topic, run, topics


@pytest.mark.parametrize("topic", topics(), ids=lambda topic: topic.name)
def test_tree(topic: Topic) -> None:
    found = run(topic, "check")
    assert not found, f"\n{found}\nmake golden writes the trees anew"
