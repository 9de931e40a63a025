"""Views of the modules that hold operations' descriptors."""

from __future__ import annotations

from specloom.code import Code
from specloom.python.modules import ImportsView
from specloom.values import View


class ConstantView(View, kw_only=True):
    """`name: Final = value`"""

    name: Code
    value: Code


class OperationsModuleView(View, kw_only=True):
    """A source's descriptor, or the operations of one tag. `final` is the local name of `Final`."""

    doc: Code
    imports: ImportsView
    final: Code
    constants: tuple[ConstantView, ...]


class PackageDocView(View, kw_only=True):
    """A package that holds nothing but its modules."""

    doc: Code
