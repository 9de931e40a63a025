"""Files among the parts of a form: the types of forms, in which a file is no string.

JSON Schema has no word for a file. In `multipart` content (OAS 3.2, 4.14.4.2 and 4.15.1.1) it is a string
in `format: binary`, a string of a media type that is no text, or a schema that says nothing of types.
A type that holds such members stays what it is everywhere else; forms are of a type of their own.
"""

from __future__ import annotations

from collections.abc import Mapping

from specloom import ir
from specloom.normalise.directions import Named, kept
from specloom.normalise.media import Carriage, carriage
from specloom.normalise.pointers import join
from specloom.normalise.walk import leads
from specloom.values import replace

Encodings = Mapping[str, ir.Encoding]
_FORM = "form"


def split(types: Named, operations: tuple[ir.Operation, ...]) -> tuple[Named, tuple[ir.Operation, ...]]:
    """Give what forms with files are of a type of its own; the request bodies speak of those."""
    forms = _Forms(types)
    rewritten = tuple(map(forms.operation, operations))
    if all(old is new for old, new in zip(operations, rewritten, strict=True)):
        return types, operations
    every = (*types, *forms.made.values())
    return kept(every, leads(every), operations, rewritten), rewritten


class _Forms:
    def __init__(self, types: Named) -> None:
        self._by_id = {known.id: known for known in types}
        self.made: dict[ir.TypeId, ir.NamedType] = {}

    def operation(self, operation: ir.Operation) -> ir.Operation:
        body = operation.body
        if body is None:
            return operation
        contents = tuple(map(self._content, body.contents))
        if all(old is new for old, new in zip(body.contents, contents, strict=True)):
            return operation
        return replace(operation, body=replace(body, contents=contents))

    def _content(self, content: ir.Content) -> ir.Content:
        if content.type is None or carriage(content.media_type) is not Carriage.PARTS:
            return content
        found = self._whole(content.type, content)
        return content if found is content.type else replace(content, type=found)

    def _whole(self, type_: ir.Type, content: ir.Content) -> ir.Type:
        """The type of a whole body; the same object where there is no file in it."""
        match type_:
            case ir.Reference(target=target):
                known = self._by_id[target]
                found = self._whole(known.type, content)
                return type_ if found is known.type else replace(type_, target=self._named(known, found))
            case ir.Record(fields=fields, extra=extra):
                encoding = dict(content.encoding)
                said = [replace(f, type=self._member(f.type, encoding.get(f.name))) for f in fields]
                # What a schema says nothing of is no file: any member can come beside the declared ones.
                more = extra if isinstance(extra, ir.Anything) else self._member(extra, None)
                same = more is extra and all(a.type is b.type for a, b in zip(fields, said, strict=True))
                return type_ if same else replace(type_, fields=tuple(said), extra=more, bases=())
            case ir.Map(values=values):
                found = values if isinstance(values, ir.Anything) else self._member(values, None)
                return type_ if found is values else replace(type_, values=found)
            case ir.Array(items=items, prefix=prefix):
                first = tuple(self._member(p, e) for p, e in _paired(prefix, content.prefix_encoding))
                rest = items if isinstance(items, ir.Nothing) else self._member(items, content.item_encoding)
                same = rest is items and all(a is b for a, b in zip(prefix, first, strict=True))
                return type_ if same else replace(type_, items=rest, prefix=first)
            case ir.Union(members=members):
                each = tuple(self._whole(member, content) for member in members)
                same = all(a is b for a, b in zip(members, each, strict=True))
                return type_ if same else replace(type_, members=each, discriminator=None)
            case ir.Assertion(type=inner):
                found = self._whole(inner, content)
                return type_ if found is inner else replace(type_, type=found)
        return type_

    def _named(self, known: ir.NamedType, type_: ir.Type) -> ir.TypeId:
        """The form of a named type: one for each way in which its members are files."""
        number = 0
        while True:
            pointer = join(known.id.pointer, _FORM, *([number] if number else []))
            id_ = ir.TypeId(known.id.source, pointer)
            if id_ not in self.made or self.made[id_].type == type_:
                break
            number += 1
        added = (_FORM, *([str(number + 1)] if number else []))
        variant = ir.Variant(known.id, "form")
        self.made[id_] = replace(
            known,
            id=id_,
            component=None,
            words=(*known.words, *added),
            path=(*known.path, *added) if known.path else known.path,
            type=type_,
            pinned=None,
            family=None,
            variant=variant,
        )
        return id_

    def _member(self, type_: ir.Type, encoding: ir.Encoding | None) -> ir.Type:
        """A member or part: a file, files, or what it is."""
        if self._is_file(type_, encoding):
            return ir.File(type=type_, doc=type_.doc)
        resolved = self._resolved(type_)
        if isinstance(resolved, ir.Array) and self._is_file(resolved.items, encoding):
            files = ir.File(type=resolved.items, doc=resolved.items.doc)
            return replace(resolved, items=files, doc=type_.doc)
        if isinstance(resolved, ir.Union):
            members = tuple(self._member(member, encoding) for member in resolved.members)
            if any(a is not b for a, b in zip(resolved.members, members, strict=True)):
                return replace(resolved, members=members, doc=type_.doc)
        return type_

    def _resolved(self, type_: ir.Type) -> ir.Type:
        seen: set[ir.TypeId] = set()
        while isinstance(type_, ir.Reference) and type_.target not in seen:
            seen.add(type_.target)
            type_ = self._by_id[type_.target].type
        return type_

    def _is_file(self, type_: ir.Type, encoding: ir.Encoding | None) -> bool:
        said = None if encoding is None else encoding.content_type
        resolved = self._resolved(type_)
        if isinstance(resolved, ir.Anything):
            return said is None or _is_binary(said)
        if not isinstance(resolved, ir.String) or resolved.encoding is not None:
            return False
        if resolved.format == "binary":
            return True
        return any(each is not None and _is_binary(each) for each in (said, resolved.content_type))


def _is_binary(media_types: str) -> bool:
    return all(carriage(each) is Carriage.BYTES for each in media_types.split(","))


def _paired(
    prefix: tuple[ir.Type, ...], encodings: tuple[ir.Encoding, ...]
) -> list[tuple[ir.Type, ir.Encoding | None]]:
    rest = [None] * (len(prefix) - len(encodings))
    return list(zip(prefix, [*encodings[: len(prefix)], *rest], strict=True))
