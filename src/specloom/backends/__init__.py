"""Other model styles than pydantic's, for packages of models alone.

The one seam to datamodel-code-generator: it gets our normalised schemas with our names, and what it writes is
checked before it goes into a package.
"""

from specloom.backends.plan import plan_style

__all__ = ["plan_style"]
