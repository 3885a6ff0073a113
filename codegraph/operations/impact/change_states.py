"""The two states a report compares: where they come from, and their graphs."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final, NamedTuple

from codegraph.analysis.cochange import Commit
from codegraph.analysis.risk import CHURN_COMMITS
from codegraph.errors import CodegraphError, UnreadableError
from codegraph.operations.context import Context
from codegraph.operations.impact.older_graph import OlderGraphBuild
from codegraph.operations.request_folder import find_work_tree as tree_root
from codegraph.query.index import Index
from codegraph.revision import graphs
from codegraph.revision.patch import FilePatch, PatchError, apply_all, has_additions, list_paths, parse_patch, reverse
from codegraph.revision.tree import (
    SourceTree,
    find_merge_base,
    patch_tree,
    read_revision_tree,
    read_staged_tree,
    resolve_revision,
)
from codegraph.revision.tree_differences import Difference, Unanalysed, compute_difference
from codegraph.revision.work_tree_graph import open_current_graph
from codegraph.scan.git import is_in_work_tree, run_git
from codegraph.scan.history import list_commits
from codegraph.store.layout import find_indexed_root
from codegraph_parsers.ids import to_printable_path

_NOT_WANTED: Final = b"S "
"""How git marks a file of its index that a sparse checkout leaves out of the work tree."""

_SPARSE: Final = "outside the sparse checkout"

STAGED = "staged"
"""As a head: what `git commit` would record now."""


@dataclass(slots=True)
class Comparison:
    """Two states and their difference.

    `head_index` has the graph of the newer state. That of the older one is opened, or built, when it is needed.
    """

    context: Context
    base: SourceTree
    head: SourceTree
    difference: Difference
    head_index: Index
    warnings: tuple[str, ...] = ()
    older_build: OlderGraphBuild | None = field(default=None, repr=False)
    _base_index: Index | None = field(default=None, repr=False)
    _history: list[Commit] | None = field(default=None, repr=False)
    _owned: list[Index] = field(default_factory=list[Index], repr=False)

    def open_base_index(self) -> Index:
        if self._base_index is None:
            if self.older_build is not None:
                self.older_build.wait()
            self._base_index = graphs.open_index(self.base, self.context.config, self.context.progress)
            self._owned.append(self._base_index)
        return self._base_index

    def read_history(self) -> list[Commit]:
        """Return the commits that the older state came from, newest first.

        The compared changes are no evidence for themselves.
        """
        if self._history is None:
            self._history = list_commits(self.head.root, self.base.commit or self.head.commit or "HEAD")
        return self._history

    def read_states(self, path: str) -> tuple[bytes, bytes]:
        """Return a file in the older and the newer state, empty where there is none."""
        return self.base.read_file(path) or b"", self.head.read_file(path) or b""

    def count_churn(self) -> Counter[str]:
        """Count the recent commits that touched each file; empty without history."""
        return Counter(path for commit in self.read_history()[:CHURN_COMMITS] for path in commit.files)

    def close(self) -> None:
        if self.older_build is not None:
            self.older_build.close()
        for index in self._owned:
            index.close()


def find_root(context: Context) -> Path:
    """Return the repository of a change.

    That is the indexed folder around the current one, else the git work tree.
    """
    if not context.repo.is_dir():
        raise UnreadableError(f"{context.repo} is not a folder", hint="give the folder of a repository")
    found = find_indexed_root(context.config.home, context.repo)
    return found[0] if found is not None else tree_root(context.repo)


def compare_revisions(context: Context, base: str, head: str, *, direct: bool) -> Comparison:
    """Compare `head` with the revision where it left `base`.

    With `direct` it is compared with `base` itself. `head` is a revision, `staged`, or "" for the work tree. Raises
    NotFoundError, UnreadableError, StorageError.
    """
    root, config = find_root(context), context.config
    started = resolve_revision(root, base)
    ended = resolve_revision(root, head) if head not in ("", STAGED) else resolve_revision(root, "HEAD")
    warnings: list[str] = []
    if not direct:
        common = find_merge_base(root, started, ended)
        if not common:
            warnings.append(f"no common ancestor of {base} and {head or 'HEAD'} is known here; compared directly")
        started = common or started
    old = read_revision_tree(root, started, config)
    old = _label(old, base)
    graphs.keep_generation(old, config)
    if head == STAGED:
        return _compare_trees(context, old, read_staged_tree(root, config), warnings)
    if head:
        return _compare_trees(context, old, _label(read_revision_tree(root, ended, config), head), warnings)
    older_build = OlderGraphBuild(old, config)
    try:
        is_fresh = context.is_fresh(root)
        index, new = open_current_graph(root, config, context.progress, older_build.begin, is_fresh=is_fresh)
        alike = _find_unchanged(root, started, old, new)
        new, outside = _add_sparse(root, old, new)
        if outside.files:
            warnings.append(f"{outside.files:,} files are {_SPARSE}, and what they use is not known")
        found = _build_comparison(context, old, new, index, warnings, alike, older_build=older_build)
        found.difference = _add_unanalysed(found.difference, outside.changed, _SPARSE)
        return found
    except CodegraphError:
        older_build.close()
        raise


def compare_patch(context: Context, text: bytes) -> Comparison:
    """Compare a diff that the work tree already has, or that can be applied to it.

    Raises PatchError.
    """
    root, config = find_root(context), context.config
    patches = [_relocate(root, patch) for patch in parse_patch(text)]
    index, tree = open_current_graph(root, config, context.progress)
    real = {to_printable_path(name.decode("utf-8", "surrogateescape")): name for name in list_paths(patches)}
    contents = {real[path]: content for path, content in tree.read(real).items()}
    undone = apply_all([reverse(p) for p in reversed(patches)], contents)
    done = apply_all(patches, contents)
    if not isinstance(undone, str) and (has_additions(patches) or isinstance(done, str)):
        old = patch_tree(tree, "before the diff", _convert_contents(undone.contents))
        return _build_comparison(context, old, tree, index, [], frozenset(), undone.skipped)
    if isinstance(done, str):
        raise PatchError(
            f"the diff does not apply to the work tree: {done} is neither as before nor as after it",
            hint="check out the revision it was made from, or compare revisions with --base and --head",
        )
    new = patch_tree(tree, "after the diff", _convert_contents(done.contents))
    index.close()
    found = _compare_trees(context, tree, new, [])
    found.difference = _add_unanalysed(found.difference, _to_printable(done.skipped), "binary")
    return found


def _relocate(root: Path, patch: FilePatch) -> FilePatch:
    """Make the paths of a patch relative to the index.

    git writes paths from the top of its repository; the index may be of a folder below.
    """
    prefix = run_git(root, "rev-parse", "--show-prefix") if is_in_work_tree(root) else None
    below = prefix.rstrip(b"\n") if prefix else b""
    for name in (patch.old, patch.new):
        if name is not None and (name.startswith(b"/") or b".." in name.split(b"/") or b"\0" in name):
            raise PatchError("the diff names a file outside the repository", hint="paths must be relative to its top")
    return FilePatch(
        patch.old.removeprefix(below) if patch.old is not None else None,
        patch.new.removeprefix(below) if patch.new is not None else None,
        patch.binary,
        patch.hunks,
    )


def _convert_contents(contents: dict[bytes, bytes | None]) -> dict[str, tuple[str, bytes | None]]:
    reals = {name: name.decode("utf-8", "surrogateescape") for name in contents}
    return {to_printable_path(reals[name]): (reals[name], content) for name, content in contents.items()}


def _to_printable(names: Iterable[bytes]) -> list[str]:
    return [to_printable_path(name.decode("utf-8", "surrogateescape")) for name in names]


def _add_unanalysed(found: Difference, paths: Sequence[str], reason: str) -> Difference:
    if not paths:
        return found
    more = [Unanalysed(path, reason) for path in paths]
    return replace(found, unanalysed=tuple(sorted({*found.unanalysed, *more})))


def _compare_trees(context: Context, old: SourceTree, new: SourceTree, warnings: list[str]) -> Comparison:
    older_build = OlderGraphBuild(old, context.config)
    try:
        index = graphs.open_index(new, context.config, context.progress, older_build.begin)
        return _build_comparison(context, old, new, index, warnings, frozenset(), older_build=older_build)
    except CodegraphError:
        older_build.close()
        raise


def _build_comparison(
    context: Context, old: SourceTree, new: SourceTree, index: Index, warnings: list[str],
    alike: frozenset[str], binary: tuple[bytes, ...] = (), older_build: OlderGraphBuild | None = None,
) -> Comparison:  # fmt: skip
    try:
        found = _add_unanalysed(compute_difference(old, new, context.config, alike), _to_printable(binary), "binary")
    except CodegraphError:
        index.close()
        raise
    return Comparison(context, old, new, found, index, tuple(warnings), older_build, _owned=[index])


def _label(tree: SourceTree, label: str) -> SourceTree:
    return replace(tree, label=label)


def _find_unchanged(root: Path, commit: str, old: SourceTree, new: SourceTree) -> frozenset[str]:
    """Find files whose bytes on disk differ from git's although git sees no change.

    The reasons are line ends, or large files stored elsewhere. git is only called when bytes differ.
    """
    differing = {p for p in old.files.keys() & new.files.keys() if old.files[p].digest != new.files[p].digest}
    if not differing:
        return frozenset()
    names = ("diff", "--name-only", "--no-renames", "--relative", "-z", "--ignore-submodules")
    told = run_git(root, *names, commit)
    if told is None:
        return frozenset()
    names = set(_to_printable(name for name in told.split(b"\0") if name))
    return frozenset(p for p in differing if p not in names and p not in old.places)


class _SparseFiles(NamedTuple):
    """Files outside of a sparse checkout.

    `files` is the number of files of the older state that the checkout leaves out; `changed` are those that differ in
    git's index.
    """

    files: int
    changed: Sequence[str]


def _add_sparse(root: Path, old: SourceTree, new: SourceTree) -> tuple[SourceTree, _SparseFiles]:
    """Add the files that a sparse checkout leaves out to a work tree.

    They are not on disk, but nobody removed them.
    """
    missing = old.files.keys() - new.files.keys()
    told = run_git(root, "ls-files", "-t", "-s", "-z") if missing else None
    kept: dict[str, str] = {}
    for row in (told or b"").split(b"\0"):
        if row.startswith(_NOT_WANTED):  # "S mode hash stage<TAB>path"
            head, _, name = row.partition(b"\t")
            kept[to_printable_path(os.fsdecode(name))] = head.split(b" ")[2].decode("ascii")
    outside = sorted(missing & kept.keys())
    if not outside:
        return new, _SparseFiles(0, ())
    files = {**new.files, **{path: old.files[path] for path in outside}}
    return replace(new, files=files), _SparseFiles(len(outside), [p for p in outside if kept[p] != old.files[p].digest])
