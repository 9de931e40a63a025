"""Views of the modules that hold operations' descriptors."""

from __future__ import annotations

from specloom.code import Code
from specloom.python.modules import ImportsView
from specloom.values import view


@view
class ConstantView:
    """`name: Final = value`"""

    name: Code
    value: Code


@view
class OperationsModuleView:
    """A source's descriptor, or the operations of one tag. `final` is the local name of `Final`."""

    doc: Code
    imports: ImportsView
    final: Code
    constants: tuple[ConstantView, ...]


@view
class PackageDocView:
    """A package that holds nothing but its modules."""

    doc: Code
