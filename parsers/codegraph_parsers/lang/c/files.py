"""Names of the files that are written in C."""

from codegraph_parsers.languages import LanguageFiles

FILES = LanguageFiles("C", (".c", ".h", ".def"), reads_content=True)
