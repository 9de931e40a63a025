"""The pieces of a merged document, its operations and components: which are wanted, and which can be had."""

from specloom.pieces.choice import Choice, Pattern, unchosen
from specloom.pieces.document import without
from specloom.pieces.graph import Pieces
from specloom.pieces.leaving import Leaving, in_pieces, tell_way_out

__all__ = ["Choice", "Leaving", "Pattern", "Pieces", "in_pieces", "tell_way_out", "unchosen", "without"]
