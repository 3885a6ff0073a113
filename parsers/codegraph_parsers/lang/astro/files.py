"""Names of the files that are written in Astro."""

from codegraph_parsers.languages import LanguageFiles

FILES = LanguageFiles("Astro", (".astro",), manifests=("codegraph_parsers.lang._ecmascript.project:MANIFESTS",))
