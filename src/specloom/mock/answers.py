"""Everything that an operation may answer, made before anybody asks."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from specloom import ir
from specloom.diagnostics import Diagnostics
from specloom.mock.bodies import Fault, bodies, judge
from specloom.mock.items import Item, streams
from specloom.mock.limits import UnmakeableError
from specloom.mock.maker import Maker, plain, written
from specloom.values import Value, field

if TYPE_CHECKING:
    from specloom.runtime.operation import Content, Header, Operation, Response

_UNSENT: Final = re.compile(rb'[^\x20-\x7e]|\\[nrtbfu]|\A"[ ]|[ ]"\Z')
NO_RESPONSE: Final = "the operation describes no response"
_CONCRETE: Final = {
    "image/*": "image/png",
    "text/*": "text/plain",
    "audio/*": "audio/mpeg",
    "video/*": "video/mp4",
    "application/*": "application/json",
}


class Shown(Value):
    """One media type: its bodies, or the items of its streams, by the name of their example."""

    content: Content
    media_type: str
    bodies: Mapping[str, Any] = field(default_factory=dict)
    items: Mapping[str, tuple[Item, ...]] = field(default_factory=dict)


class Answer(Value):
    """One response. `fault` says why it cannot be made, if so; `headers` are values of their types."""

    described: Response
    shown: tuple[Shown, ...] = ()
    headers: Mapping[str, Any] = field(default_factory=dict)
    fault: str | None = None

    @property
    def status(self) -> int:
        """The status that is sent where no other one is asked for."""
        said = self.described.status
        if said.isdigit():
            return int(said)
        return 200 if said == "default" else 302 if said[0] == "3" else int(said[0]) * 100


class Answers:
    """The answers of one operation, made with a seed: the same ones for the same seed."""

    def __init__(
        self, maker: Maker, said: ir.Operation, operation: Operation, seed: int, diagnostics: Diagnostics
    ) -> None:
        self._maker = maker
        self._seed = f"{seed} {said.key}"
        self._diagnostics = diagnostics
        self._origin = said.origin
        if not said.responses:
            diagnostics.warning("mock-unmakeable", NO_RESPONSE, said.origin)
        by_status = {each.status.upper(): each for each in said.responses}
        self.by_status = {
            each.status.upper(): self._answer(by_status[each.status.upper()], each)
            for each in operation.responses
        }

    def find(self, code: int) -> Answer | None:
        """What is said of a status: by itself, else its range, else the default."""
        for key in (str(code), f"{code // 100}XX", "DEFAULT"):
            if key in self.by_status:
                return self.by_status[key]
        return None

    def usual(self, *, stream: bool = False) -> Answer | None:
        """A success, with a stream where that is wanted; an operation without any answers what it has.

        None where the operation describes no response at all.
        """
        ordered = sorted(self.by_status.items(), key=lambda entry: (_rank(entry[0]), entry[0]))
        found = [answer for _, answer in ordered]
        if stream:
            found.sort(key=lambda answer: not any(shown.items for shown in answer.shown))
        return found[0] if found else None

    def _answer(self, said: ir.Response, described: Response) -> Answer:
        seed = f"{self._seed} {described.status}"
        try:
            shown = tuple(
                self._shown(each, content, Answer(described).status, f"{seed} {each.media_type}")
                for each, content in zip(said.contents, described.contents, strict=True)
            )
            headers = self._headers(said.headers, described.headers, seed)
        except UnmakeableError as error:
            fault = f"no answer {described.status} can be made: {error}"
            self._diagnostics.warning(
                "mock-unmakeable", fault, self._origin, hint="give it an example: that is answered instead"
            )
            return Answer(described, fault=fault)
        return Answer(described, shown, headers)

    def _shown(self, said: ir.Content, content: Content, status: int, seed: str) -> Shown:
        if content.stream is not None:
            items = streams(self._maker, said, content.stream, seed, self._diagnostics)
            return Shown(content, content.media_type, items=items)
        found = bodies(self._maker, said, content, status, seed, self._diagnostics)
        return Shown(content, concrete(content.media_type, found[""]), bodies=found)

    def _headers(
        self, said: tuple[ir.Header, ...], described: tuple[Header, ...], seed: str
    ) -> dict[str, Any]:
        codecs = {header.name.lower(): header.codec for header in described}
        found: dict[str, Any] = {}
        for header in said:
            codec = codecs[header.name.lower()]
            fault = _in_field(judge(codec))
            examples = (written(plain(value)) for value in header.doc.examples)
            data = next((each for each in examples if fault(each) is None), None)
            if data is None:
                try:
                    data = self._maker.json(header.type, f"{seed} {header.name}", fault)
                except UnmakeableError:
                    if header.required:
                        raise
                    continue
            found[header.name] = codec.decode(data)
        return found


def _in_field(fault: Fault) -> Fault:
    """A judge that also refuses what no header field carries as it is (RFC 9110, 5.5)."""

    def judged(data: bytes) -> str | None:
        return "no header field can carry it" if _UNSENT.search(data) else fault(data)

    return judged


def concrete(media_type: str, body: Any) -> str:
    """A media type to send where a range is described."""
    if "*" not in media_type:
        return media_type
    return _CONCRETE.get(media_type, "application/json" if _is_json(body) else "application/octet-stream")


def _is_json(body: Any) -> bool:
    return not isinstance(body, bytes) or body[:1] in (b"{", b"[", b'"')


def _rank(status: str) -> int:
    """Successes first, then the default, then what leads elsewhere, then faults."""
    return {"2": 0, "D": 1, "3": 2, "4": 3, "5": 4}.get(status[0], 5)
