"""Every answer as plain text that fits 100 columns."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from types import FunctionType

from codegraph.operations import answers as a

RENDERERS: dict[type, str] = {
    a.IndexAnswer: "upkeep:index_text",
    a.StatusAnswer: "upkeep:status_text",
    a.ListAnswer: "upkeep:list_text",
    a.LanguagesAnswer: "upkeep:format_languages",
    a.CrossRepoAnswer: "packages:cross_repo_text",
    a.RemoveAnswer: "upkeep:remove_text",
    a.GcAnswer: "upkeep:gc_text",
    a.VectorsAnswer: "upkeep:vectors_text",
    a.WhyIgnoredAnswer: "upkeep:why_ignored_text",
    a.DoctorAnswer: "upkeep:doctor_text",
    a.ConfigShowAnswer: "upkeep:config_show_text",
    a.ConfigSetAnswer: "upkeep:config_set_text",
    a.ExportedAnswer: "upkeep:exported_text",
    a.SymbolAnswer: "lookup:symbol_text",
    a.SearchAnswer: "finding:search_text",
    a.LocateAnswer: "finding:locate_text",
    a.SymbolsAnswer: "lookup:symbols_text",
    a.ExploreAnswer: "explore:explore_text",
    a.RefsAnswer: "lookup:refs_text",
    a.CallersAnswer: "lookup:callers_text",
    a.CalleesAnswer: "lookup:callees_text",
    a.RoutesAnswer: "routes:write_routes",
    a.UnresolvedAnswer: "lookup:unresolved_text",
    a.PathAnswer: "structure:path_text",
    a.ImpactAnswer: "structure:impact_text",
    a.CyclesAnswer: "structure:cycles_text",
    a.ClustersAnswer: "structure:clusters_text",
    a.RankAnswer: "structure:rank_text",
    a.DeadCodeAnswer: "structure:dead_code_text",
}
"""Module and function that word an answer: only what is shown is imported."""


def render_text(results: object) -> str:
    """The text of an answer's results, ending with a newline."""
    if isinstance(results, a.GraphAnswer):
        from codegraph.render.diagram import render_diagram

        return render_diagram(results)
    module, _, name = RENDERERS.get(type(results), "").partition(":")
    renderer = getattr(import_module(f"{__name__}.{module}"), name) if name else _rarer(type(results))
    return "\n".join(renderer(results)) + "\n"


def _rarer(kind: type) -> Callable[..., list[str]]:
    if kind.__module__ == "codegraph.operations.impact.answers":
        from codegraph.render.impact.text import report_text

        return report_text
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
