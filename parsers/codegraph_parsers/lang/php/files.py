"""Names of the files that are written in PHP."""

from codegraph_parsers.languages import LanguageFiles

ROUTES = (
    "config/routes.yaml", "config/routes.yml", "config/routing.yaml", "config/routing.yml", "config/*routes/*.yaml",
    "config/*routes/*.yml", "config/*routing/*.yaml", "config/*routing/*.yml",
)  # fmt: skip
"""Files that may hold routes of Symfony."""

FILES = LanguageFiles(
    "PHP",
    (".php", ".phtml", ".inc", ".php3", ".php4", ".php5", ".php7", ".phps"),
    shebangs=("php",),
    manifests=("composer.json", *ROUTES),
    reads_content=True,  # other languages have `.inc` and `.blade.php`
)
