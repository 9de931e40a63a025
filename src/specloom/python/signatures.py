"""Arguments of a client's methods as text: what their signatures list, and what they hand on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from specloom.code import Code, join
from specloom.python import expr as x
from specloom.python.arguments import Argument, Arguments
from specloom.python.expr import Expr, Import
from specloom.python.modules import ModuleImports
from specloom.values import Value

_OMIT = Import("._runtime.client.omit", "OMIT")
_OMIT_TYPE = Import("._runtime.client.omit", "Omit", typing_only=True)
_MAPPING = Import("collections.abc", "Mapping", typing_only=True)


class Signature(Value):
    """Lists of parameters, all after `self, *`. `overloads` is empty where one form is enough."""

    overloads: tuple[Code, ...]
    whole: Code


class Signatures:
    """Writes the signatures of one module, and what its methods share once."""

    def __init__(self, imports: ModuleImports) -> None:
        self._imports = imports
        self._needed: dict[Argument, Code] = {}
        self._omittable: dict[Argument, Code] = {}
        # By identity: a type is kept by its argument.
        self._omitted_types: dict[int, Code] = {}
        self._extras: dict[Expr, Code] = {}

    def of(self, arguments: Arguments, *, is_async: bool = False) -> Signature:
        """By members, by `body_`, and the two together, which is what runs."""
        parameters, members = arguments.parameters, arguments.members
        extra, chosen = arguments.extra, arguments.content_type
        body = arguments.async_body if is_async else arguments.body
        if body is None:
            return Signature((), self._listed(parameters))
        if members is None:
            return Signature((), self._listed((*parameters, body), chosen=chosen))
        by_members = self._listed((*parameters, *members), extra=extra, chosen=chosen)
        by_body = self._listed((*parameters, body), chosen=chosen)
        whole = self._listed(parameters, (*members, body), extra=extra, chosen=chosen)
        return Signature((by_members, by_body), whole)

    def _listed(
        self,
        arguments: Sequence[Argument],
        free: Iterable[Argument] = (),
        *,
        extra: Expr | None = None,
        chosen: Argument | None = None,
    ) -> Code:
        """Required ones first, each kind in the document's order. Those in `free` may all be left out."""
        listed = [self._typed(argument) for argument in arguments if argument.required]
        listed += [self._or_omitted(argument) for argument in arguments if not argument.required]
        listed += map(self._or_omitted, free)
        if extra is not None:
            listed.append(self._extra(extra))
        if chosen is not None:
            listed.append(self._or_omitted(chosen))
        return join(", ", listed)

    def _typed(self, argument: Argument) -> Code:
        found = self._needed.get(argument)
        if found is None:
            type = self._imports.render(argument.type)
            found = self._needed[argument] = Code(f"{argument.name}: {type}")
        return found

    def _or_omitted(self, argument: Argument) -> Code:
        found = self._omittable.get(argument)
        if found is None:
            found = Code(f"{argument.name}: {self._omitted(argument.type)}")
            self._omittable[argument] = found
        return found

    def _omitted(self, type: Expr) -> Code:
        """The type and the default of what may be left out."""
        found = self._omitted_types.get(id(type))
        if found is None:
            taken = self._imports.render(x.union([type, x.expr(_OMIT_TYPE)]))
            found = self._omitted_types[id(type)] = Code(f"{taken} = {self._imports.add(_OMIT)}")
        return found

    def _extra(self, type: Expr) -> Code:
        found = self._extras.get(type)
        if found is None:
            mapping = x.subscript(_MAPPING, x.builtin("str"), type)
            found = Code(f"extra_: {self._imports.render(x.union([mapping, x.NONE]))} = None")
            self._extras[type] = found
        return found


def passed(arguments: Iterable[Argument]) -> Code:
    """A dict of the arguments' values."""
    return Code("{" + ", ".join([each.pair for each in arguments]) + "}")
