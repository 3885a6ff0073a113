"""Maintenance of memory.

The verbs are about weights, statistics, export and import, maintenance cycles, patterns, rebuild and backups.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from codegraph.embed.encoder import Encoder
from codegraph.errors import CodegraphError, DamagedStoreError, InvalidError, NotFoundError, UnreadableError
from codegraph.memory import write_validation
from codegraph.memory.capture import ingest_spool
from codegraph.memory.consolidate import cycles, summarize
from codegraph.memory.consolidate.plan import Planner, Rating, Removal, Report, Step, Summary, run
from codegraph.memory.hygiene.text_cleaning import to_one_line
from codegraph.memory.memory_engine import MemoryEngine
from codegraph.memory.memory_model import Filter, Link, MemoryStatus
from codegraph.memory.statistics import compute_memory_stats
from codegraph.memory.tool_patterns import detect, format_insights
from codegraph.memory.transfer.formats import Format, read
from codegraph.memory.transfer.load import import_items
from codegraph.memory.weighting import reset_weights, set_weights
from codegraph.operations.answers import Answer
from codegraph.operations.context import Context
from codegraph.operations.memory import answers, requests
from codegraph.operations.memory.memory_context import choose_namespace, choose_namespaces, find_folder_namespace
from codegraph.operations.memory.notes import read_text
from codegraph.operations.projection import project
from codegraph.operations.review.answers import StagedImportAnswer
from codegraph.store.memory import backup as copies
from codegraph.store.memory.connection import get_backup_folder

SHOWN = 200
"""Changes of a cycle that an answer lists."""


def show_or_set_weights(context: Context, request: requests.WeightsRequest) -> Answer[answers.WeightsAnswer]:
    engine = context.open_memory()
    if not request.set and not request.reset:
        with engine.read() as state:
            return Answer(answers.WeightsAnswer(state.read_weights(), False, ""))
    given = dict(map(_parse_weight, request.set))
    with engine.write() as recording:
        before = recording.state.read_weights()
        if request.reset:
            reset_weights(recording)
        now = set_weights(recording, given) if given else recording.state.read_weights()
        return Answer(answers.WeightsAnswer(now, now != before, recording.operation))


def _parse_weight(text: str) -> tuple[str, float]:
    name, mark, value = text.partition("=")
    try:
        if mark:
            return name.strip(), float(value)
    except ValueError:
        pass
    raise InvalidError(f"{text!r} is no weight", hint="such as --set recency=0.2")


def show_stats(context: Context, request: requests.EmptyRequest) -> Answer[answers.StatsAnswer]:
    engine = context.open_memory()
    with engine.read() as state:
        found = compute_memory_stats(state, engine.database.measure_size())
    return Answer(project(answers.StatsAnswer, found, path=str(engine.database.path)))


def measure_reads(context: Context, request: requests.EmptyRequest) -> Answer[answers.MetricsAnswer]:
    """Measure the cost of reading here and now, and list the last operations.

    A server measures its own tools.
    """
    engine = context.open_memory()
    with engine.read() as state:
        operations = tuple(project(answers.OperationRow, o, operation=o.id) for o in state.list_operations(10))

    def open_and_count() -> None:
        with engine.read() as state:
            state.count(Filter())

    def newest() -> None:
        with engine.read() as state:
            state.select(Filter(), newest=True, limit=20)

    measured = (_measure("count", open_and_count), _measure("list", newest))
    return Answer(answers.MetricsAnswer(measured, operations))


def _measure(name: str, action: Callable[[], None], times: int = 20) -> answers.MetricRow:
    taken = []
    for _ in range(times):
        began = time.perf_counter()
        action()
        taken.append((time.perf_counter() - began) * 1000)
    return build_metric_row(name, taken)


def build_metric_row(name: str, taken: list[float]) -> answers.MetricRow:
    """Build the row of durations, with percentiles by the nearest rank."""
    ordered = sorted(taken)

    def at(share: float) -> float:
        return round(ordered[min(len(ordered) - 1, max(0, -int(-share * len(ordered) // 1) - 1))], 3)

    return answers.MetricRow(name, len(taken), at(0.5), at(0.95), at(0.99))


def format_of(name: str | None, path: str) -> Format:
    """Return the named format, or that of a file's name.

    Raises InvalidError.
    """
    if name:
        return Format(name)
    endings = {".jsonl": Format.JSONL, ".ndjson": Format.JSONL, ".json": Format.JSON, ".csv": Format.CSV}
    endings |= {".md": Format.MARKDOWN, ".markdown": Format.MARKDOWN}
    if not path or path == "-":
        return Format.JSONL
    found = endings.get(Path(path).suffix.lower())
    if found is None:
        raise InvalidError(
            f"the name of {path} does not say its format", hint=f"--format {' | '.join(requests.FORMATS)}"
        )
    return found


def export_filter(request: requests.ExportRequest) -> Filter:
    statuses = tuple(s for s in MemoryStatus if request.archived or s is not MemoryStatus.ARCHIVED)
    namespaces = () if request.namespace is None else (request.namespace,)
    return Filter(namespaces, request.kind, statuses=statuses)


def import_memories(
    context: Context, request: requests.ImportRequest
) -> Answer[answers.ImportAnswer] | Answer[StagedImportAnswer]:
    if request.format == requests.FRONTMATTER or (request.format is None and Path(request.path).is_dir()):
        from codegraph.operations.review.harvest import import_notes  # most imports need nothing of it

        return import_notes(context, request)
    form = format_of(request.format, request.path)
    try:
        text = read_text("-") if request.path == "-" else Path(request.path).read_text(encoding="utf-8-sig")
    except OSError as error:
        raise UnreadableError(f"{request.path} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise UnreadableError(f"{request.path} is not UTF-8: {error.reason} at byte {error.start}") from error
    items = read(text, form)
    namespace = choose_namespace(context, request.namespace)
    with context.open_memory().write() as recording:
        done = import_items(recording, items, namespace=namespace)
    return Answer(project(answers.ImportAnswer, done))


def consolidate(
    context: Context, request: requests.ConsolidateRequest
) -> Answer[answers.ConsolidateAnswer] | Answer[answers.ConsolidationStatusAnswer]:
    if request.cycle not in requests.CYCLES:
        raise InvalidError(f"no cycle {request.cycle!r}", hint=f"one of: {', '.join(requests.CYCLES)}")
    if request.cycle == "status":
        with context.open_memory().read() as state:
            rows = tuple(project(answers.StatusRow, cycle, last_run=cycle.at) for cycle in state.list_cycles())
        return Answer(answers.ConsolidationStatusAnswer(rows))
    write_validation.check_integer(request.threshold_days, "--threshold-days", 0, 36_500)
    write_validation.check_fraction(request.importance_threshold, "--importance-threshold")
    write_validation.check_fraction(request.similarity, "--similarity")
    write_validation.check_integer(request.cluster_size, "--cluster-size", 2, 10_000)
    names = requests.CYCLES[:5] if request.cycle == "all" else (request.cycle,)
    engine = context.open_memory()
    rows = [
        _build_cycle_row(run(engine, _choose_planner(context, name, request), dry_run=request.dry_run))
        for name in names
    ]
    return Answer(answers.ConsolidateAnswer(request.dry_run, tuple(rows)))


def _choose_planner(context: Context, cycle: str, request: requests.ConsolidateRequest) -> Planner:
    namespace = request.namespace or ""
    match cycle:
        case "decay":
            curve = cycles.Curve.POWER if request.power else cycles.Curve.STEPS
            return lambda state, now: cycles.plan_decay(
                state, now, threshold_days=request.threshold_days, namespace=namespace, curve=curve
            )
        case "forget":
            return lambda state, now: cycles.plan_forget(
                state, now, importance_threshold=request.importance_threshold, namespace=namespace
            )
        case "creative":
            theme = cycles.Theme.NEIGHBOURS if request.neighbours else cycles.Theme.TAGS
            encoder = _load_encoder(context) if request.neighbours else None
            return lambda state, now: cycles.plan_creative(
                state, now, namespace=namespace, theme=theme, encoder=encoder
            )
        case "cluster":
            likeness = cycles.Likeness.HASH if request.by_hash else cycles.Likeness.COSINE
            alike = None if request.by_hash else _load_encoder(context)
            return lambda state, now: cycles.plan_cluster(
                state, now, encoder=alike, similarity=request.similarity, namespace=namespace, likeness=likeness
            )
        case _:
            return lambda state, now: summarize.plan_summarize(
                state, now, cluster_size=request.cluster_size, namespace=namespace
            )


def _load_encoder(context: Context) -> Encoder:
    from codegraph.embed.encoder_choice import build_encoder

    return build_encoder(context.config)


def _build_cycle_row(report: Report) -> answers.CycleRow:
    changes = tuple(_change_row(step) for step in report.plan.steps[:SHOWN])
    return project(answers.CycleRow, report, report.plan, changes=changes)


def _change_row(step: Step) -> answers.ChangeRow:
    match step:
        case Rating(memory, importance):
            return answers.ChangeRow("decay", memory.id, f"importance {memory.body.importance:.3f} → {importance:.3f}")
        case Removal(memory, successor):
            said = to_one_line(memory.body.content)[:60]
            return answers.ChangeRow("archive", memory.id, f"{said} → {successor.id}" if successor else said)
        case Link():
            return answers.ChangeRow(
                "link", step.source, f"{step.relationship.value} {step.target} ({step.weight:.2f})"
            )
        case Summary():
            made = step.replaces.id if step.replaces else ""
            return answers.ChangeRow("summarize", made, f"{len(step.sources)} memories")


def list_patterns(context: Context, request: requests.PatternsRequest) -> Answer[answers.PatternsAnswer]:
    write_validation.check_integer(request.min_frequency, "--min-frequency", 1, 1_000_000)
    wanted = choose_namespaces(context, request.namespace, request.every)
    warnings = ingest_tool_calls(context.open_memory())
    with context.open_memory().read() as state:
        uses = [use for use in state.iterate_tool_uses() if not wanted or use.namespace in wanted]
    found = tuple(detect(uses, request.min_frequency))
    return Answer(
        answers.PatternsAnswer(request.min_frequency, found, format_insights(found) if request.insights else ""),
        None,
        warnings,
    )


def ingest_tool_calls(engine: MemoryEngine) -> tuple[str, ...]:
    """Record the tool calls that hooks left; return a warning if that fails."""
    try:
        ingest_spool(engine, find_folder_namespace)
    except CodegraphError as error:
        return (f"the newest tool calls are not counted: {error.message}",)
    return ()


def rebuild(context: Context, request: requests.EmptyRequest) -> Answer[answers.RebuildAnswer]:
    engine = context.open_memory()
    try:
        found = None if engine.database.check() else engine.rebuild()
    except DamagedStoreError:
        found = None
    done = None if found is not None else engine.salvage(_build_timestamp_name("before-rebuild-"))
    with engine.read() as state:
        memories = state.count(Filter(statuses=()))
    if done is None:
        return Answer(answers.RebuildAnswer(found or 0, memories))
    answer = answers.RebuildAnswer(done.events, memories, True, done.from_backups, done.lost, str(done.kept_as))
    lost = (f"{done.lost} events of the log could be read nowhere and are lost",) if done.lost else ()
    return Answer(answer, None, lost)


def make_backup(context: Context, request: requests.BackupRequest) -> Answer[answers.BackupAnswer]:
    home = context.config.home
    if request.list:
        found = [copies.describe(path) for path in copies.list_backups(home)]
        return Answer(answers.BackupAnswer(False, tuple(map(_build_backup_row, found))))
    name = request.name or _build_timestamp_name("")
    return Answer(answers.BackupAnswer(True, (_build_backup_row(copies.make_backup(home, name)),)))


def restore_backup(context: Context, request: requests.BackupRestoreRequest) -> Answer[answers.BackupRestoreAnswer]:
    home = context.config.home
    known = copies.list_backups(home)
    if not request.backup:
        if not known:
            raise NotFoundError("there is no backup", hint=f"they lie in {get_backup_folder(home)}")
        path = known[-1]
    else:
        named = [p for p in known if p.stem == request.backup]
        path = named[0] if named else Path(request.backup)
    context.open_memory().close()
    done, kept = copies.restore_backup(home, path, _build_timestamp_name("before-restore-"))
    return Answer(answers.BackupRestoreAnswer(_build_backup_row(done), str(kept) if kept else ""))


def _build_backup_row(found: copies.Backup) -> answers.BackupRow:
    return project(answers.BackupRow, found, bytes=found.size)


def _build_timestamp_name(prefix: str) -> str:
    return prefix + time.strftime("%Y%m%dT%H%M%S", time.gmtime()) + f"-{time.time_ns() // 1_000_000 % 1000:03d}"
