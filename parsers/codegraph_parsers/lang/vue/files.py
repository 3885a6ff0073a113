"""Names of the files that are written in Vue."""

from codegraph_parsers.languages import LanguageFiles

FILES = LanguageFiles("Vue", (".vue",), manifests=("codegraph_parsers.lang._ecmascript.project:MANIFESTS",))
