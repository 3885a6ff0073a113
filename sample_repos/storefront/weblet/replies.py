from __future__ import annotations

import json

from .http import Reply


def build_reply(payload: object, status: int = 200) -> Reply:
    """The function; `Application.build_reply` is another thing."""
    text = payload if isinstance(payload, str) else json.dumps(payload)
    return Reply(text, status).set_header("Content-Length", str(len(text)))


def redirect(location: str) -> Reply:
    reply = build_reply("", 303)
    reply.set_header("Location", location)
    return reply
