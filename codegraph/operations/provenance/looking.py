"""Looking items up: by kref, by tag, along edges; and pointing at them: tags and files."""

from __future__ import annotations

from pathlib import Path

from codegraph.errors import NotFoundError
from codegraph.memory import checks
from codegraph.memory.events import ArtifactAttached
from codegraph.memory.hygiene.credentials import screen
from codegraph.memory.kinds import told_as
from codegraph.memory.model import Artifact, Bundle, Vocabulary
from codegraph.memory.provenance.files import attached
from codegraph.memory.provenance.items import (
    LATEST,
    Direction,
    Found,
    bundle_kref,
    edges_of,
    find_bundle,
    find_item,
    find_revision,
    kref_in,
    kref_of,
    tag,
    tagged,
    title_of,
    word_of,
)
from codegraph.memory.times import rfc3339
from codegraph.operations.answers import Answer
from codegraph.operations.context import Context
from codegraph.operations.provenance import answers as a
from codegraph.operations.provenance import requests as r
from codegraph.operations.provenance import rows
from codegraph.operations.provenance.place import scope, whole
from codegraph.store.memory.kref import edge_type, parse_kref, project_of
from codegraph.store.memory.reader import Reader


def _artifact(state: Reader, found: Found, parameter: str) -> Artifact | None:
    """The artifact a kref names, else the first of its revision."""
    held = state.artifacts(found.memory.row, found.kref.revision)
    if not found.kref.artifact:
        return next(iter(held), None)
    for artifact in held:
        if artifact.name == found.kref.artifact:
            return artifact
    known = ", ".join(artifact.name for artifact in held) or "none"
    raise NotFoundError(f"`{parameter}`: there is no artifact {found.kref.artifact!r}", hint=f"its artifacts: {known}")


def resolve_kref(context: Context, request: r.KrefRequest) -> Answer[a.ResolveAnswer]:
    """Where the file of an artifact or of a revision lies."""
    with context.memory(context.surface).read() as state:
        found = find_item(state, request.kref)
        artifact = _artifact(state, found, "kref")
    location = artifact.location if artifact else ""
    name = artifact.name if artifact else ""
    return Answer(a.ResolveAnswer(str(found.kref), location, rows.exists(location), name))


def identifiers(context: Context, request: r.KrefRequest) -> Answer[a.IdentifiersAnswer]:
    """What a kref consists of, and the memory it is."""
    with context.memory(context.surface).read() as state:
        bundle = find_bundle(state, request.kref)
        if bundle is not None:
            kref = bundle_kref(bundle)
            status = "deprecated" if bundle.deprecated else "active"
            names = (project_of(kref.space), kref.space, kref.name, kref.kind, kref.revision)
            return Answer(a.IdentifiersAnswer(str(kref), *names, "", "", status, "", ""))
        found = find_item(state, request.kref, archived=True)
        artifact = _artifact(state, found, "kref")
    kref, memory = found.kref, found.memory
    return Answer(
        a.IdentifiersAnswer(
            str(kref),
            project_of(kref.space),
            kref.space,
            kref.name,
            kref.kind,
            kref.revision,
            memory.id,
            memory.namespace,
            memory.status.value,
            artifact.name if artifact else "",
            artifact.location if artifact else "",
        )
    )


def get_edges(context: Context, request: r.EdgesRequest) -> Answer[a.EdgesAnswer]:
    """Edges of a revision. A bundle has one to each of its members."""
    kind = edge_type(request.edge_type) if request.edge_type.strip() else ""
    direction = Direction(request.direction)
    with context.memory(context.surface).read() as state:
        bundle = find_bundle(state, request.revision_kref, "revision_kref")
        if bundle is not None:
            kref, made = str(bundle_kref(bundle)), _members(state, bundle, direction, kind)
            return Answer(a.EdgesAnswer(kref, made, len(made)))
        found = find_item(state, request.revision_kref, "revision_kref")
        edges = edges_of(state, found, direction, kind)
        of_bundles = state.bundles_of(found.memory.id) if kind in ("", "CONTAINS") else []
    shown = [
        a.EdgeRow(
            str(edge.source),
            str(edge.target),
            edge.type,
            "outgoing" if edge.source.item == found.kref.item else "incoming",
            rows.plain(edge.metadata),
        )
        for edge in edges
    ]
    if direction is not Direction.OUTGOING:
        shown += [
            a.EdgeRow(str(bundle_kref(b)), str(found.kref), "CONTAINS", "incoming", {})
            for b in of_bundles
            if not b.deprecated
        ]
    return Answer(a.EdgesAnswer(str(found.kref), tuple(shown), len(shown)))


def _members(state: Reader, bundle: Bundle, direction: Direction, kind: str) -> tuple[a.EdgeRow, ...]:
    if direction is Direction.INCOMING or kind not in ("", "CONTAINS"):
        return ()
    held = state.by_ids(bundle.members)
    return tuple(
        a.EdgeRow(str(bundle_kref(bundle)), str(kref_in(state, held[id])), "CONTAINS", "outgoing", {})
        for id in bundle.members
        if id in held
    )


def revision_by_tag(context: Context, request: r.TagRequest) -> Answer[a.RevisionAnswer]:
    """The revision that a tag names; `latest` is the last one."""
    with context.memory(context.surface).read() as state:
        found = find_item(state, request.item_kref, "item_kref")
        revision = tagged(state, found.memory, request.tag)
        kref = kref_in(state, found.memory, revision.number)
        held = state.artifacts(found.memory.row, revision.number)
    latest = (LATEST,) if revision.number == found.memory.revision else ()
    title = revision.body.metadata.get("title")
    return Answer(
        a.RevisionAnswer(
            str(kref),
            str(kref.item),
            revision.number,
            request.tag,
            (*latest, *revision.tags),
            title if isinstance(title, str) else title_of(found.memory),
            told_as(revision.body.kind, Vocabulary.KUMIHO),
            revision.body.content,
            rows.plain(revision.body.metadata),
            rfc3339(revision.at),
            tuple(rows.artifact_row(kref, artifact) for artifact in held),
        )
    )


def get_item(context: Context, request: r.KrefRequest) -> Answer[a.ItemAnswer]:
    """An item or a bundle with all that belongs to it, at the revision that the kref names."""
    with context.memory(context.surface).read() as state:
        bundle = find_bundle(state, request.kref)
        if bundle is not None:
            held = state.by_ids(bundle.members)
            members = tuple(str(kref_in(state, held[id]).item) for id in bundle.members if id in held)
            return Answer(a.ItemAnswer(rows.bundle_item(bundle), "", (), (), (), members))
        found = find_item(state, request.kref)
        memory, place = found.memory, state.place(found.memory.row)
        revisions = state.revisions(memory)
        shown = find_revision(state, memory, found.kref.revision)
        return Answer(
            a.ItemAnswer(
                rows.item(memory, place, metadata=True),
                shown.body.content,
                tuple(
                    a.RevisionRow(
                        str(kref_of(memory, place, one.number)),
                        (*((LATEST,) if one.number == memory.revision else ()), *one.tags),
                        rfc3339(one.at),
                        one.reason,
                    )
                    for one in revisions
                ),
                tuple(rows.artifact_row(found.kref, artifact) for artifact in state.artifacts(memory.row)),
                tuple(str(bundle_kref(b)) for b in state.bundles_of(memory.id) if not b.deprecated),
                (),
            )
        )


def graph(context: Context, request: r.GraphRequest) -> Answer[a.GraphAnswer]:
    """Items and the edges between them, for a drawing. `size` counts edges."""
    limit = whole(request.limit, "limit", 1, 500)
    with context.memory(context.surface).read() as state:
        wanted = scope(context, state, request.space_paths)
        found = state.select(wanted, newest=True, limit=limit)
        total = state.count(wanted)
        places = state.places([m.row for m in found])
        krefs = {m.id: str(kref_of(m, places.get(m.row)).item) for m in found}
        edges = [
            a.GraphEdge(krefs[link.source], krefs[link.target], word_of(link))
            for link in state.links_of(krefs)
            if link.source in krefs and link.target in krefs
        ]
        bundles = [b for b in state.bundles() if not b.deprecated and any(id in krefs for id in b.members)]
    nodes = {
        krefs[m.id]: a.GraphNode(
            krefs[m.id], title_of(m), kref_of(m, places.get(m.row)).kind, told_as(m.body.kind, Vocabulary.KUMIHO),
            kref_of(m, places.get(m.row)).space, 0,
        )
        for m in found
    }  # fmt: skip
    for bundle in bundles:
        name = str(bundle_kref(bundle).item)
        nodes[name] = a.GraphNode(name, bundle.name, "bundle", "bundle", bundle.space, 0)
        edges += [a.GraphEdge(name, krefs[id], "CONTAINS") for id in bundle.members if id in krefs]
    ends = [end for edge in edges for end in (edge.source, edge.target)]
    sized = tuple(node._replace(size=ends.count(node.id)) for node in nodes.values())
    return Answer(a.GraphAnswer(sized, tuple(sorted(edges)), total))


def spaces(context: Context, request: r.SpacesRequest) -> Answer[a.SpacesAnswer]:
    with context.memory(context.surface).read() as state:
        return Answer(a.SpacesAnswer(tuple(a.SpaceRow(space, count) for space, count in state.spaces())))


def move_tag(context: Context, request: r.MoveTagRequest) -> Answer[a.TaggedAnswer]:
    with context.memory(context.surface).write() as recording:
        found = find_item(recording.state, request.kref)
        tag(recording, found.memory, request.tag, 0 if request.remove else found.kref.revision)
        return Answer(a.TaggedAnswer(str(found.kref), request.tag, request.remove, recording.operation))


def attach(context: Context, request: r.AttachRequest) -> Answer[a.AttachAnswer]:
    """Point from a revision to a file of the user's."""
    path = Path(request.path).expanduser().absolute()
    with context.memory(context.surface).write() as recording:
        found = find_item(recording.state, request.kref)
        made = attached(path, found.kref.revision, checks.name(request.name, "name", empty=True))
        parse_kref(f"{found.kref}&a={made.name}", "name")
        screen(made.name)
        recording.record(ArtifactAttached(found.memory.id, made))
        return Answer(a.AttachAnswer(str(found.kref), rows.artifact_row(found.kref, made), recording.operation))
