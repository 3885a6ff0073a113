"""`memory_timeline`: decisions, changes, amendments and replacements over time."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from codegraph.memory.hygiene.text_cleaning import to_one_line
from codegraph.memory.times import format_rfc3339
from codegraph.operations.memory.memory_context import find_folder_namespace
from codegraph.operations.memory.timeline import Entry, Timeline, TimelineRequest, read_timeline
from codegraph.operations.projection import project
from codegraph.server.call import Call
from codegraph.server.reply import Draft, Rendering, format_fenced
from codegraph.server.tools.default.memory import clip_text
from codegraph.server.tools.default.models import Happened, MemoryTimelineInput, MemoryTimelineOutput
from codegraph.server.tools.default.wording import list_halves

SAID = (2_000, 300, 120)
"""Characters of a memory that ever shorter renderings show."""


def show_timeline(call: Call, request: MemoryTimelineInput) -> Draft:
    context = call.open_without_index(request.repo)
    found = read_timeline(context, TimelineRequest(request.about, request.since, request.until, request.limit))
    ids = dict.fromkeys(entry.memory.id for entry in found.entries)
    call.deliveries.add_memories(find_folder_namespace(context.repo), ids)
    count = len(found.entries)

    def step(number: int, said: int) -> Callable[[], Rendering]:
        entries = found.entries[len(found.entries) - number :]
        return lambda: Rendering(
            _write_lines(found, entries, said), MemoryTimelineOutput(found.total, tuple(map(_describe, entries)))
        )

    whole = [step(count, said) for said in SAID]
    return Draft([*whole, *(step(number, SAID[-1]) for number in list_halves(count)[1:])])


def _write_lines(found: Timeline, entries: Sequence[Entry], said: int) -> list[str]:
    if not entries:
        return ["nothing was remembered in that time" if not found.total else "nothing fits; allow more max_tokens"]
    left = found.total - len(entries)
    lines = [f"{found.total} {'entry' if found.total == 1 else 'entries'}, newest last"]
    lines += [f"({left} earlier ones left out; ask for more with limit, or for a time with until)"] if left else []
    for entry in entries:
        marks = [*(["superseded since"] if entry.replaced else []), *(["amended since"] if entry.amended else [])]
        what = str(entry.memory.body.kind) if entry.happened == "stored" else f"{entry.memory.body.kind} changed"
        lines.append(
            " · ".join([f"{format_rfc3339(entry.at)[:16].replace('T', ' ')}  {entry.memory.id}  {what}", *marks])
        )
        lines += [f"  amends {other.id}" for other in entry.amends]
        lines += [f"  takes the place of {other.id}" for other in entry.replaces]
        lines += [f"  its code: {state}" for state in entry.stale]
        lines += format_fenced(clip_text(to_one_line(entry.memory.body.content), said), "memory")
    return lines


def _describe(entry: Entry) -> Happened:
    ids = {name: [other.id for other in getattr(entry, name)] for name in ("amends", "replaces")}
    memory = entry.memory
    return project(Happened, entry, memory, memory.body, what=entry.happened, superseded=entry.replaced, **ids)
