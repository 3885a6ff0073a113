"""Names of the files that are written in Python."""

from codegraph_parsers.languages import LanguageFiles

FILES = LanguageFiles(
    "Python",
    (".py", ".pyi", ".pyw"),
    filenames=("SConstruct", "SConscript", "wscript"),
    shebangs=("python",),
    manifests=("codegraph_parsers.collection_config:PYTHON_FILES",),
    kernels=("python", "ipython"),
    blanking="codegraph_parsers.lang.python.magics:blank_magics",
)
