"""A server that answers what its documents say, before there is one: examples, else values made up.

The server is the generated one; only its handlers are ours. Everything that it may answer is made, and held
to the type of its response, when it starts.
"""

from specloom.mock.app import application, bases
from specloom.mock.loading import MemoryPackage
from specloom.mock.serving import check_installed, listen, serve, url

__all__ = ["MemoryPackage", "application", "bases", "check_installed", "listen", "serve", "url"]
