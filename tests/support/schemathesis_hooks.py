"""What schemathesis has to know of streams: their sentinel is no item, and OpenAPI has no words for it."""

from __future__ import annotations

import re
from typing import Any

import schemathesis

_SENTINEL = re.compile(rb"data: \[DONE\]\n\n\Z")


@schemathesis.hook
def after_call(context: Any, case: Any, response: Any) -> None:
    if response.headers.get("content-type", [""])[0].startswith("text/event-stream"):
        response.content = _SENTINEL.sub(b"", response.content)
