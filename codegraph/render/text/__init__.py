"""Every answer as plain text that fits 100 columns."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from types import FunctionType

from codegraph.operations import answers as a

RENDERERS: dict[type, str] = {
    a.IndexAnswer: "upkeep:format_index",
    a.StatusAnswer: "upkeep:format_status",
    a.ListAnswer: "upkeep:format_repositories",
    a.LanguagesAnswer: "upkeep:format_languages",
    a.CrossRepoAnswer: "packages:format_cross_repo",
    a.RemoveAnswer: "upkeep:format_remove",
    a.GcAnswer: "upkeep:format_gc",
    a.VectorsAnswer: "upkeep:format_vectors",
    a.PublishAnswer: "upkeep:format_publication",
    a.PullAnswer: "upkeep:format_pull",
    a.WhyIgnoredAnswer: "upkeep:format_why_ignored",
    a.DoctorAnswer: "upkeep:format_doctor",
    a.ConfigShowAnswer: "upkeep:format_config_show",
    a.ConfigSetAnswer: "upkeep:format_config_set",
    a.ExportedAnswer: "upkeep:format_exported",
    a.SymbolAnswer: "lookup:format_symbol",
    a.SearchAnswer: "finding:format_search",
    a.LocateAnswer: "finding:format_locate",
    a.SymbolsAnswer: "lookup:format_symbols",
    a.ExploreAnswer: "explore:format_explore",
    a.RefsAnswer: "lookup:format_refs",
    a.CallersAnswer: "lookup:format_callers",
    a.CalleesAnswer: "lookup:format_callees",
    a.RoutesAnswer: "routes:write_routes",
    a.UnresolvedAnswer: "lookup:format_unresolved",
    a.PathAnswer: "structure:format_path",
    a.ImpactAnswer: "structure:format_impact",
    a.ChangesAnswer: "changes:write_changes",
    a.CyclesAnswer: "structure:format_cycles",
    a.ClustersAnswer: "structure:format_clusters",
    a.RankAnswer: "structure:format_rank",
    a.DeadCodeAnswer: "structure:format_dead_code",
}
"""Module and function that word an answer: only what is shown is imported."""


def render_text(results: object) -> str:
    """Return the text of an answer's results, ending with a newline."""
    if isinstance(results, a.GraphAnswer):
        from codegraph.render.diagram import render_diagram

        return render_diagram(results)
    module, _, name = RENDERERS.get(type(results), "").partition(":")
    renderer = getattr(import_module(f"{__name__}.{module}"), name) if name else _find_renderer(type(results))
    return "\n".join(renderer(results)) + "\n"


def _find_renderer(kind: type) -> Callable[..., list[str]]:
    if kind.__module__ == "codegraph.operations.impact.answers":
        from codegraph.render.impact.text import format_report_text

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
