"""One call from end to end on loopback: bodies, answers, errors, retries, credentials, servers."""

from __future__ import annotations

import asyncio
import copy
import pickle
import socket
from collections.abc import Iterator
from typing import Any

import pytest
from pydantic import BaseModel, ConfigDict, Field

from client_kit import AsyncClient, Client, codec, json_content, operation, source
from specloom.runtime.client import errors, statuses
from specloom.runtime.client.auth import Auth
from specloom.runtime.client.bodies import members
from specloom.runtime.client.headers import Headers
from specloom.runtime.client.omit import OMIT, Omit
from specloom.runtime.client.options import ServerChoice
from specloom.runtime.client.retry import RetryPolicy, retry_after
from specloom.runtime.operation import Body, Content, Response, Server, ServerVariable


class Thing(BaseModel):
    model_config = ConfigDict(strict=True, extra="allow")
    n: int
    class_: str | None = Field(default=None, alias="class")


class Trouble(BaseModel):
    code: int


THING = json_content(Thing)
FINE = Response("200", "fine", (THING,))


class TestBodies:
    def post(self, *contents: Content, required: bool = True, **named: Any) -> Any:
        return operation(method="POST", body=Body(contents or (THING,), required, **named), responses=(FINE,))

    def test_only_what_was_set_is_sent_by_its_wire_name(self, stub: Any, reply: Any) -> None:
        stub.answers(reply(body=b'{"n":1,"class":"x","more":true}'))
        got = Client(stub.url).call(self.post(), Thing.model_validate({"n": 1, "class": None}))
        assert stub.last.body == b'{"n":1,"class":null}'
        assert stub.last.headers["content-type"] == "application/json"
        assert stub.last.headers["accept"] == "application/json"
        assert (got.n, got.class_, got.model_extra) == (1, "x", {"more": True})

    def test_a_body_is_held_to_its_schema(self, stub: Any) -> None:
        with pytest.raises(errors.ArgumentError, match="the body does not fit: n: Field required"):
            Client(stub.url).call(self.post(), {"m": 1})
        assert stub.asked == []

    def test_members_and_extra(self) -> None:
        assert members(OMIT, {"a": 1, "b": OMIT, "c": None}, {"d": 2}) == {"a": 1, "c": None, "d": 2}
        assert members({"x": 1}, {"a": OMIT}) == {"x": 1}
        assert members(OMIT, {"a": OMIT}) is OMIT
        with pytest.raises(errors.ArgumentError, match="arguments of their own: a"):
            members(OMIT, {"a": OMIT}, {"a": 1})
        with pytest.raises(errors.ArgumentError, match="beside it"):
            members({"x": 1}, {"a": 1})

    def test_an_optional_body_may_be_left_out_and_a_required_object_be_empty(self, stub: Any) -> None:
        Client(stub.url).call(operation(method="POST", body=Body((json_content(),), False)))
        assert stub.last.body == b""
        assert "content-type" not in stub.last.headers
        Client(stub.url).call(operation(method="POST", body=Body((json_content(),), True)))
        assert stub.last.body == b"{}"

    def test_the_kind_of_value_chooses_the_media_type(self, stub: Any, reply: Any) -> None:
        stub.answers(reply(body=b'{"n":1}'))
        both = self.post(THING, Content("text/csv"), Content("image/png"), Content("application/jsonl"))
        client = Client(stub.url)
        for value, name in (({"n": 1}, "application/json"), ("a,b", "text/csv"), (b"\x89", "image/png")):
            client.call(both, value)
            assert stub.last.headers["content-type"] == name
        client.changed(headers={"Content-Type": "application/jsonl"}).call(both, b"{}")
        assert stub.last.headers["content-type"] == "application/jsonl"
        with pytest.raises(errors.ArgumentError, match="the body can be"):
            client.changed(headers={"Content-Type": "application/xml"}).call(both, b"{}")
        with pytest.raises(errors.ArgumentError, match="cannot be made of list"):
            client.call(self.post(Content("text/plain")), ["a"])

    def test_media_type_is_sent_as_written(self, stub: Any, reply: Any) -> None:
        stub.answers(reply(body=b'{"n":1}'))
        name = 'application/ld+json; profile="https://example.invalid/ns#x"'
        Client(stub.url).call(self.post(json_content(Thing, name)), {"n": 1})
        assert stub.last.headers["content-type"] == name


class TestAnswers:
    def answer(self, stub: Any, *responses: Response, method: str = "GET") -> Any:
        return Client(stub.url, retry=RetryPolicy(0)).call(operation(method=method, responses=responses))

    def test_content_type_decides(self, stub: Any, reply: Any) -> None:
        either = Response("200", "", (THING, Content("text/plain"), Content("image/*")))
        stub.answers(reply(body=b'{"n":1}', content_type="application/json; charset=utf-8"))
        assert self.answer(stub, either) == Thing(n=1)
        stub.answers(reply(body='"é"'.encode("latin-1"), content_type="Text/Plain; charset=ISO-8859-1"))
        assert self.answer(stub, either) == '"é"'
        stub.answers(reply(body=b"\x89", content_type="image/png"))
        assert self.answer(stub, either) == b"\x89"
        assert stub.last.headers["accept"] == "application/json, text/plain, image/*"

    def test_any_json_is_read_as_json(self, stub: Any, reply: Any) -> None:
        stub.answers(reply(body=b'{"n":1}', content_type="application/vnd.api+json"))
        assert self.answer(stub, FINE) == Thing(n=1)
        assert self.answer(stub, Response("200", "", (json_content(Thing, "*/*"),))) == Thing(n=1)

    def test_nothing_is_none(self, stub: Any, reply: Any) -> None:
        stub.answers(reply(status=204, body=b""))
        assert self.answer(stub, Response("204", "none"), FINE) is None
        stub.answers(reply(status=200, body=b""))
        assert self.answer(stub, Response("200", "none")) is None
        assert self.answer(stub, FINE, method="HEAD") is None

    @pytest.mark.parametrize(
        ("body", "content_type"),
        [
            (b"", "application/json"),
            (b"{", "application/json"),
            (b'{"n":"1"}', "application/json"),
            (b"<html>", "text/html"),
            (b"\xff", "application/json"),
        ],
    )
    def test_an_answer_that_is_not_as_documented(
        self, stub: Any, reply: Any, body: bytes, content_type: str
    ) -> None:
        stub.answers(reply(body=body, content_type=content_type, headers={"X-Request-Id": "r1"}))
        with pytest.raises(errors.DecodeError, match="GET /things answered 200") as caught:
            self.answer(stub, FINE)
        assert (caught.value.raw, caught.value.status, caught.value.request_id) == (body, 200, "r1")

    @pytest.mark.parametrize(
        ("status", "kind", "body"),
        [
            (404, statuses.NotFoundError, Trouble(code=1)),
            (409, statuses.ConflictError, {"code": 1}),
            (418, statuses.ClientFaultError, {"code": 1}),
            (500, statuses.InternalServerError, Thing(n=3)),
            (599, statuses.ServerFaultError, Thing(n=3)),
            (302, statuses.RedirectionError, Thing(n=3)),
        ],
    )
    def test_exact_beats_range_beats_default(
        self, stub: Any, reply: Any, status: int, kind: type[errors.StatusError], body: Any
    ) -> None:
        stub.answers(
            reply(status=status, body=b'{"code":1,"n":3}' if isinstance(body, Thing) else b'{"code":1}')
        )
        with pytest.raises(kind) as caught:
            self.answer(
                stub,
                Response("4XX", "", (json_content(dict[str, int]),)),
                Response("404", "", (json_content(Trouble),)),
                Response("default", "", (THING,)),
            )
        got = caught.value.body
        assert (got.n if isinstance(body, Thing) else got) == (3 if isinstance(body, Thing) else body)
        assert caught.value.documented

    def test_default_is_no_success_beside_others(self, stub: Any, reply: Any) -> None:
        stub.answers(reply(status=202, body=b'{"n": 1}'))
        with pytest.raises(errors.StatusError) as caught:
            self.answer(stub, Response("200", "", (THING,)), Response("default", "", (THING,)))
        assert (caught.value.status, caught.value.body) == (202, Thing(n=1))

    def test_default_is_a_success_too(self, stub: Any, reply: Any) -> None:
        stub.answers(reply(body=b'{"n":1}'))
        assert self.answer(stub, Response("default", "", (THING,))) == Thing(n=1)

    def test_an_undocumented_status(self, stub: Any, reply: Any) -> None:
        stub.answers(reply(status=404, body=b"<p>no</p>", content_type="text/html"))
        with pytest.raises(statuses.NotFoundError) as caught:
            self.answer(stub, FINE)
        assert (caught.value.body, caught.value.documented) == ("<p>no</p>", False)
        stub.answers(reply(status=202, body=b'{"a":1}'))
        with pytest.raises(statuses.UnexpectedStatusError) as unexpected:
            self.answer(stub, FINE)
        assert unexpected.value.body == {"a": 1}

    def test_an_error_body_that_does_not_fit_is_kept(self, stub: Any, reply: Any) -> None:
        stub.answers(reply(status=404, body=b'{"other":1}'))
        with pytest.raises(statuses.NotFoundError) as caught:
            self.answer(stub, Response("404", "", (json_content(Trouble),)))
        assert caught.value.body == {"other": 1}

    def test_messages_are_short_and_tell_no_secrets(self, stub: Any, reply: Any) -> None:
        body = b'{"error":{"message":"bad key s3cret ' + b"x" * 1000 + b'"}}'
        stub.answers(reply(status=401, body=body))
        with pytest.raises(statuses.UnauthorizedError) as caught:
            Client(stub.url, auth=Auth(bearer="s3cret")).call(operation(security=(("bearer",),)))
        assert "bad key ***" in str(caught.value)
        assert "s3cret" not in str(caught.value)
        assert len(str(caught.value)) < 300


class TestRetries:
    def test_a_safe_request_is_tried_three_times(self, stub: Any, reply: Any) -> None:
        stub.answers(reply(status=503), reply(status=429), reply(body=b"1"))
        client = Client(stub.url)
        assert client.call(operation()) == 1
        assert client.waits == [0.5, 1.0]
        stub.answers(reply(status=500))
        with pytest.raises(statuses.InternalServerError):
            client.call(operation())
        assert len(stub.asked) == 6

    def test_asynchronous_clients_do_the_same(self, stub: Any, reply: Any) -> None:
        stub.answers(reply(status=503), reply(status=429), reply(body=b"1"))

        async def run() -> list[float]:
            async with AsyncClient(stub.url) as client:
                assert await client.call(operation()) == 1
                return client.waits

        assert asyncio.run(run()) == [0.5, 1.0]

    @pytest.mark.parametrize(
        ("method", "status"), [("POST", 503), ("PATCH", 503), ("GET", 501), ("GET", 400)]
    )
    def test_others_are_not(self, stub: Any, reply: Any, method: str, status: int) -> None:
        stub.answers(reply(status=status))
        with pytest.raises(errors.StatusError):
            Client(stub.url).call(operation(method=method))
        assert len(stub.asked) == 1

    def test_the_server_decides_if_it_wants(self, stub: Any, reply: Any) -> None:
        stub.answers(reply(status=400, headers={"x-should-retry": "true"}), reply(body=b"1"))
        assert Client(stub.url).call(operation(method="POST")) == 1
        stub.answers(reply(status=503, headers={"x-should-retry": "false"}))
        with pytest.raises(statuses.ServiceUnavailableError):
            Client(stub.url).call(operation())
        assert len(stub.asked) == 3

    @pytest.mark.parametrize(
        ("headers", "wait"),
        [
            ({"Retry-After": "7"}, 7.0),
            ({"retry-after-ms": "250", "Retry-After": "9"}, 0.25),
            ({"Retry-After": "soon"}, 0.5),
            ({"Retry-After": "Mon, 01 Jan 2024 00:00:00 +99999999999999"}, 0.5),
            ({"Retry-After": "-1"}, 0.5),
        ],
    )
    def test_retry_after(self, stub: Any, reply: Any, headers: dict[str, str], wait: float) -> None:
        stub.answers(reply(status=429, headers=headers), reply(body=b"1"))
        client = Client(stub.url)
        client.call(operation())
        assert client.waits == [wait]

    def test_a_long_wait_is_told_not_waited_for(self, stub: Any, reply: Any) -> None:
        stub.answers(reply(status=429, headers={"Retry-After": "61"}))
        client = Client(stub.url)
        with pytest.raises(statuses.TooManyRequestsError) as caught:
            client.call(operation())
        assert (client.waits, caught.value.retry_after) == ([], 61.0)

    def test_a_date_is_counted_from_now(self) -> None:
        date = Headers([("Retry-After", "Wed, 21 Oct 2015 07:28:00 GMT")])
        assert retry_after(date, lambda: 1445412470.0) == 10.0
        assert retry_after(date, lambda: 1445412490.0) == 0.0

    def test_waits_are_bounded_and_spread(self) -> None:
        policy = RetryPolicy(max_retries=9, jitter=lambda: 1.0)
        assert [policy.after_failure(attempt, idempotent=True) for attempt in (0, 1, 4, 8)] == [
            0.375,
            0.75,
            6.0,
            6.0,
        ]
        assert policy.after_failure(9, idempotent=True) is None

    def test_a_connection_that_breaks_is_tried_again(self, stub: Any, reply: Any) -> None:
        stub.answers(reply(body=b'{"n":', cut=True), reply(body=b"1"))
        client = Client(stub.url)
        assert client.call(operation()) == 1
        stub.answers(reply(body=b'{"n":', cut=True))
        with pytest.raises(errors.ApiConnectionError, match="POST /things"):
            client.call(operation(method="POST"))

    def test_nobody_there(self) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            url = f"http://127.0.0.1:{free.getsockname()[1]}"
        client = Client(url, auth=Auth(schemes={"appId": "s3cret", "appKey": "k"}))
        with pytest.raises(errors.ApiConnectionError) as caught:
            client.call(operation(security=(("appId", "appKey"),)))
        assert client.waits == [0.5, 1.0]
        assert "s3cret" not in str(caught.value)

    def test_an_answer_that_does_not_come(self) -> None:
        with socket.create_server(("127.0.0.1", 0)) as silent:
            client = Client(f"http://127.0.0.1:{silent.getsockname()[1]}", retry=RetryPolicy(0))
            with pytest.raises(errors.ApiTimeoutError, match="timed out"):
                client.changed(timeout=0.05).call(operation())


class TestCredentials:
    def sent(self, stub: Any, auth: Auth, *security: tuple[str, ...], schemes: Any = None) -> tuple[Any, ...]:
        Client(stub.url, auth=auth).call(operation(security=security, of=source(schemes=schemes)))
        headers = stub.last.headers
        return headers.get("authorization"), headers.get("x-app-key"), stub.last.query, headers.get("cookie")

    EITHER = (("appId", "appKey"), ("basic",), ("session",))

    def test_the_first_alternative_that_is_whole(self, stub: Any) -> None:
        pair = {"appId": "i d", "appKey": "k"}
        assert self.sent(stub, Auth(schemes=pair), *self.EITHER) == (None, "k", "app_id=i%20d", None)
        assert self.sent(stub, Auth(basic=("u", "p")), *self.EITHER) == ("Basic dTpw", None, "", None)
        half = Auth(schemes={"appId": "i", "session": "s"})
        assert self.sent(stub, half, *self.EITHER) == (None, None, "", "sid=s")
        both = Auth(basic=("u", "p"), schemes=pair)
        assert self.sent(stub, both, *self.EITHER) == (None, "k", "app_id=i%20d", None)

    def test_nothing_is_sent_where_nothing_is_asked(self, stub: Any) -> None:
        assert self.sent(stub, Auth(bearer="t")) == (None, None, "", None)

    def test_what_is_optional_is_sent_if_there(self, stub: Any) -> None:
        assert self.sent(stub, Auth(bearer="t"), (), ("bearer",))[0] == "Bearer t"
        assert self.sent(stub, Auth(basic=("u", "p")), (), ("bearer",))[0] is None

    def test_no_credentials_at_all_leave_it_to_the_server(self, stub: Any) -> None:
        assert self.sent(stub, Auth(), ("bearer",)) == (None, None, "", None)

    def test_the_wrong_credentials_are_told_before_sending(self, stub: Any) -> None:
        with pytest.raises(errors.CredentialsError, match="asks for appId with appKey or basic or session"):
            self.sent(stub, Auth(bearer="t"), *self.EITHER)
        assert stub.asked == []

    def test_a_key_is_sent_as_it_is(self, stub: Any) -> None:
        schemes = {"raw": source().security_schemes["raw"]}
        assert self.sent(stub, Auth(api_key="k"), ("raw",), schemes=schemes)[0] == "k"

    def test_a_cookie_is_sent_as_it_is(self, stub: Any) -> None:
        assert self.sent(stub, Auth(schemes={"session": "a+b/c%3D=="}), ("session",))[3] == "sid=a+b/c%3D=="

    @pytest.mark.parametrize("key", ["s3cret\nx", "ключ", "a b; c"])
    def test_what_cannot_be_sent_is_not_shown(self, stub: Any, key: str) -> None:
        alternatives = ("session",) if " " in key else ("appKey",)
        with pytest.raises(errors.CredentialsError, match="a character that no") as caught:
            self.sent(stub, Auth(schemes={"appKey": key, "session": key}), alternatives)
        assert key not in str(caught.value)
        assert stub.asked == []

    def test_a_header_of_the_settings_that_cannot_be_sent(self, stub: Any) -> None:
        with pytest.raises(errors.ConfigurationError, match="the header x-key holds"):
            Client(stub.url).changed(headers={"X-Key": "ключ"}).call(operation())

    def test_one_key_for_several_schemes_is_ambiguous(self, stub: Any) -> None:
        with pytest.raises(errors.CredentialsError):
            self.sent(stub, Auth(api_key="k"), ("appKey",))

    def test_a_token_serves_oauth2(self, stub: Any) -> None:
        assert self.sent(stub, Auth(bearer=lambda: "fresh"), ("oauth",))[0] == "Bearer fresh"
        assert self.sent(stub, Auth(bearer="t"), ("mtls", "oauth"))[0] == "Bearer t"

    def test_awaitable_providers_are_for_asynchronous_clients(self, stub: Any) -> None:
        async def token() -> str:
            return "later"

        async def run() -> None:
            async with AsyncClient(stub.url, auth=Auth(bearer=token)) as client:
                await client.call(operation(security=(("bearer",),)))

        asyncio.run(run())
        assert stub.last.headers["authorization"] == "Bearer later"

    def test_they_do_not_show(self) -> None:
        auth = Auth(api_key="s3cret", bearer="s3cret", basic=("u", "s3cret"), schemes={"x": "s3cret"})
        assert repr(auth) == "<Auth: api_key, bearer, basic, x>"

    def test_a_redirect_is_not_followed(self, stub: Any, reply: Any) -> None:
        stub.answers(reply(status=307, headers={"Location": "http://elsewhere.invalid/"}))
        with pytest.raises(statuses.RedirectionError) as caught:
            self.sent(stub, Auth(bearer="t"), ("bearer",))
        assert caught.value.headers["LOCATION"] == "http://elsewhere.invalid/"


class TestServers:
    GATEWAY = (
        (Server("http://localhost:8080", "root"),),
        (Server("http://localhost:8080/v1", "local"), Server("https://api.example.invalid/v1", "public")),
    )

    def target(self, stub: Any, choice: ServerChoice, *servers: Server, lists: Any = ()) -> str:
        client = Client(None).changed(servers={"": choice})
        client.call(operation(of=source(*servers, server_lists=lists), servers=servers))
        return stub.last.target

    def test_a_base_url_replaces_what_all_servers_begin_with(self, stub: Any) -> None:
        choice = ServerChoice(base_url=f"{stub.url}/proxy/")
        health, models = self.GATEWAY
        assert self.target(stub, choice, *health, lists=self.GATEWAY) == "/proxy/things"
        assert self.target(stub, choice, *models, lists=self.GATEWAY) == "/proxy/v1/things"
        only = (Server("{host}/api/v1", variables={"host": ServerVariable("http://localhost:4000")}),)
        assert self.target(stub, choice, *only) == "/proxy/things"

    def test_segments_are_replaced_whole(self, stub: Any) -> None:
        lists = ((Server("http://h/api1"),), (Server("http://h/api2"),))
        assert self.target(stub, ServerChoice(base_url=stub.url), *lists[1], lists=lists) == "/api2/things"

    @pytest.mark.parametrize("url", ["v1", "./v1/", "http://h//v1", "//h/v1"])
    def test_a_base_url_keeps_its_host(self, stub: Any, url: str) -> None:
        lists = ((Server(url),), (Server(f"{url.rstrip('/')}/up"),))
        assert self.target(stub, ServerChoice(base_url=stub.url), *lists[0], lists=lists) == "/things"
        assert self.target(stub, ServerChoice(base_url=stub.url), *lists[1], lists=lists) == "/up/things"

    def test_servers_on_several_hosts(self, stub: Any) -> None:
        lists = ((Server("http://a/v1"),), (Server("http://b/v1/up"),))
        assert self.target(stub, ServerChoice(base_url=stub.url), *lists[1], lists=lists) == "/up/things"

    @pytest.mark.parametrize("server", [1, "second"])
    def test_another_server_can_be_chosen(self, stub: Any, server: Any) -> None:
        servers = (Server("http://nowhere.invalid"), Server(f"{stub.url}/two/", "second"))
        assert self.target(stub, ServerChoice(server=server), *servers) == "/two/things"

    def test_variables(self, stub: Any) -> None:
        variables = {
            "host": ServerVariable("http://nowhere.invalid"),
            "v": ServerVariable("v1", ("v1", "v2")),
        }
        server = Server("{host}/{v}", variables=variables)
        assert (
            self.target(stub, ServerChoice(variables={"host": stub.url, "v": "v2"}), server) == "/v2/things"
        )
        with pytest.raises(errors.ConfigurationError, match="'v' is one of v1, v2"):
            self.target(stub, ServerChoice(variables={"v": "v3"}), server)

    def test_a_relative_server_needs_a_base_url(self, stub: Any) -> None:
        assert self.target(stub, ServerChoice(base_url=stub.url), Server("/")) == "/things"
        assert self.target(stub, ServerChoice(base_url=f"{stub.url}/x"), Server("/v1")) == "/x/things"
        with pytest.raises(errors.ConfigurationError, match="no absolute server URL"):
            self.target(stub, ServerChoice(), Server("/v1"))


class TestSettings:
    def test_header_fields_are_added(self, stub: Any) -> None:
        client = Client(stub.url, headers={"X-A": "1", "X-B": "1"})
        client.changed(headers={"x-b": "2", "User-Agent": "mine"}).call(operation())
        sent = stub.last.headers
        assert (sent["x-a"], sent["x-b"], sent["user-agent"]) == ("1", "2", "mine")

    def test_a_copy_shares_the_connections_and_does_not_close_them(self, stub: Any, reply: Any) -> None:
        with Client(stub.url) as client:
            client.call(operation())
            with client.changed(max_retries=0) as other:
                stub.answers(reply(status=503))
                with pytest.raises(statuses.ServiceUnavailableError):
                    other.call(operation())
            stub.answers(reply(body=b"1"))
            assert client.call(operation()) == 1
        assert len(stub.asked) == 3
        with pytest.raises(errors.ApiConnectionError):
            client.call(operation(method="POST"))

    def test_a_transport_of_ones_own(self) -> None:
        from specloom.runtime.client.base import SyncClient
        from specloom.runtime.client.options import Settings
        from specloom.runtime.client.wire import Request

        class Own:
            closed = False
            status = 200
            headers = Headers([("Content-Type", "application/json")])

            def send(self, request: Request) -> Any:
                assert request.url == "http://nowhere.invalid/things"
                assert repr(request) == "<Request GET /things>"
                return self

            def chunks(self) -> Iterator[bytes]:
                yield b"5"

            def close(self) -> None:
                self.closed = True

        own: Any = Own()
        with SyncClient(Settings(), transport=own) as client:
            assert client._caller.call(operation(), {}, OMIT) == 5
        assert not own.closed


def test_omit_is_one_false_value() -> None:
    assert OMIT is Omit() is copy.deepcopy(OMIT) is pickle.loads(pickle.dumps(OMIT))
    assert not OMIT
    assert repr(OMIT) == "OMIT"


def test_codecs_are_built_when_used() -> None:
    def fail() -> Any:
        raise AssertionError

    assert codec(int).decode(b"1") == 1
    operation(responses=(Response("200", "", (Content("application/json", type(codec(int))(fail)),)),))
