"""MCP server of the chosen tools.

It uses the SDK's low-level server, so that schemas come from the inventory.

Handlers run in worker threads. A client that cancels a call frees it at once; its thread stops when it next reports
progress.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import partial
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import unquote, urlsplit

import anyio
import anyio.from_thread
import anyio.to_thread
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.shared.exceptions import MCPError
from mcp.shared.message import ServerMessageMetadata
from mcp_types import (
    INVALID_PARAMS,
    CallToolRequestParams,
    CallToolResult,
    CompleteRequestParams,
    CompleteResult,
    Completion,
    GetPromptRequestParams,
    GetPromptResult,
    ListPromptsResult,
    ListResourcesResult,
    ListResourceTemplatesResult,
    ListRootsRequest,
    ListRootsResult,
    ListToolsResult,
    PaginatedRequestParams,
    Prompt,
    PromptArgument,
    PromptMessage,
    PromptReference,
    ReadResourceRequestParams,
    ReadResourceResult,
    Resource,
    ResourceTemplate,
    TextContent,
    TextResourceContents,
    Tool,
    ToolAnnotations,
)
from pydantic import ValidationError

from codegraph import __version__
from codegraph.errors import CodegraphError
from codegraph.operations.tools.tool_spec import Effect, Toolset
from codegraph.operations.tools.tool_table import ServedTool
from codegraph.server.access import AccessRecorder
from codegraph.server.adapter import get_input_type
from codegraph.server.call import Call, build_failure, build_structured_schema, run
from codegraph.server.completion import complete_prompt, complete_resource
from codegraph.server.deliveries import Deliveries
from codegraph.server.instructions import make_instructions
from codegraph.server.json_schema import Schema, build_input_schema
from codegraph.server.prompts import PROMPTS, fill_prompt
from codegraph.server.reply import Outcome
from codegraph.server.repositories import Repositories
from codegraph.server.resources import PROFILE, PROFILE_ABOUT, STATUS, STATUS_ABOUT, TEMPLATES, read_resource
from codegraph.server.stages import compute_percent
from codegraph.settings.config import load

Request = ServerRequestContext[Any, Any]
T = TypeVar("T")


def make_server(offered: Sequence[ServedTool], repositories: Repositories, *, structured: bool = False) -> Server[Any]:
    """Make a server of these tools, ready for any transport.

    With `structured`, answers are also sent as structured content, which some clients show the model in place of the
    text.
    """
    return make_server_of(Surface({o.name: o for o in offered}, repositories, structured))


def make_server_of(surface: Surface) -> Server[Any]:
    """Make a server that answers by the handlers of a surface."""
    return Server(
        "codegraph",
        version=__version__,
        title="codegraph",
        instructions=make_instructions(tuple(surface.offered.values())),
        on_list_tools=surface.list_tools,
        on_call_tool=surface.call_tool,
        on_list_resources=surface.list_resources,
        on_list_resource_templates=surface.list_templates,
        on_read_resource=surface.read_resource,
        on_list_prompts=surface.list_prompts,
        on_get_prompt=surface.get_prompt,
        on_completion=surface.complete,
        get_tool_input_schema=surface.get_input_schema,
    )


@dataclass(frozen=True)
class Surface:
    """Handlers of the protocol's requests, which answer from the inventory."""

    offered: dict[str, ServedTool]
    repositories: Repositories
    structured: bool = False
    deliveries: Deliveries = field(default_factory=Deliveries)
    recorder: AccessRecorder | None = field(default_factory=AccessRecorder)

    def get_input_schema(self, name: str) -> Schema | None:
        found = self.offered.get(name)
        return None if found is None else build_input_schema(get_input_type(found.tool))

    async def list_tools(self, request: Request, params: PaginatedRequestParams | None) -> ListToolsResult:
        tools = [describe(o, structured=self.structured) for o in self.offered.values()]
        self.record_definitions(tools)
        return ListToolsResult(tools=tools)

    def record_definitions(self, tools: Sequence[Tool]) -> None:
        """Record what a session costs before its first question."""
        if self.recorder is None:
            return
        told = (
            make_instructions(tuple(self.offered.values())),
            *(each.model_dump_json(by_alias=True, exclude_none=True) for each in tools),
        )
        try:
            self.recorder.record_definitions(load(self.repositories.cwd), "\n".join(told))
        except CodegraphError:
            return  # settings that cannot be read are told where somebody asks

    async def call_tool(self, request: Request, params: CallToolRequestParams) -> CallToolResult:
        found = self.offered.get(params.name)
        if found is None:
            return build_result(self._report_unknown(params.name))
        call = await self.make_call(request)
        return build_result(await _run_in_thread(call, partial(run, found, params.arguments or {}, call)))

    async def list_resources(self, request: Request, params: PaginatedRequestParams | None) -> ListResourcesResult:
        listed = [Resource(uri=STATUS, name="status", description=STATUS_ABOUT, mime_type="text/plain")]
        if any(o.tool.toolset is Toolset.ENGRAM for o in self.offered.values()):
            listed.append(Resource(uri=PROFILE, name="recall", description=PROFILE_ABOUT, mime_type="text/markdown"))
        return ListResourcesResult(resources=listed)

    async def list_templates(
        self, request: Request, params: PaginatedRequestParams | None
    ) -> ListResourceTemplatesResult:
        templates = [
            ResourceTemplate(uri_template=t.uri, name=t.name, description=t.about, mime_type="text/plain")
            for t in TEMPLATES
        ]
        return ListResourceTemplatesResult(resource_templates=templates)

    async def read_resource(self, request: Request, params: ReadResourceRequestParams) -> ReadResourceResult:
        call = await self.make_call(request)
        text = await _run_in_thread(call, partial(read_resource, params.uri, call))
        form = "text/markdown" if params.uri == PROFILE else "text/plain"
        contents = TextResourceContents(uri=params.uri, text=text, mime_type=form)
        return ReadResourceResult(contents=[contents])

    async def list_prompts(self, request: Request, params: PaginatedRequestParams | None) -> ListPromptsResult:
        listed = [
            Prompt(
                name=p.name,
                title=p.title,
                description=p.about,
                arguments=[PromptArgument(name=p.argument, description=p.meaning, required=True)],
            )
            for p in PROMPTS
        ]
        return ListPromptsResult(prompts=listed)

    async def get_prompt(self, request: Request, params: GetPromptRequestParams) -> GetPromptResult:
        try:
            prompt, text = fill_prompt(params.name, params.arguments or {})
        except CodegraphError as error:
            raise to_protocol_error(error) from error
        message = PromptMessage(role="user", content=TextContent(type="text", text=text))
        return GetPromptResult(description=prompt.about, messages=[message])

    async def complete(self, request: Request, params: CompleteRequestParams) -> CompleteResult:
        call = await self.make_call(request)
        argument = params.argument
        if isinstance(params.ref, PromptReference):
            work = partial(complete_prompt, params.ref.name, argument.name, argument.value, call)
        else:
            work = partial(complete_resource, params.ref.uri, argument.name, argument.value, call)
        found = await _run_in_thread(call, work)
        return CompleteResult(completion=Completion(values=list(found.values), has_more=found.more))

    async def make_call(self, request: Request) -> Call:
        """Return the context of a call."""
        roots = await list_client_roots(request)
        offered = tuple(self.offered.values())
        # Over stdio a server has one client; over HTTP nothing says which calls are of one session.
        deliveries = self.deliveries if self.repositories.trusting else Deliveries()
        return Call(
            self.repositories,
            roots,
            ProgressSender(request),
            offered,
            structured=self.structured,
            deliveries=deliveries,
            recorder=self.recorder,
        )

    def _report_unknown(self, name: str) -> Outcome:
        near = get_close_matches(name[:100], self.offered, n=3, cutoff=0.5)
        hint = f"did you mean {' or '.join(near)}?" if near else f"tools: {', '.join(self.offered)}"
        return build_failure(f"no tool {name[:100]!r} is served", hint)


async def _run_in_thread(call: Call, work: Callable[[], T]) -> T:
    """Run the work of a call in a worker thread.

    A thread that a cancelled call leaves behind stops when it next reports progress. Raises MCPError in place of
    CodegraphError."""
    try:
        return await anyio.to_thread.run_sync(work, abandon_on_cancel=True)
    except CodegraphError as error:
        raise to_protocol_error(error, call.say) from error
    finally:
        call.cancelled.set()


def build_result(outcome: Outcome) -> CallToolResult:
    """Return an outcome as the result of a call in the protocol."""
    content = TextContent(type="text", text=outcome.text)
    return CallToolResult(content=[content], structured_content=outcome.structured, is_error=outcome.is_error)


def to_protocol_error(error: CodegraphError, say: Callable[[str], str] = str) -> MCPError:
    """Convert an error for requests whose results cannot carry one.

    The protocol's error has the same words.
    """
    return MCPError(code=INVALID_PARAMS, message=build_failure(say(error.message), say(error.hint)).text)


def describe(offered: ServedTool, *, structured: bool = False) -> Tool:
    """Return a tool in the form of `tools/list`."""
    tool = offered.tool
    return Tool(
        name=offered.name,
        title=tool.title,
        description=tool.about,
        input_schema=build_input_schema(get_input_type(tool)),
        output_schema=build_structured_schema(tool) if structured else None,
        annotations=ToolAnnotations(
            read_only_hint=tool.effect is Effect.READS,
            destructive_hint=tool.effect is Effect.DESTROYS,
            idempotent_hint=tool.idempotent,
            open_world_hint=False,
        ),
    )


async def list_client_roots(request: Request) -> tuple[Path, ...]:
    """Return the folders in which a client works.

    Clients of the handshake era report them; clients of the later era have none to report.
    """
    capabilities = request.session.client_capabilities
    if capabilities is None or capabilities.roots is None or not request.session.can_send_request:
        return ()
    try:
        listed = await request.session.send_request(
            ListRootsRequest(),
            ListRootsResult,
            request_read_timeout_seconds=ROOTS_SECONDS,
            metadata=ServerMessageMetadata(related_request_id=request.request_id),
        )
    except (MCPError, ValidationError):
        return ()
    folders = [urlsplit(str(root.uri)) for root in listed.roots]
    return tuple(Path(unquote(folder.path)) for folder in folders if folder.scheme == "file" and folder.path)


ROOTS_SECONDS = 2.0
"""A client that does not answer what its roots are is one without roots."""


class ProgressSender:
    """Sender of progress from the worker thread to the client.

    It sends at most one message a percent.
    """

    def __init__(self, request: Request) -> None:
        self._request = request
        self._sent = -1

    def __call__(self, stage: str, done: int, total: int) -> None:
        percent = compute_percent(stage, done, total)
        if percent is not None and percent > self._sent:
            self._sent = percent
            anyio.from_thread.run(self._request.session.report_progress, float(percent), 100.0, stage)
