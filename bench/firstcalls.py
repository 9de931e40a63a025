"""The first calls that clients of the benchmarks' documents make, each in a fresh process."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from importing import Call, Target, example

Maker = Literal["specloom", "openapi-python-client"]
CLIENTS: Mapping[Maker, str] = {
    "specloom": "import {package}\nclient = {package}.Client(base_url=url)",
    "openapi-python-client": "import {package}\nclient = {package}.Client(base_url=url)",
}
LIBRARIES: Mapping[Maker, str] = {
    "specloom": "import httpx, pydantic\nhttpx.Client, pydantic.BaseModel",
    "openapi-python-client": "import httpx, attrs\nhttpx.Client",
}
MODELS = "import {package}"
"""What imports the models of datamodel-code-generator: one module, or a package of them."""


@dataclass(frozen=True)
class FirstCall:
    """A call as each maker's client has it (`{package}` is its name), and its answer, from the document."""

    what: str
    code: Mapping[Maker, str]
    answer: Callable[[Any], bytes]
    status: int = 200


def target(maker: Maker, what: str, document: Path, package: str, folder: Path, python: str) -> Target:
    """A client that `maker` made of a document called `what` ("GitHub", "OpenAI", "Box"), as the package of
    that name in `folder`. Its first calls are those that its maker wrote code for."""
    content = json.loads(document.read_text(encoding="utf-8"))
    calls = tuple(
        Call(call.what, call.code[maker].format(package=package), call.answer(content), call.status)
        for call in CALLS.get(what, ())
        if maker in call.code
    )
    return Target(
        what=f"{maker}, {what}",
        folder=folder,
        imports=CLIENTS[maker].format(package=package),
        calls=calls,
        libraries=LIBRARIES[maker],
        python=python,
    )


def models_target(what: str, package: str, folder: Path, python: str) -> Target:
    """The models of datamodel-code-generator, a module or package of that name in `folder`."""
    return Target(
        what=f"datamodel-code-generator, {what}",
        folder=folder,
        imports=MODELS.format(package=package),
        libraries="import pydantic\npydantic.BaseModel",
        python=python,
    )


def _repository(document: Any) -> bytes:
    """The document's own example lacks a member that its schema requires."""
    found = json.loads(example(document, "/repos/{owner}/{repo}", "get"))
    for each in (found, found.get("source"), found.get("parent"), found.get("template_repository")):
        if each:
            each.setdefault("language", None)
    return json.dumps(found).encode()


def _json(value: Any) -> Callable[[Any], bytes]:
    return lambda document: json.dumps(value).encode()


_USER = {"id": "1", "type": "user", "login": "a@example.com", "name": "A"}
_FOLDER = {
    "id": "1", "type": "folder", "name": "a", "description": "", "size": 0, "item_status": "active",
    "created_at": "2026-01-01T00:00:00Z", "modified_at": "2026-01-01T00:00:00Z",
    "created_by": _USER, "modified_by": _USER, "owned_by": _USER,
    "path_collection": {"total_count": 0, "entries": []},
    "item_collection": {"total_count": 0, "entries": [], "limit": 100, "offset": 0, "order": []},
}  # fmt: skip

CALLS: Mapping[str, tuple[FirstCall, ...]] = {
    "GitHub": (
        FirstCall(
            "GET a repository",
            {
                "specloom": "client.repos.repos_get(owner='a', repo='b')",
                "openapi-python-client": "from {package}.api.repos import reposget\n"
                "reposget.sync_detailed('a', 'b', client=client)",
            },
            _repository,
        ),
        FirstCall(
            "POST an issue",
            {
                "specloom": "client.issues.issues_create(owner='a', repo='b', title='t', labels=['x'])",
                "openapi-python-client": "from {package}.api.issues import issuescreate\n"
                "from {package}.models import IssuescreateBody\n"
                "body = IssuescreateBody(title='t', labels=['x'])\n"
                "issuescreate.sync_detailed('a', 'b', client=client, body=body)",
            },
            lambda document: example(document, "/repos/{owner}/{repo}/issues", "post", "201"),
            201,
        ),
        FirstCall(
            "GET a list of issues",
            {
                "specloom": "client.issues.issues_list_for_repo(owner='a', repo='b')",
                "openapi-python-client": "from {package}.api.issues import issueslist_for_repo\n"
                "issueslist_for_repo.sync_detailed('a', 'b', client=client)",
            },
            lambda document: example(document, "/repos/{owner}/{repo}/issues", "get"),
        ),
    ),
    "OpenAI": (
        FirstCall(
            "GET a list of models",
            {
                "specloom": "client.open_ai.list_models()",
                "openapi-python-client": "from {package}.api.open_ai import list_models\n"
                "list_models.sync_detailed(client=client)",
            },
            _json(
                {"object": "list", "data": [{"id": "m", "object": "model", "created": 1, "owned_by": "o"}]}
            ),
        ),
        FirstCall(
            "POST an embedding",
            {
                "specloom": "client.open_ai.create_embedding(model='m', input='x')",
                "openapi-python-client": "from {package}.api.open_ai import create_embedding\n"
                "from {package}.models import CreateEmbeddingRequest\n"
                "body = CreateEmbeddingRequest(model='m', input_='x')\n"
                "create_embedding.sync_detailed(client=client, body=body)",
            },
            _json(
                {
                    "object": "list",
                    "model": "m",
                    "data": [{"index": 0, "object": "embedding", "embedding": [0.5]}],
                    "usage": {"prompt_tokens": 1, "total_tokens": 1},
                }
            ),
        ),
    ),
    "Box": (
        FirstCall(
            "GET the user",
            {
                "specloom": "client.users.get_users_me()",
                "openapi-python-client": "from {package}.api.users import get_users_me\n"
                "get_users_me.sync_detailed(client=client)",
            },
            _json(_USER),
        ),
        FirstCall(
            "POST a folder",
            {"specloom": "client.folders.post_folders(name='a', parent={{'id': '0'}})"},
            _json(_FOLDER),
            201,
        ),
    ),
}
