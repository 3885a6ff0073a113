"""Publishing and pulling of indexes."""

from __future__ import annotations

import os
import time
from pathlib import Path

from codegraph.errors import InvalidError
from codegraph.operations.answers import Answer, PublishAnswer, PullAnswer, RetentionRow
from codegraph.operations.context import Context
from codegraph.operations.request_folder import find_work_tree
from codegraph.operations.requests import PublishRequest, PullRequest


def publish(context: Context, request: PublishRequest) -> Answer[PublishAnswer]:
    from codegraph.indexing.incremental import update_index
    from codegraph.indexing.pipeline import LONG_S
    from codegraph.indexing.vector_table import sync_table
    from codegraph.publication.publisher import (
        find_clean_commit,
        locate_published_table,
        name_repository,
        publish_index,
    )
    from codegraph.publication.retention import keep_newest
    from codegraph.publication.signature import make_keys, read_private_key
    from codegraph.publication.storage import open_remote
    from codegraph.store.layout import get_index_folder
    from codegraph.store.lock import hold_writer_lock

    if request.new_key:
        pair = make_keys()
        return Answer(PublishAnswer(public_key=pair.public, private_key=pair.private))
    remote = open_remote(choose_place(context, request.url))
    root = find_work_tree(context.repo)
    find_clean_commit(root)  # before the work of indexing
    summary = update_index(root, context.config, progress=context.progress, wait_s=LONG_S)
    now = time.time()
    done = publish_index(
        root, context.config, remote, now=now, private_key=read_private_key(context.config), replace=request.replace
    )
    removed = None
    if request.keep:
        gone = keep_newest(remote, name_repository(done.repository_id), request.keep, now=now)
        removed = RetentionRow(gone.commits, gone.objects)
    table, rows = "", 0
    if request.vectors_table:
        place = locate_published_table(remote, done.repository_id, context.config)
        folder = get_index_folder(context.config.home, root)
        with hold_writer_lock(folder.lock, LONG_S):
            rows = sync_table(folder, context.config, place).rows
        table = f"{place.uri}/{place.name}.lance"
    answer = PublishAnswer(done.url, done.commit, done.is_new, done.files, done.bytes, done.sent, removed, table, rows)
    return Answer(answer, warnings=summary.warnings)


def pull(context: Context, request: PullRequest) -> Answer[PullAnswer]:
    from codegraph.indexing.incremental import (
        IncrementalSession,
        RemoteStart,
        has_usable_index,
        join_runs,
        update_index,
    )
    from codegraph.indexing.pipeline import LONG_S
    from codegraph.publication.storage import open_remote

    root = Path(os.path.realpath(request.path or find_work_tree(context.repo)))
    remote = open_remote(choose_place(context, request.url))
    warnings: list[str] = []
    begun, began = RemoteStart(), time.perf_counter()
    if has_usable_index(root, context.config) and not request.replace:
        warnings.append(
            "there is an index here already, which was brought up to date; `--replace` starts from the place"
        )
    else:
        begun = IncrementalSession(root, context.config).start_from_remote(
            remote, progress=context.progress, wait_s=LONG_S, replace=request.replace
        )
        if begun.problem:
            warnings.append(f"{begun.problem}; indexed here instead")
    summary = update_index(root, context.config, progress=context.progress, wait_s=LONG_S, is_last=True)
    if begun.refreshed is not None:
        summary = join_runs(begun.refreshed, summary, time.perf_counter() - began)
    return Answer(PullAnswer(summary, remote.url, begun.commit, begun.bytes), warnings=(*warnings, *summary.warnings))


def choose_place(context: Context, url: str | None) -> str:
    place = url or context.config.remote_uri
    if not place:
        raise InvalidError(
            "no place is given, and `remote_uri` is not set",
            hint="name one, such as s3://bucket/codegraph or file:///srv/codegraph",
        )
    return place
