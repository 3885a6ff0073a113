"""Names of the files that are written in PHP."""

from codegraph_parsers.languages import LanguageFiles

FILES = LanguageFiles(
    "PHP",
    (".php", ".phtml", ".inc", ".php3", ".php4", ".php5", ".php7", ".phps"),
    shebangs=("php",),
    manifests=("composer.json",),
    reads_content=True,  # other languages have `.inc` and `.blade.php`
)
