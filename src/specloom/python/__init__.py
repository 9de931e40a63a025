"""*plan*: from the intermediate model to views of Python modules, in which everything is decided."""

from specloom.python.formats import Formats
from specloom.python.plan import plan
from specloom.python.scaffold import plan_scaffold
from specloom.python.settings import PackageSettings
from specloom.python.views import Package

__all__ = ["Formats", "Package", "PackageSettings", "plan", "plan_scaffold"]
