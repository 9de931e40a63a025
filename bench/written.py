"""The same schemas as somebody would write them by hand: plain pydantic, with strict scalars."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field


class Model(BaseModel):
    model_config = ConfigDict(strict=True, extra="allow")


class FunctionParameters(Model):
    type: str | None = None
    properties: dict[str, Any] | None = None
    required: list[str] | None = None


class FunctionObject(Model):
    description: str | None = None
    name: str
    parameters: FunctionParameters | None = None
    strict: bool = False


class ChatCompletionTool(Model):
    type: Literal["function"]
    function: FunctionObject


class ToolCallFunction(Model):
    name: str
    arguments: str


class ToolCall(Model):
    id: str
    type: Literal["function"]
    function: ToolCallFunction


class Message(Model):
    role: Literal["system", "user", "assistant", "tool"]
    content: str
    tool_calls: list[ToolCall] | None = None
    tool_call_id: str | None = None
    reasoning: str | None = None
    reasoning_content: str | None = None


class StreamOptions(Model):
    include_usage: bool


class ChatRequest(Model):
    model: str
    messages: Annotated[list[Message], Field(min_length=1)]
    max_tokens: int | None = None
    stream: bool = False
    stream_options: StreamOptions | None = None
    tools: list[ChatCompletionTool] | None = None


Int64 = Annotated[int, Field(ge=-(2**63), le=2**63 - 1)]


class Usage(Model):
    completion_tokens: Int64
    prompt_tokens: Int64
    total_tokens: Int64


class Choice(Model):
    finish_reason: Literal["stop", "length", "tool_calls", "content_filter", "function_call"]
    index: int
    message: Message
    logprobs: Any


class ChatResponse(Model):
    id: str
    choices: list[Choice]
    created: int
    model: str
    object: str
    usage: Usage | None = None


class Position(Model):
    x: float
    y: float


class Record(Model):
    id: int
    name: str
    price: float
    active: bool
    note: str | None = None
    tags: list[str] | None = None
    position: Position | None = None


class Text(Model):
    kind: Literal["text"]
    text: str


class Image(Model):
    kind: Literal["image"]
    url: str
    width: int | None = None


class Page(Model):
    scores: dict[str, float]
    labels: dict[str, str] | None = None
    parts: list[Annotated[Text | Image, Field(discriminator="kind")]]
    size: int | Literal["small", "large"] | None = None
