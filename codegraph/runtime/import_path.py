"""Import path of Python, in this process and in those that it starts.

A repository may contain a `random.py`. Python imports it in place of its own if the repository is on the import path:
as the current folder of `python -m`, or through PYTHONPATH. This module removes the repository, and is the first that a
program of ours imports. Before it no import is safe, so it imports only what Python has loaded or has built in, and not
even `__future__`.
"""

import os
import site
import sys

PACKAGES = os.path.realpath(os.path.join(os.path.dirname(__file__), os.pardir, os.pardir))
"""The folder that holds this package. In a checkout the parsers are below it."""

_OWN = (PACKAGES, os.path.join(PACKAGES, "parsers"))
_INTERACTIVE = ("PYTHONSTARTUP", "PYTHONINSPECT")
_FOLDERS = ("PYTHONUSERBASE", "PYTHONPYCACHEPREFIX")


def restrict_imports(words: list[str]) -> None:
    """Take repositories off the import path of this and all started processes.

    These are the repository around the current folder, and those that `words` name."""
    roots = find_untrusted_roots([_extract_value(word) for word in words])
    sys.path[:] = filter_path(sys.path, roots)
    environment = filter_environment(os.environ, roots)
    if sys.pycache_prefix and "PYTHONPYCACHEPREFIX" not in environment:
        sys.pycache_prefix = None
    for name in [name for name in os.environ if name not in environment]:
        del os.environ[name]
    os.environ.update(environment)
    if sys.flags.ignore_environment and not sys.flags.safe_path and os.name == "posix":
        # Children of `python -E` are started with -E and would not read that they are to be safe.
        os.execv(sys.executable, [sys.executable, "-P", *sys.orig_argv[1:]])


def find_untrusted_roots(folders: list[str]) -> frozenset[str]:
    """Return the repositories around `folders` and the current folder.

    They are real paths. A checkout that codegraph itself runs from is none of them."""
    try:
        here = os.getcwd()
    except OSError:  # it was removed
        here = ""
    roots = {_find_repository(folder) for folder in (here, *folders) if folder and os.path.isdir(folder)}
    return frozenset(root for root in roots if root != PACKAGES)


def filter_path(path: list[str], roots: frozenset[str]) -> list[str]:
    """Return the trusted entries of an import path.

    They are absolute and outside of `roots`, or Python's own libraries, installed packages and codegraph come from
    them."""
    return [entry for entry in path if os.path.isabs(entry) and (_is_library(entry) or not _is_inside(entry, roots))]


def filter_environment(environment: "dict[str, str] | os._Environ[str]", roots: frozenset[str]) -> dict[str, str]:
    """Return `environment` for Python processes that import safely.

    They import from no folder of `roots` and not from the current one."""
    found = {name: value for name, value in environment.items() if name not in _INTERACTIVE}
    found["PYTHONSAFEPATH"] = "1"  # keeps the current folder off the import path
    given = [entry for entry in found.pop("PYTHONPATH", "").split(os.pathsep) if entry]
    given = [os.path.abspath(entry) if os.path.realpath(entry) in _OWN else entry for entry in given]
    if not sys.flags.safe_path and os.path.realpath("") == PACKAGES and PACKAGES not in given:
        given.append(PACKAGES)  # `python -m codegraph` in its checkout
    kept = filter_path(given, roots)
    if kept:
        found["PYTHONPATH"] = os.pathsep.join(kept)
    for name in _FOLDERS:
        if name in found and not filter_path([found[name]], roots):
            del found[name]
    return found


def _extract_value(word: str) -> str:
    """Return what a word of a command line may name: `PATH`, `-CPATH`, `--repo=PATH`."""
    if word.startswith("--"):
        return word.partition("=")[2]
    return word[2:] if word.startswith("-") else word


def _find_repository(folder: str) -> str:
    """Return the top folder of the work tree around `folder`.

    Without a work tree that is the folder itself."""
    folder = os.path.realpath(folder)
    at = folder
    while not os.path.lexists(os.path.join(at, ".git")):
        parent = os.path.dirname(at)
        if parent == at:
            return folder
        at = parent
    return at


def _is_library(entry: str) -> bool:
    libraries = [os.path.dirname(os.__file__), *site.getsitepackages()]
    if site.ENABLE_USER_SITE and site.USER_SITE:
        libraries.append(site.USER_SITE)
    real = os.path.realpath(entry)
    return real in _OWN or _is_inside(real, [os.path.realpath(folder) for folder in libraries])


def _is_inside(path: str, roots: "frozenset[str] | list[str]") -> bool:
    real = os.path.realpath(path)
    return any(real == root or real.startswith(root.rstrip(os.sep) + os.sep) for root in roots)
