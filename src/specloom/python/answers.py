"""What the body of an answer is read as."""

from __future__ import annotations

from specloom import ir
from specloom.python import expr as x
from specloom.python.expr import Expr
from specloom.python.operations_body import RAW, Kind, is_open_range, is_raw, kind
from specloom.python.types import TypePlan


def answer_type(content: ir.Content, types: TypePlan) -> list[Expr]:
    """The types of a body of one media type; a range of media types covers several."""
    is_range, said = is_open_range(content.media_type), kind(content)
    if is_raw(content, types) if is_range else said in RAW:
        return [x.builtin("bytes")]
    typed = x.ANY if content.type is None else types.annotation(content.type)
    if is_range:
        return [typed, x.builtin("str"), x.builtin("bytes")]
    return [typed if said is Kind.JSON else x.builtin("str")]
