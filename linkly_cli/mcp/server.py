"""The tools as a server of the `mcp` package, which knows the protocol and its versions."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from mcp.server.lowlevel.server import Server
from mcp.shared.exceptions import MCPError
from mcp_types import (
    INVALID_PARAMS,
    CallToolRequestParams,
    CallToolResult,
    ListToolsResult,
    PaginatedRequestParams,
    TextContent,
    ToolAnnotations,
)
from mcp_types import Tool as ListedTool

from linkly_cli.mcp.parameters import nearest
from linkly_cli.mcp.tools import INSTRUCTIONS, TOOLS
from linkly_cli.mcp.whole import WHOLE
from linkly_cli.version import version

if TYPE_CHECKING:
    from mcp.server.context import ServerRequestContext

    from linkly_cli.mcp.responder import Responder
    from linkly_cli.mcp.threads import Crew
    from linkly_cli.mcp.tools import Tool

NAME = "linkly"
_READ_ONLY = {"read_only_hint": True, "destructive_hint": False, "idempotent_hint": True, "open_world_hint": False}


def make_server(responder: Responder, crew: Crew) -> Server[Any]:
    """A server whose calls `responder` answers in the threads of `crew`."""
    listed = ListToolsResult(tools=[_listed(tool) for tool in TOOLS.values()])

    async def list_tools(_ctx: ServerRequestContext[Any], _params: PaginatedRequestParams | None) -> ListToolsResult:
        return listed

    async def call_tool(ctx: ServerRequestContext[Any], params: CallToolRequestParams) -> CallToolResult:
        work = partial(responder.reply, _tool(params.name), params.arguments or {}, whole=_wants_whole(ctx))
        reply = await crew.run(work)
        return CallToolResult(content=[TextContent(type="text", text=reply.text)], is_error=reply.failed)

    return Server(
        NAME,
        version=version(),
        title="linkly",
        instructions=INSTRUCTIONS,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
    )


def _listed(tool: Tool) -> ListedTool:
    return ListedTool(
        name=tool.name,
        title=tool.title,
        description=tool.description,
        input_schema=tool.schema,
        annotations=ToolAnnotations(title=tool.title, **_READ_ONLY),
    )


def _tool(name: str) -> Tool:
    if name not in TOOLS:
        known = ", ".join(TOOLS)
        message = f'Unknown tool: "{name[:60]}". Did you mean {nearest(name, TOOLS)}? Tools: {known}.'
        raise MCPError(code=INVALID_PARAMS, message=message)
    return TOOLS[name]


def _wants_whole(ctx: ServerRequestContext[Any]) -> bool:
    meta = (ctx.params or {}).get("_meta")
    return isinstance(meta, dict) and meta.get(WHOLE) is True
