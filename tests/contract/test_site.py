"""The site of the documents builds without a warning, and has the documents of the root."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import changelog_section

import codegraph

ROOT = Path(__file__).resolve().parents[2]


def test_the_site_builds_without_a_warning(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(tmp_path)],
        cwd=ROOT,
        env=os.environ | {"NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert 'href="ARCHITECTURE/"' in (tmp_path / "index.html").read_text(encoding="utf-8")


def test_the_changelog_has_a_section_for_the_version() -> None:
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert changelog_section.find_section(text, f"v{codegraph.__version__}")
    assert changelog_section.find_section(text, "0.0.1") == ""
