"""How a caller proves who it is."""

from __future__ import annotations

import enum

from specloom.ir.types import Json
from specloom.values import Value


class SchemeKind(enum.Enum):
    API_KEY = "apiKey"
    HTTP = "http"
    OAUTH2 = "oauth2"
    OPEN_ID_CONNECT = "openIdConnect"
    MUTUAL_TLS = "mutualTLS"


class SecurityScheme(Value, kw_only=True):
    """`place` and `parameter` belong to API keys, `http_scheme` (lower case) to http schemes.

    `declaration` is the whole scheme as the document writes it.
    """

    name: str
    kind: SchemeKind
    place: str | None = None
    parameter: str | None = None
    http_scheme: str | None = None
    description: str | None = None
    declaration: Json = None


class Requirement(Value, kw_only=True):
    """One scheme and the scopes asked for."""

    scheme: str
    scopes: tuple[str, ...] = ()
