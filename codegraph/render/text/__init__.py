"""Every answer as plain text that fits 100 columns."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

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
    from codegraph.operations.impact.answers import ChangeReport

    if kind is ChangeReport:
        from codegraph.render.impact.text import report_text

        return report_text
    if kind.__module__ == "codegraph.operations.coverage.answers":
        from codegraph.render.text.coverage import RENDERERS as of_coverage

        return of_coverage[kind]
    if kind.__module__ == "codegraph.operations.provenance.answers":
        from codegraph.render.text.provenance import RENDERERS as of_items

        return of_items[kind]
    if kind.__module__ == "codegraph.operations.facts.answers":
        from codegraph.render.text.facts import RENDERERS as of_facts

        return of_facts[kind]
    if kind.__module__ == "codegraph.operations.review.answers":
        from codegraph.render.text.review import RENDERERS as of_review

        return of_review[kind]
    from codegraph.render.text.memory import RENDERERS as of_memory  # other verbs need nothing of it

    if kind in of_memory:
        return of_memory[kind]
    from codegraph.render.text.learning import RENDERERS as of_learning

    return of_learning[kind]
