"""Names of the files that are written in Go."""

from codegraph_parsers.languages import LanguageFiles

FILES = LanguageFiles("Go", (".go",), manifests=("go.mod", "go.work"))
