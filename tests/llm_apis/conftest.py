"""One running server for the tests of `llm_apis`."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from llm_support.filled import app
from support.serving import serving


@pytest.fixture(scope="session")
def base() -> Iterator[str]:
    with serving(app()) as url:
        yield url
