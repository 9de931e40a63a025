"""What generated clients stand on: calls of operations over HTTP, typed on both ends."""
