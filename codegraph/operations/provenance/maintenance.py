"""Maintenance of items.

The verbs consolidate sessions, maintain a project, and deprecate and restore items.
"""

from __future__ import annotations

from codegraph.errors import LanguageError
from codegraph.llm.language_model import Endpoint
from codegraph.memory.memory_engine import MemoryEngine
from codegraph.memory.provenance import maintenance, working
from codegraph.memory.provenance.artifact_files import write_report
from codegraph.memory.provenance.steps import RULES, Assessment, assess
from codegraph.operations.answers import Answer
from codegraph.operations.context import Context
from codegraph.operations.memory.memory_context import find_folder_namespace
from codegraph.operations.projection import project
from codegraph.operations.provenance import answers, item_rows, requests
from codegraph.operations.provenance.item_context import (
    check_bounds,
    choose_model,
    find_model,
    get_origin,
    make_likeness,
)
from codegraph.operations.provenance.item_writes import discover_for
from codegraph.store.memory.kref import build_slug


def consolidate(context: Context, request: requests.ConsolidateRequest) -> Answer[answers.ConsolidateAnswer]:
    """Consolidate a session.

    Raises NotFoundError when nothing is buffered, and LanguageError; then the working memory is unchanged.
    """
    done = working.consolidate(
        context.open_memory(),
        request.session_id.strip(),
        find_model(context.config),
        find_folder_namespace(context.repo),
        origin=get_origin(context.surface),
    )
    kept, summary = done.kept, done.summary
    edges, _ = discover_for(context, kept.memory, operation=done.token)
    told = {
        "session_id": request.session_id.strip(),
        "summary": summary.text,
        "summarised_by": summary.method,
        "artifact": item_rows.build_artifact_row(kept.kref, kept.artifacts[0]),
        "edges_discovered": len(edges),
        "undo": done.token,
    }
    return Answer(project(answers.ConsolidateAnswer, kept, summary, done, **told))


def run_maintenance(context: Context, request: requests.DreamRequest) -> Answer[answers.DreamAnswer]:
    """Assess what changed in a project since the last run.

    Proposed changes that pass the guards are carried out.
    """
    check_bounds(request)
    limits = maintenance.make_bounds(
        request.project,
        find_folder_namespace(context.repo),
        request.max_deprecation_ratio,
        request.allow_published_deprecation,
    )
    language = choose_model(context.config, request.provider, request.model, request.base_url, request.api_key)
    engine = context.open_memory()
    made, warnings = _plan(context, engine, limits, language, request.batch_size)
    at = engine.clock()
    text = maintenance.write_report_text(made, at, dry_run=request.dry_run)
    token, path = "", ""
    if not request.dry_run:
        with engine.write() as recording:
            maintenance.carry_out(recording, made)
            token = recording.operation
        name = f"{build_slug(limits.project) or 'project'}-{at}.md"
        path = str(write_report(engine.home, name, text))
    told = {"report": text, "report_path": path, "undo": token}
    return Answer(
        project(answers.DreamAnswer, made, made.bounds, request, **_list_changes(made), **told), None, warnings
    )


def _plan(
    context: Context, engine: MemoryEngine, limits: maintenance.Bounds, language: Endpoint | None, size: int
) -> tuple[maintenance.DreamPlan, tuple[str, ...]]:
    now = engine.clock()
    likeness = make_likeness(context.config)
    with engine.read() as state:
        before = state.read_dream(maintenance.make_cursor_key(limits))
        cursor = state.read_last_seq()
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


def _list_changes(made: maintenance.DreamPlan) -> dict[str, object]:
    return {
        "assessed": len(made.assessed),
        "deprecated": [answers.Retired(str(item.kref), reason) for item, reason in made.deprecate],
        "kept": made.refused,
        "enriched": [item.kref for item, _ in made.enrich],
        "edges": [answers.Edge(str(source.kref), str(target.kref), kind) for source, target, kind in made.relate],
    }
