"""*plan*: from the intermediate model to views of Python modules, in which everything is decided."""
