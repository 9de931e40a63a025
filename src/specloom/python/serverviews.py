"""What the server's templates see."""

from __future__ import annotations

from specloom.code import Code
from specloom.python.modules import ImportsView
from specloom.python.views import ExportsView
from specloom.values import View


class ReplyView(View, kw_only=True):
    """A response class. `status` is its annotation, `status_value` its default if it has just one.

    `body` is None where there is none. `headers` is the class of the header fields that it declares;
    `headers_required`: some of them have to be given.
    """

    name: Code
    doc: Code
    status: Code
    status_value: Code | None
    body: Code | None
    headers: Code | None
    headers_required: bool
    media_types: Code | None


class ArgumentView(View, kw_only=True):
    name: Code
    annotation: Code


class MethodView(View, kw_only=True):
    """A handler. `alias` names the type of what it gives back, `result` is that type as a string literal."""

    name: Code
    arguments: tuple[ArgumentView, ...]
    alias: Code
    result: Code
    doc: Code


class HandlesView(View, kw_only=True):
    """An operation's descriptor and the names (literals, or `None`) of its methods."""

    descriptor: Code
    once: Code
    stream: Code


class ServiceModuleView(View, kw_only=True):
    """A module of one group: response classes, and the interface with a method for each operation."""

    doc: Code
    imports: ImportsView
    names: ServiceNames
    replies: tuple[ReplyView, ...]
    handles: tuple[HandlesView, ...]
    methods: tuple[MethodView, ...]


class ServiceNames(View, kw_only=True):
    """The module's names for what it imports, and its interface's own."""

    service: Code
    base: Code
    handles: Code
    reply: Code
    any_reply: Code
    unfilled: Code
    field: Code
    type_alias: Code


class ServiceView(View, kw_only=True):
    """A group in `create_app`: its keyword, its interface, where that stands (relative), its name there."""

    name: Code
    class_name: Code
    local: Code
    module: Code


class HookView(View, kw_only=True):
    """A security hook: its keyword, the scheme's name (a literal) and its type."""

    name: Code
    scheme: Code
    type: Code

    @property
    def credential(self) -> Code:
        """The class of what it is given."""
        return Code(self.type.removesuffix("Hook"))


class ServerSourceView(View, kw_only=True):
    """A source in `create_app`. `name` is its keyword; the only source of a package has none. `id` is the one
    of its descriptors, a literal."""

    name: Code | None
    id: Code
    doc: Code
    services_class: Code
    security_class: Code
    services: tuple[ServiceView, ...]
    hooks: tuple[HookView, ...]


class ServerIndexView(View, kw_only=True):
    """`server/__init__`, where everything is put together. `exports` are loaded on first use.

    `imports` are the statements that load all services. `receivers` are the interfaces of webhooks and
    callbacks, `receiver_imports` what loads those, `receiver_kinds` which of the two there are
    (`webhook`, `callback`).
    """

    doc: Code
    title: Code
    version: Code
    description: Code
    sources: tuple[ServerSourceView, ...]
    exports: ExportsView
    imports: tuple[Code, ...]
    receiver_imports: tuple[Code, ...]
    receivers: tuple[ServiceView, ...]
    receiver_kinds: tuple[Code, ...]

    @property
    def has_hooks(self) -> bool:
        return any(source.hooks for source in self.sources)

    @property
    def has_classes(self) -> bool:
        """Whether there are dataclasses: services by source, or hooks."""
        return self.has_hooks or any(source.name for source in self.sources)

    @property
    def has_fields(self) -> bool:
        """Whether hooks are gathered by source, in one dataclass of all."""
        return any(source.hooks and source.name for source in self.sources)


class ServerNamespaceView(View, kw_only=True):
    """`server/<namespace>/__init__`: the classes of one source, loaded on first use."""

    doc: Code
    exports: ExportsView
