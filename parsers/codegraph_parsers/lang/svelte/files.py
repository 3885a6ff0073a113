"""Names of the files that are written in Svelte."""

from codegraph_parsers.languages import LanguageFiles

FILES = LanguageFiles("Svelte", (".svelte",), manifests=("codegraph_parsers.lang._ecmascript.project:MANIFESTS",))
