"""Types: which JSON values are allowed, and what is said about them."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from decimal import Decimal
from typing import Final, Literal, TypeAlias

from specloom.diagnostics import Location
from specloom.values import Value, field

Json: TypeAlias = "None | bool | int | float | Decimal | str | tuple[Json, ...] | Mapping[str, Json]"
"""A JSON value that nobody can change: arrays are tuples, objects are read-only mappings."""


class Absent(enum.Enum):
    """The one value that stands for "not there", which is neither null nor a default."""

    ABSENT = "absent"


ABSENT: Final = Absent.ABSENT

Direction: TypeAlias = Literal["request", "response"]
"""Which way a value goes."""


class Doc(Value, kw_only=True):
    """What is said of a type or member without changing which values are allowed.

    `own_type` is a type of the user's own that stands for it ("module:Type").
    """

    title: str | None = None
    description: str | None = None
    deprecated: bool = False
    examples: tuple[Json, ...] = ()
    default: Json | Absent = ABSENT
    read_only: bool = False
    write_only: bool = False
    own_type: str | None = None


NO_DOC: Final = Doc()


class TypeId(Value):
    """Identifies a named type: the source it belongs to and where its schema stands there."""

    source: str
    pointer: str


class Anything(Value, kw_only=True):
    """Every JSON value."""

    doc: Doc = NO_DOC


class Nothing(Value, kw_only=True):
    """No value at all."""

    doc: Doc = NO_DOC


class Null(Value, kw_only=True):
    doc: Doc = NO_DOC


class Boolean(Value, kw_only=True):
    doc: Doc = NO_DOC


class Integer(Value, kw_only=True):
    """A number with no fractional part (1.0 is one)."""

    minimum: int | float | Decimal | None = None
    maximum: int | float | Decimal | None = None
    exclusive_minimum: int | float | Decimal | None = None
    exclusive_maximum: int | float | Decimal | None = None
    multiple_of: int | float | Decimal | None = None
    format: str | None = None
    doc: Doc = NO_DOC


class Number(Value, kw_only=True):
    minimum: int | float | Decimal | None = None
    maximum: int | float | Decimal | None = None
    exclusive_minimum: int | float | Decimal | None = None
    exclusive_maximum: int | float | Decimal | None = None
    multiple_of: int | float | Decimal | None = None
    format: str | None = None
    doc: Doc = NO_DOC


class String(Value, kw_only=True):
    """A text; lengths count code points, `pattern` is an unanchored ECMA-262 search.

    `content_type` and `content` say what the text itself encodes; they are not asserted.
    """

    min_length: int | None = None
    max_length: int | None = None
    pattern: str | None = None
    format: str | None = None
    encoding: str | None = None
    content_type: str | None = None
    content: Type | None = None
    doc: Doc = NO_DOC


class Choice(Value, kw_only=True):
    """One of the listed values. `constant` remembers that the list had to have one entry."""

    values: tuple[Json, ...]
    constant: bool = False
    doc: Doc = NO_DOC


class Array(Value, kw_only=True):
    """`prefix` types the first entries, `items` the rest."""

    items: Type
    prefix: tuple[Type, ...] = ()
    min_items: int | None = None
    max_items: int | None = None
    unique: bool = False
    doc: Doc = NO_DOC


class Map(Value, kw_only=True):
    """An object without declared members whose values all have one type."""

    values: Type
    min_members: int | None = None
    max_members: int | None = None
    doc: Doc = NO_DOC


class Field(Value, kw_only=True):
    """A declared member of an object. `default` is what its own schema gives, not one it refers to.

    Its schema stands at `place`, the default at `default_place`: pointers from the origin of the named type,
    or fragments (see :meth:`Location.at`). So what is the same in two types is equal.
    `doc` is what the member's own schema says, also where `type` (an inline one) says it again.
    `required_in` is the one direction in which `required` holds; None stands for both.
    """

    name: str
    type: Type
    required: bool
    required_in: Direction | None = None
    default: Json | Absent = ABSENT
    default_place: str | None = None
    doc: Doc = NO_DOC
    place: str
    pinned: str | None = None


class Record(Value, kw_only=True):
    """An object with declared members. Stands only at the top of a :class:`NamedType`.

    `extra` types every other member: Anything for an open object, Nothing for a closed one.
    `bases` are the records whose members (repeated in `fields`) it extends without changing them.
    """

    fields: tuple[Field, ...]
    extra: Type
    min_members: int | None = None
    max_members: int | None = None
    bases: tuple[TypeId, ...] = ()
    doc: Doc = NO_DOC


class Discriminator(Value, kw_only=True):
    """The member whose value tells which member of a union is meant.

    `mapping` goes from every value that tells something; `declared` is the part of it that the document
    writes. `otherwise` is meant by every other value, and where the member is not there. `parent` is the
    member that takes whatever another one takes.
    """

    member: str
    mapping: tuple[tuple[str, TypeId], ...]
    declared: tuple[tuple[str, TypeId], ...] = ()
    otherwise: TypeId | None = None
    parent: TypeId | None = None


class Union(Value, kw_only=True):
    """At least one (`any`) or exactly one (`one`) of the members fits. Nullable is a union with Null."""

    members: tuple[Type, ...]
    mode: Literal["any", "one"] = "any"
    discriminator: Discriminator | None = None
    doc: Doc = NO_DOC


class Reference(Value, kw_only=True):
    target: TypeId
    doc: Doc = NO_DOC


class Assertion(Value, kw_only=True):
    """A type narrowed by a whole schema, which says what no plain type can.

    `type` gives the values their shape and allows all that the schema allows, or more; `schema` (JSON
    Schema 2020-12) decides. It stands at `place`, and its references are places of :attr:`Api.schemas`.
    """

    type: Type
    place: str
    schema: Json
    doc: Doc = NO_DOC


class File(Value, kw_only=True):
    """A file among the parts of a form. `type` is what the document says it is: any string, or anything."""

    type: Type
    doc: Doc = NO_DOC


Type: TypeAlias = (
    "Anything | Nothing | Null | Boolean | Integer | Number | String | Choice | Array | Map"
    " | Record | Union | Reference | Assertion | File"
)


class Variant(Value):
    """What the type `of` is in requests, in responses, or in a form with files, where that is not itself."""

    of: TypeId
    direction: Direction | Literal["form"]


class NamedType(Value, kw_only=True):
    """A type that gets a name: a component, an object written inline, or a schema referred to.

    `component` is its name among the document's component schemas, if it is one.
    `parent` is the named type it stands inside, if any; `words` is the path of words from there
    (property names, "item", "value") or, without a parent, the words that would name it
    (component name; operation id and "request"; the file's name). Where a title stands for them, `path` has
    those of its place.

    `family` is the union of it and its descendants, which stands wherever it is referred to as a value.
    `variant` is set where it is the form that another type has in one direction.
    """

    id: TypeId
    component: str | None
    parent: TypeId | None
    words: tuple[str, ...]
    path: tuple[str, ...] = ()
    type: Type
    origin: Location
    pinned: str | None = None
    extensions: Mapping[str, Json] = field(default_factory=dict)
    family: TypeId | None = None
    variant: Variant | None = None
