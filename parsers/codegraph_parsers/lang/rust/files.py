"""Names of the files that are written in Rust."""

from codegraph_parsers.languages import LanguageFiles

FILES = LanguageFiles("Rust", (".rs",), manifests=("Cargo.toml",))
