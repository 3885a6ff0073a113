"""Memory that a request means.

The engine of the home folder, and the namespaces of the repository around it.
"""

from __future__ import annotations

import os
from functools import lru_cache
from pathlib import Path

from codegraph.memory.identity import USER, readable
from codegraph.operations.context import Context
from codegraph.operations.worktree import work_tree
from codegraph.scan.git import in_work_tree

_PATH = "path:"  # what the id of a repository without a commit or a remote begins with


def namespace_of(folder: Path) -> str:
    """The namespace of what is remembered in a folder: the id of the repository it lies in."""
    return _get_namespace(work_tree(folder.absolute()))


def _get_namespace(root: Path) -> str:
    found = _repository_of(root)
    if found.startswith(_PATH) and in_work_tree(root):
        _repository_of.cache_clear()  # a server may be there when the first commit is made
        found = _repository_of(root)
    return found


@lru_cache(maxsize=64)
def _repository_of(root: Path) -> str:
    from codegraph.scan.identity import repository_id  # asks git

    return repository_id(root)


def map_namespace_folders(context: Context) -> dict[str, str]:
    """Return the work tree of each namespace that is a repository known here.

    The id of a namespace says little to a reader."""
    from codegraph.maintenance import recent_roots

    roots = [work_tree(context.repo.absolute()), *recent_roots(context.config)]
    return {namespace_of(root): str(root) for root in reversed(roots)}


def readable_in(folder: Path) -> tuple[str, ...]:
    """The namespaces that are about a folder, its own first: its repository under its id and under its path, and what
    those inherit from, then what holds for the user everywhere. Agents name a project by the folder they work in, and
    before its first commit, or where git does not answer, its path is its id."""
    root = work_tree(folder.absolute())
    real = os.path.realpath(root)
    paths = tuple(dict.fromkeys((f"{_PATH}{real}", str(root), real)))
    return tuple(dict.fromkeys((*readable([_get_namespace(root)]), *paths, USER)))


def choose_namespace(context: Context, namespace: str | None) -> str:
    """Return the namespace a request means, that of the repository for None."""
    return namespace_of(context.repo) if namespace is None else find_namespace(context, namespace)


def choose_namespaces(context: Context, namespace: str | None, every: bool) -> tuple[str, ...]:
    """Return the namespaces a filter gets: none at all for every one."""
    if every:
        return ()
    return readable_in(context.repo) if namespace is None else (find_namespace(context, namespace),)


def find_namespace(context: Context, text: str) -> str:
    """Return the namespace that a text names, by its id or by its name.

    A name that several have or none has is an id of its own. Only ids of repositories have a colon."""
    if ":" in text or not text:
        return text
    with context.memory("cli").read() as state:
        stored = [name for name, _ in state.namespaces()]
    if text in stored:
        return text
    here = namespace_of(context.repo)
    named = [name for name in dict.fromkeys((here, *stored)) if name_namespace(context, name) == text]
    return named[0] if len(named) == 1 else text


def name_namespace(context: Context, namespace: str) -> str:
    """Return the name of a namespace for people: that of its repository.

    A repository that is not known here is called by the first eight characters of its first commit."""
    kind, _, rest = namespace.partition(":")
    repository, mark, below = rest.partition("#")
    if kind in ("path", "remote") and repository.strip("/"):
        return f"{repository.rstrip('/').rpartition('/')[2]}{mark}{below}"
    if kind != "commit":
        return namespace
    if namespace == namespace_of(context.repo):
        return work_tree(context.repo.absolute()).name
    folder = map_namespace_folders(context).get(namespace)
    return Path(folder).name if folder else f"commit:{repository[:8]}{mark}{below}"
