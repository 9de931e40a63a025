"""A generated tree on disk: what is in it (`manifest`), replacing it whole, and telling whether it is stale.

Nothing is imported here, for a command that finds nothing to do needs but the manifest.
"""
