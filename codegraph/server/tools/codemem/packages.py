"""`get_cross_repo`."""

from __future__ import annotations

from pathlib import Path

from codegraph.config import load
from codegraph.maintenance import list_repositories
from codegraph.operations.crossrepo import survey
from codegraph.server.call import Call
from codegraph.server.reply import Exact, to_json
from codegraph.server.tools.codemem.current import find_current_root
from codegraph.server.tools.codemem.models import (
    CrossRepoInput,
    CrossRepoOutput,
    Package,
    PackageDependency,
    PackageLink,
    Workspace,
)


def get_cross_repo(call: Call, request: CrossRepoInput) -> Exact:
    """Links lead to indexed repositories that the client may ask about; a dependency without a version is told by its
    source."""
    root = call.folder(request.path) if request.path else find_current_root(call)
    config = load(root)
    roots = call.repositories.roots(call.roots)
    others = {
        Path(row.root): row.repository_id
        for row in list_repositories(config)
        if row.exists and any(Path(row.root) == r or r in Path(row.root).parents for r in roots)
    }
    answer = survey(root, config, others)
    found = answer.manifests
    value = CrossRepoOutput(
        root=answer.root,
        workspaces=tuple(Workspace(w.kind, w.root or ".", w.members) for w in found.workspaces),
        packages=tuple(Package(p.name, p.manifest) for p in found.packages),
        dependencies_count=len(found.dependencies),
        dependencies=tuple(
            PackageDependency(d.name, d.version or d.source, d.dev, d.manifest) for d in found.dependencies
        ),
        links=tuple(
            PackageLink(one.package.name, one.dependency.manifest, one.place, one.package.manifest)
            for one in answer.links
        ),
    )
    return Exact(to_json(value), "; ".join(f"{p.manifest}: {p.reason}" for p in found.problems))
