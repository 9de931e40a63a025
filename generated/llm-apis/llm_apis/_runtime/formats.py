"""Formats that have no Python type, checked as far as the standard library and their grammars go.

Only schemas whose formats are to be asserted come here. A format that is not in the table allows every text,
as JSON Schema asks (validation, section 7.2.3).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from ipaddress import IPv4Address, IPv6Address
from typing import Final

_PERCENT = "%[0-9A-Fa-f]{2}"
_UNRESERVED = r"A-Za-z0-9\-._~"
_BEYOND = r"\u00a0-\ud7ff\uf900-\ufdcf\ufdf0-\uffef\U00010000-\U000EFFFD"
_PRIVATE = r"\ue000-\uf8ff\U000F0000-\U0010FFFD"
_DELIMITERS = "!$&'()*+,;="


def _uri(
    unreserved: str, private: str, *, relative: bool, addresses: bool = True
) -> str:
    """RFC 3986, appendix A; RFC 3987 with more unreserved characters, and private ones in queries.

    Without `addresses`, no IP literal is the host.
    """
    plain = f"{unreserved}{_DELIMITERS}"
    char = f"(?:[{plain}:@]|{_PERCENT})"
    user = f"(?:(?:[{plain}:]|{_PERCENT})*@)?"
    literal = rf"\[(?:(?P<v6>[0-9A-Fa-f:.]+)|[vV][0-9A-Fa-f]+\.[{plain}:]+)\]"
    host = f"(?:[{plain}]|{_PERCENT})*"
    if addresses:
        host = f"(?:{literal}|{host})"
    authority = f"//{user}{host}(?::[0-9]*)?"
    below = f"(?:/{char}*)*"
    absolute = f"/(?:{char}+{below})?"
    path = f"(?:{authority}{below}|{absolute}|{char}+{below}|)"
    tail = rf"(?:\?(?:{char}|[/?{private}])*)?(?:#(?:{char}|[/?])*)?"
    scheme = rf"[A-Za-z][A-Za-z0-9+.\-]*:{path}"
    if relative:
        # Without a scheme, the first segment has no colon, which would make a scheme of it.
        first = f"(?:[{plain}@]|{_PERCENT})+"
        other = path.replace("(?P<v6>", "(?P<v6r>").replace(
            f"|{char}+{below}|)", f"|{first}{below}|)"
        )
        scheme = f"(?:{scheme}|{other})"
    return scheme + tail


_IRI = _UNRESERVED + _BEYOND
_URIS: Final = {
    "uri": (_UNRESERVED, "", False),
    "uri-reference": (_UNRESERVED, "", True),
    "iri": (_IRI, _PRIVATE, False),
    "iri-reference": (_IRI, _PRIVATE, True),
}
_DAYS = r"(?:[0-9]+Y(?:[0-9]+M(?:[0-9]+D)?)?|[0-9]+M(?:[0-9]+D)?|[0-9]+D)"
_HOURS = r"T(?:[0-9]+H(?:[0-9]+M(?:[0-9]+S)?)?|[0-9]+M(?:[0-9]+S)?|[0-9]+S)"
_LABEL = r"[A-Za-z0-9](?:[A-Za-z0-9\-]{0,61}[A-Za-z0-9])?"
_ATOM = r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~\-]"
_VARIABLE = rf"(?:[A-Za-z0-9_]|{_PERCENT})(?:\.?(?:[A-Za-z0-9_]|{_PERCENT}))*"
_MODIFIED = rf"{_VARIABLE}(?::[1-9][0-9]{{0,3}}|\*)?"
_LITERAL = (
    rf"[\x21\x23\x24\x26\x28-\x3b\x3d\x3f-\x5b\x5d\x5f\x61-\x7a\x7e{_BEYOND}{_PRIVATE}]"
)

_GRAMMARS: Final = {
    # RFC 3339, appendix A.
    "duration": rf"P(?:[0-9]+W|{_DAYS}(?:{_HOURS})?|{_HOURS})",
    # RFC 6901 and draft-bhutton-relative-json-pointer-00.
    "json-pointer": r"(?:/(?:[^~/]|~[01])*)*",
    "relative-json-pointer": r"(?:0|[1-9][0-9]*)(?:#|(?:/(?:[^~/]|~[01])*)*)",
    # RFC 6570, section 2.
    "uri-template": rf"(?:{_LITERAL}|{_PERCENT}|\{{[+#./;?&=,!@|]?{_MODIFIED}(?:,{_MODIFIED})*\}})*",
    # RFC 4648, sections 4 and 5.
    "byte": r"(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?",
    "base64url": r"(?:[A-Za-z0-9_\-]{4})*(?:[A-Za-z0-9_\-]{2}(?:==)?|[A-Za-z0-9_\-]{3}=?)?",
    # The registry of OpenAPI's formats: one character.
    "char": r"[\s\S]",
}


def _matches(form: re.Pattern[str], text: str) -> bool:
    return form.fullmatch(text) is not None


def _is_uri(form: re.Pattern[str], text: str) -> bool:
    found = form.fullmatch(text)
    if found is None:
        return False
    addresses = [value for value in found.groupdict().values() if value is not None]
    return all(map(_is_ipv6, addresses))


def _is_ipv4(text: str) -> bool:
    try:
        IPv4Address(text)
    except ValueError:
        return False
    return text.isascii()


def _is_ipv6(text: str) -> bool:
    try:
        IPv6Address(text)
    except ValueError:
        return False
    return text.isascii() and "%" not in text


def _is_hostname(text: str) -> bool:
    """RFC 1123, section 2.1, with RFC 5890's A-labels."""
    labels = text.split(".")
    if len(text) > 253 or not all(re.fullmatch(_LABEL, label) for label in labels):
        return False
    return all(_is_a_label(label.lower()) for label in labels if label[2:4] == "--")


def _is_a_label(label: str) -> bool:
    if not label.startswith("xn--"):
        return False
    try:
        decoded = label[4:].encode("ascii").decode("punycode")
    except UnicodeError:
        return False
    return not decoded.isascii()


def _is_international_hostname(text: str) -> bool:
    """Labels that Punycode takes to hostnames (RFC 5890), without RFC 5892's rules for each character."""
    labels = re.split("[.\u3002\uff0e\uff61]", text)
    try:
        encoded = [
            label if label.isascii() else "xn--" + label.encode("punycode").decode()
            for label in labels
        ]
    except UnicodeError:
        return False
    return _is_hostname(".".join(encoded))


def _is_email(text: str, *, international: bool = False) -> bool:
    """RFC 5321's Mailbox; RFC 6531's, which has characters beyond ASCII."""
    local, at, domain = text.rpartition("@")
    more = r"\u0080-\U0010ffff" if international else ""
    atom = f"(?:{_ATOM}|[{more}])" if more else _ATOM
    quoted = rf'"(?:[\x20\x21\x23-\x5b\x5d-\x7e{more}]|\\[\x20-\x7e])*"'
    if not at or not re.fullmatch(rf"{atom}+(?:\.{atom}+)*|{quoted}", local):
        return False
    if domain.startswith("[") and domain.endswith("]"):
        address = domain[1:-1]
        if address[:5].lower() == "ipv6:":
            return _is_ipv6(address[5:])
        return _is_ipv4(address)
    return (_is_international_hostname if international else _is_hostname)(domain)


_CHECKS: Final[dict[str, Callable[[str], bool]]] = {
    "email": _is_email,
    "idn-email": partial(_is_email, international=True),
    "hostname": _is_hostname,
    "idn-hostname": _is_international_hostname,
    "ipv4": _is_ipv4,
    "ipv6": _is_ipv6,
    **{
        name: partial(_matches, re.compile(form, re.ASCII))
        for name, form in _GRAMMARS.items()
    },
    **{
        name: partial(_is_uri, re.compile(_uri(plain, private, relative=relative)))
        for name, (plain, private, relative) in _URIS.items()
    },
}


def check(format: str) -> Callable[[str], bool] | None:
    """What decides whether a text is of the format; None for formats that nobody here knows."""
    return _CHECKS.get(format)


def grammar(format: str) -> str | None:
    """A regex, as pydantic's engine reads it, of texts that are of the format. What it does not find,
    `check` decides; None for formats that it decides alone."""
    form = _GRAMMARS.get(format)
    if format in _URIS:
        plain, private, relative = _URIS[format]
        form = _uri(plain, private, relative=relative, addresses=False)
    return None if form is None else f"^(?:{form})$"
