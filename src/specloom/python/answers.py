"""What the body of an answer is read as."""

from __future__ import annotations

from specloom import ir
from specloom.python import expr as x
from specloom.python.expr import Expr
from specloom.python.modules import ModulePath
from specloom.python.operations_body import is_json
from specloom.python.types import TypePlan


def answer_type(content: ir.Content, types: TypePlan, within: ModulePath) -> list[Expr]:
    """The types of a body of one media type; a range of media types covers several."""
    name = content.media_type.partition(";")[0].strip().lower()
    typed = x.ANY if content.type is None else types.annotation(content.type, within=within)
    if name in ("*/*", "application/*"):
        return [typed, x.builtin("str"), x.builtin("bytes")]
    if is_json(name):
        return [typed]
    return [x.builtin("str") if name.startswith("text/") else x.builtin("bytes")]
