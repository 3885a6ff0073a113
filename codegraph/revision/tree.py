"""Files of one state of a repository, read without a checkout.

A tree is a listing by content: paths with git's blob hashes. Two trees differ where these differ. The listing of a tree
determines its graph, so graphs are cached by it.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, NamedTuple

from codegraph.errors import CodegraphError, NotFoundError, UnreadableError
from codegraph.scan.file_listing import Skip, compute_size_limit, explain_ignoring_rule, read_own_rules
from codegraph.scan.file_reading import compute_blob_digest, describe_size_limit
from codegraph.scan.git import explain_refusal, find_commit_index, is_in_work_tree, read_objects, run_git
from codegraph.scan.ignore_rules import build_settings_rules, find_pruned_folder
from codegraph.settings.config import Config
from codegraph_parsers.file_facts import FileStatus
from codegraph_parsers.ids import to_printable_path

_LINK: Final = "120000"
_SUBMODULE: Final = "160000"


class TreeFile(NamedTuple):
    """A file of a tree.

    `real` is the path as git or the disk has it, `path` its printable form. `digest` is git's blob hash.
    """

    path: str
    real: str
    digest: str
    size: int


@dataclass(frozen=True, slots=True)
class SourceTree:
    """A tree of source files.

    `contents` holds the bytes of files that are in no object store and not on disk, because a patch made them. `places`
    maps a path to the repository whose store has its blob, where that is not the one at `root`.
    """

    label: str  # for people: `origin/main`, `the work tree`
    commit: str  # full id, "" for a state that is no commit
    root: Path
    files: Mapping[str, TreeFile]
    skips: tuple[Skip, ...] = ()
    contents: Mapping[str, bytes] = field(default_factory=dict[str, bytes])
    places: Mapping[str, Path] = field(default_factory=dict[str, Path])
    on_disk: bool = False

    def read(self, paths: Iterable[str]) -> dict[str, bytes]:
        """Return the bytes of these files.

        Files that cannot be read any more are left out.
        """
        found: dict[str, bytes] = {}
        stored: dict[Path, dict[str, str]] = {}
        for path in paths:
            file = self.files.get(path)
            if file is None:
                continue
            if path in self.contents:
                found[path] = self.contents[path]
            elif self.on_disk:
                try:
                    found[path] = (self.root / file.real).read_bytes()
                except OSError:
                    continue
            else:
                stored.setdefault(self.places.get(path, self.root), {})[path] = file.digest
        for root, blobs in stored.items():
            by_digest = read_blobs(root, blobs.values())
            found.update((path, by_digest[digest]) for path, digest in blobs.items() if digest in by_digest)
        return found

    def read_file(self, path: str) -> bytes | None:
        """Return the bytes of one file, None where it cannot be read."""
        return self.read([path]).get(path)

    def compute_key(self) -> str:
        """Return a key of 32 hexadecimal digits, equal for trees of the same files."""
        digest = hashlib.blake2b(digest_size=16)
        for path in sorted(self.files):
            digest.update(f"{path}\0{self.files[path].digest}\0".encode("utf-8", "surrogatepass"))
        return digest.hexdigest()


class _Row(NamedTuple):
    mode: str
    digest: str
    size: int  # -1 when the listing does not say
    real: str


def read_revision_tree(root: Path, revision: str, config: Config) -> SourceTree:
    """Return the tree of a commit, branch or tag.

    Raises NotFoundError, UnreadableError.
    """
    commit = resolve_revision(root, revision)
    listing = _Listing(root, config)
    listing.add_tree(root, commit, "")
    return listing.build_tree(revision, commit)


def read_staged_tree(root: Path, config: Config) -> SourceTree:
    """Return the tree that `git commit` would record now.

    Inside one of its hooks it is the tree that it is about to record. Raises UnreadableError when files are in
    conflict.
    """
    index = find_commit_index(root)
    listed = _run(root, "ls-files", "-s", "-z", index=index)
    # What was only announced (`git add -N`) has a row, as if it were an empty file, and no commit records it.
    announced = run_git(root, "diff-files", "--diff-filter=A", "--name-only", "--relative", "-z", index=index)
    left_out = set((announced or b"").split(b"\0"))
    rows: list[_Row] = []
    for row in listed.split(b"\0"):
        if row:
            head, _, name = row.partition(b"\t")
            mode, digest, stage = head.decode("ascii").split(" ")
            if stage != "0":
                raise UnreadableError(
                    f"{to_printable_path(os.fsdecode(name))} is in conflict",
                    hint="resolve the merge and stage it first",
                )
            if name not in left_out:
                rows.append(_Row(mode, digest, -1, os.fsdecode(name)))
    listing = _Listing(root, config)
    listing.add(root, rows, "")
    return listing.build_tree("the staged files", "")


def resolve_revision(root: Path, revision: str) -> str:
    """Return the full id of the commit that `revision` names.

    Raises NotFoundError with a hint at the remedy.
    """
    if not is_in_work_tree(root):
        raise UnreadableError(f"{root} is no git work tree", hint="revisions need one; `--diff` works without")
    if not revision or revision.startswith("-") or "\0" in revision or "\n" in revision:
        raise NotFoundError(f"{revision!r} is no revision", hint="give a commit, branch or tag")
    found = run_git(root, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}")
    if found is None:
        refused = explain_refusal(root)
        if refused:
            trust = f"if you trust it, `git config --global --add safe.directory {root}`; "
            raise UnreadableError(
                f"git does not read {root}: {refused}",
                hint=f"{trust if 'ownership' in refused else ''}revisions need it; `--diff` works without",
            )
        shallow = run_git(root, "rev-parse", "--is-shallow-repository")
        if shallow is not None and shallow.strip() == b"true":
            raise NotFoundError(
                f"revision {revision!r} is not in this shallow clone",
                hint=f"{_describe_deepening(revision)}, or check out with full history (`fetch-depth: 0`)",
            )
        if run_git(root, "rev-parse", "--verify", "--quiet", "HEAD") is None:
            raise NotFoundError(f"{root} has no commit yet", hint="there is nothing to compare with; `--diff` works")
        older, dots, newer = revision.partition("..")
        if dots:
            newer = newer.removeprefix(".") or "HEAD"
            two = f"`--base {older or 'HEAD'} --head {newer}`"
            raise NotFoundError(f"{revision!r} is no revision but a range of them", hint=f"compare its ends: {two}")
        raise NotFoundError(f"no revision {revision!r} here", hint="fetch it first, or check its spelling")
    return found.decode("ascii").strip()


def _describe_deepening(revision: str) -> str:
    """Return the command that brings a revision into a shallow clone.

    A remote knows branches, tags and commits, but not `HEAD~1`. A clone of one branch keeps other fetched revisions as
    FETCH_HEAD alone, unless it is given a name for them.
    """
    if re.search(r"[~^:]|@\{|^@$", revision):
        return "`git fetch --unshallow`"
    remote, _, branch = revision.partition("/")
    if remote == "origin" and branch:
        return f"`git fetch --depth=1 origin {branch}:refs/remotes/{revision}`"
    return f"`git fetch --depth=1 origin {revision}` and `--base FETCH_HEAD`"


def find_merge_base(root: Path, one: str, other: str) -> str:
    """Return the commit that both revisions come from, or "".

    They may be unrelated, or cut off by a shallow clone.
    """
    found = run_git(root, "merge-base", one, other)
    return found.decode("ascii").split()[0] if found and found.strip() else ""


def read_blobs(root: Path, digests: Iterable[str]) -> dict[str, bytes]:
    """Return the contents of blobs of the repository at `root`.

    Blobs that it lacks are left out. Raises UnreadableError.
    """
    wanted = list(dict.fromkeys(digests))
    if not wanted:
        return {}
    try:
        out = read_objects(root, wanted)
    except OSError as error:
        raise UnreadableError(f"git cannot be run: {error.strerror}", hint="install git") from error
    found: dict[str, bytes] = {}
    at = 0
    for digest in wanted:
        end = out.find(b"\n", at)
        if end < 0:
            break
        words = out[at:end].split(b" ")
        at = end + 1
        if len(words) == 3:
            size = int(words[2])
            found[digest] = out[at : at + size]
            at += size + 1
    return found


def patch_tree(tree: SourceTree, label: str, changes: Mapping[str, tuple[str, bytes | None]]) -> SourceTree:
    """Return `tree` with some files replaced.

    `changes` maps a path to (real path, new content), with None for a file that is gone.
    """
    files, contents = dict(tree.files), dict(tree.contents)
    for path, (real, content) in changes.items():
        if content is None:
            files.pop(path, None)
            contents.pop(path, None)
        else:
            files[path] = TreeFile(path, real, compute_blob_digest(content), len(content))
            contents[path] = content
    return SourceTree(label, "", tree.root, files, tree.skips, contents, tree.places, tree.on_disk)


@dataclass(slots=True)
class _Listing:
    """Files of a tree, selected as the index would select them."""

    root: Path
    config: Config
    files: dict[str, TreeFile] = field(default_factory=dict)
    skips: list[Skip] = field(default_factory=list)
    places: dict[str, Path] = field(default_factory=dict)

    def build_tree(self, label: str, commit: str) -> SourceTree:
        return SourceTree(label, commit, self.root, self.files, tuple(sorted(self.skips)), places=self.places)

    def add_tree(self, root: Path, commit: str, prefix: str) -> None:
        rows: list[_Row] = []
        for row in _run(root, "ls-tree", "-r", "-z", "-l", commit).split(b"\0"):
            if row:
                head, _, name = row.partition(b"\t")
                mode, _, digest, size = head.decode("ascii").split()
                known = size.isdigit()  # not of a submodule, nor of an object that this clone lacks
                rows.append(_Row(mode, digest, int(size) if known else -1, os.fsdecode(name)))
        self.add(root, rows, prefix)

    def add(self, root: Path, rows: list[_Row], prefix: str) -> None:
        config = self.config
        own = read_own_rules(self.root, [prefix + row.real for row in rows])
        excluded, included = (
            build_settings_rules(config.exclude, "exclude"),
            build_settings_rules(config.include, "include"),
        )
        for row in rows:
            real = prefix + row.real
            path = to_printable_path(real)
            forced = bool(config.include) and included.decide(real)[0] is True
            if not forced and find_pruned_folder(real.split("/")[:-1]) is not None:
                continue
            reason = "" if forced else explain_ignoring_rule(real, own, excluded)
            if row.mode == _SUBMODULE:
                self._add_submodule(root / row.real, row.digest, real + "/", reason)
            elif row.mode == _LINK:
                self.skips.append(Skip(path, FileStatus.SKIPPED, "symbolic link"))
            elif reason:
                self.skips.append(Skip(path, FileStatus.SKIPPED, reason))
            elif row.size > config.max_file_bytes and row.size > compute_size_limit(path, config):
                self.skips.append(
                    Skip(path, FileStatus.SKIPPED, describe_size_limit(compute_size_limit(path, config)), row.size)
                )
            else:
                self.files[path] = TreeFile(path, real, row.digest, max(row.size, 0))
                if root != self.root:
                    self.places[path] = root

    def _add_submodule(self, folder: Path, commit: str, prefix: str, reason: str) -> None:
        """Add the files of a submodule that is checked out and has that commit.

        Git fetches nothing for us.
        """
        if not reason and os.path.lexists(folder / ".git"):
            if run_git(folder, "cat-file", "-e", f"{commit}^{{commit}}") is not None:
                self.add_tree(folder, commit, prefix)
                return
            reason = f"a submodule whose commit {commit[:12]} is not here"
        path = to_printable_path(prefix)
        self.skips.append(Skip(path, FileStatus.SKIPPED, reason or "a submodule that is not checked out"))


def _run(root: Path, *arguments: str, index: Path | None = None) -> bytes:
    found = run_git(root, *arguments, index=index)
    if found is None:
        raise CodegraphError(f"`git {arguments[0]}` failed in {root}", hint="check that git works there")
    return found
