"""A git repository of a test, with commits that depend on nothing outside it."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

_ENV = {
    "GIT_AUTHOR_NAME": "A", "GIT_AUTHOR_EMAIL": "a@example.org", "GIT_AUTHOR_DATE": "2024-01-01T00:00:00Z",
    "GIT_COMMITTER_NAME": "A", "GIT_COMMITTER_EMAIL": "a@example.org", "GIT_COMMITTER_DATE": "2024-01-01T00:00:00Z",
    "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class GitRepo:
    root: Path

    @classmethod
    def make(cls, root: Path, files: Mapping[str, str | bytes]) -> GitRepo:
        """A repository with one commit on `main`."""
        root.mkdir(parents=True, exist_ok=True)
        repo = cls(root)
        repo.git("init", "-q", "-b", "main")
        repo.commit(files)
        return repo

    def git(self, *arguments: str, input: bytes | None = None) -> bytes:
        env = {k: v for k, v in os.environ.items() if not k.startswith("GIT_")} | _ENV
        command = ("git", "-c", "protocol.file.allow=always", "-C", str(self.root), *arguments)
        return subprocess.run(command, check=True, capture_output=True, env=env, input=input).stdout

    def write(self, files: Mapping[str, str | bytes | None]) -> None:
        """None deletes a file."""
        for name, content in files.items():
            path = self.root / name
            if content is None:
                path.unlink()
                continue
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content if isinstance(content, bytes) else content.encode())

    def commit(self, files: Mapping[str, str | bytes | None]) -> str:
        """Write and commit; returns the commit's id."""
        self.write(files)
        self.git("add", "-A")
        self.git("commit", "-q", "--allow-empty", "-m", "change")
        return self.git("rev-parse", "HEAD").decode().strip()
