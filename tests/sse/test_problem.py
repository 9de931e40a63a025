"""Problem details (RFC 9457)."""

from __future__ import annotations

import json

from specloom.runtime.problem import Problem, phrase


def test_a_plain_problem_has_its_status_phrase_as_title() -> None:
    assert json.loads(Problem.of(404).encode()) == {"title": "Not Found", "status": 404}


def test_members_that_were_given_are_written_and_none_can_be_replaced_by_an_extension() -> None:
    problem = Problem.of(422, "unit €", status_text="x", errors=[1])
    assert json.loads(problem.encode()) == {
        "title": phrase(422),
        "status": 422,
        "detail": "unit €",
        "status_text": "x",
        "errors": [1],
    }
    assert Problem(status=1, title="t", extensions={"status": 2}).members()["status"] == 1


def test_a_status_without_a_phrase() -> None:
    assert phrase(599) == "Status 599"
