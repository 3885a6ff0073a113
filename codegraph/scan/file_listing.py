"""Listing of files: by git in a work tree, else by a walk with ignore files.

git is preferred because it knows every rule that applies (nested files, `info/exclude`, the user's own) and is several
times quicker than matching patterns here.
"""

import os
import stat
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from operator import attrgetter
from pathlib import Path
from typing import Final, NamedTuple

from codegraph.errors import UnreadableError
from codegraph.scan.bare import refuse_bare
from codegraph.scan.file_reading import describe_size_limit
from codegraph.scan.git import is_in_work_tree, run_git
from codegraph.scan.ignore_rules import (
    MANIFESTS,
    NOTED_FOLDERS,
    OUTPUT_ENDING,
    OUTPUT_FOLDERS,
    OWN_IGNORE,
    VCS_FOLDERS,
    IgnoreRules,
    build_settings_rules,
    find_output_folder,
    find_pruned_folder,
)
from codegraph.settings.config import Config
from codegraph_parsers.file_facts import FileStatus
from codegraph_parsers.ids import from_printable_path, to_printable_path


class Candidate(NamedTuple):
    """A regular file to read.

    `path` is printable, `real` opens the file; both are relative to the root, with `/`. `mtime_ns` is the later of the
    times of its content and of its inode: tools that keep the one (archives, copies that preserve times) change the
    other. On Windows it is that of the content.
    """

    path: str
    real: str
    size: int
    mtime_ns: int


class Skip(NamedTuple):
    """A file or folder that is left out on purpose or cannot be reached.

    A folder has a trailing `/`.
    """

    path: str
    status: FileStatus
    reason: str
    size: int = 0


@dataclass(slots=True)
class Scan:
    """Result of one listing: candidates and skips in path order.

    `method` is `git` or `walk`. `same` are paths of files that are unchanged, and so no candidates. Files in `linked`
    have further names, through which they may change. `nested` tells whether git knows of repositories in the tree.
    """

    root: Path
    method: str
    candidates: list[Candidate] = field(default_factory=list)
    skips: list[Skip] = field(default_factory=list)
    same: list[str] = field(default_factory=list)
    linked: list[str] = field(default_factory=list)
    nested: bool = False


class Explanation(NamedTuple):
    """Answer of `explain_ignored`.

    `rule` names the file and pattern, the setting or the limit that decided.
    """

    path: str
    ignored: bool
    rule: str


class _Entry(NamedTuple):
    real: str
    tracked: bool
    link: bool = False  # a commit of another repository, which git keeps by its id: a submodule, or a file of one


_HAS_INODE_TIME: Final = os.name != "nt"  # there, the field is the time of creation
_GITLINK: Final = b"160000"
_BY_NAME: Final = attrgetter("name")


def scan(root: Path, config: Config, known: Mapping[str, tuple[int, int]] | None = None) -> Scan:
    """List the files below `root`.

    Files whose size and time (of a `Candidate`) are those `known` by their path are listed as the `same`. Raises
    UnreadableError when root is missing, not a folder, or not readable.
    """
    check_root(root)
    tracked = _list_git_entries(root, config)
    home = find_home_below(root, config)
    if tracked is None:
        found = Scan(root, "walk")
        listed = _walk(root, config, found.skips)
        listed = [real for real in listed if not real.startswith(home)] if home else listed
    else:
        found = Scan(root, "git")
        found.nested = any(entry.link or entry.real.endswith("/") for entry in tracked)
        entries = [e for e in _add_included(root, config, tracked) if not (home and e.real.startswith(home))]
        listed = _drop_pruned(entries, config, found.skips)
    _inspect_files(root, _select(root, config, listed, found), config, found, known or {})
    found.candidates.sort()
    found.skips.sort()
    return found


def check_root(root: Path) -> None:
    """Check that root is a readable folder.

    Raises UnreadableError when it is missing, no folder, not readable, or a repository without a work tree.
    """
    if not root.exists():
        raise UnreadableError(f"{root} does not exist", hint="give the folder of a repository")
    if not root.is_dir():
        raise UnreadableError(f"{root} is not a folder", hint="give the folder of a repository")
    if not os.access(root, os.R_OK | os.X_OK):
        raise UnreadableError(f"{root} cannot be read: no permission", hint="check the folder's permissions")
    refuse_bare(root)


def _drop_pruned(entries: Sequence[_Entry], config: Config, skips: list[Skip]) -> list[str]:
    """Drop git's entries in folders of tools or output.

    Entries that the settings include stay. A walk does not enter such folders.
    """
    included = build_settings_rules(config.include, "include")
    known: dict[tuple[str, bool], str] = {}  # (folder, tracked) -> what of it is left out
    pruned: dict[str, None] = {}
    kept: list[str] = []
    for real, tracked, _ in entries:
        place = (real[: real.rfind("/") + 1], tracked)
        if place not in known:
            known[place] = _find_pruned(*place)
        if known[place] and not (included and included.decide(real)[0] is True):
            pruned[known[place]] = None
        else:
            kept.append(real)
    skips.extend(Skip(to_printable_path(p), FileStatus.SKIPPED, "built-in: tool or output folder") for p in pruned)
    return kept


def _select(root: Path, config: Config, listed: list[str], found: Scan) -> list[str]:
    """Apply the rules of every listing: own ignore files and settings."""
    own = read_own_rules(root, listed if found.method == "git" else [])
    excluded = build_settings_rules(config.exclude, "exclude")
    if not (own or excluded):
        return listed
    included = build_settings_rules(config.include, "include")
    kept: list[str] = []
    for real in listed:
        asked = included and included.decide(real)[0] is True
        reason = "" if asked else explain_ignoring_rule(real, own, excluded)
        if reason:
            found.skips.append(Skip(to_printable_path(real), FileStatus.SKIPPED, reason))
        else:
            kept.append(real)
    return kept


def find_home_below(root: Path, config: Config) -> str:
    """Return the home folder, ending in "/", when it is in the tree; else "".

    It is never a part of the tree.
    """
    try:
        below = config.home.absolute().relative_to(root.absolute()).as_posix()
    except ValueError:
        return ""
    return "" if below == "." else f"{below}/"


def _find_pruned(folder: str, tracked: bool) -> str:
    """Return the path of the folder of tools or output that `folder` is or is in.

    `folder` is "" or ends in "/". The result is "" when it is in none.
    """
    folders = folder.split("/")[:-1]
    name = find_pruned_folder(folders) or (None if tracked else find_output_folder(folders))
    return "" if name is None else folder[: f"/{folder}".index(f"/{name}/") + len(name) + 1]


def explain_ignoring_rule(real: str, own: IgnoreRules, excluded: IgnoreRules) -> str:
    for rules in (excluded, own):
        ignored, rule = rules.decide_with_parents(real)
        if ignored:
            return f"ignored by {rule}"
    return ""


def _inspect_files(
    root: Path, listed: list[str], config: Config, found: Scan, known: Mapping[str, tuple[int, int]]
) -> None:
    """Read size and time of every file.

    Each comparison of a work tree with its index runs this for every file.
    """
    base, largest, lstat, is_file = f"{root}/", config.max_file_bytes, os.lstat, stat.S_ISREG
    add, add_same, stamp_of = found.candidates.append, found.same.append, known.get
    for real in listed:
        try:
            info = lstat(base + real)
        except OSError as error:
            _skip_unreachable(base + real, real, error, found)
            continue
        size = info.st_size
        if is_file(info.st_mode) and size <= largest:
            touched = _compute_touched_ns(info)
            if info.st_nlink > 1:
                found.linked.append(to_printable_path(real))
            # A path with an escape in it may be that of another file; all others are printed as they are.
            if stamp_of(real) == (size, touched) and "%" not in real:
                add_same(real)
            else:
                add(Candidate(to_printable_path(real), real, size, touched))
        else:
            _add_unusual(base + real, real, info, config, found)


def find_candidate(root: Path, path: str, config: Config) -> Candidate | None:
    """Return the candidate at a printable path that is known to be listed.

    It is a regular file of an ordinary size; without one the result is None.
    """
    real = from_printable_path(path)
    try:
        info = os.lstat(f"{root}/{real}")
    except OSError:
        return None
    if not stat.S_ISREG(info.st_mode) or info.st_size > compute_size_limit(path, config):
        return None
    return Candidate(path, real, info.st_size, _compute_touched_ns(info))


def compute_size_limit(path: str, config: Config) -> int:
    """Return the largest number of bytes of a file of that name that is read."""
    from codegraph_parsers import languages

    return config.max_source_bytes if languages.detect(path, b"", config.tables) else config.max_file_bytes


def _compute_touched_ns(info: os.stat_result) -> int:
    return max(info.st_mtime_ns, info.st_ctime_ns) if _HAS_INODE_TIME else info.st_mtime_ns


def _skip_unreachable(here: str, real: str, error: OSError, found: Scan) -> None:
    """Skip a file that was listed but is missing or cannot be inspected."""
    if isinstance(error, FileNotFoundError):
        if os.path.lexists(here):
            found.skips.append(Skip(to_printable_path(real), FileStatus.SKIPPED, "broken symbolic link"))
        return  # tracked by git but deleted from the work tree: simply not there
    reason = "no permission" if isinstance(error, PermissionError) else f"cannot be read: {error.strerror}"
    found.skips.append(Skip(to_printable_path(real), FileStatus.FAILED, reason))


def _add_unusual(here: str, real: str, info: os.stat_result, config: Config, found: Scan) -> None:
    """Skip a file that is no regular file of an ordinary size.

    Links are added where the settings say to follow them.
    """
    path = to_printable_path(real)
    if stat.S_ISLNK(info.st_mode):
        if not config.follow_symlinks:
            found.skips.append(Skip(path, FileStatus.SKIPPED, "symbolic link"))
            return
        try:
            info = os.stat(here)
        except OSError as error:
            _skip_unreachable(here, real, error, found)
            return
    if stat.S_ISDIR(info.st_mode):
        found.skips.append(Skip(path.rstrip("/") + "/", FileStatus.SKIPPED, "a repository of its own"))
    elif not stat.S_ISREG(info.st_mode):
        found.skips.append(Skip(path, FileStatus.SKIPPED, "not a regular file"))
    elif info.st_size > compute_size_limit(path, config):
        found.skips.append(
            Skip(path, FileStatus.SKIPPED, describe_size_limit(compute_size_limit(path, config)), info.st_size)
        )
    else:
        found.candidates.append(Candidate(path, real, info.st_size, _compute_touched_ns(info)))


def read_own_rules(root: Path, listed: list[str]) -> IgnoreRules:
    """Read `.codegraphignore` files.

    That of the root is always read, nested ones where they are listed.
    """
    rules = IgnoreRules()
    rules.add_file(root, "", OWN_IGNORE)
    nested = sorted(p for p in listed if p.endswith("/" + OWN_IGNORE))
    for path in nested:
        rules.add_file(root, path[: -len(OWN_IGNORE)], OWN_IGNORE)
    return rules


# ---- git


def _list_git_entries(root: Path, config: Config, prefix: str = "") -> list[_Entry] | None:
    """Return the files that git knows or would add.

    The result is None where git cannot answer for `root`.
    """
    if config.follow_symlinks or not is_in_work_tree(root):
        return None
    rules = ("--exclude-standard",) if config.respect_gitignore else ()
    listed = run_git(root, "ls-files", "-t", "-s", "-c", "-o", *rules, "-z")
    if listed is None:
        return None
    entries: dict[str, _Entry] = {}
    for row in listed.split(b"\0"):
        if row[:1] == b"?":  # untracked: "? path"
            real = os.fsdecode(row[2:])
            entries[real] = _Entry(prefix + real, False)
        elif row:  # "H mode hash stage<TAB>path"
            real = os.fsdecode(row[row.index(b"\t") + 1 :])
            entries[real] = _Entry(prefix + real, True, row[2:8] == _GITLINK)
    if not entries and run_git(root, "check-ignore", "-q", ".") is not None:
        return None  # the folder as a whole is ignored by a repository around it: git has nothing to say of its files
    if not any(entry.link for entry in entries.values()):
        return list(entries.values())
    return [inner for real, entry in entries.items() for inner in _expand(root, real, entry, config)]


def _expand(root: Path, real: str, entry: _Entry, config: Config) -> list[_Entry]:
    """Expand a checked-out submodule to its files; other entries stay as they are."""
    if not entry.link:
        return [entry]
    folder = root / real
    if os.path.isdir(folder) and not os.path.islink(folder) and os.path.lexists(folder / ".git"):
        inner = _list_git_entries(folder, config, entry.real.rstrip("/") + "/") or []
        return [each._replace(link=True) for each in inner]
    return [entry]


def _add_included(root: Path, config: Config, entries: list[_Entry]) -> list[_Entry]:
    """Add ignored files that the `include` setting asks for."""
    if not config.include or not config.respect_gitignore:
        return entries
    listed = run_git(root, "ls-files", "-o", "-i", "--exclude-standard", "-z") or b""
    included = build_settings_rules(config.include, "include")
    paths = (os.fsdecode(row) for row in listed.split(b"\0") if row)
    return entries + [_Entry(path, False) for path in paths if included.decide(path)[0]]


# ---- no git


def _walk(root: Path, config: Config, skips: list[Skip]) -> list[str]:
    ignore, own = IgnoreRules(), IgnoreRules()
    included = build_settings_rules(config.include, "include")
    base, follow, includes = f"{root}/", config.follow_symlinks, bool(included)
    top = os.stat(root)
    seen = {(top.st_dev, top.st_ino)}  # a link to the root itself is a loop, too
    pending, found = [""], list[str]()
    while pending:
        folder = pending.pop()
        try:
            entries = list(os.scandir(base + folder))
        except OSError as error:
            skips.append(Skip(to_printable_path(folder), FileStatus.FAILED, f"cannot be listed: {error.strerror}"))
            continue
        names = [entry.name for entry in entries]
        if follow:  # which of two links to one folder is entered must not depend on the file system's order
            entries.sort(key=_BY_NAME)
        if config.respect_gitignore and ".gitignore" in names:
            ignore.add_file(root, folder, ".gitignore")
        if OWN_IGNORE in names and folder:
            own.add_file(root, folder, OWN_IGNORE)
        ruled = bool(ignore or own)
        plain = not (ruled or follow or includes)
        below: list[str] = []
        for entry in entries:
            name, is_folder = entry.name, entry.is_dir(follow_symlinks=False)
            if plain and name not in NOTED_FOLDERS and not (is_folder and name.endswith(OUTPUT_ENDING)):
                # Nearly everything: that it is listed is all there is to decide.
                (below if is_folder else found).append(f"{folder}{name}/" if is_folder else folder + name)
                continue
            if name in VCS_FOLDERS:
                continue  # a folder, or the file that points at one: never part of the tree
            path = folder + name
            if (is_folder or follow) and _is_folder(entry, config, seen, skips, path):
                reason = _explain_pruning(path + "/", name, names, ignore, own)
                if not reason or includes:
                    below.append(path + "/")
                elif reason != "git":
                    skips.append(Skip(to_printable_path(path + "/"), FileStatus.SKIPPED, reason))
            elif not (is_folder or (follow and _is_link_to_folder(entry))) and (
                not ruled or _is_wanted(path, ignore, own, included, skips)
            ):
                found.append(path)
        pending.extend(reversed(below))
    return found


def _is_folder(
    entry: os.DirEntry[str], config: Config, seen: set[tuple[int, int]], skips: list[Skip], path: str
) -> bool:
    """Return whether to descend into an entry.

    A link to a folder is followed only once, so that loops end.
    """
    if entry.is_dir(follow_symlinks=False):
        if config.follow_symlinks:
            info = entry.stat()
            seen.add((info.st_dev, info.st_ino))
        return True
    try:
        if not (config.follow_symlinks and entry.is_dir()):
            return False
        info = os.stat(entry.path)
    except OSError:
        return False
    if (info.st_dev, info.st_ino) in seen:
        skips.append(Skip(to_printable_path(path), FileStatus.SKIPPED, "symbolic link to a folder already listed"))
        return False
    seen.add((info.st_dev, info.st_ino))
    return True


def _is_link_to_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir()
    except OSError:  # a link to itself
        return False


def _explain_pruning(path: str, name: str, beside: list[str], ignore: IgnoreRules, own: IgnoreRules) -> str:
    """Return the reason why a folder is not entered, "" when it is entered.

    The reason "git" stands for git's own rules, which make no row.
    """
    if find_pruned_folder((name,)) or (name in OUTPUT_FOLDERS and not MANIFESTS.isdisjoint(beside)):
        return "built-in: tool or output folder"
    if not (ignore or own):
        return ""
    if ignore.decide(path)[0]:
        return "git"
    ignored, rule = own.decide(path)
    return f"ignored by {rule}" if ignored else ""


def _is_wanted(path: str, ignore: IgnoreRules, own: IgnoreRules, included: IgnoreRules, skips: list[Skip]) -> bool:
    if included and included.decide(path)[0]:
        return True
    if ignore and ignore.decide_with_parents(path)[0]:
        return False
    ignored, rule = own.decide_with_parents(path)
    if ignored:
        skips.append(Skip(to_printable_path(path), FileStatus.SKIPPED, f"ignored by {rule}"))
    return not ignored


# ---- explaining


def explain_ignored(root: Path, path: str, config: Config) -> Explanation:
    """Explain which rule keeps `path` out of the index, if any does.

    `path` is relative to `root`, or absolute below it.
    """
    relative = os.path.relpath(path, root) if os.path.isabs(path) else os.path.normpath(path)
    real = from_printable_path(relative.replace(os.sep, "/"))
    shown = to_printable_path(real)
    if real.startswith("../") or not os.path.lexists(root / real):
        return Explanation(shown, True, "no such file in the repository")
    found = scan(root, config)
    if any(c.path == shown or c.path.startswith(shown + "/") for c in found.candidates):
        return Explanation(shown, False, "not ignored")
    for skip in found.skips:
        if skip.path == shown or (skip.path.endswith("/") and (shown + "/").startswith(skip.path)):
            return Explanation(shown, True, skip.reason)
    return Explanation(shown, True, _explain_git_rule(root, real, config))


def _explain_git_rule(root: Path, real: str, config: Config) -> str:
    name = find_pruned_folder(real.split("/"))
    if name:
        return f"built-in: tool or output folder `{name}`"
    verbose = run_git(root, "check-ignore", "-v", "--no-index", "--", real) if is_in_work_tree(root) else None
    if verbose:
        return "ignored by git, " + os.fsdecode(verbose).partition("\t")[0]
    rules = IgnoreRules()
    folders = real.split("/")[:-1]
    for depth in range(len(folders) + 1):
        rules.add_file(root, "".join(f"{name}/" for name in folders[:depth]), ".gitignore")
    ignored, rule = rules.decide_with_parents(real)
    if ignored:
        return f"ignored by {rule}"
    return "an empty folder" if (root / real).is_dir() else "ignored by git"
