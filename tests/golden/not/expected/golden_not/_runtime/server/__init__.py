"""What the generated server stands on: FastAPI routes that hold to their operations' descriptions."""

from .app import Application, build_app, build_router
from .context import current_request, principals
from .endpoints import Settings
from .openapi import describe
from .problems import Fault, ProblemError
from .routing import Group, Part
from .security import (
    ApiKey,
    ApiKeyHook,
    Basic,
    BasicHook,
    Bearer,
    BearerHook,
    Credential,
    Hook,
    MissingHookError,
    Other,
    OtherHook,
)
from .services import AbortError, Eventually, Handles, Items, Reply, Service, unfilled

__all__ = [
    "AbortError",
    "ApiKey",
    "ApiKeyHook",
    "Application",
    "Basic",
    "BasicHook",
    "Bearer",
    "BearerHook",
    "Credential",
    "Eventually",
    "Fault",
    "Group",
    "Handles",
    "Hook",
    "Items",
    "MissingHookError",
    "Other",
    "OtherHook",
    "Part",
    "ProblemError",
    "Reply",
    "Service",
    "Settings",
    "build_app",
    "build_router",
    "current_request",
    "describe",
    "principals",
    "unfilled",
]
