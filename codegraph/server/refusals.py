"""Answers of JSON-RPC to lines of a client that are no messages.

The library that reads them does not answer, and a client that waits for an answer would wait forever.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Awaitable, Callable

import anyio
from mcp_types import ErrorData, JSONRPCError, JSONRPCNotification, jsonrpc_message_adapter
from pydantic import ValidationError

NO_JSON = -32700
NO_MESSAGE = -32600


class MessageLines:
    """Lines of `file` that are messages.

    `answer` sends the replies to other lines, once it can.
    """

    def __init__(self, file: anyio.AsyncFile[str]) -> None:
        self._file = file
        self.answer: Callable[[JSONRPCError], Awaitable[None]] | None = None

    async def __aiter__(self) -> AsyncIterator[str]:
        async for line in self._file:
            refused = build_refusal(line)
            if refused is None:
                yield line
            elif refused.error.message and self.answer is not None:
                await self.answer(refused)


def build_refusal(line: str) -> JSONRPCError | None:
    """Return the answer to a line that is no message; None for a message.

    The answer has no text if nothing is to be sent: for a blank line, or a response that nobody can read, whose sender
    expects no answer.
    """
    try:
        message = jsonrpc_message_adapter.validate_json(line, by_name=False)
    except ValidationError:
        pass
    else:
        # One with an id that is none, such as 1.5, is read as a notification, and who sent it waits for an answer.
        if not isinstance(message, JSONRPCNotification) or "id" not in json.loads(line):
            return None
        return _build_error(None, NO_MESSAGE, "Invalid Request: an `id` is a text or a whole number")
    if not line.strip():
        return _build_error(None, NO_MESSAGE, "")
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return _build_error(None, NO_JSON, "Parse error: a message is one line of JSON")
    id = found.get("id") if isinstance(found, dict) else None
    if isinstance(found, dict) and "method" not in found and ("result" in found or "error" in found):
        return _build_error(None, NO_MESSAGE, "")
    known = id if isinstance(id, str) or (isinstance(id, int) and not isinstance(id, bool)) else None
    said = 'Invalid Request: a message is an object with `jsonrpc`, which is "2.0", and a `method` that is a text'
    return _build_error(known, NO_MESSAGE, said)


def _build_error(id: int | str | None, code: int, message: str) -> JSONRPCError:
    return JSONRPCError(jsonrpc="2.0", id=id, error=ErrorData(code=code, message=message))
