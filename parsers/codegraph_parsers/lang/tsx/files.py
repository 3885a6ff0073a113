"""Names of the files that are written in TSX."""

from codegraph_parsers.languages import LanguageFiles

FILES = LanguageFiles("TSX", (".tsx",), manifests=("codegraph_parsers.lang._ecmascript.project:MANIFESTS",))
