"""Small repositories, written out for a test."""

from pathlib import Path


def written(tmp_path: Path, files: dict[str, str]) -> Path:
    root = tmp_path / "repo"
    for path, text in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, encoding="utf-8")
    return root
