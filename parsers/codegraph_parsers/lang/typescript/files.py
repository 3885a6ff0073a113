"""Names of the files that are written in TypeScript."""

from codegraph_parsers.languages import LanguageFiles

FILES = LanguageFiles(
    "TypeScript",
    (".ts", ".mts", ".cts"),
    manifests=("codegraph_parsers.lang._ecmascript.project:MANIFESTS",),
    reads_content=True,
)
