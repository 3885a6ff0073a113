"""`memory_feedback`: the memories that were used, and how the task ended."""

from __future__ import annotations

from codegraph.operations.memory.feedback import Feedback, give_feedback
from codegraph.operations.memory.memory_context import find_folder_namespace
from codegraph.server.call import Call
from codegraph.server.reply import Draft, Rendering
from codegraph.server.tools.default.models import MemoryFeedbackInput, MemoryFeedbackOutput


def record_feedback(call: Call, request: MemoryFeedbackInput) -> Draft:
    context = call.open_without_index(request.repo)
    namespace = find_folder_namespace(context.repo)
    about_run = bool(request.used or request.outcome)
    delivered = call.deliveries.take_memories(namespace) if about_run else ()
    feedback = Feedback(request.used, request.outcome, request.verified, request.run, request.note, delivered)
    try:
        done = give_feedback(context, feedback)
    except BaseException:
        call.deliveries.add_memories(namespace, delivered)
        raise
    call.deliveries.add_write(namespace, done.token)
    lines = [f"verified: {id}" for id in done.verified]
    if done.run:
        lines.append(f"run {done.run} {done.outcome}: {len(done.used)} memories used, {done.others} others delivered")
        if not request.outcome:
            lines.append("  say how it ends with `outcome`")
    lines.append(f"undo: `memory_write` with undo={done.token}")
    data = MemoryFeedbackOutput(done.run, done.outcome, done.used, done.others, done.verified, done.token)
    return Draft([lambda: Rendering(lines, data)])
