"""Files that came in a form: what stands for them in the types of bodies."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from io import BytesIO
from typing import Any, BinaryIO, Final

from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic_core import CoreSchema, PydanticCustomError, core_schema

_CHUNK: Final = 64 * 1024


class UploadedFile:
    """A file of a form that was received. Small ones are in memory, others on disk until the answer is sent.

    `filename` and `content_type` are what the sender said, and no more than that; `headers` are all
    header fields of its part, in lower case; `size` is in bytes. `file` is open for reading, at its start.
    """

    __slots__ = ("content_type", "file", "filename", "headers", "size")

    def __init__(
        self,
        file: BinaryIO,
        *,
        size: int,
        filename: str | None = None,
        content_type: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        self.file = file
        self.size = size
        self.filename = filename
        self.content_type = content_type
        self.headers: Mapping[str, str] = headers or {}

    async def read(self, size: int = -1) -> bytes:
        """The next `size` bytes, all that are left if it is negative; b"" at the end."""
        if isinstance(self.file, BytesIO):
            return self.file.read(size)
        from anyio import to_thread

        return await to_thread.run_sync(self.file.read, size)

    def __iter__(self) -> Iterator[bytes]:
        """The rest, piece by piece, for a handler that is no coroutine."""
        while chunk := self.file.read(_CHUNK):
            yield chunk

    def __repr__(self) -> str:
        return f"<UploadedFile {self.filename!r}, {self.size} bytes>"

    @classmethod
    def __get_pydantic_core_schema__(
        cls, source: Any, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        """In JSON a file is a string: what it stands for in the context, else its own content."""
        return core_schema.with_info_plain_validator_function(
            _read, serialization=_NO_TEXT
        )

    @classmethod
    def __get_pydantic_json_schema__(
        cls, schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> dict[str, Any]:
        return {"type": "string", "format": "binary"}


@dataclass(frozen=True, slots=True)
class DescribedAs:
    """Stands beside a file whose schema says other things than that; `schema` gives the type that does."""

    schema: Callable[[], Any]

    def __get_pydantic_core_schema__(
        self, source: Any, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        def read(
            value: Any, decide: object, info: core_schema.ValidationInfo[Any]
        ) -> UploadedFile:
            return _read(value, info)

        return core_schema.with_info_wrap_validator_function(
            read, handler.generate_schema(self.schema()), serialization=_NO_TEXT
        )

    def __get_pydantic_json_schema__(
        self, schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> Any:
        inner: Any = schema
        # A handler goes on only below what it is given.
        return handler(core_schema.list_schema(inner["schema"])).get("items", {})


@dataclass(frozen=True, slots=True)
class Files:
    """The context in which the numbers in a form's JSON text stand for its files."""

    files: list[UploadedFile]


def _read(value: Any, info: core_schema.ValidationInfo[Any]) -> UploadedFile:
    if isinstance(value, UploadedFile):
        return value
    if not isinstance(value, str):
        raise PydanticCustomError("file", "Input should be a file")
    if isinstance(info.context, Files):
        return info.context.files[int(value)]
    data = value.encode()
    return UploadedFile(BytesIO(data), size=len(data))


def _no_text(value: UploadedFile) -> str:
    raise ValueError(f"{value!r} is a file: JSON has no place for it")


_NO_TEXT: Final = core_schema.plain_serializer_function_ser_schema(
    _no_text, when_used="json"
)
