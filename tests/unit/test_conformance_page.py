"""Every tool of a documented system has a test that calls it through a client."""

from __future__ import annotations

from pathlib import Path


def test_no_tool_is_without_a_test():
    page = Path(__file__).resolve().parents[2] / "docs" / "conformance.md"
    assert "no test" not in page.read_text(encoding="utf-8")
