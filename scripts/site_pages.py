"""Hook of mkdocs that puts the documents at the root of the project into the site.

They stand where a reader of the repository looks for them, and link to each other by paths from there. The site has all
pages in one folder, so `docs/` falls away, and `../` in pages of `docs` does.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Final

from mkdocs.structure.files import File, Files

ROOT: Final = Path(__file__).resolve().parent.parent
PAGES: Final = {
    "README.md": "README.md",
    "ARCHITECTURE.md": "ARCHITECTURE.md",
    "BENCHMARKS.md": "BENCHMARKS.md",
    "CHANGELOG.md": "CHANGELOG.md",
    "CODE_OF_CONDUCT.md": "CODE_OF_CONDUCT.md",
    "CONTRIBUTING.md": "CONTRIBUTING.md",
    "SECURITY.md": "SECURITY.md",
    "parsers/README.md": "parsers.md",
}
"""Documents outside of `docs`, by path from the root, and their names in the site."""

LINK: Final = re.compile(r"\]\((?!https?:|#)([^)#\s]+)(#[^)\s]*)?\)")


def on_files(files: Files, config: Any) -> Files:
    """Add the documents of the root."""
    for path, name in PAGES.items():
        text = (ROOT / path).read_text(encoding="utf-8")
        files.append(File.generated(config, name, content=rewrite_links(text, (ROOT / path).parent)))
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Rewrite the links of a page of `docs` that lead out of it."""
    if page.file.src_uri in PAGES.values():
        return markdown
    return rewrite_links(markdown, ROOT / "docs")


def rewrite_links(text: str, folder: Path) -> str:
    """Return a page of `folder` with its links as the site has them.

    A link to a file that the site has not becomes its text."""

    def rewrite(found: re.Match[str]) -> str:
        target = (folder / found[1]).resolve()
        path = target.relative_to(ROOT).as_posix() if target.is_relative_to(ROOT) else ""
        name = PAGES.get(path) or (path.removeprefix("docs/") if path.startswith("docs/") else "")
        return f"]({name}{found[2] or ''})" if name else "]()"

    return re.sub(r"\[([^\]]*)\]\(\)", r"\1", LINK.sub(rewrite, text))
