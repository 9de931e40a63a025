"""What an operation is, as data: client, server and the served document all read the same value.

The classes follow the objects of the OpenAPI Specification 3.2 (Operation, Parameter, Request Body,
Response, Media Type, Server, Security Requirement, Security Scheme) and keep its names.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, Literal

from .codec import Codec

Place = Literal["path", "query", "header", "cookie", "querystring"]
Style = Literal[
    "simple",
    "label",
    "matrix",
    "form",
    "spaceDelimited",
    "pipeDelimited",
    "deepObject",
    "cookie",
]


@dataclass(frozen=True, slots=True)
class ServerVariable:
    default: str
    enum: tuple[str, ...] = ()
    description: str | None = None


@dataclass(frozen=True, slots=True)
class Server:
    """A Server Object. `url` may hold `{variables}`."""

    url: str
    description: str | None = None
    variables: Mapping[str, ServerVariable] = field(
        default_factory=dict[str, ServerVariable]
    )


@dataclass(frozen=True, slots=True)
class SecurityScheme:
    """A Security Scheme Object. `declaration` is the object as the document writes it."""

    type: Literal["apiKey", "http", "oauth2", "openIdConnect", "mutualTLS"]
    name: str | None = None
    place: str | None = None
    scheme: str | None = None
    declaration: Mapping[str, Any] = field(default_factory=dict[str, Any])


@dataclass(frozen=True, slots=True)
class Requirement:
    """One scheme of a Security Requirement Object, by its name among the source's schemes."""

    scheme: str
    scopes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Source:
    """One of the documents behind the package. `id` is the Python name of its namespace ("" if alone).

    `server_lists` are the different lists of servers that its operations have: a client's base URL
    replaces what their URLs have in common.
    """

    id: str
    title: str
    version: str
    servers: tuple[Server, ...]
    security_schemes: Mapping[str, SecurityScheme]
    description: str | None = None
    tags: Mapping[str, str | None] = field(default_factory=dict[str, str | None])
    server_lists: tuple[tuple[Server, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Parameter:
    """A Parameter Object. `argument` is its Python name; `media_type` is set for `content` parameters.

    `rest_of_path`: the value is the remaining path, slashes included (`x-specloom-rest-of-path`).
    `default` is JSON text: what a server takes where the parameter is not sent.
    """

    name: str
    argument: str
    place: Place
    codec: Codec[Any]
    required: bool = False
    style: Style = "simple"
    explode: bool = False
    allow_reserved: bool = False
    media_type: str | None = None
    rest_of_path: bool = False
    description: str | None = None
    deprecated: bool = False
    default: str | None = None


@dataclass(frozen=True, slots=True)
class Stream:
    """A sequential media type. `item` reads one event's data (or one line); None means the text itself.

    `envelope` is the type of the whole event where the document gives one; `sentinel` is the data
    that ends the stream and is no item. `texts` is set where some events carry a text beside the
    others' JSON: the names of those events, none where only the data themselves tell.
    """

    framing: Literal["events", "lines", "sequence"]
    item: Codec[Any] | None
    envelope: Codec[Any] | None = None
    sentinel: str | None = None
    texts: tuple[str, ...] | None = None

    def is_text(self, event: str) -> bool | None:
        """Whether the data of an event of that name is a text; None where only the data tell."""
        if self.item is None or self.texts is None:
            return self.item is None
        return event in self.texts if self.texts else None


@dataclass(frozen=True, slots=True)
class Header:
    """A Header Object: written in the style `simple`, or as a text of `media_type` where that is set."""

    name: str
    codec: Codec[Any]
    required: bool = False
    description: str | None = None
    explode: bool = False
    media_type: str | None = None


@dataclass(frozen=True, slots=True)
class Encoding:
    """An Encoding Object: how a member of a form, or one part, is written. None is what is not said.

    `file`: the member is a file, or a list of them. `encoded`: it is a string in a `contentEncoding`, or a
    list of them.
    """

    content_type: str | None = None
    style: Style | None = None
    explode: bool | None = None
    allow_reserved: bool | None = None
    headers: tuple[Header, ...] = ()
    file: bool = False
    encoded: bool = False

    @property
    def default_type(self) -> str | None:
        """What a text is sent as where no media type is said (OAS 3.2, 4.15.1.1, `contentType`).

        None for `text/plain`, which a part without Content-Type is (RFC 7578, section 4.4).
        """
        return "application/octet-stream" if self.encoded else None

    @property
    def styled(self) -> bool:
        """Whether it is written as a query parameter is; else as the text of a media type."""
        said = (self.style, self.explode, self.allow_reserved)
        return any(each is not None for each in said)


@dataclass(frozen=True, slots=True)
class Content:
    """A Media Type Object. `codec` is None where no schema is given, or where `stream` is set.

    `item_encoding` is of the parts, or members of a form, that no other encoding is for. `by_item`: the
    document describes one part of a `multipart` type (`itemSchema`), `codec` all of them.
    """

    media_type: str
    codec: Codec[Any] | None = None
    stream: Stream | None = None
    encoding: Mapping[str, Encoding] = field(default_factory=dict[str, Encoding])
    prefix_encoding: tuple[Encoding, ...] = ()
    item_encoding: Encoding | None = None
    by_item: bool = False

    def member(self, name: str) -> Encoding:
        """The encoding of a form's member."""
        return self.encoding.get(name) or self.item_encoding or Encoding()

    def part(self, index: int) -> Encoding:
        """The encoding of a part without a name, by its place."""
        if index < len(self.prefix_encoding):
            return self.prefix_encoding[index]
        return self.item_encoding or Encoding()


@dataclass(frozen=True, slots=True)
class Body:
    """A Request Body Object. `stream_member` is the boolean member that asks for an event stream."""

    contents: tuple[Content, ...]
    required: bool = False
    description: str | None = None
    stream_member: str | None = None


@dataclass(frozen=True, slots=True)
class Response:
    """A Response Object. `status` is "200", "4XX" or "default"."""

    status: str
    description: str
    contents: tuple[Content, ...] = ()
    headers: tuple[Header, ...] = ()


@dataclass(frozen=True, slots=True)
class Pagination:
    """How a list that comes in pages goes on (`x-specloom-pagination`).

    `argument` is the Python name of the parameter that asks for the next page; or `request` is the way to
    what does so in the body, by its names in the document. The others are ways into a page, Python names
    from its top: to the items, to the cursor of the next page, to whether there are more, and to how many
    items or pages there are. `start` is the first offset or page.
    """

    style: Literal["cursor", "offset", "page", "link"]
    items: tuple[str, ...]
    argument: str | None = None
    request: tuple[str, ...] | None = None
    next: tuple[str, ...] | None = None
    more: tuple[str, ...] | None = None
    total: tuple[str, ...] | None = None
    start: int = 0


@dataclass(frozen=True, slots=True)
class Receiver:
    """What the API itself calls: one of its webhooks, or a Callback Object of its operation `of`.

    `of` is that operation's address; `expression` is the runtime expression that says where a callback is
    sent.
    """

    kind: Literal["webhook", "callback"]
    name: str
    of: tuple[str, ...] | None = None
    expression: str | None = None


@dataclass(frozen=True, slots=True)
class Operation:
    """An Operation Object and where it stands.

    `path` is the template below the server's base path. `id` is the document's operation id or None;
    `name` is the Python name. `servers` are the operation's own, or its path's, or its source's.
    `idempotency_key` is the header field that tells a request sent again from a new one, if it has one.
    """

    id: str | None
    name: str
    method: str
    path: str
    source: Source
    servers: tuple[Server, ...]
    responses: tuple[Response, ...]
    tags: tuple[str, ...] = ()
    summary: str | None = None
    description: str | None = None
    deprecated: bool = False
    parameters: tuple[Parameter, ...] = ()
    body: Body | None = None
    security: tuple[tuple[Requirement, ...], ...] = ()
    receiver: Receiver | None = None
    idempotency_key: str | None = None
    pagination: Pagination | None = None

    @property
    def address(self) -> tuple[str, ...]:
        """Method and path; of what the API calls its method, whose callback it is, and what it is called."""
        receiver = self.receiver
        if receiver is None:
            return self.method, self.path
        above = receiver.of or ()
        return self.method, *above, receiver.name, receiver.expression or ""


def later(make: Callable[[], Operation]) -> Operation:
    """The operation that `make` gives, made when something of it is first asked for.

    A tag may have hundreds of operations, of which a program calls a few.
    """
    return _Later(make)


_MAKING: Final = threading.Lock()


class _Later(Operation):
    """An operation whose slots are empty at first. All but its type says that it is an :class:`Operation`."""

    __slots__ = ("_make",)

    if TYPE_CHECKING:

        def __init__(self, make: Callable[[], Operation]) -> None: ...

    else:

        def __init__(self, make):
            object.__setattr__(self, "_make", make)

        # What `dataclasses.replace` makes of one, and compares it with, is a plain operation.
        __class__ = property(lambda self: Operation)

        def __getattr__(self, name):
            if name not in Operation.__slots__:
                raise AttributeError(f"an operation has no {name!r}")
            with _MAKING:
                try:
                    # Another thread may have been first.
                    return object.__getattribute__(self, name)
                except AttributeError:
                    made = self._make()
                for slot in Operation.__slots__:
                    object.__setattr__(self, slot, getattr(made, slot))
            return object.__getattribute__(self, name)
