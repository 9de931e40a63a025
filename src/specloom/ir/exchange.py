"""Operations: what is sent, what comes back."""

from __future__ import annotations

import enum
from typing import Literal

from specloom.diagnostics import Location
from specloom.ir.pagination import Pagination
from specloom.ir.security import Requirement
from specloom.ir.server import Server
from specloom.ir.types import ABSENT, NO_DOC, Absent, Doc, Json, Type
from specloom.values import Value


class ParameterPlace(enum.Enum):
    PATH = "path"
    QUERY = "query"
    HEADER = "header"
    COOKIE = "cookie"
    QUERYSTRING = "querystring"


class ParameterStyle(enum.Enum):
    SIMPLE = "simple"
    LABEL = "label"
    MATRIX = "matrix"
    FORM = "form"
    SPACE_DELIMITED = "spaceDelimited"
    PIPE_DELIMITED = "pipeDelimited"
    DEEP_OBJECT = "deepObject"
    COOKIE = "cookie"


class Parameter(Value, kw_only=True):
    """`media_type` is set where the value is sent as a text of that media type instead of a style.

    `rest_of_path`: the value is the remaining path, slashes included. `default` stands at `default_at`.
    """

    name: str
    place: ParameterPlace
    type: Type
    required: bool
    style: ParameterStyle
    explode: bool
    allow_reserved: bool = False
    media_type: str | None = None
    rest_of_path: bool = False
    default: Json | Absent = ABSENT
    default_at: Location | None = None
    doc: Doc = NO_DOC
    origin: Location
    pinned: str | None = None


class StreamFraming(enum.Enum):
    """How one item is told from the next."""

    EVENTS = "events"
    LINES = "lines"
    SEQUENCE = "sequence"


class StreamPayload(enum.Enum):
    """What an item's text is: JSON of the item type, or the text itself."""

    JSON = "json"
    TEXT = "text"


class Stream(Value, kw_only=True):
    """A sequence of items. `item` is the type of one event's data (or of one line).

    `envelope` is the type of the whole event (event, data, id, retry), where the document gives one.
    `texts` is set where some events carry a text beside the others' JSON: the names of those events, none
    where only the data themselves tell.
    """

    framing: StreamFraming
    payload: StreamPayload
    item: Type
    envelope: Type | None = None
    texts: tuple[str, ...] | None = None
    sentinel: str | None = None


class Header(Value, kw_only=True):
    """Written in the style `simple`, or as a text of `media_type` where that is set."""

    name: str
    type: Type
    required: bool
    explode: bool = False
    media_type: str | None = None
    doc: Doc = NO_DOC


class Encoding(Value, kw_only=True):
    """How one member of a form, or one part, is written. None stands for what is not said.

    `content_type` is a media type, a range, or several with commas between them.
    """

    content_type: str | None = None
    style: ParameterStyle | None = None
    explode: bool | None = None
    allow_reserved: bool | None = None
    headers: tuple[Header, ...] = ()


class Example(Value, kw_only=True):
    """A body that the document shows. `name` is empty for the only one (`example`).

    `text` is set where the body is given as it is sent (`serializedValue`); `value` is ABSENT then.
    """

    name: str
    value: Json | Absent = ABSENT
    text: str | None = None
    origin: Location


class Content(Value, kw_only=True):
    """One media type. `type` is None where the document says nothing; a stream has `stream` instead.

    Of a form, `encoding` is by member; of other parts, `prefix_encoding` is of the first ones and
    `item_encoding` of the rest. `by_item`: the document gives the type of one part (`itemSchema`).
    """

    media_type: str
    type: Type | None = None
    stream: Stream | None = None
    encoding: tuple[tuple[str, Encoding], ...] = ()
    prefix_encoding: tuple[Encoding, ...] = ()
    item_encoding: Encoding | None = None
    by_item: bool = False
    examples: tuple[Example, ...] = ()


class Body(Value, kw_only=True):
    required: bool
    contents: tuple[Content, ...]
    description: str | None = None


class Response(Value, kw_only=True):
    """`status` is three digits ("200"), a range ("4XX") or "default"."""

    status: str
    description: str
    headers: tuple[Header, ...] = ()
    contents: tuple[Content, ...] = ()


class Receiver(Value, kw_only=True):
    """What an operation is that the API calls, and its clients serve: a webhook, or a callback.

    `name` is the webhook's or the callback's. A callback belongs to the operation of its source that has the
    address `of`, and `expression` (a runtime expression) says where it is sent.
    """

    kind: Literal["webhook", "callback"]
    name: str
    of: tuple[str, ...] | None = None
    expression: str | None = None


class Operation(Value, kw_only=True):
    """`security` is an OR of ANDs; empty means nothing is asked, an empty member means "or nothing".

    `path` is the template without the server's own base path. `key` is unique within the API
    (method and mounted path); `id` is the document's operation id, if it has one. `idempotency_key` is the
    header field that carries its idempotency key, if it has one.
    """

    key: str
    source: str
    id: str | None
    method: str
    path: str
    tags: tuple[str, ...]
    summary: str | None
    description: str | None
    deprecated: bool
    parameters: tuple[Parameter, ...]
    body: Body | None
    responses: tuple[Response, ...]
    security: tuple[tuple[Requirement, ...], ...]
    servers: tuple[Server, ...]
    origin: Location
    pinned: str | None = None
    idempotency_key: str | None = None
    pagination: Pagination | None = None
    receiver: Receiver | None = None

    @property
    def address(self) -> tuple[str, ...]:
        """Method and path; of what the API calls its method, whose callback it is, and what it is called."""
        receiver = self.receiver
        if receiver is None:
            return self.method, self.path
        return self.method, *(receiver.of or ()), receiver.name, receiver.expression or ""
