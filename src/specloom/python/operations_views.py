"""Views of the modules that hold operations' descriptors."""

from __future__ import annotations

from dataclasses import dataclass

from specloom.code import Code
from specloom.python.modules import ImportsView


@dataclass(frozen=True, slots=True, kw_only=True)
class ConstantView:
    """`name: Final = value`"""

    name: Code
    value: Code


@dataclass(frozen=True, slots=True, kw_only=True)
class OperationsModuleView:
    """A source's descriptor, or the operations of one tag. `final` is the local name of `Final`."""

    doc: Code
    imports: ImportsView
    final: Code
    constants: tuple[ConstantView, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PackageDocView:
    """A package that holds nothing but its modules."""

    doc: Code
