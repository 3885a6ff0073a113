"""Sessions of people and agents: started, ended, summarised; and the tool calls made in them."""

from __future__ import annotations

from dataclasses import replace

from codegraph.errors import NotFoundError
from codegraph.memory import checks
from codegraph.memory.engine import Recording
from codegraph.memory.events import SessionEnded, SessionStarted, ToolUsed
from codegraph.memory.hygiene.credentials import redact_credentials, screen
from codegraph.memory.hygiene.personal import redact
from codegraph.memory.model import Session, ToolUse


def start(recording: Recording, *, id: str = "", namespace: str = "", agent: str = "") -> Session:
    """Start a session, or return the one of that id: a resumed session goes on."""
    name = checks.name(id, "id", empty=True) or recording.new_id()
    known = recording.state.session(name)
    if known is not None:
        return known
    screen(name, namespace, agent)
    session = Session(
        name,
        checks.name(namespace, "namespace", empty=True),
        recording.at,
        agent=checks.name(agent, "agent", empty=True),
    )
    recording.record(SessionStarted(session))
    return session


def end(recording: Recording, id: str, *, summary: str = "") -> Session:
    """End a session. Its summary is redacted: it is made from what others said. Raises NotFoundError."""
    session = recording.state.session(id)
    if session is None:
        raise NotFoundError(f"no session {id!r}", hint="list them with `codegraph memory session list`")
    text = redact(summary.strip())
    recording.record(SessionEnded(session.id, recording.at, text))
    return replace(session, ended_at=recording.at, summary=text or session.summary)


def use_tool(recording: Recording, use: ToolUse) -> None:
    """Remember one tool call for patterns. What it searched for is redacted, never refused."""
    recording.record(
        ToolUsed(
            replace(
                use,
                at=use.at or recording.at,
                tool=checks.name(use.tool, "tool"),
                path=redact_credentials(use.path)[: checks.MAX_NAME],
                pattern=redact_credentials(use.pattern)[: checks.MAX_NAME],
            )
        )
    )
