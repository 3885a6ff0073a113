"""Package managers whose packages are followed between repositories."""

from __future__ import annotations

from typing import Final, NamedTuple

from codegraph.manifests.manifest import Ecosystem
from codegraph.workspace import path_starts
from codegraph.workspace.path_starts import Starts


class PackageManager(NamedTuple):
    """A package manager, and how code of its languages reaches what a package has.

    `name` is that of SCIP. `exports_all` says that code offers members, or all names, without saying so. A call of the
    member `constructor` of a class makes an object.
    """

    name: str
    languages: tuple[str, ...]
    list_starts: Starts
    exports_all: bool = False
    constructor: str = ""


MANAGERS: Final = {
    Ecosystem.PYTHON: PackageManager("pypi", ("python",), path_starts.list_python_starts, exports_all=True),
    Ecosystem.NPM: PackageManager(
        "npm", ("javascript", "typescript", "tsx", "vue", "svelte", "astro"), path_starts.list_npm_starts,
        exports_all=True,
    ),
    Ecosystem.GO: PackageManager("gomod", ("go",), path_starts.list_go_starts),
    Ecosystem.JVM: PackageManager("maven", ("java", "kotlin"), path_starts.list_jvm_starts),
    Ecosystem.CARGO: PackageManager("cargo", ("rust",), path_starts.list_crate_starts),
    Ecosystem.NUGET: PackageManager("nuget", ("csharp",), path_starts.list_nuget_starts),
    Ecosystem.COMPOSER: PackageManager("composer", ("php",), path_starts.list_composer_starts),
    Ecosystem.RUBYGEMS: PackageManager(
        "rubygems", ("ruby",), path_starts.list_gem_starts, exports_all=True, constructor="new"
    ),
}  # fmt: skip

ECOSYSTEMS: Final = {language: ecosystem for ecosystem, manager in MANAGERS.items() for language in manager.languages}
"""Languages whose packages are found, by the world of their names."""
