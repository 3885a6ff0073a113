"""Names of the files that are templates."""

from codegraph_parsers.languages import LanguageFiles

FILES = LanguageFiles("HTML template", (".html", ".htm", ".djhtml", ".jinja", ".jinja2"), reads_content=True)
