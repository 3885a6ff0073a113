"""Every answer as plain text that fits 100 columns."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from types import FunctionType

from codegraph.operations import answers

RENDERERS: dict[type, str] = {
    answers.IndexAnswer: "maintenance:format_index",
    answers.StatusAnswer: "maintenance:format_status",
    answers.ListAnswer: "maintenance:format_repositories",
    answers.LanguagesAnswer: "maintenance:format_languages",
    answers.CrossRepoAnswer: "packages:format_cross_repo",
    answers.RemoveAnswer: "maintenance:format_remove",
    answers.GcAnswer: "maintenance:format_gc",
    answers.VectorsAnswer: "maintenance:format_vectors",
    answers.PublishAnswer: "maintenance:format_publication",
    answers.PullAnswer: "maintenance:format_pull",
    answers.WhyIgnoredAnswer: "maintenance:format_why_ignored",
    answers.DoctorAnswer: "maintenance:format_doctor",
    answers.ConfigShowAnswer: "maintenance:format_config_show",
    answers.ConfigSetAnswer: "maintenance:format_config_set",
    answers.ExportedAnswer: "maintenance:format_exported",
    answers.SymbolAnswer: "lookup:format_symbol",
    answers.SearchAnswer: "finding:format_search",
    answers.LocateAnswer: "finding:format_locate",
    answers.SymbolsAnswer: "lookup:format_symbols",
    answers.ExploreAnswer: "explore:format_explore",
    answers.RefsAnswer: "lookup:format_refs",
    answers.CallersAnswer: "lookup:format_callers",
    answers.CalleesAnswer: "lookup:format_callees",
    answers.RoutesAnswer: "routes:write_routes",
    answers.UnresolvedAnswer: "lookup:format_unresolved",
    answers.PathAnswer: "structure:format_path",
    answers.ImpactAnswer: "structure:format_impact",
    answers.ChangesAnswer: "changes:write_changes",
    answers.CyclesAnswer: "structure:format_cycles",
    answers.ClustersAnswer: "structure:format_clusters",
    answers.RankAnswer: "structure:format_rank",
    answers.DeadCodeAnswer: "structure:format_dead_code",
}
"""Module and function that word an answer: only what is shown is imported."""


def render_text(results: object) -> str:
    """Return the text of an answer's results, ending with a newline."""
    if isinstance(results, answers.GraphAnswer):
        from codegraph.render.diagram import render_diagram

        return render_diagram(results)
    module, _, name = RENDERERS.get(type(results), "").partition(":")
    renderer = getattr(import_module(f"{__name__}.{module}"), name) if name else _find_renderer(type(results))
    return "\n".join(renderer(results)) + "\n"


def _find_renderer(kind: type) -> Callable[..., list[str]]:
    if kind.__module__ == "codegraph.operations.impact.answers":
        from codegraph.render.impact.plain_text import format_report_text

        return format_report_text
    package = kind.__module__.split(".")[-2]
    return _list_renderers(package)[kind.__name__]


@cache
def _list_renderers(package: str) -> dict[str, Callable[..., list[str]]]:
    """Return the functions that word the answers of a package of operations.

    They are by the answer's name: those of the module of the package's name that take an `answer`."""
    public = {name: each for name, each in vars(import_module(f"{__name__}.{package}")).items() if name[0] != "_"}
    taken = {each: each.__annotations__.get("answer", "") for each in public.values() if isinstance(each, FunctionType)}
    named = ((each, name.rpartition(".")[2]) for each, names in taken.items() for name in names.split(" | "))
    return {name: each for each, name in named if name}
