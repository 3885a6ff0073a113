"""Packages that one feature needs each, and without which everything else works.

Some come with `codegraph-memory` and not with `codegraph-core`, some with an extra of either. Whoever uses one calls
`require_package` first, so that its absence is an error that names what to install.
"""

from __future__ import annotations

from importlib import import_module
from typing import Final, NamedTuple

from codegraph.errors import CodegraphError, InstallationError

COMPLETE: Final = "codegraph-memory"
CORE: Final = "codegraph-core"


class OptionalPackage(NamedTuple):
    """A package that codegraph starts without.

    `origin` is the distribution or, in brackets, the extra that it comes with. `effect` says what is off without it;
    it is "" for a package that nobody misses who did not ask for its extra.
    """

    name: str
    module: str
    origin: str
    effect: str = ""


PACKAGES: Final = (
    OptionalPackage(
        "lancedb", "lancedb", COMPLETE,
        "no LanceDB table of embeddings is kept; search uses the arrays of the index",
    ),
    OptionalPackage(
        "tree-sitter-language-pack", "tree_sitter_language_pack", COMPLETE, "names of 50 languages are not indexed"
    ),
    OptionalPackage("tree-sitter-fsharp", "tree_sitter_fsharp", COMPLETE, "names in F# are not indexed"),
    OptionalPackage(
        "tree-sitter-systemverilog", "tree_sitter_systemverilog", COMPLETE,
        "names in Verilog and SystemVerilog are not indexed",
    ),
    OptionalPackage(
        "networkx", "networkx", COMPLETE, "no `rank --engine networkx`, no GraphML and GEXF export"
    ),
    OptionalPackage("python-louvain", "community", COMPLETE, "no `clusters --engine louvain`"),
    OptionalPackage("watchdog", "watchdog", CORE, "`watch` polls where it cannot use inotify"),
    OptionalPackage("mcp", "mcp", CORE, "no MCP server"),
    OptionalPackage("pydantic", "pydantic", CORE, "no MCP server"),
    OptionalPackage("pyarrow", "pyarrow", "[parquet]", "no LanceDB table and no Parquet export"),
    OptionalPackage("protobuf", "google.protobuf", "[scip]"),
    OptionalPackage("obstore", "obstore", "[remote]"),
    OptionalPackage("cryptography", "cryptography", "[remote]"),
    OptionalPackage("psycopg", "psycopg", "[postgres]"),
    OptionalPackage("ray", "ray", "[fleet]"),
)  # fmt: skip

_BY_MODULE: Final = {package.module: package for package in PACKAGES}


def is_installed(module: str) -> bool:
    """Tell whether a package is there, without importing it."""
    from importlib.util import find_spec

    try:
        return find_spec(module) is not None
    except (ImportError, ValueError):  # also of a package around it
        return False


def require_package(
    module: str, feature: str, otherwise: str = "", error: type[CodegraphError] = InstallationError
) -> None:
    """Import a package that a feature needs.

    Raises `error` when it is missing or damaged. The hint says what to install, and `otherwise` what to do without.
    """
    package = _BY_MODULE[module]
    try:
        import_module(module)
    except Exception as failure:  # noqa: BLE001 - a damaged package raises whatever it likes
        if isinstance(failure, ModuleNotFoundError) and (failure.name or "") in (module, module.split(".")[0]):
            why, remedy = "is not installed", describe_remedy(package)
        else:
            why = f"cannot be loaded: {type(failure).__name__}: {failure}"
            remedy = f"pip install --force-reinstall {package.name}"
        hint = "; ".join(filter(None, (remedy, otherwise)))
        raise error(f"{feature} needs {package.name}, which {why}", hint=hint) from None


def find_remedy(module: str) -> str:
    """Return the command that installs the package of a module.

    It is "" for one that is not optional.
    """
    package = _BY_MODULE.get(module)
    return describe_remedy(package) if package is not None else ""


def describe_remedy(package: OptionalPackage) -> str:
    """Return the command that installs a package."""
    if package.origin == CORE:
        return f"pip install {package.name}"
    if package.origin == COMPLETE:
        return f"pip install {COMPLETE}"
    return f"pip install '{get_distribution()}{package.origin}'"


def get_distribution() -> str:
    """Return the name of the distribution that is installed here."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        version(COMPLETE)
    except PackageNotFoundError:
        return CORE
    return COMPLETE
