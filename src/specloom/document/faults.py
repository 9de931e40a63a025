"""What a meta-schema's verdict means: the one fault that the author made, in plain words.

A validator reports that a value matches none of several alternatives, and the consequences of each
fault in what surrounds it. Here the alternative that was meant is chosen, and consequences are left out.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator
from typing import Any
from urllib.parse import unquote, urldefrag

from jsonschema_rs import ValidationError, ValidationErrorKind

from specloom.values import Value

Path = tuple[str, ...]


class Fault(Value):
    """A fault at `path`; at the member's name where `key` is set. `member` is one that is missing."""

    path: Path
    code: str
    message: str
    key: bool = False
    hint: str | None = None
    member: str | None = None


def faults(errors: Iterable[ValidationError], meta: dict[str, Any] | None = None) -> list[Fault]:
    """The faults behind `errors`, in order of their path, each once.

    `meta` is the meta-schema, which tells members that are known but were not looked at because of
    another fault from unknown ones.
    """
    leaves = [leaf for error in errors for leaf in _leaves(error)]
    extra = [leaf for leaf in leaves if isinstance(leaf.kind, _EXTRA)]
    real = [leaf for leaf in leaves if not isinstance(leaf.kind, _EXTRA)]
    taken = {_path(leaf) for leaf in real}
    found = {fault: None for leaf in real for fault in _described(leaf)}
    found.update((fault, None) for leaf in extra for fault in _unknown(leaf, taken, meta or {}))
    return sorted(_causes(found), key=lambda fault: (fault.path, fault.code, fault.message))


def _causes(found: Iterable[Fault]) -> list[Fault]:
    """`found` without what follows from another fault."""
    found = list(found)
    wrong_type = {fault.path for fault in found if fault.code == "wrong-type"}
    empty = {fault.path for fault in found if fault.code == "empty"}
    unknown = {fault.path[:-1] for fault in found if fault.code == "unknown-member"}

    def follows(fault: Fault) -> bool:
        if fault.code != "missing-member":
            return fault.path in wrong_type and fault.code != "wrong-type"
        # A Responses Object without a status lacks one; the meta-schema words it as a lack of `default`.
        misnamed = fault.path[-1:] == ("responses",) and fault.path in unknown
        return fault.path in wrong_type or fault.path in empty or misnamed

    return [fault for fault in found if not follows(fault)]


_EXTRA = (ValidationErrorKind.AdditionalProperties, ValidationErrorKind.UnevaluatedProperties)
_ALTERNATIVES = (ValidationErrorKind.AnyOf, ValidationErrorKind.OneOfNotValid)
_VALUE = (ValidationErrorKind.Enum, ValidationErrorKind.Constant)


def _path(error: ValidationError) -> Path:
    return tuple(str(step) for step in error.instance_path)


def _leaves(error: ValidationError) -> Iterator[ValidationError]:
    """The errors of the alternative that was meant, down to those without alternatives."""
    kind = error.kind
    if not isinstance(kind, _ALTERNATIVES):
        yield error
        return
    branches = [[leaf for inner in branch for leaf in _leaves(inner)] for branch in kind.context if branch]
    required = {_missing(branch, error) for branch in branches}
    if len(branches) > 1 and None not in required and "$ref" not in required:
        yield error  # one of several members is missing: say so
        return
    if _told_apart(branches, error) is not None:
        yield error  # none is meant: the member that tells them apart is wrong
        return
    yield from _meant(branches, error) or [error]


def _told_apart(branches: list[list[ValidationError]], error: ValidationError) -> Fault | None:
    """The fault in the member that tells the alternatives apart (`in`, `type`), if it fits none of them."""
    options: dict[str, None] = {}
    wrong: dict[Path, Any] = {}
    branches = [b for b in branches if _is_no_reference(b, error) and _has_type(b, error)]
    for branch in branches:
        for leaf in branch:
            if isinstance(leaf.kind, _VALUE) and len(leaf.instance_path) == len(error.instance_path) + 1:
                wrong[_path(leaf)] = leaf.instance
                kind: Any = leaf.kind
                values = kind.options if isinstance(kind, ValidationErrorKind.Enum) else [kind.expected_value]
                options.update((f"`{value}`", None) for value in values)
                break
        else:
            return None
    if len(branches) < 2 or len(wrong) != 1:
        return None
    ((path, value),) = wrong.items()
    return Fault(path, "wrong-value", f"{name_of(value)} is none of {', '.join(options)}")


def _missing(branch: list[ValidationError], error: ValidationError) -> str | None:
    """The member whose absence is all that this alternative finds wrong."""
    kind = branch[0].kind if len(branch) == 1 else None
    here = kind is not None and branch[0].instance_path == error.instance_path
    return kind.property if here and isinstance(kind, ValidationErrorKind.Required) else None


def _meant(branches: list[list[ValidationError]], error: ValidationError) -> list[ValidationError]:
    for rule in (_is_no_reference, _has_type, _has_constants):
        kept = [branch for branch in branches if rule(branch, error)]
        branches = kept or branches
    return max(branches, key=lambda b: (max(len(e.instance_path) for e in b), -len(b)), default=[])


def _is_no_reference(branch: list[ValidationError], error: ValidationError) -> bool:
    """Whether the alternative is something else than a Reference Object that lacks `$ref`."""
    return not any(
        isinstance(e.kind, ValidationErrorKind.Required) and e.kind.property == "$ref" for e in branch
    )


def _has_type(branch: list[ValidationError], error: ValidationError) -> bool:
    return not any(
        isinstance(e.kind, ValidationErrorKind.Type) and e.instance_path == error.instance_path
        for e in branch
    )


def _has_constants(branch: list[ValidationError], error: ValidationError) -> bool:
    """Whether the members that tell alternatives apart (`in`, `type`) say that this one is meant."""
    depth = len(error.instance_path) + 1
    return not any(isinstance(e.kind, _VALUE) and len(e.instance_path) == depth for e in branch)


# -- words


def _described(error: ValidationError) -> Iterator[Fault]:
    kind, path = error.kind, _path(error)
    if isinstance(kind, ValidationErrorKind.Required):
        message = f"the member `{kind.property}` is missing"
        yield Fault(path, "missing-member", message, member=kind.property)
    elif isinstance(kind, ValidationErrorKind.Type):
        yield Fault(
            path, "wrong-type", f"{_article(kind.types)} must stand here, not {name_of(error.instance)}"
        )
    elif isinstance(kind, ValidationErrorKind.Enum):
        options = ", ".join(f"`{option}`" for option in kind.options)
        yield Fault(path, "wrong-value", f"{name_of(error.instance)} is none of {options}")
    elif isinstance(kind, ValidationErrorKind.Constant):
        yield Fault(
            path, "wrong-value", f"`{kind.expected_value}` must stand here, not {name_of(error.instance)}"
        )
    elif isinstance(kind, ValidationErrorKind.Pattern):
        yield Fault(path, "wrong-value", f"{name_of(error.instance)} does not match {kind.pattern}")
    elif isinstance(kind, ValidationErrorKind.Format):
        yield Fault(path, "wrong-value", f"{name_of(error.instance)} is no {kind.format}")
    elif isinstance(kind, ValidationErrorKind.UniqueItems):
        yield _repeated(path, error.instance)
    elif isinstance(kind, ValidationErrorKind.MinProperties):
        yield Fault(path, "empty", "at least one member must stand here")
    elif isinstance(kind, ValidationErrorKind.PropertyNames):
        yield from _bad_name(kind, path, error)
    elif isinstance(kind, _ALTERNATIVES):
        yield _no_alternative(kind.context, path, error)
    elif isinstance(kind, ValidationErrorKind.FalseSchema):
        yield Fault(path, "wrong-value", "this must not stand here", key=True)
    else:
        yield Fault(path, "wrong-value", error.message)


def _no_alternative(branches: list[list[ValidationError]], path: Path, error: ValidationError) -> Fault:
    leaves = [[leaf for inner in branch for leaf in _leaves(inner)] for branch in branches]
    found = _told_apart(leaves, error)
    if found is not None:
        return found
    missing = dict.fromkeys(name for branch in leaves if (name := _missing(branch, error)))
    if not missing:
        return Fault(path, "wrong-value", error.message)
    names = ", ".join(f"`{name}`" for name in missing)
    return Fault(path, "missing-member", f"one of the members {names} is missing")


def _repeated(path: Path, value: Any) -> Fault:
    items = value if isinstance(value, list) else []
    number = next((n for n, item in enumerate(items) if item in items[:n]), None)
    where = path if number is None else (*path, str(number))
    what = "an item" if number is None else name_of(items[number])
    return Fault(where, "duplicate-item", f"{what} stands twice in this list")


def _bad_name(kind: Any, path: Path, error: ValidationError) -> Iterator[Fault]:
    name = kind.error.instance if isinstance(kind.error.instance, str) else ""
    where = (*path, name) if isinstance(error.instance, dict) and name in error.instance else path
    yield Fault(where, "wrong-name", f"the name {name!r} is not allowed: {_reason(kind.error)}", key=True)


def _reason(error: ValidationError) -> str:
    pattern = getattr(error.kind, "pattern", None)
    return f"it does not match {pattern}" if pattern else error.message


def _unknown(error: ValidationError, taken: set[Path], meta: dict[str, Any]) -> Iterator[Fault]:
    path = _path(error)
    known = _members(error, meta)
    for name in getattr(error.kind, "unexpected", ()):
        below = (*path, name)
        if any(other[: len(below)] == below for other in taken) or (
            name in known and _disturbed(path, taken)
        ):
            continue
        near = difflib.get_close_matches(name, sorted(known), 1, 0.75)
        hint = f"did you mean `{near[0]}`?" if near and near[0] != name else None
        message = f"`{name}` is no member here"
        if path == ("paths",):
            message, hint = f"the path {name!r} does not begin with `/`", None
        yield Fault(below, "unknown-member", message, key=True, hint=hint)


def _disturbed(path: Path, taken: set[Path]) -> bool:
    return any(other[: len(path)] == path for other in taken)


def _members(error: ValidationError, meta: dict[str, Any]) -> set[str]:
    """All members that the meta-schema's definition of this object knows, under any condition."""
    tokens = unquote(urldefrag(error.absolute_keyword_location or "").fragment).split("/")
    definition: Any = meta
    if len(tokens) > 2 and tokens[1] in ("$defs", "definitions"):
        definition = meta.get(tokens[1], {}).get(tokens[2], {})
    elif isinstance(meta, dict):
        definition = {name: member for name, member in meta.items() if name not in ("$defs", "definitions")}
    found: set[str] = set()
    stack = [definition]
    while stack:
        value = stack.pop()
        if isinstance(value, dict):
            properties = value.get("properties")
            found.update(properties if isinstance(properties, dict) else ())
            stack.extend(value.values())
        elif isinstance(value, list):
            stack.extend(value)
    return found


_TYPES = {dict: "an object", list: "a list", bool: "a boolean", int: "a number", float: "a number"}


def name_of(value: Any) -> str:
    """A value in a message: scalars as they are, cut short; containers by their kind."""
    if value is None:
        return "null"
    if isinstance(value, dict | list):
        return _TYPES[type(value)]
    text = str(value).lower() if isinstance(value, bool) else str(value)
    text = text if len(text) <= 60 else text[:57] + "…"
    return f"{text!r}" if isinstance(value, str) else text


def _article(types: Iterable[str]) -> str:
    words = {"array": "a list", "object": "an object", "integer": "an integer", "null": "null"}
    named = [words.get(name, f"a {name}") for name in sorted(types, reverse=True)]
    return " or ".join(named)
