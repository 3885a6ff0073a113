"""Runs: started, cited in, ended, looked back at."""

from __future__ import annotations

from codegraph.memory import write_validation
from codegraph.memory.learning import metrics, runs
from codegraph.memory.learning.roi import build_ledger
from codegraph.memory.memory_model import RunOutcome
from codegraph.memory.times import format_rfc3339, parse_time
from codegraph.operations.answers import Answer
from codegraph.operations.context import Context
from codegraph.operations.learning import answers, requests
from codegraph.operations.learning.lessons import scope
from codegraph.operations.memory.memory_context import find_folder_namespace
from codegraph.operations.projection import project


def start(context: Context, request: requests.RunStartRequest) -> Answer[answers.RunAnswer]:
    with context.open_memory().write() as recording:
        told = {name: getattr(request, name) for name in ("session", "agent", "task", "model")}
        run = runs.start(recording, namespace=find_folder_namespace(context.repo), id=request.run, **told)
        return Answer(project(answers.RunAnswer, run=run, token=recording.operation))


def finish(context: Context, request: requests.RunFinishRequest) -> Answer[answers.RunEndedAnswer]:
    return _end(context, request.run, RunOutcome.FINISHED)


def fail(context: Context, request: requests.RunFailRequest) -> Answer[answers.RunEndedAnswer]:
    return _end(context, request.run, RunOutcome.FAILED, request.category)


def _end(context: Context, id: str, outcome: RunOutcome, category: str = "") -> Answer[answers.RunEndedAnswer]:
    with context.open_memory().write() as recording:
        run = runs.find(recording.state, id, find_folder_namespace(context.repo))
        done = runs.end(recording, run, outcome, category)
    return Answer(project(answers.RunEndedAnswer, done, signal=done.run.counts))


def list_runs(context: Context, request: requests.RunListRequest) -> Answer[answers.RunsAnswer]:
    with context.open_memory().read() as state:
        found = state.learning.list_runs(scope(context, request.every))
    return Answer(project(answers.RunsAnswer, runs=found[: request.limit], total=len(found)))


def cite(context: Context, request: requests.CiteRequest) -> Answer[answers.CiteAnswer]:
    with context.open_memory().write() as recording:
        run = runs.find(recording.state, request.run, find_folder_namespace(context.repo))
        done = runs.cite(recording, run, request.id, request.reason)
        return Answer(project(answers.CiteAnswer, done, token=recording.operation))


def blame(context: Context, request: requests.BlameRequest) -> Answer[answers.BlameAnswer]:
    with context.open_memory().read() as state:
        found = metrics.blame(state, runs.find(state, request.run, find_folder_namespace(context.repo)))
    return Answer(project(answers.BlameAnswer, found))


def show_insights(context: Context, request: requests.InsightsRequest) -> Answer[answers.InsightsAnswer]:
    since = parse_time(request.since, "--since") if request.since else 0
    runs_asked = write_validation.check_integer(request.last_n_runs, "--last-n-runs", 1, 1_000_000)
    with context.open_memory().read() as state:
        found = metrics.compute_insights(
            state, scope(context, request.every), last_n_runs=runs_asked, since=since, top=request.top
        )
    return Answer(answers.InsightsAnswer(format_rfc3339(found.since), found))


def show_roi(context: Context, request: requests.RoiRequest) -> Answer[answers.RoiAnswer]:
    engine = context.open_memory()
    with engine.read() as state:
        found = build_ledger(
            state,
            engine.clock(),
            scope(context, request.every),
            window=request.window,
            price_per_mtok=context.config.price_per_mtok,
            top=request.top,
        )
    return Answer(answers.RoiAnswer(found))


def show_status(context: Context, request: requests.StatusRequest) -> Answer[answers.LearnStatusAnswer]:
    from codegraph.embed.encoder_choice import build_encoder

    wanted = scope(context, request.every)
    namespace = find_folder_namespace(context.repo)
    with context.open_memory().read() as state:
        found = metrics.compute_insights(state, wanted)
        open_run = state.learning.find_open_run(namespace)
        floors = state.learning.read_floors(namespace)
        runs_known = len(state.learning.list_runs(wanted))
        rated = len(state.learning.read_standings())
    told = {
        "memories": found.corpus.active,
        "rated": rated,
        "runs": runs_known,
        "open_run": open_run.id if open_run else "",
        "floors": floors,
        "encoder": build_encoder(context.config).identity,
    }
    return Answer(project(answers.LearnStatusAnswer, found.corpus, context.config, **told))
