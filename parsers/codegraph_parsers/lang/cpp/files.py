"""Names of the files that are written in C++."""

from codegraph_parsers.languages import LanguageFiles

FILES = LanguageFiles(
    "C++",
    (
        ".cc", ".cpp", ".cxx", ".c++", ".C", ".hh", ".hpp", ".hxx", ".h++", ".ipp", ".tpp", ".txx", ".tcc", ".ixx",
        ".cppm", ".cu", ".cuh", ".inl", ".inc", ".h",
    ),
    reads_content=True,
)  # fmt: skip
