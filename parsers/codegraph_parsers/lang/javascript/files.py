"""Names of the files that are written in JavaScript."""

from codegraph_parsers.languages import LanguageFiles

FILES = LanguageFiles(
    "JavaScript",
    (".js", ".mjs", ".cjs", ".jsx"),
    shebangs=("node", "bun", "deno"),
    manifests=("codegraph_parsers.lang._ecmascript.project:MANIFESTS",),
)
