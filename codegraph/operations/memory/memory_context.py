"""Memory that a request means.

The engine of the home folder, and the namespaces of the repository around it.
"""

from __future__ import annotations

import os
from functools import lru_cache
from pathlib import Path

from codegraph.memory.memory_ids import USER, list_readable
from codegraph.operations.context import Context
from codegraph.operations.request_folder import find_work_tree
from codegraph.scan.git import is_in_work_tree

_declared: dict[str, str] = {}
_PATH = "path:"  # what the id of a repository without a commit or a remote begins with


def find_folder_namespace(folder: Path) -> str:
    """Return the namespace of a folder's memories.

    It is the id of the repository that the folder is in.
    """
    return _get_namespace(find_work_tree(folder.absolute()))


def declare_folder(root: Path, repository_id: str) -> None:
    """Say which repository a folder is about that has none.

    Such is the empty work tree of a published index. Only whoever made the folder may say so; nothing in a folder
    can."""
    _declared[os.path.realpath(root)] = repository_id


def is_declared(root: Path) -> bool:
    """Return whether a folder is about a repository that is not there."""
    return os.path.realpath(root) in _declared


def _get_namespace(root: Path) -> str:
    if is_declared(root):
        return _declared[os.path.realpath(root)]
    found = _find_repository(root)
    if found.startswith(_PATH) and is_in_work_tree(root):
        _find_repository.cache_clear()  # a server may be there when the first commit is made
        found = _find_repository(root)
    return found


@lru_cache(maxsize=64)
def _find_repository(root: Path) -> str:
    from codegraph.scan.repository_identity import compute_repository_id  # asks git

    return compute_repository_id(root)


def map_namespace_folders(context: Context) -> dict[str, str]:
    """Return the work tree of each namespace that is a repository known here.

    The id of a namespace says little to a reader."""
    from codegraph.indexing.maintenance import iterate_recent_roots

    roots = [find_work_tree(context.repo.absolute()), *iterate_recent_roots(context.config)]
    return {find_folder_namespace(root): str(root) for root in reversed(roots)}


def list_readable_namespaces(folder: Path) -> tuple[str, ...]:
    """List the namespaces that are about a folder, its own first.

    They are its repository under its id and under its path, the namespaces that those inherit from, and the user's own.
    Agents name a project by the folder they work in, and the id of a repository is its path before the first commit or
    when git does not answer.
    """
    root = find_work_tree(folder.absolute())
    real = os.path.realpath(root)
    paths = tuple(dict.fromkeys((f"{_PATH}{real}", str(root), real)))
    return tuple(dict.fromkeys((*list_readable([_get_namespace(root)]), *paths, USER)))


def choose_namespace(context: Context, namespace: str | None) -> str:
    """Return the namespace a request means, that of the repository for None."""
    return find_folder_namespace(context.repo) if namespace is None else find_namespace(context, namespace)


def choose_namespaces(context: Context, namespace: str | None, every: bool) -> tuple[str, ...]:
    """Return the namespaces a filter gets: none at all for every one."""
    if every:
        return ()
    return list_readable_namespaces(context.repo) if namespace is None else (find_namespace(context, namespace),)


def find_namespace(context: Context, text: str) -> str:
    """Return the namespace that a text names, by its id or by its name.

    A name that several have or none has is an id of its own. Only ids of repositories have a colon."""
    if ":" in text or not text:
        return text
    with context.open_memory().read() as state:
        stored = [name for name, _ in state.list_namespaces()]
    if text in stored:
        return text
    here = find_folder_namespace(context.repo)
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
    if namespace == find_folder_namespace(context.repo):
        return find_work_tree(context.repo.absolute()).name
    folder = map_namespace_folders(context).get(namespace)
    return Path(folder).name if folder else f"commit:{repository[:8]}{mark}{below}"
