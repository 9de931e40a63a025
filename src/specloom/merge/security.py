"""What satisfies the security of two operations at once."""

from __future__ import annotations

from typing import Any


def both(left: list[Any] | None, right: list[Any] | None) -> list[Any]:
    """Security requirements that are met only where those of both sides are met.

    Each side is an OR of ANDs (OpenAPI 3.2, Security Requirement Object); none means nothing is asked.
    So is the result: every alternative of one side together with every alternative of the other.
    """
    found: list[Any] = []
    for one in left or [{}]:
        for other in right or [{}]:
            together = {name: list(scopes) for name, scopes in one.items()}
            for name, scopes in other.items():
                held = together.setdefault(name, [])
                held += [scope for scope in scopes if scope not in held]
            if together not in found:
                found.append(together)
    return [] if found == [{}] else found
