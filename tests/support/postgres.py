"""A PostgreSQL server of a test's own: on a free port, with its data in a folder of its own."""

from __future__ import annotations

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
import time
from pathlib import Path

PLACES = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: path.parent.name, reverse=True)


def find_binaries() -> Path | None:
    """Return the folder with `initdb` and `postgres`, None where there is no server."""
    found = shutil.which("initdb")
    if found and shutil.which("postgres"):
        return Path(found).parent
    for folder in PLACES:
        if (folder / "initdb").exists() and (folder / "postgres").exists():
            return folder
    return None


def find_account() -> str:
    """Return the account that the server runs as: it refuses to run as root."""
    if os.geteuid() != 0:
        return ""
    for name in ("postgres", "nobody"):
        try:
            pwd.getpwnam(name)
        except KeyError:
            continue
        return name
    return ""


class Server:
    """A server that can be stopped, killed and started again. Every login may come in without a password but `locked`."""

    def __init__(self) -> None:
        found = find_binaries()
        assert found is not None
        # No folder of pytest's: those above it are closed to the account that the server runs as.
        self.binaries, self.folder = found, Path(tempfile.mkdtemp(prefix="codegraph-postgres-"))
        self.account = find_account()
        self.port = _find_free_port()
        self.data = self.folder / "data"
        if self.account:
            shutil.chown(self.folder, self.account)
        self._run(
            "initdb", "-D", str(self.data), "-U", "postgres", "-A", "trust", "--no-sync", "-E", "UTF8", "--locale=C"
        )
        rules = "host all locked 127.0.0.1/32 scram-sha-256\nhost all all 127.0.0.1/32 trust\nlocal all all trust\n"
        (self.data / "pg_hba.conf").write_text(rules)
        self._process: subprocess.Popen[bytes] | None = None

    def _command(self, program: str, *arguments: str) -> list[str]:
        command = [str(self.binaries / program), *arguments]
        if not self.account:
            return command
        ids = pwd.getpwnam(self.account)
        return ["setpriv", f"--reuid={ids.pw_uid}", f"--regid={ids.pw_gid}", "--clear-groups", *command]

    def _run(self, program: str, *arguments: str) -> None:
        done = subprocess.run(self._command(program, *arguments), capture_output=True, text=True, cwd=self.folder)
        assert done.returncode == 0, done.stderr

    def start(self) -> None:
        settings = {
            "listen_addresses": "127.0.0.1", "port": str(self.port), "unix_socket_directories": "", "shared_buffers": "32MB",
            "max_connections": "60", "logging_collector": "off", "max_wal_size": "256MB",
            # What a commit wrote survives a crash of the server, which is what tests cause, and not one of the machine.
            "fsync": "off", "full_page_writes": "off", "autovacuum": "off",
        }  # fmt: skip
        options = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
        with open(self.folder / "log", "ab") as log:
            command = self._command("postgres", "-D", str(self.data), *options)
            self._process = subprocess.Popen(command, stdout=log, stderr=log, cwd=self.folder)
        self.wait()

    def wait(self) -> None:
        """Wait until the server takes connections."""
        import psycopg

        until = time.monotonic() + 60
        while True:
            try:
                psycopg.connect(self.uri("postgres", "postgres"), connect_timeout=2).close()
                return
            except psycopg.OperationalError:
                assert time.monotonic() < until, (self.folder / "log").read_text()[-2000:]
                time.sleep(0.05)

    def stop(self, *, at_once: bool = False) -> None:
        """Stop the server; `at_once` as a crash would, so that it recovers when it starts again."""
        if self._process is not None:
            self._run("pg_ctl", "-D", str(self.data), "stop", "-m", "immediate" if at_once else "fast")
            self._process.wait(timeout=60)
            self._process = None

    def remove(self) -> None:
        """Stop the server and delete what it held."""
        self.stop(at_once=True)
        shutil.rmtree(self.folder, ignore_errors=True)

    def uri(self, member: str, database: str) -> str:
        return f"postgresql://{member}@127.0.0.1:{self.port}/{database}"

    def execute(self, sql: str, database: str = "postgres") -> list[tuple[object, ...]]:
        import psycopg

        with psycopg.connect(self.uri("postgres", database), autocommit=True) as connection:
            cursor = connection.execute(sql)  # type: ignore[arg-type]
            return cursor.fetchall() if cursor.description else []


def _find_free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]
