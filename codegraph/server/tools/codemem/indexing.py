"""`index_codebase`."""

from __future__ import annotations

from codegraph.config import load
from codegraph.model import EdgeKind
from codegraph.server.call import Call
from codegraph.server.reply import Exact, to_json
from codegraph.server.tools.codemem.current import find_current_root
from codegraph.server.tools.codemem.models import IndexCodebaseInput, IndexCodebaseOutput
from codegraph.server.tools.codemem.vectors import embedded
from codegraph_parsers.facts import FileStatus


def index_codebase(call: Call, request: IndexCodebaseInput) -> Exact:
    """Resolved references are counted as edges, unresolved ones as sites; a file that is partly read is parsed."""
    from codegraph.incremental import update_index
    from codegraph.pipeline import PATIENT_S

    root = call.folder(request.path)
    summary = update_index(root, load(root), progress=call.progress, wait_s=PATIENT_S)
    stats = summary.stats
    edges = sum(e.count for e in stats.edges if e.kind is not EdgeKind.CONTAINS)
    parsed = sum(c.files for c in stats.files if c.status in (FileStatus.INDEXED, FileStatus.PARTIAL) and c.language)
    value = IndexCodebaseOutput(
        files_scanned=stats.file_count,
        files_parsed=parsed,
        files_skipped=stats.file_count - parsed,
        symbols=stats.symbol_count,
        references=edges + stats.unresolved,
        edges_resolved=edges,
        symbols_embedded=embedded(call.open(root)).rows,
    )
    current = find_current_root(call)
    part = f"{root} is a part of {current}, which stays the codebase that is asked about" if current != root else ""
    return Exact(to_json(value), "; ".join(filter(None, (part, *summary.warnings))))
