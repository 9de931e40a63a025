"""What a document may cost to read, and where its references may lead."""

from __future__ import annotations

from collections.abc import Mapping

from specloom.values import Value, field


class Limits(Value):
    """Bounds on one file, which is untrusted input. The project file's `limits:` raises them.

    `max_bytes` is the file's size, `max_depth` how deep containers nest, `max_nodes` how many values
    there are after aliases are written out, `max_alias_nodes` how many of those come from aliases.
    """

    max_bytes: int = 64 * 1024 * 1024
    max_depth: int = 100
    max_nodes: int = 10_000_000
    max_alias_nodes: int = 500_000


class References(Value):
    """What a `$ref` may reach beyond the folder of the document it starts from.

    `roots` are further folders, `files` are copies of documents by the URI that references use (one that
    ends in `/` stands for all that begin so, its path for a folder). `remote` allows `http` and `https`,
    and `hosts` are the hosts that may be asked although their address is private, loopback or link-local.
    """

    roots: tuple[str, ...] = ()
    files: Mapping[str, str] = field(default_factory=dict)
    remote: bool = False
    hosts: tuple[str, ...] = ()
