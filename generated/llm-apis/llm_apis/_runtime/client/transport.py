"""The transports on httpx, or a library with the same API."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator

from .building import Builder
from .errors import ApiConnectionError, ApiTimeoutError
from .headers import Headers
from .library import httpx
from .options import Connections
from .tls import trusted
from .wire import Request


class HttpxTransport:
    """`client` may be a ready `httpx.Client`: used as it is, and left open by :meth:`close`."""

    def __init__(
        self, connections: Connections | None = None, *, client: object = None
    ) -> None:
        if client is not None and not isinstance(client, httpx.Client):
            name = f"{httpx.__name__}.Client"
            raise TypeError(f"client is an {name}, not {type(client).__name__}")
        made = connections or Connections()
        self._owns = client is None
        self._client = client or httpx.Client(
            verify=trusted(made),
            proxy=made.proxy,
            limits=_limits(made),
            follow_redirects=False,
        )
        self._builder = Builder(self._client, owned=self._owns)

    def send(self, request: Request) -> HttpxAnswer:
        try:
            built = self._builder.build(request, is_async=False)
            response = self._client.send(
                built,
                stream=True,
                auth=self._builder.auth(request),
                follow_redirects=False,
            )
            return HttpxAnswer(response, request)
        except (httpx.HTTPError, httpx.InvalidURL, OSError, RuntimeError) as error:
            raise _mapped(error, request) from error

    def close(self) -> None:
        if self._owns:
            self._client.close()


class AsyncHttpxTransport:
    """`client` may be a ready `httpx.AsyncClient`: used as it is, and left open by :meth:`close`."""

    def __init__(
        self, connections: Connections | None = None, *, client: object = None
    ) -> None:
        if client is not None and not isinstance(client, httpx.AsyncClient):
            raise TypeError(
                f"client is an {httpx.__name__}.AsyncClient, not {type(client).__name__}"
            )
        made = connections or Connections()
        self._owns = client is None
        self._client = client or httpx.AsyncClient(
            verify=trusted(made),
            proxy=made.proxy,
            limits=_limits(made),
            follow_redirects=False,
        )
        self._builder = Builder(self._client, owned=self._owns)

    async def send(self, request: Request) -> AsyncHttpxAnswer:
        try:
            built = self._builder.build(request, is_async=True)
            response = await self._client.send(
                built,
                stream=True,
                auth=self._builder.auth(request),
                follow_redirects=False,
            )
            return AsyncHttpxAnswer(response, request)
        except (httpx.HTTPError, httpx.InvalidURL, OSError, RuntimeError) as error:
            raise _mapped(error, request) from error

    async def close(self) -> None:
        if self._owns:
            await self._client.aclose()


class HttpxAnswer:
    def __init__(self, response: httpx.Response, request: Request) -> None:
        self._response = response
        self._request = request
        self.status = response.status_code
        self.headers = _headers(response)

    def read(self) -> bytes:
        try:
            return self._response.read()
        except (httpx.HTTPError, httpx.StreamError, OSError) as error:
            raise _mapped(error, self._request) from error
        finally:
            self._response.close()

    def chunks(self) -> Iterator[bytes]:
        try:
            yield from self._response.iter_bytes()
        except (httpx.HTTPError, httpx.StreamError, OSError) as error:
            raise _mapped(error, self._request) from error
        finally:
            self._response.close()

    def close(self) -> None:
        self._response.close()


class AsyncHttpxAnswer:
    def __init__(self, response: httpx.Response, request: Request) -> None:
        self._response = response
        self._request = request
        self.status = response.status_code
        self.headers = _headers(response)

    async def read(self) -> bytes:
        try:
            return await self._response.aread()
        except (httpx.HTTPError, httpx.StreamError, OSError) as error:
            raise _mapped(error, self._request) from error
        finally:
            await self._response.aclose()

    async def chunks(self) -> AsyncIterator[bytes]:
        try:
            async for chunk in self._response.aiter_bytes():
                yield chunk
        except (httpx.HTTPError, httpx.StreamError, OSError) as error:
            raise _mapped(error, self._request) from error
        finally:
            await self._response.aclose()

    async def close(self) -> None:
        await self._response.aclose()


def _headers(response: httpx.Response) -> Headers:
    """The fields, in UTF-8 where they are that, else ISO 8859-1 (RFC 9110, section 5.5)."""
    return Headers((_text(name), _text(value)) for name, value in response.headers.raw)


def _text(raw: bytes) -> str:
    try:
        return raw.decode()
    except UnicodeDecodeError:
        return raw.decode("latin-1")


def _limits(made: Connections) -> httpx.Limits:
    return httpx.Limits(
        max_connections=made.max_connections,
        max_keepalive_connections=made.max_keepalive,
    )


def _mapped(error: Exception, request: Request) -> ApiConnectionError:
    """Ours for theirs. The URL is left out: its query may hold a key."""
    if isinstance(error, httpx.TimeoutException):
        kind = type(error).__name__.removesuffix("Timeout").lower()
        return ApiTimeoutError(f"{request.operation}: timed out ({kind})")
    text = str(error) or type(error).__name__
    for secret in request.secrets:
        text = text.replace(secret, "***")
    return ApiConnectionError(f"{request.operation}: {text[:200]}")
