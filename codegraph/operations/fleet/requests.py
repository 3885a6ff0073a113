"""Requests about fleets."""

from __future__ import annotations

from codegraph.operations.parameter import Request, argument, option

ENGINES = ("local", "ray")


class FleetIndexRequest(Request):
    file: str = argument(
        "a file that lists one repository a line: an address or a folder, and a commit", metavar="FILE"
    )
    to: str | None = option(
        "the place: s3://, gs://, az:// or file:// (default: `remote_uri`)", metavar="URL", default=None
    )
    engine: str = option("what runs the tasks", default="local", choices=ENGINES)
    links: bool = option("then find the edges between the published repositories, and publish them", default=True)
    jobs: int = option("tasks at once on this machine; 0 is one a processor", default=0, metavar="N", short="j")
    retries: int = option("start a task again whose process died, up to N times", default=1, metavar="N")
    memory: int = option("memory that Ray reserves for a task, in MB; 0 is none", default=0, metavar="MB")
