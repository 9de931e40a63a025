"""Bodies that a client cannot send yet."""

from __future__ import annotations

from specloom import ir
from specloom.diagnostics import Diagnostics


def report_unsupported(operation: ir.Operation, diagnostics: Diagnostics) -> None:
    """Report media types of forms: an error where the body has no other, else a warning."""
    contents = operation.body.contents if operation.body is not None else ()
    forms = [content.media_type for content in contents if is_form(content.media_type)]
    if not forms:
        return
    message = f"bodies of {', '.join(forms)} cannot be sent yet"
    hint = f"to leave the operation out, put {operation.origin.pointer!r} under `skip:` in specloom.yaml"
    if len(forms) == len(contents):
        diagnostics.error("unsupported-media-type", message, operation.origin, hint=hint)
    else:
        diagnostics.warning(
            "unsupported-media-type", f"{message}; the operation's other media types can", operation.origin
        )


def is_form(media_type: str) -> bool:
    name = media_type.partition(";")[0].strip().lower()
    return name == "application/x-www-form-urlencoded" or name.startswith("multipart/")
