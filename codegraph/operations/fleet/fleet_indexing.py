"""Indexing of a fleet."""

from __future__ import annotations

import time
from pathlib import Path

from codegraph.errors import PublicationError
from codegraph.fleet.engines import EngineName, Resources, run_tasks
from codegraph.fleet.links import find_links, write_links
from codegraph.fleet.publication_records import mark_start
from codegraph.fleet.repository_list import read_list
from codegraph.fleet.repository_task import Task, fail, remove_leftovers
from codegraph.operations.answers import Answer
from codegraph.operations.context import Context
from codegraph.operations.fleet.answers import FleetAnswer, LinksRow
from codegraph.operations.fleet.requests import FleetIndexRequest
from codegraph.operations.publication import choose_place
from codegraph.publication.bases import Bases
from codegraph.publication.publisher import compute_index_key
from codegraph.publication.storage import Remote, open_remote
from codegraph.settings.config import load

STAGE = "fleet"


def index_fleet(context: Context, request: FleetIndexRequest) -> Answer[FleetAnswer]:
    began = time.monotonic()
    home = context.config.home
    entries = read_list(Path(request.file).expanduser())
    remote = open_remote(choose_place(context, request.to))
    if remote.is_read_only:
        raise PublicationError(
            f"{remote.url} can only be read", hint="publish to the s3://, gs://, az:// or file:// place behind it"
        )
    key = compute_index_key(load(home))
    mark_start(remote, key, time.time())  # a place without rights is one error, not one a repository
    named = [(Task(e.line, e.source, e.revision, remote.url, key), e.problem) for e in entries]
    tasks = [task for task, problem in named if not problem]
    outcomes = [fail(task, problem) for task, problem in named if problem]
    resources = Resources(request.jobs, request.retries, request.memory)
    try:
        for outcome in run_tasks(tasks, EngineName(request.engine), resources):
            outcomes.append(outcome)
            if context.progress is not None:
                context.progress(STAGE, len(outcomes), len(named))
    finally:
        remove_leftovers(home)
    rows = tuple(sorted(outcomes, key=lambda outcome: outcome.line))
    links, problems = _link(remote, key, context) if request.links else (None, ())
    seconds = round(time.monotonic() - began, 2)
    return Answer(FleetAnswer(remote.url, request.engine, seconds, rows, links), warnings=problems)


def _link(remote: Remote, key: str, context: Context) -> tuple[LinksRow, tuple[str, ...]]:
    """Publish the edges between the repositories at a place.

    With the row comes why others could not be read."""
    found = find_links(Bases(remote, context.config), context.progress)
    path = write_links(remote, key, found.links)
    pairs = {(each.source_repository, each.target_repository) for each in found.links}
    return LinksRow(path, found.repositories, len(found.links), len(pairs)), found.problems
