"""`codegraph doctor`: checks of the installation, the index and the wiring."""

from __future__ import annotations

import click

from codegraph.cli.output import ask, exit_code, print_answer
from codegraph.cli.progress import show_progress
from codegraph.operations.answers import Answer, DoctorAnswer
from codegraph.operations.capabilities import Capability, load_handler
from codegraph.operations.request_folder import find_work_tree
from codegraph.operations.requests import DoctorRequest

OPTIONS: list[click.Parameter] = []


def run(capability: Capability, request: DoctorRequest, *, repo: str | None, as_json: bool, quiet: bool) -> int:
    from codegraph.setup.clients import Places
    from codegraph.setup.wiring_checks import check_wiring

    with ask(repo) as context:
        with show_progress(quiet=quiet) as report:
            context.progress = report
            answer: Answer[DoctorAnswer] = load_handler(capability)(context, request)
        wiring = check_wiring(Places.from_environment(find_work_tree(context.repo)))
        checks = (*answer.results.checks, *wiring)
        answer = answer._replace(results=answer.results._replace(checks=checks))
        print_answer(capability.name, answer, as_json=as_json, quiet=quiet)
        return exit_code(answer)
