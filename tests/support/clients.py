"""Stand-ins for coding agents, which differ in what of a tool's result they give their model."""

from __future__ import annotations

from enum import Enum

from mcp_types import CallToolResult

from codegraph.server.reply import encode_json


class StandIn(Enum):
    """A client, by what its model reads."""

    STRUCTURED = "structured content in place of the text, wherever there is some"
    FIRST = "the first text"
    JOINED = "all texts, joined"

    def read(self, result: CallToolResult) -> str:
        """Return what the model of this client is given."""
        texts = [block.text for block in result.content]  # type: ignore[union-attr]
        if self is StandIn.STRUCTURED and result.structured_content is not None:
            return encode_json(result.structured_content)
        return texts[0] if self is StandIn.FIRST else "\n".join(texts)
