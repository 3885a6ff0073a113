"""One call of a tool: what its handler may use, and how it ends."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Collection, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from codegraph.errors import CodegraphError
from codegraph.operations.context import Context
from codegraph.operations.tools.tool_spec import Tool, Toolset
from codegraph.operations.tools.tool_table import ServedTool
from codegraph.server.access import AccessRecorder
from codegraph.server.adapter import get_input_type, get_output_type, run_tool
from codegraph.server.background_indexing import IndexPendingError
from codegraph.server.commands import translate_commands
from codegraph.server.deliveries import Deliveries
from codegraph.server.durations import DURATIONS
from codegraph.server.json_schema import Schema, build_output_schema, get_field_types
from codegraph.server.reply import (
    DEFAULT_TOKENS,
    MOST_TOKENS,
    Draft,
    Exact,
    Json,
    Outcome,
    add_notes,
    build_exact_outcome,
    settle,
    strip_controls,
)
from codegraph.server.repositories import Repositories
from codegraph.server.tool_arguments import read
from codegraph.text.token_counts import bound_tokens

logger = logging.getLogger("codegraph.server")

Report = Callable[[str, int, int], None]
"""Told how far a stage is: stage, done, total (0 while unknown)."""


class CancelledError(CodegraphError):
    """The client gave the call up."""


@dataclass(slots=True)
class Call:
    """Context that a handler receives together with its request.

    It is used by one thread, which closes it.
    """

    repositories: Repositories
    roots: tuple[Path, ...] = ()  # the client's, when it has any
    report: Report | None = None
    offered: Collection[ServedTool] = ()  # the tools that the client has: what hints may name
    arguments: Collection[str] = ()  # of the tool that is called
    structured: bool = False  # whether the client is sent structured content beside the text
    cancelled: threading.Event = field(default_factory=threading.Event)
    deliveries: Deliveries = field(default_factory=Deliveries)  # to the client, in earlier calls too where it has one
    recorder: AccessRecorder | None = None  # of the access log; None where answers are not counted
    _open: ExitStack = field(default_factory=ExitStack)
    _contexts: list[Context] = field(default_factory=list)

    def open_context(self, repo: str | None = None) -> Context:
        """Open the repository that a call means, with its newest generation.

        The repository is that of `Repositories.resolve_repository`. A missing index is made first. The context is
        closed after the call. Raises IndexPendingError, and the errors of opening an index.
        """
        return self.open(self.repositories.resolve_repository(repo, self.roots))

    def open_without_index(self, repo: str | None = None) -> Context:
        """Open the repository that a call means for requests without an index.

        Requests about memory are such. Raises ForbiddenError, UnreadableError.
        """
        folder = self.repositories.resolve_repository(repo, self.roots)
        context = self.repositories.make_context(folder, self.report_progress)
        context.wording = self.say
        self._open.callback(self.repositories.close_context, context)
        self._contexts.append(context)
        return context

    def open(self, folder: Path) -> Context:
        """Open a folder that is known to be allowed, in the way of `open_context`."""
        context = self.repositories.open(folder, self.report_progress)
        context.wording = self.say
        context.can_read = partial(self.repositories.is_allowed, client=self.roots)
        self._open.callback(self.repositories.give_back, context)
        self._contexts.append(context)
        return context

    def count(self, value: Json) -> int:
        """Return the tokens of an exact value as it is sent."""
        return build_exact_outcome(value, structured=self.structured).count_tokens()

    def say(self, text: str) -> str:
        """Return a message whose commands and options fit the client."""
        return translate_commands(text, self.offered, self.arguments)

    def take_problems(self) -> tuple[str, ...]:
        """Return what went wrong beside the answer, once."""
        return tuple(self.say(problem) for context in self._contexts for problem in context.take_problems())

    def explain_missing(self, error: CodegraphError) -> CodegraphError:
        """Return `error` with the age of the index, when something was not found in it."""
        for context in self._contexts:
            error = context.explain_missing(error)
        return error

    def resolve_folder(self, asked: str) -> Path:
        """Return an existing folder that a client named, in its allowed roots.

        Raises ForbiddenError, UnreadableError.
        """
        return self.repositories.resolve_folder(asked, self.roots)

    def report_progress(self, stage: str, done: int, total: int) -> None:
        """Report progress, and stop the work of a cancelled call.

        Raises CancelledError.
        """
        if self.cancelled.is_set():
            raise CancelledError("the call was cancelled")
        if self.report is not None:
            self.report(stage, done, total)

    def record(self, tool: str, outcome: Outcome) -> None:
        """Record an answer in the access log, where there is one."""
        if self.recorder is not None:
            self.recorder.record_answer(tool, outcome.text, self._contexts)

    def close(self) -> None:
        self._open.close()


def build_structured_schema(tool: Tool) -> Schema:
    """Return the schema of what a tool sends as structured content.

    It is the tool's answer with the text or the note in it."""
    schema = build_output_schema(get_output_type(tool))
    text = {"type": "string"}
    if tool.toolset is Toolset.DEFAULT:
        properties = {"text": text, **schema["properties"]}
        required = ["text", *schema.get("required", ())]
        if "generation" in properties:  # without an index it is lines of text that are told
            from codegraph.server.unindexed_answers import Pending

            without = build_output_schema(Pending)
            properties = {**properties, "matches": without["properties"]["matches"]}
            required = ["text", *(name for name in required if name in without["properties"])]
        return schema | {"properties": properties, "required": required}
    if "result" in schema["properties"]:
        return schema
    return schema | {"properties": {**schema["properties"], "note": schema["properties"].get("note", text)}}


def run(offered: ServedTool, arguments: Mapping[str, object], call: Call) -> Outcome:
    """Run a tool to its end and return its outcome.

    It never raises: a failure is an outcome that says what to do.
    """
    began = time.perf_counter()
    try:
        outcome = _answer(offered, arguments, call)
        call.record(offered.name, outcome)
        return outcome
    finally:
        call.close()
        DURATIONS.add(offered.name, (time.perf_counter() - began) * 1000)


def _answer(offered: ServedTool, arguments: Mapping[str, object], call: Call) -> Outcome:
    tool = offered.tool
    try:
        kind = get_input_type(tool)
        call.arguments = frozenset(get_field_types(kind))
        request = read(kind, arguments)
        budget = getattr(request, "max_tokens", None) or (MOST_TOKENS if _is_exact(tool) else DEFAULT_TOKENS)
        reply: Draft | Exact
        try:
            reply = add_notes(run_tool(tool, call, request), call.take_problems())
        except IndexPendingError as pending:
            if tool.toolset is not Toolset.DEFAULT:
                raise
            from codegraph.server.unindexed_answers import answer_from_text  # once a repository

            reply = answer_from_text(pending, tool.name, request)
        return settle(reply, budget, structured=call.structured)
    except CodegraphError as error:
        told = call.explain_missing(error)
        return build_failure(call.say(told.message), call.say(told.hint))
    except OSError as error:
        logger.warning("%s: %s", offered.name, error)
        return build_failure(
            f"{error.strerror or type(error).__name__} while reading", "is the repository still there?"
        )
    except Exception as error:  # the outermost edge of the surface
        logger.exception("%s failed", offered.name)
        return build_failure(
            f"internal error in {offered.name}: {type(error).__name__}", "the server's log (stderr) has the details"
        )


def _is_exact(tool: Tool) -> bool:
    return "max_tokens" not in get_input_type(tool).__dataclass_fields__


LONGEST_ERROR = 480
"""Tokens of an error, less than the smallest budget: candidates are listed, hostile names not repeated at length."""


def build_failure(message: str, hint: str) -> Outcome:
    """Return an error in the form that the model reads: the failure, then the fix.

    Too many candidates lose whole lines at the end.
    """
    message, hint = strip_controls(message.rstrip(".")), strip_controls(hint.strip())
    lines = [_cut(f"error: {message}", LONGEST_ERROR // 3)]
    room = LONGEST_ERROR - bound_tokens(lines[0])
    for number, line in enumerate(hint.split("\n") if hint else []):
        line = _cut(f"hint: {line}" if number == 0 else line, LONGEST_ERROR // 3)
        room -= bound_tokens(line) + 2  # and the end of the line
        if room < 0:
            lines.append("  …")
            break
        lines.append(line)
    return Outcome("\n".join(lines), is_error=True)


def _cut(text: str, most: int) -> str:
    """Shorten a line to `most` tokens."""
    whole = text
    while (takes := bound_tokens(text)) > most:
        text = text[: int(len(text) * (most - 4) / takes)]
    return text if text == whole else text + "…"
