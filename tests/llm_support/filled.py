"""The services of `llm_apis`, filled in: what they answer is made from what they were asked."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from typing import Any

from support.packages import REPOSITORY, load

DISTRIBUTION = REPOSITORY / "generated" / "llm-apis"

llm_apis: Any = load(DISTRIBUTION, "llm_apis")
server: Any = load(DISTRIBUTION, "llm_apis.server")
gateway: Any = load(DISTRIBUTION, "llm_apis.models.inference_gateway")
olivaw: Any = load(DISTRIBUTION, "llm_apis.models.olivaw")
completions: Any = load(DISTRIBUTION, "llm_apis.server.inference_gateway.completions")
health: Any = load(DISTRIBUTION, "llm_apis.server.inference_gateway.health")
models: Any = load(DISTRIBUTION, "llm_apis.server.inference_gateway.models")
proxy: Any = load(DISTRIBUTION, "llm_apis.server.inference_gateway.proxy")
completion: Any = load(DISTRIBUTION, "llm_apis.server.olivaw.completion")


class Completions(completions.CompletionsService):
    async def create_chat_completion(self, *, provider: Any, body: Any) -> Any:
        if body.model == "unknown":
            return completions.CreateChatCompletion400(body=gateway.Error(error="no such model"))
        message = gateway.Message(role="assistant", content=f"{provider}: {body.messages[-1].content}")
        choice = gateway.ChatCompletionChoice(finish_reason="stop", index=0, message=message, logprobs=None)
        usage = gateway.CompletionUsage(prompt_tokens=1, completion_tokens=2, total_tokens=3)
        return gateway.CreateChatCompletionResponse(
            id="chat-1", object="chat.completion", created=1, model=body.model, choices=[choice], usage=usage
        )

    async def create_chat_completion_stream(self, *, provider: Any, body: Any) -> Any:
        if body.model == "unknown":
            return completions.CreateChatCompletion400(body=gateway.Error(error="no such model"))
        return self._chunks(body)

    async def _chunks(self, body: Any) -> AsyncIterator[Any]:
        for word in body.messages[-1].content.split():
            delta = gateway.ChatCompletionStreamResponseDelta(role="assistant", content=word)
            choice = gateway.ChatCompletionStreamChoice(delta=delta, finish_reason="stop", index=0)
            yield gateway.CreateChatCompletionStreamResponse(
                id="chat-1", object="chat.completion.chunk", created=1, model=body.model, choices=[choice]
            )


class Health(health.HealthService):
    async def health_check(self) -> None:
        return None


class Models(models.ModelsService):
    def list_models(self, *, provider: Any) -> Any:
        if provider == "groq":
            return models.ListModels401(body=gateway.Error(error="not yours"))
        model = gateway.Model(id="m-1", object="model", created=1, owned_by=provider or "nobody")
        return gateway.ListModelsResponse(object="list", data=[model])


class Proxy(proxy.ProxyService):
    """Gives back what came in, in members that the schema leaves open."""

    async def proxy_get(self, *, provider: Any, path: str) -> Any:
        return _proxied("GET", provider, path)

    async def proxy_post(self, *, provider: Any, path: str, body: Any) -> Any:
        return _proxied("POST", provider, path, body)

    async def proxy_put(self, *, provider: Any, path: str, body: Any) -> Any:
        return _proxied("PUT", provider, path, body)

    def proxy_delete(self, *, provider: Any, path: str) -> Any:
        return _proxied("DELETE", provider, path)

    def proxy_patch(self, *, provider: Any, path: str, body: Any) -> Any:
        return _proxied("PATCH", provider, path, body)


def _proxied(method: str, provider: str, path: str, body: Any = None) -> Any:
    sent = body.model_dump(mode="json", by_alias=True, exclude_unset=True) if body is not None else None
    return {"method": method, "provider": provider, "path": path, "sent": sent}


class Completion(completion.CompletionService):
    async def create_chat_completion(self, *, body: Any) -> Any:
        if body.model == "busy":
            return completion.CreateChatCompletion429(
                body=olivaw.Error(object="error", type="client", message="slow down")
            )
        message = olivaw.ChatMessage(role="assistant", content=body.messages[-1].content)
        choice = olivaw.ChatCompletionChoice(index=0, message=message, finish_reason="stop")
        return olivaw.ChatCompletion(
            id="c-1", object="chat.completion", created=1, model=body.model, choices=[choice]
        )

    def create_chat_completion_stream(self, *, body: Any) -> Iterator[Any]:
        for word in body.messages[-1].content.split():
            delta = olivaw.ChatCompletionDelta(role="assistant", content=word)
            yield olivaw.ChatCompletionChunk(
                id="c-1",
                object="chat.completion.chunk",
                created=1,
                model=body.model,
                choices=[olivaw.ChatCompletionChoice(index=0, delta=delta)],
            )

    async def create_completion(self, *, body: Any) -> Any:
        return _completion(body.model, body.prompt)

    async def create_completion_stream(self, *, body: Any) -> AsyncIterator[Any]:
        for word in body.prompt.split():
            yield _completion(body.model, word)


def _completion(model: str, text: str) -> Any:
    choice = olivaw.CompletionChoice(index=0, text=text, finish_reason="stop")
    usage = olivaw.CompletionUsage(prompt_tokens=1, completion_tokens=2, total_tokens=3)
    return olivaw.Completion(
        id="t-1", object="text_completion", created=1, model=model, choices=[choice], usage=usage
    )


def app() -> Any:
    """Everything filled in; the gateway asks for the bearer token "sesame", Olivaw for the key "open"."""
    return server.create_app(
        inference_gateway=server.InferenceGatewayServices(
            completions=Completions(), health=Health(), models=Models(), proxy=Proxy()
        ),
        olivaw=server.OlivawServices(completion=Completion()),
        security=server.Security(
            inference_gateway=server.InferenceGatewaySecurity(bearer_auth=_bearer),
            olivaw=server.OlivawSecurity(api_key=_key),
        ),
    )


def _bearer(credential: Any) -> bool:
    return bool(credential.token == "sesame")


def _key(credential: Any) -> bool:
    return bool(credential.key in ("open", "Bearer open"))
