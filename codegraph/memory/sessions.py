"""Sessions of people and agents, and the tool calls made in them.

Sessions are started, ended and summarized.
"""

from __future__ import annotations

from dataclasses import replace

from codegraph.errors import NotFoundError
from codegraph.memory import write_validation
from codegraph.memory.events import SessionEnded, SessionStarted, ToolUsed
from codegraph.memory.hygiene.credentials import redact_credentials, screen
from codegraph.memory.hygiene.personal import redact
from codegraph.memory.memory_engine import Recording
from codegraph.memory.memory_model import Session, ToolUse


def start(recording: Recording, *, id: str = "", namespace: str = "", agent: str = "") -> Session:
    """Start a session, or return the one with that id, which is resumed."""
    name = write_validation.check_name(id, "id", empty=True) or recording.generate_id()
    known = recording.state.find_session(name)
    if known is not None:
        return known
    screen(name, namespace, agent)
    session = Session(
        name,
        write_validation.check_name(namespace, "namespace", empty=True),
        recording.at,
        agent=write_validation.check_name(agent, "agent", empty=True),
    )
    recording.record(SessionStarted(session))
    return session


def end(recording: Recording, id: str, *, summary: str = "") -> Session:
    """End a session.

    Its summary is redacted, because it is made from the words of others. Raises NotFoundError.
    """
    session = recording.state.find_session(id)
    if session is None:
        raise NotFoundError(f"no session {id!r}", hint="list them with `codegraph memory session list`")
    text = redact(summary.strip())
    recording.record(SessionEnded(session.id, recording.at, text))
    return replace(session, ended_at=recording.at, summary=text or session.summary)


def record_tool_use(recording: Recording, use: ToolUse) -> None:
    """Record one tool call for the detection of patterns.

    The text that it searched for is redacted, never refused.
    """
    recording.record(
        ToolUsed(
            replace(
                use,
                at=use.at or recording.at,
                tool=write_validation.check_name(use.tool, "tool"),
                path=redact_credentials(use.path)[: write_validation.MAX_NAME],
                pattern=redact_credentials(use.pattern)[: write_validation.MAX_NAME],
            )
        )
    )
