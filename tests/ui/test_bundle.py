"""The bundle is what its sources make, small, and says whose program it contains."""

from __future__ import annotations

import gzip
import json
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
ASSETS, SOURCES = ROOT / "codegraph" / "ui" / "assets", ROOT / "ui"
MOST_COMPRESSED = 80_000


def test_the_bundle_is_small() -> None:
    sizes = [len(gzip.compress((ASSETS / name).read_bytes(), 9)) for name in ("app.js", "app.css")]
    assert sum(sizes) <= MOST_COMPRESSED


def test_the_bundle_asks_nobody_else() -> None:
    text = (ASSETS / "app.js").read_text() + (ASSETS / "app.css").read_text()
    assert "://" not in text.replace("http://www.w3.org/", "")
    assert "@import" not in text and "url(" not in text and "</script" not in text


def test_licences_of_what_is_bundled_are_kept() -> None:
    bundled = json.loads((SOURCES / "package.json").read_text())["dependencies"]
    notice = (ASSETS / "NOTICE").read_text()
    assert list(bundled) == ["preact"]
    assert f"Preact {bundled['preact']}" in notice and "MIT License" in notice


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
@pytest.mark.skipif(not (SOURCES / "node_modules").is_dir(), reason="run `npm ci` in ui/ first")
def test_sources_make_the_bundle_byte_for_byte() -> None:
    done = subprocess.run(["node", "build.mjs", "--check"], cwd=SOURCES, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
