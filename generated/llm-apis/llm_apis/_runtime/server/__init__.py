"""What the generated server stands on: FastAPI routes that hold to their operations' descriptions."""

from . import needs as needs  # Before the others, which import what it looks for.

# isort: split
from fastapi import APIRouter
from fastapi.params import Depends
from starlette.middleware import Middleware
from starlette.types import Lifespan

from .app import Application, build_app, build_router
from .context import current_request, principals
from .credentials import (
    ApiKey,
    ApiKeyHook,
    Basic,
    BasicHook,
    Bearer,
    BearerHook,
    Credential,
    Digest,
    DigestHook,
    Hook,
    MutualTls,
    MutualTlsHook,
    Other,
    OtherHook,
)
from .endpoints import Settings
from .openapi import describe
from .problems import Fault, ProblemError
from .received import ByteStream, ItemStream
from .receivers import (
    CallbackService,
    WebhookService,
    create_callback_router,
    create_webhook_router,
)
from .routing import Group, Part
from .security import MissingHookError
from .sent import Binary
from .services import (
    AbortError,
    AnyReply,
    Eventually,
    Handles,
    Items,
    NoHeaders,
    Reply,
    Service,
    unfilled,
)

__all__ = [
    "APIRouter",
    "AbortError",
    "AnyReply",
    "ApiKey",
    "ApiKeyHook",
    "Application",
    "Basic",
    "BasicHook",
    "Bearer",
    "BearerHook",
    "Binary",
    "ByteStream",
    "CallbackService",
    "Credential",
    "Depends",
    "Digest",
    "DigestHook",
    "Eventually",
    "Fault",
    "Group",
    "Handles",
    "Hook",
    "ItemStream",
    "Items",
    "Lifespan",
    "Middleware",
    "MissingHookError",
    "MutualTls",
    "MutualTlsHook",
    "NoHeaders",
    "Other",
    "OtherHook",
    "Part",
    "ProblemError",
    "Reply",
    "Service",
    "Settings",
    "WebhookService",
    "build_app",
    "build_router",
    "create_callback_router",
    "create_webhook_router",
    "current_request",
    "describe",
    "principals",
    "unfilled",
]
