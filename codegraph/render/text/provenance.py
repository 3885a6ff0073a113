"""Text of the answers about items.

Remembered text is data: it keeps to its lines.
"""

from __future__ import annotations

from collections.abc import Sequence

from codegraph.memory.hygiene.text_cleaning import make_harmless, to_one_line
from codegraph.operations.provenance import answers
from codegraph.render.text.text_layout import align_columns, clip, format_count, format_undo


def _list_notes(*notes: str | None) -> list[str]:
    return [note for note in notes if note]


def _indent(text: str) -> list[str]:
    return [f"  {line}" for line in make_harmless(text).split("\n")]


def _list_missing(sources: Sequence[str]) -> list[str]:
    return [f"  not there: {to_one_line(source)}" for source in sources]


def _format_results(results: Sequence[answers.Result]) -> list[str]:
    lines: list[str] = []
    for result in results:
        lines.append(f"{result.score:.2f}  {result.type}  {clip(to_one_line(result.title), 80)}")
        lines.append(f"      {result.kref}")
        if result.content is not None:
            lines += [f"      {line}" for line in make_harmless(result.content).split("\n")]
        elif result.summary and result.summary != result.title:
            lines.append(f"      {clip(to_one_line(result.summary), 92)}")
        lines += [f"      {stale.state} since: {to_one_line(stale.anchor)}" for stale in result.stale or ()]
    return lines or ["nothing matches"]


def _format_expansion(expansion: answers.Expansion | None) -> list[str]:
    if expansion is None or not expansion.queries:
        return []
    asked = "; ".join(clip(to_one_line(query), 60) for query in expansion.queries)
    return [f"also asked ({expansion.method}): {asked}"]


def format_engage(answer: answers.EngageAnswer) -> list[str]:
    return [*_format_results(answer.results), *_format_expansion(answer.expansion), *_list_notes(answer.note)]


def _format_buffered(answer: answers.ReflectAnswer | answers.AddResponseAnswer) -> str:
    return f"buffered in {to_one_line(answer.session_id)}: {format_count(answer.exchanges, 'exchange')}"


def format_items(answer: answers.ItemsAnswer) -> list[str]:
    if not answer.items:
        return ["no item is called so"]
    lines: list[str] = []
    for item in answer.items:
        score = "" if item.score is None else f"{item.score:.2f}  "
        lines.append(f"{score}{item.type}  {clip(to_one_line(item.title), 80)}")
        lines.append(f"      {item.kref}{'  deprecated' if item.deprecated else ''}")
    hidden = answer.count - len(answer.items)
    return [*lines, *([f"  … and {hidden:,} more; see --limit"] if hidden > 0 else [])]


def format_store(answer: answers.StoreAnswer) -> list[str]:
    lines = [f"{'stacked' if answer.stacked else 'stored'} {answer.kref}  {answer.type}"]
    lines += [f"  after {answer.previous_kref}"] if answer.previous_kref else []
    lines += [f"  bundle {answer.bundle_kref}"] if answer.bundle_kref else []
    lines += [f"  file {artifact.location}" for artifact in answer.artifacts]
    lines += [f"  {format_count(answer.edges, 'edge')} to its sources"] if answer.edges else []
    return lines + _list_missing(answer.unresolved_sources) + format_undo(answer.undo)


def format_reflect(answer: answers.ReflectAnswer) -> list[str]:
    lines = [_format_buffered(answer)]
    lines += [f"  {one.status} {one.kref or to_one_line(one.error or '')}" for one in answer.capture_results]
    if answer.edges_created or answer.edges_discovered:
        lines.append(f"  {answer.edges_created} edges to sources, {answer.edges_discovered} found ({answer.discovery})")
    return lines + _list_missing(answer.unresolved_sources) + _list_notes(answer.hint) + format_undo(answer.undo)


def format_ingest(answer: answers.IngestAnswer) -> list[str]:
    lines = [f"session {to_one_line(answer.session_id)} ({to_one_line(answer.context)})"]
    lines += [f"  {m.role}: {clip(to_one_line(m.content), 84)}" for m in answer.working_memory]
    lines += _format_results(answer.long_term_memories) if answer.long_term_memories else []
    return lines + _list_notes(answer.hint)


def format_consolidate(answer: answers.ConsolidateAnswer) -> list[str]:
    return [
        f"consolidated {format_count(answer.messages, 'message')} of {to_one_line(answer.session_id)} "
        f"({answer.summarised_by})",
        f"  {answer.kref}",
        f"  {clip(to_one_line(answer.title), 96)}",
        *_indent(answer.summary),
        f"  file {answer.artifact.location}",
        *format_undo(answer.undo),
    ]


def format_discover(answer: answers.DiscoverAnswer) -> list[str]:
    lines = [f"{format_count(len(answer.edges), 'edge')} from {answer.revision_kref} ({answer.method})"]
    for edge in answer.edges:
        lines += [f"  {edge.type} {edge.target}  {edge.score:.2f}", f"     asked: {clip(to_one_line(edge.reason), 84)}"]
    return lines + format_undo(answer.undo)


def format_dream(answer: answers.DreamAnswer) -> list[str]:
    lines = make_harmless(answer.report).rstrip("\n").split("\n")
    lines += ["", f"report: {answer.report_path}"] if answer.report_path else ["", "nothing was written (--dry-run)"]
    return lines + format_undo(answer.undo)


def format_edges(answer: answers.EdgesAnswer) -> list[str]:
    if not answer.edges:
        return [f"{answer.kref} has no such edge"]
    lines = [answer.kref]
    for edge in answer.edges:
        outward = edge.direction == "outgoing"
        lines.append(f"  {'→' if outward else '←'} {edge.type}  {edge.target if outward else edge.source}")
    return lines


def _list_files(artifacts: Sequence[answers.ArtifactRow]) -> list[str]:
    return [f"  file {artifact.name}  {artifact.location}" for artifact in artifacts]


def format_revision(answer: answers.RevisionAnswer) -> list[str]:
    lines = [f"{answer.kref}  {answer.type} · {', '.join(answer.tags)} · {answer.created_at}"]
    return [*lines, *_indent(answer.content), *_list_files(answer.artifacts)]


def format_item(answer: answers.ItemAnswer) -> list[str]:
    item = answer.item
    lines = [f"{item.kref}  {item.type}" + ("  deprecated" if item.deprecated else "")]
    lines += _indent(answer.content) if answer.content else []
    for revision in answer.revisions:
        marks = ", ".join((*revision.tags, *([to_one_line(revision.reason)] if revision.reason else [])))
        lines.append(f"  {revision.kref.rpartition('?')[2]}  {revision.created_at}  {marks}".rstrip())
    lines += _list_files(answer.artifacts)
    lines += [f"  in {bundle}" for bundle in answer.bundles]
    return lines + [f"  holds {member}" for member in answer.members]


def format_pointer(answer: answers.TaggedAnswer | answers.AttachAnswer | answers.DeprecateAnswer) -> list[str]:
    match answer:
        case answers.TaggedAnswer():
            lines = [f"{to_one_line(answer.tag)} {'no longer names' if answer.removed else 'names'} {answer.kref}"]
        case answers.AttachAnswer():
            lines = [answer.artifact.kref, f"  {answer.artifact.location}"]
        case answers.DeprecateAnswer():
            state = "hidden from searches" if answer.deprecated else "found by searches"
            lines = [f"{answer.kref} is {state}{'' if answer.changed else ' already'}"]
    return lines + format_undo(answer.undo)


def format_resolve(answer: answers.ResolveAnswer) -> list[str]:
    if not answer.location:
        return [f"{answer.kref} has no file"]
    return [answer.location if answer.exists else f"{answer.location}  (the file is gone)"]


def format_retrieve(answer: answers.RetrieveAnswer) -> list[str]:
    return _format_results(answer.results) + _list_notes(answer.note)


def format_response(answer: answers.AddResponseAnswer) -> list[str]:
    return [_format_buffered(answer), *_list_notes(answer.hint)]


def format_identifiers(answer: answers.IdentifiersAnswer) -> list[str]:
    return [f"{name:<10} {to_one_line(str(value))}" for name, value in answer._asdict().items() if value]


def format_graph(answer: answers.GraphAnswer) -> list[str]:
    lines = [f"{format_count(len(answer.nodes), 'node')}, {format_count(len(answer.edges), 'edge')}"]
    return lines + [f"  {edge.source} {edge.type} {edge.target}" for edge in answer.edges]


def format_spaces(answer: answers.SpacesAnswer) -> list[str]:
    return align_columns([(row.space, f"{row.items:,}") for row in answer.spaces]) or ["no item has a place yet"]
