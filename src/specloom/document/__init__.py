"""Stage *load*: from paths to documents in one dialect, every node of which can be placed.

Its functions are in `load`, `validate` and `second_opinion`, its values in `model` and `options`. Nothing is
imported here, for a command that finds nothing to do needs but the latter.
"""
