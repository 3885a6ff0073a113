"""Names of the files that are written in Kotlin."""

from codegraph_parsers.languages import LanguageFiles

FILES = LanguageFiles("Kotlin", (".kt", ".kts", ".ktm"), shebangs=("kotlin",))
