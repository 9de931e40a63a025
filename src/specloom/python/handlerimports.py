"""The imports of modules that users write: what they need of a package stands in its public modules."""

from __future__ import annotations

from specloom.code import Code
from specloom.python.expr import Import
from specloom.python.modules import ModuleImports


class HandlerImports(ModuleImports):
    """Imports of a module that is written by hand: whatever an annotation names, code may go on to use."""

    def add(self, wanted: Import) -> Code:
        return super().add(public(wanted)._replace(typing_only=False))


def public(wanted: Import) -> Import:
    """The same name where users find it."""
    return wanted._replace(module=_PUBLIC.get(wanted.module, wanted.module))


_PUBLIC = {
    "._runtime.server": ".server",
    "._runtime.sse": ".server",
    "._runtime.uploads": ".server",
}
