"""Looking after items: consolidating sessions, maintenance of a project, deprecating and restoring."""

from __future__ import annotations

from codegraph.errors import LanguageError
from codegraph.llm.model import Endpoint
from codegraph.memory.engine import MemoryEngine
from codegraph.memory.provenance import maintenance, working
from codegraph.memory.provenance.files import write_report
from codegraph.memory.provenance.steps import RULES, Assessment, assess
from codegraph.operations.answers import Answer
from codegraph.operations.context import Context
from codegraph.operations.memory.place import namespace_of
from codegraph.operations.provenance import answers, requests, rows
from codegraph.operations.provenance.place import check_bounds, chosen_language, language_of, likeness_of, origin_of
from codegraph.operations.provenance.writing import discover_for
from codegraph.store.memory.kref import slug


def consolidate(context: Context, request: requests.ConsolidateRequest) -> Answer[answers.ConsolidateAnswer]:
    """Raises NotFoundError when nothing is buffered, LanguageError; then the working memory stays as it was."""
    done = working.consolidate(
        context.memory(context.surface),
        request.session_id.strip(),
        language_of(context.config),
        namespace_of(context.repo),
        origin=origin_of(context.surface),
    )
    kept, summary = done.kept, done.summary
    edges, _ = discover_for(context, kept.memory, operation=done.token)
    return Answer(
        answers.ConsolidateAnswer(
            request.session_id.strip(),
            str(kept.kref),
            summary.title,
            summary.text,
            summary.topics,
            summary.method,
            done.messages,
            rows.artifact_row(kept.kref, kept.artifacts[0]),
            len(edges),
            done.token,
        )
    )


def dream_state(context: Context, request: requests.DreamRequest) -> Answer[answers.DreamAnswer]:
    """Assess what changed in a project since the last run, and carry out what passes the guards."""
    check_bounds(request)
    limits = maintenance.make_bounds(
        request.project,
        namespace_of(context.repo),
        request.max_deprecation_ratio,
        request.allow_published_deprecation,
    )
    language = chosen_language(context.config, request.provider, request.model, request.base_url, request.api_key)
    engine = context.memory(context.surface)
    made, warnings = _planned(context, engine, limits, language, request.batch_size)
    at = engine.clock()
    text = maintenance.write_report_text(made, at, dry_run=request.dry_run)
    token, path = "", ""
    if not request.dry_run:
        with engine.write() as recording:
            maintenance.carry_out(recording, made)
            token = recording.operation
        name = f"{slug(limits.project) or 'project'}-{at}.md"
        path = str(write_report(engine.home, name, text))
    return Answer(_dreamt(made, request, text, path, token), None, warnings)


def _planned(
    context: Context, engine: MemoryEngine, limits: maintenance.Bounds, language: Endpoint | None, size: int
) -> tuple[maintenance.DreamPlan, tuple[str, ...]]:
    now = engine.clock()
    likeness = likeness_of(context.config)
    with engine.read() as state:
        before = state.dream(maintenance.make_cursor_key(limits))
        cursor = state.last_seq()
        found = maintenance.find_members(state, limits)
        due = maintenance.select_due(found, before, now)
    proposed: list[Assessment] = []
    method, warnings = RULES, ()
    if language is not None and due:
        method = language.name
        try:
            keys = [str(d.kref.item) for d in found]
            for start in range(0, len(due), size):
                notes = [maintenance.describe(d, now) for d in due[start : start + size]]
                proposed += assess(language, notes, keys)
        except LanguageError as error:
            proposed, method, warnings = [], RULES, (f"{error.message}; rules assessed instead",)
    if method == RULES:
        with engine.read() as state:
            proposed = maintenance.assess_by_rules(state, due, found, likeness, now)
    plan = maintenance.plan(limits, due, found, proposed, now=now, cursor=cursor, before=before, method=method)
    return plan, warnings


def _dreamt(
    made: maintenance.DreamPlan, request: requests.DreamRequest, text: str, path: str, token: str
) -> answers.DreamAnswer:
    return answers.DreamAnswer(
        made.bounds.project,
        request.dry_run,
        len(made.assessed),
        made.method,
        tuple(answers.Retired(str(d.kref), reason) for d, reason in made.deprecate),
        tuple(answers.Retired(one.kref, one.reason) for one in made.refused),
        tuple(str(d.kref) for d, _ in made.enrich),
        tuple(answers.Edge(str(s.kref), str(t.kref), kind) for s, t, kind in made.relate),
        made.cursor,
        text,
        path,
        token,
    )
