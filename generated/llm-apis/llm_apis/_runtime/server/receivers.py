"""Receivers: webhooks and callbacks, which an API calls and an application of its client's serves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias
from urllib.parse import quote

from fastapi import APIRouter

from .app import build_router
from .credentials import Hook
from .endpoints import Settings
from .routing import Group, Part
from .services import Service

Hooks: TypeAlias = Mapping[str, Mapping[str, Hook | None]]
"""Those of an API, by the `id` of their source and the name of their security scheme."""


class WebhookService(Service):
    """Base of the interfaces of webhooks."""


class CallbackService(Service):
    """Base of the interfaces of callbacks."""


def create_webhook_router(
    service: WebhookService | type[WebhookService],
    paths: Mapping[str, str],
    hooks: Hooks,
    settings: Settings,
    options: Mapping[str, Any],
) -> APIRouter:
    """A router that receives webhooks, each at `/{name}`, or at its path in `paths`, by its method's name.

    `options` are those of :class:`fastapi.APIRouter`. Raises :class:`ValueError` for a path that does not
    begin with a slash or belongs to no webhook, and :class:`MissingHookError`.
    """
    interface = _interface(service)
    chosen = {
        each.operation.name: "/" + quote(each.operation.receiver.name.lstrip("/"))
        for each in interface.operations_
        if each.operation.receiver is not None
    }
    chosen |= _checked(interface, paths)
    return _router(Group(interface, service, chosen), hooks, settings, options)


def create_callback_router(
    service: CallbackService | type[CallbackService],
    paths: Mapping[str, str],
    hooks: Hooks,
    settings: Settings,
    options: Mapping[str, Any],
) -> APIRouter:
    """A router that receives those callbacks that have a path in `paths`, by their methods' names.

    The rest is as for :func:`create_webhook_router`.
    """
    interface = _interface(service)
    chosen = _checked(interface, paths)
    return _router(Group(interface, service, chosen), hooks, settings, options)


def _router(
    group: Group, hooks: Hooks, settings: Settings, options: Mapping[str, Any]
) -> APIRouter:
    source = group.interface.operations_[0].operation.source
    part = Part([group], hooks.get(source.id, {}))
    return build_router([part], settings, options=options)


def _interface(service: Service | type[Service]) -> type[Service]:
    """The generated class behind a service: the one that lists operations."""
    written = service if isinstance(service, type) else type(service)
    return next(each for each in written.__mro__ if "operations_" in vars(each))


def _checked(interface: type[Service], paths: Mapping[str, str]) -> dict[str, str]:
    known = {each.operation.name for each in interface.operations_}
    for name, path in paths.items():
        if name not in known:
            raise ValueError(f"{interface.__name__} has no operation {name!r}")
        if not path.startswith("/"):
            raise ValueError(f"the path of {name!r} must begin with a slash: {path!r}")
    return dict(paths)
