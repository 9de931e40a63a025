"""Python names made from a document's names, and who gets which.

A name is made of words: `finishReason`, `finish-reason` and `FINISH_REASON` are the same two. Where two
things end up with one name, the one whose wire name already is that name keeps it, else one that has no
other, else the smaller in code-point order. The other is called by its place where its title named it, else
it gets a number; a warning says how to pin it.
"""

from __future__ import annotations

import hashlib
import keyword
import re
import unicodedata
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from functools import cache
from typing import Generic, Literal, TypeVar

from specloom.diagnostics import Diagnostics, Location, Related
from specloom.values import Value

Case = Literal["snake", "class", "constant"]
K = TypeVar("K", bound=Hashable)

KEYWORDS = frozenset(keyword.kwlist)
"""No name at all; soft keywords (match, type) are names like any other."""

MODEL_MEMBERS = frozenset(
    [
        "construct",
        "copy",
        "dict",
        "from_orm",
        "json",
        "parse_file",
        "parse_obj",
        "parse_raw",
        "schema",
        "schema_json",
        "self",
        "update_forward_refs",
        "validate",
        "model_computed_fields",
        "model_config",
        "model_construct",
        "model_copy",
        "model_dump",
        "model_dump_json",
        "model_extra",
        "model_fields",
        "model_fields_set",
        "model_json_schema",
        "model_parametrized_name",
        "model_post_init",
        "model_rebuild",
        "model_validate",
        "model_validate_json",
        "model_validate_strings",
        "mro",
        "register",
    ]
)
"""What pydantic's BaseModel (2.12 and later) has for itself, and `self`, which a call cannot pass by name."""

WINDOWS_DEVICES = frozenset(
    ["con", "prn", "aux", "nul", *(f"{device}{n}" for device in ("com", "lpt") for n in range(10))]
)
MODULES = KEYWORDS | WINDOWS_DEVICES
"""File names that cannot be imported, or that some system cannot hold."""

PACKAGE_WORDS = frozenset(
    [
        "annotations",
        "bool",
        "cached_property",
        "changed",
        "create_app",
        "create_callback_router",
        "create_router",
        "create_webhook_router",
        "current_request",
        "dict",
        "errors",
        "float",
        "int",
        "list",
        "object",
        "principals",
        "settings",
        "str",
        "super",
        "tuple",
        "type",
    ]
)
"""What packages of groups say in their own text or hold beside groups, and what each module imports: a module
of such a name would, as an attribute of its package or where it is imported, stand in the way of it."""

_LONGEST_FILE_NAME = 100


_WORD = re.compile("[A-Z]?[a-z0-9]+|[A-Z]+(?![a-rt-z]|s[A-Za-z0-9])[a-z0-9]*")
"""A word of a name in ASCII: the rules of :func:`split` and :func:`_begins_word`."""


@cache
def split(text: str) -> tuple[str, ...]:
    """The words of a name: letters and digits, parted by anything else and where a capital begins a word."""
    if text.isascii() and text[:1] not in "+-" and (found := _WORD.findall(text)):
        return tuple(found)  # As most names are.
    text = unicodedata.normalize("NFKC", text)
    if not any(map(_usable, text)):
        text = " ".join(unicodedata.name(char, f"u{ord(char):x}") for char in text).lower() or "empty"
    elif text[0] in "+-" and text[1:2].isdigit():
        text = ("plus " if text[0] == "+" else "minus ") + text[1:]
    words, word = [], ""
    for index, char in enumerate(text):
        if not _usable(char):
            words.append(word)
            word = ""
            continue
        if char.isupper() and _begins_word(text, index):
            words.append(word)
            word = ""
        word += char
    return tuple(word for word in [*words, word] if word)


def _usable(char: str) -> bool:
    return char != "_" and ("x" + char).isidentifier()


def _begins_word(text: str, index: int) -> bool:
    before, after = text[index - 1 : index], text[index + 1 : index + 2]
    if not before or not before.isupper():
        return bool(before)
    plural = after == "s" and not _usable(text[index + 2 : index + 3] or " ")
    return after.islower() and not plural


def identifier(text: str | Sequence[str], case: Case, reserved: Collection[str] = KEYWORDS) -> str:
    """A Python name: `snake`, `Class` or `CONSTANT`. `text` is a name, or several that follow each other.

    Never empty, a keyword or one of `reserved`, and never begins with an underscore.
    """
    if isinstance(text, str):
        name = _cased(text, case)
    else:
        name = ("" if case == "class" else "_").join([_cased(part, case) for part in text])
    if not name.isascii():
        name = unicodedata.normalize("NFKC", name)
    if not name.isidentifier():
        name = unicodedata.normalize("NFKC", {"snake": "n_", "class": "N", "constant": "N_"}[case] + name)
    return f"{name}_" if name in reserved or name in KEYWORDS else name


@cache
def _cased(text: str, case: Case) -> str:
    """The words of one name, as they stand in a longer one, too."""
    words = split(text)
    if case == "class":
        return "".join([word[0].upper() + word[1:] for word in words])
    return "_".join(words).lower() if case == "snake" else "_".join(words).upper()


@cache
def member_name(name: str) -> str:
    """The name that a model's member of this name wishes for."""
    return identifier(name, "snake", MODEL_MEMBERS)


def file_stem(name: str, reserved: Collection[str] = MODULES) -> str:
    """The file of a Python name: ASCII, lower case, of bounded length, and none of `reserved`."""
    plain = name if name.isascii() else "".join(map(_ascii, unicodedata.normalize("NFKD", name)))
    stem = identifier(plain, "snake", reserved)
    if len(stem.encode()) > _LONGEST_FILE_NAME:
        digest = hashlib.sha256(name.encode()).hexdigest()[:12]
        kept = stem.encode()[: _LONGEST_FILE_NAME - 13].decode(errors="ignore").rstrip("_")
        stem = f"{kept}_{digest}"
    return stem


def _ascii(char: str) -> str:
    """Letters without their accents; what ASCII has no letter for, by its code point."""
    if char.isascii() or unicodedata.combining(char):
        return char if char.isascii() else ""
    return f"_u{ord(char):x}_"


class Claim(Value, Generic[K], kw_only=True):
    """A wish for a name, and for `otherwise` where that is taken.

    `wire` is the document's name; `pin` the key that pins it in `specloom.yaml`.
    """

    key: K
    wire: str
    name: str
    otherwise: str | None = None
    pinned: str | None = None
    pin: str = ""
    origin: Location | None = None


def assign(
    claims: Iterable[Claim[K]],
    *,
    taken: Collection[str] = (),
    diagnostics: Diagnostics | None = None,
    fold: Callable[[str], str] = str,
) -> dict[K, str]:
    """A name for each claim, no two the same (by `fold`), whatever the order they come in.

    `taken` names go to nobody. A pinned name that is no Python name or already pinned is an error.
    """
    claims = list(claims)
    wishes = {claim.key: claim.name for claim in claims}
    if apart(wishes, taken, fold) and all(claim.pinned is None for claim in claims):
        return wishes
    ordered = sorted(claims, key=lambda c: (c.wire != c.name, c.otherwise is not None, c.wire, c.pin))
    owners: dict[str, Claim[K] | None] = {fold(name): None for name in taken}
    given: dict[K, str] = {}

    def give(claim: Claim[K], name: str) -> None:
        owners[fold(name)] = claim
        given[claim.key] = name

    for claim in (c for c in ordered if c.pinned is not None):
        if _usable_pin(claim, owners, fold, diagnostics):
            give(claim, str(claim.pinned))
    waiting = []
    for claim in (c for c in ordered if c.key not in given):
        if fold(claim.name) in owners:
            waiting.append(claim)
        else:
            give(claim, claim.name)
    for claim in waiting:
        name = claim.otherwise or claim.name
        base, number = name.rstrip("_"), 2
        while fold(name) in owners:
            name, number = f"{base}_{number}", number + 1
        if diagnostics is not None:
            _warn(claim, owners[fold(claim.name)], name, diagnostics)
        give(claim, name)
    return given


def apart(wishes: Mapping[K, str], taken: Collection[str], fold: Callable[[str], str] = str) -> bool:
    """Whether each can have the name that it wishes for, if no name is pinned."""
    wanted: Iterable[str] = wishes.values()
    if fold is not str:  # By that, every name is what it is.
        wanted, taken = map(fold, wanted), set(map(fold, taken))
    names = set(wanted)
    return len(names) == len(wishes) and names.isdisjoint(taken)


def _usable_pin(
    claim: Claim[K],
    owners: dict[str, Claim[K] | None],
    fold: Callable[[str], str],
    diagnostics: Diagnostics | None,
) -> bool:
    name = str(claim.pinned)
    legal = name.isidentifier() and name not in KEYWORDS and not name.startswith("_")
    if legal and unicodedata.normalize("NFKC", name) == name and fold(name) not in owners:
        return True
    if diagnostics is not None:
        owner = owners.get(fold(name))
        related = [Related("also pinned here", owner.origin)] if owner and owner.origin else []
        why = "is already taken" if legal else "is not a name that Python allows here"
        diagnostics.error(
            "name-pin", f"the name pinned for {claim.wire!r}, {name!r}, {why}", claim.origin, related=related
        )
    return False


def _warn(claim: Claim[K], owner: Claim[K] | None, name: str, diagnostics: Diagnostics) -> None:
    related = [Related("has that name", owner.origin)] if owner and owner.origin else []
    diagnostics.warning(
        "name-clash",
        f"{claim.wire!r} would be called {claim.name!r}, which is taken; it is called {name!r}",
        claim.origin,
        related=related,
        hint=f"to choose its name, put this line under `names:` in specloom.yaml: {claim.pin!r}: {name}",
    )
