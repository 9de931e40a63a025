"""The HTTP library behind the transports. This is the only module that imports it."""

from __future__ import annotations

import httpx

__all__ = ["httpx"]
