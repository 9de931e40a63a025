"""The pin table with every place as a pointer into the merged document."""

from __future__ import annotations

import difflib

from specloom.config.model import Package
from specloom.diagnostics import Diagnostics
from specloom.document.model import Merged

_SCHEMAS = "/components/schemas/"


def pins(package: Package, merged: Merged, diagnostics: Diagnostics) -> dict[str, str]:
    """`package.names` by JSON Pointer into `merged`.

    "source:Component" is the component schema that the source calls so. One that is not there is a
    warning.
    """
    places = {
        f"{owner.source}:{owner.name}": pointer
        for pointer, owner in merged.owners.items()
        if pointer.startswith(_SCHEMAS)
    }
    found: dict[str, str] = {}
    for place, name in package.names.items():
        pointer = place if place.startswith("/") else places.get(place)
        if pointer is not None:
            found[pointer] = name
            continue
        near = difflib.get_close_matches(place, sorted(places), 1)
        diagnostics.warning(
            "config-unused-name",
            f"the name {name!r} is for {place!r}, which is not in the documents",
            package.place("names", place),
            hint=f"did you mean {near[0]!r}?" if near else None,
        )
    return found
