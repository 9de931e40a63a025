"""JSON Pointer (RFC 6901) and its form as a URI fragment (RFC 6901, section 6)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from urllib.parse import quote


def escape(token: str) -> str:
    """One reference token as it stands in a pointer."""
    return token.replace("~", "~0").replace("/", "~1") if "~" in token or "/" in token else token


def below(pointer: str, token: str | int) -> str:
    """The pointer to the member or item `token` of what stands at `pointer`."""
    return f"{pointer}/{escape(token) if isinstance(token, str) else token}"


def unescape(token: str) -> str:
    """The member name or array index that a reference token stands for."""
    return token.replace("~1", "/").replace("~0", "~") if "~" in token else token


def split(pointer: str) -> list[str]:
    """The unescaped tokens of `pointer`; none for the whole document."""
    tokens = pointer.split("/")[1:]
    return [unescape(token) for token in tokens] if "~" in pointer else tokens


def join(tokens: Iterable[str | int]) -> str:
    """The pointer made of `tokens`, which are not escaped yet."""
    return "".join("/" + escape(str(token)) for token in tokens)


def fragment(pointer: str) -> str:
    """`pointer` as a reference within its own document: `#` and the percent-encoded pointer."""
    return "#" + quote(pointer, safe="/~!$&'()*+,;=:@-._")


def child(value: Any, token: str) -> Any:
    """The member or item of `value` that `token` names.

    Raises `LookupError` where there is none.
    """
    if isinstance(value, dict):
        return value[token]
    if isinstance(value, list) and token.isascii() and token.isdigit() and (token == "0" or token[0] != "0"):
        return value[int(token)]
    raise LookupError(token)


def find(content: Any, pointer: str) -> Any:
    """The node of `content` at `pointer`.

    Raises `LookupError` where there is none.
    """
    return at(content, split(pointer))


def at(content: Any, tokens: Iterable[str]) -> Any:
    """The node of `content` that `tokens`, which are not escaped, lead to.

    Raises `LookupError` where there is none.
    """
    for token in tokens:
        content = content[token] if type(content) is dict else child(content, token)
    return content
