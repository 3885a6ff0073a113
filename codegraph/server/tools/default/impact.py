"""`code_impact`: dependents of a symbol, and the tests that reach it.

The nearest come first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from codegraph.errors import InvalidError
from codegraph.operations.answers import Answer, Dependent, ImpactAnswer, format_others, format_overloads, name_of
from codegraph.operations.capabilities import BY_NAME, load_handler
from codegraph.operations.context import Context
from codegraph.operations.impact.answers import ChangeReport
from codegraph.operations.impact.change import shorten
from codegraph.operations.requests import ImpactRequest
from codegraph.render.impact.plain_text import format_report_text
from codegraph.render.impact.wording import describe_state
from codegraph.render.text.terse_text import format_list, format_row
from codegraph.render.text.text_layout import (
    explain_dependence,
    format_count,
    format_counted,
    format_place,
    format_resolutions,
    format_site,
    format_unanalysed,
    format_unknown,
    summarize_mentions,
)
from codegraph.render.text.workspaces import format_elsewhere
from codegraph.server.call import Call
from codegraph.server.reply import Draft, Rendering, format_fenced
from codegraph.server.tools.default.models import ImpactInput, ImpactOutput
from codegraph.server.tools.default.wording import (
    append_notes,
    count_unanalysed,
    format_heading,
    format_mentions,
    is_fresh,
    list_other_warnings,
    place_of,
)

ROWS = (1_000, 200, 100, 60, 40, 28, 20, 13, 8, 5, 3)
"""Dependents of each distance, and tests, that ever shorter renderings list; then files with counts, then counts."""

FILES = (40, 10)


def report_impact(call: Call, request: ImpactInput) -> Draft:
    context = call.open_context(request.repo)
    if not request.symbol or request.base or request.head or request.diff:
        return report_change(context, request)
    answer: Answer[ImpactAnswer] = load_handler(BY_NAME["impact"])(
        context, ImpactRequest(request.symbol, depth=request.depth, budget=0, workspace=request.workspace)
    )
    found = answer.results
    index = context.index()
    other = filter(None, [format_others(answer.others)])
    start = [format_heading(context, answer), *_format_summary(found), *other, *list_other_warnings(answer)]

    def data(tests: int) -> ImpactOutput:
        return ImpactOutput(
            str(index.root),
            index.generation,
            is_fresh(answer),
            len(found.dependents),
            len({d.symbol.path for d in found.dependents}),
            tuple(d.symbol.id for d in found.tests[:tests]),
            len(found.tests),
            found.possible,
            place_of(found.symbol),
            not_analysed=count_unanalysed(found.not_analysed),
            also=tuple(one.id for one in answer.others),
            mentions=found.name_mentions.total if found.name_mentions is not None else None,
        )

    def rows(most: int) -> Callable[[], Rendering]:
        return lambda: Rendering([*start, *_format_rows(found, most)], data(min(most, 50)))

    def files(most: int) -> Callable[[], Rendering]:
        return lambda: Rendering([*start, *_format_files(found, most)], data(0))

    steps = [*map(rows, ROWS), *map(files, FILES), lambda: Rendering(start, data(0))]
    return append_notes(steps, found.knowledge)


def report_change(context: Context, request: ImpactInput) -> Draft:
    """Build the report about a change, in versions with ever fewer rows.

    Notes of people about the code are fenced.
    """
    if not (request.symbol or request.base or request.diff):
        raise InvalidError("neither `symbol` nor `base` nor `diff` is given", hint="such as `base`: main")
    asked = ImpactRequest(
        request.symbol,
        request.base,
        request.head,
        request.diff,
        depth=request.depth,
        limit=0,
        budget=0,
        workspace=request.workspace,
    )
    answer: Answer[ChangeReport] = load_handler(BY_NAME["impact"])(context, asked)
    root = str(context.index().root)
    generation = context.index().generation

    def told(most: int) -> Rendering:
        found = shorten(answer.results, most)
        lines = format_report_text(found._replace(notes=(), tests=found.tests[:most]), for_agent=True)
        if found.notes:
            said = "\n".join(f"{n.kind}, {describe_state(n)}, {n.target}: {n.text}" for n in found.notes)
            lines += ["", "notes on this code", *format_fenced(said, "memory")]
        data = ImpactOutput(
            root, generation, True, found.affected_total, found.affected_files,
            tuple(t.symbol.id for t in found.tests[: min(most, 50)]), found.tests_total, 0,
            changed=tuple(c.symbol.id for c in found.changed[:50]), risk=found.risk,
            missing_co_changes=tuple(c.file for c in found.co_changes[:50]),
            not_analysed=count_unanalysed(found.not_analysed_languages),
        )  # fmt: skip
        return Rendering([*lines, *answer.warnings], data)

    def step(most: int) -> Callable[[], Rendering]:
        return lambda: told(most)

    return Draft([*map(step, ROWS), step(1)])


def _format_summary(answer: ImpactAnswer) -> list[str]:
    lines = [format_row(answer.symbol)]
    if answer.overloads:
        lines = [f"{format_overloads(answer.overloads)}; give an id or FILE:LINE for one of them"]
        lines += [f"  {one.id}  {format_place(one)}" for one in answer.overloads]
    unknown = [] if answer.name_mentions else format_unknown(answer.symbol, "what depends on it is")
    if answer.name_mentions is not None and not answer.dependents and not answer.tests:
        return lines
    if unknown and not (answer.dependents or answer.tests):
        return [*lines, *unknown]
    if not answer.dependents and not answer.tests:
        who = "no analysed code" if answer.not_analysed else "nothing"
        lines.append(f"{who} is known to depend on it within {format_count(answer.depth, 'step')}")
    else:
        files = len({d.symbol.path for d in answer.dependents})
        direct = sum(d.depth == 1 for d in answer.dependents)
        lines.append(
            f"within {format_count(answer.depth, 'step')}: "
            f"{format_count(len(answer.dependents), 'dependent')} ({direct:,} direct) "
            f"in {format_count(files, 'file')}, {format_count(len(answer.tests), 'test')}; edges: "
            f"{format_resolutions(answer.mix)}"
        )
    lines += format_counted(answer.counted, more="")
    if answer.possible:
        lines.append(
            f"not counted: {format_count(answer.possible, 'call')} of the name {answer.symbol.name} that could not be "
            f"resolved; grep for them"
        )
    elsewhere = format_elsewhere(answer.elsewhere, "dependent", answer.symbol)[1:]
    return [*lines, *unknown, *format_unanalysed(answer.not_analysed)[1:], *elsewhere]


def _format_rows(answer: ImpactAnswer, most: int) -> list[str]:
    lines: list[str] = []
    more = "a larger max_tokens, or code_impact of a dependent"
    for depth in sorted({d.depth for d in answer.dependents}):
        level = [d for d in answer.dependents if d.depth == depth]
        lines += format_list(f"{format_count(depth, 'step')} away", _format_dependents(level[:most]), len(level), more)
    lines += format_list("tests to run", _format_dependents(answer.tests[:most]), len(answer.tests), more)
    return lines + format_mentions(answer.name_mentions, most)


def _format_dependents(level: Sequence[Dependent]) -> list[str]:
    return [f"  {format_site(d.via)}  {name_of(d.symbol)}  {explain_dependence(d)}  {d.via.resolution}" for d in level]


def _format_files(answer: ImpactAnswer, most: int) -> list[str]:
    """Format the number of dependents per file.

    This is the shortest form that still says where to look.
    """
    files = Counter(d.symbol.path for d in answer.dependents)
    tests = Counter(d.symbol.path for d in answer.tests)
    more = "a larger max_tokens or a smaller depth"
    lines = format_list("dependents by file", [f"  {p}  {n:,}" for p, n in files.most_common(most)], len(files), more)
    lines += format_list("tests by file", [f"  {p}  {n:,}" for p, n in tests.most_common(most)], len(tests), more)
    return [*lines, *([summarize_mentions(answer.name_mentions)] if answer.name_mentions is not None else [])]
