"""Names of the files that are written in Java."""

from codegraph_parsers.languages import LanguageFiles

FILES = LanguageFiles("Java", (".java",))
