"""From a path to a `LoadedSource`: read, overlay, follow references, upgrade."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import partial

from specloom.diagnostics import Diagnostics, Location, Related, Stop
from specloom.document import pointer
from specloom.document.custom import Dialects
from specloom.document.dialects import Rules
from specloom.document.dynamic import specialise
from specloom.document.files import Files, Opened, RefError, display_name
from specloom.document.keywords import looks_like_schema
from specloom.document.loops import report_loops
from specloom.document.model import Document, Entry, LoadedSource
from specloom.document.options import Limits, References
from specloom.document.origins import Locator, Origin
from specloom.document.references import Place, Reached, follow_all
from specloom.document.source import SourceFile, read_file
from specloom.document.traits import ByRules
from specloom.document.upgrade import EVERYTHING, upgrade
from specloom.values import Value

_SUPPORTED = re.compile(r"3\.[012]\.\d+(-.+)?")


def load(
    path: str,
    *,
    diagnostics: Diagnostics,
    limits: Limits | None = None,
    overlays: Sequence[str] = (),
    allow: References | None = None,
) -> LoadedSource:
    """The OpenAPI document or JSON Schema at `path`, after `overlays` in their order, and its files.

    Unresolved references and the like are reported; what can be loaded is. Raises `Stop`, after
    reporting, where the file or an overlay cannot be read, or is of an unsupported version.
    """
    limits, allow = limits or Limits(), allow or References()
    source = read_file(path, display_name(path), limits=limits, diagnostics=diagnostics)
    root = Opened(source, source.content, Origin(source))
    further = {}
    if overlays:
        from specloom.document.overlay import apply_overlay  # With what it is checked by, it takes a while.
    for overlay in overlays:
        actions = read_file(overlay, display_name(overlay), limits=limits, diagnostics=diagnostics)
        further[actions.uri] = actions
        apply_overlay(root, actions, diagnostics)
    version = _version(root, diagnostics)
    _text_version(root, diagnostics)
    files = Files(root, allow, limits, diagnostics)
    dialects = Dialects(files, diagnostics)
    kind, rules = ("document" if version else "schema"), Rules.of_version(version)
    traits = ByRules()
    reached = follow_all(files, source.uri, kind, traits[rules], dialects, diagnostics)
    report_loops(files, reached, diagnostics)
    return _loaded(files, reached, dialects, traits, version, further, diagnostics)


def _loaded(
    files: Files,
    reached: Reached,
    dialects: Dialects,
    traits: ByRules,
    version: str,
    overlays: Mapping[str, SourceFile],
    diagnostics: Diagnostics,
) -> LoadedSource:
    root = next(iter(files.opened))
    written: dict[str, Document] = {}
    upgraded: dict[str, Document] = {}
    entries = {uri: tuple(reached.entries.get(uri, ())) for uri in files.opened}
    renamed, left_out = _renamed(files, reached), set[Place]()
    for uri, opened in files.opened.items():
        locator = Locator(opened.origin)
        written[uri] = Document(uri, opened.content, locator)
        content = upgrade(
            opened.content,
            entries[uri],
            uri,
            _default(files, uri, dialects, version),
            {where: text for (home, where), text in renamed.items() if home == uri},
            partial(dialects.of, uri),
            traits,
            left_out,
            diagnostics,
            reached.changing if reached.plain else EVERYTHING,
        )
        upgraded[uri] = Document(uri, content, locator)
    if left_out:
        entries = _without(entries, reached, left_out, diagnostics)
    plain = specialise(files, reached, upgraded, entries)
    made = {(place[0], text): reached.targets[place] for place, text in renamed.items()}
    return LoadedSource(
        document=plain.documents[root],
        files=plain.documents,
        written=written,
        entries=entries,
        kind="openapi" if version else "schema",
        version=version,
        resolve=_Resolver(files, {**made, **plain.targets}),
        locate=_Locate(files),
        line=_Line(files, overlays),
        size=sum(len(file.source.text) for file in files.opened.values()),
        addresses={uri: file.address for uri, file in files.opened.items() if file.address is not None},
        dialects=dialects.places,
        keywords=traits.keywords(),
        plain=bool(version) and reached.plain,
    )


def _default(files: Files, uri: str, dialects: Dialects, version: str) -> Rules:
    """The rules for schemas of a file that names none: its own version's, or the root's."""
    content, (root, first) = files.opened[uri].content, next(iter(files.opened.items()))
    own = content.get("openapi") if isinstance(content, dict) else None
    if isinstance(own, str):
        return Rules.of_version(own[:3])
    name = first.content.get("jsonSchemaDialect") if version and isinstance(first.content, dict) else None
    return dialects.of(root, name) if isinstance(name, str) else Rules.of_version(version)


def _renamed(files: Files, reached: Reached) -> dict[Place, str]:
    """References by `$id` or `$anchor`, as references by file and pointer."""
    if all(len(f.resources) == 1 and not f.resources[0].anchors for f in files.opened.values()):
        return {}
    return {
        (uri, where): ("" if target == uri else files.relative(uri, target)) + pointer.fragment(path)
        for (uri, where), (target, path) in reached.targets.items()
    }


def _without(
    entries: Mapping[str, tuple[Entry, ...]],
    reached: Reached,
    left_out: set[Place],
    diagnostics: Diagnostics,
) -> dict[str, tuple[Entry, ...]]:
    """The entries that are still there. Reports references that lead elsewhere."""

    def is_gone(uri: str, where: str) -> bool:
        while where and (uri, where) not in left_out:
            where = where.rpartition("/")[0]
        return bool(where)

    lost = [place for place, to in reached.targets.items() if is_gone(*to) and not is_gone(*place)]
    for uri, where in lost:
        target = reached.targets[uri, where]
        diagnostics.error(
            "ref-unresolved",
            "nothing stands where this leads: it is inside a member that has no effect there",
            Location(uri, where + "/$ref"),
            related=[Related("what it leads to", Location(*target))],
        )
    return {uri: tuple(e for e in found if not is_gone(uri, e.pointer)) for uri, found in entries.items()}


def _version(root: Opened, diagnostics: Diagnostics) -> str:
    """ "3.0", "3.1" or "3.2"; "" for a JSON Schema."""
    content, uri = root.content, root.source.uri
    if isinstance(content, bool):
        return ""
    if not isinstance(content, dict):
        message = f"{uri} is neither an OpenAPI document nor a JSON Schema"
        diagnostics.error("not-openapi", message, Location(uri, "", 1, 1))
        raise Stop
    if "openapi" in content:
        found, where = content["openapi"], "/openapi"
        if isinstance(found, str) and _SUPPORTED.fullmatch(found):
            return found[:3]
    elif "swagger" in content:
        found, where = content["swagger"], "/swagger"
    elif "overlay" not in content and looks_like_schema(content):
        return ""
    else:
        hint = "an overlay is applied to a document; it is none itself" if "overlay" in content else None
        diagnostics.error(
            "not-openapi",
            f"{uri} has no member `openapi`, and is no JSON Schema either",
            Location(uri, "", 1, 1),
            hint=hint,
        )
        raise Stop
    if not isinstance(found, str):
        found = Locator(root.origin).written(where) or found
    if "swagger" in content or str(found).startswith("2"):
        message = "Swagger is not supported" if found in (None, "") else f"Swagger {found} is not supported"
        hint = "convert it to OpenAPI 3 first, for instance with `npx swagger2openapi`"
    else:
        known = f"OpenAPI {found!r} is no version that is supported"
        message = "`openapi` names no version" if found in (None, "") else known
        hint = 'supported are 3.0.x, 3.1.x and 3.2.x, written like "3.1.0"'
    diagnostics.error("openapi-version-unsupported", message, Locator(root.origin)(where), hint=hint)
    raise Stop


def _text_version(root: Opened, diagnostics: Diagnostics) -> None:
    """`info.version: 1.0` without quotes is a number, where a string must stand; take what was written."""
    info = root.content.get("info") if isinstance(root.content, dict) else None
    if not isinstance(info, dict):
        return
    value = info.get("version")
    if isinstance(value, int | float) and not isinstance(value, bool):
        text = Locator(root.origin).written("/info/version")
        root.content = {**root.content, "info": {**info, "version": text}}
        diagnostics.warning(
            "version-not-text",
            f"the version must be a string; the number is taken as the text {text!r}",
            Location(root.source.uri, "/info/version"),
            hint=f"write '{text}'",
        )


class _Resolver(Value):
    files: Files
    made: Mapping[tuple[str, str], tuple[str, str]]

    def __call__(self, uri: str, ref: str) -> tuple[str, str]:
        if (uri, ref) in self.made:
            return self.made[uri, ref]
        try:
            return self.files.target(uri, ref)
        except RefError as fault:
            raise LookupError(fault.message) from None


class _Locate(Value):
    files: Files

    def __call__(self, location: Location) -> Location:
        opened = self.files.opened.get(location.uri)
        if opened is None or location.line is not None:
            return location
        return Locator(opened.origin)(location.pointer, location.key)


class _Line(Value):
    files: Files
    overlays: Mapping[str, SourceFile]

    def __call__(self, uri: str, number: int) -> str | None:
        opened = self.files.opened.get(uri)
        source = opened.source if opened is not None else self.overlays.get(uri)
        return source.line(number) if source is not None else None
