"""*plan*: from the intermediate model to views of Python modules, in which everything is decided."""

from specloom.python.formats import Formats
from specloom.python.operationnames import GroupNames
from specloom.python.plan import Planning, plan
from specloom.python.settings import PackageSettings
from specloom.python.types import Needs
from specloom.python.views import Package

__all__ = [
    "Formats",
    "GroupNames",
    "Needs",
    "Package",
    "PackageSettings",
    "Planning",
    "plan",
]
