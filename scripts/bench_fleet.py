"""A fleet on Ray against processes of this machine: results and costs.

    python scripts/bench_fleet.py make ARCHIVES FOLDER
    python scripts/bench_fleet.py run FOLDER [--jobs 2]

`make` turns archives of packages (wheels, sdists, npm's) into git repositories, one commit each. `run` publishes all
of them with `--engine local`, then with `--engine ray`, which is killed (SIGKILL) when half are published, and
started again. Both places are then compared: the files of each published index by their digests, and the export of
those that differ. CPU is that of whole process trees; that of Ray includes what the kill threw away.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import subprocess
import sys
import tarfile
import tempfile
import time
import zipfile
from pathlib import Path
from typing import Any, NamedTuple

import measure

from codegraph.indexing.incremental import IncrementalSession
from codegraph.publication.manifest import Manifest, decode_manifest, decode_pointer
from codegraph.settings.config import Config

CODEGRAPH = (sys.executable, "-m", "codegraph")
LIST = "repositories.txt"
PAUSE_S = 0.5
QUIET_S = 20.0
"""Seconds without a new publication after which a killed fleet is taken to have ended."""


class Run(NamedTuple):
    """A run of a fleet: its rows and its CPU seconds."""

    rows: list[dict[str, Any]]
    cpu: float

    def count(self, status: str) -> int:
        return sum(row["status"] == status for row in self.rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    verbs = parser.add_subparsers(dest="verb", required=True)
    make = verbs.add_parser("make")
    make.add_argument("archives", type=Path)
    make.add_argument("folder", type=Path)
    run = verbs.add_parser("run")
    run.add_argument("folder", type=Path)
    run.add_argument("--jobs", type=int, default=2)
    given = parser.parse_args()
    if given.verb == "make":
        make_repositories(given.archives, given.folder)
        return
    with tempfile.TemporaryDirectory() as scratch:
        sys.exit(0 if compare_engines(given.folder, given.jobs, Path(scratch)) else 1)


def make_repositories(archives: Path, folder: Path) -> None:
    names: list[str] = []
    for archive in sorted(path for path in archives.rglob("*") if path.is_file()):
        name = archive.name.split("-")[0] if archive.suffix == ".whl" else archive.name.rpartition("-")[0]
        tree = folder / name
        if not name or tree.exists():
            continue
        tree.mkdir(parents=True)
        if archive.suffix in (".whl", ".zip"):
            zipfile.ZipFile(archive).extractall(tree)
        else:
            with tarfile.open(archive) as opened:
                opened.extractall(tree, filter="data")
        run_git(tree, "init", "-q")
        run_git(tree, "add", "-A", "-f")
        date = {"GIT_AUTHOR_DATE": "2026-01-01T00:00:00Z", "GIT_COMMITTER_DATE": "2026-01-01T00:00:00Z"}
        identity = ("-c", "user.name=a", "-c", "user.email=a@example.org")
        subprocess.run(
            ["git", "-C", str(tree), *identity, "commit", "-qm", archive.name], check=True, env=os.environ | date
        )
        names.append(name)
    (folder / LIST).write_text("".join(f"{name}\n" for name in names), encoding="utf-8")
    print(f"{len(names)} repositories in {folder}")


def compare_engines(folder: Path, jobs: int, scratch: Path) -> bool:
    places = {engine: scratch / engine for engine in ("local", "ray")}
    for place in places.values():
        place.mkdir()
    total = len((folder / LIST).read_text(encoding="utf-8").split())
    local = run_fleet(folder, jobs, scratch, "local")
    show("local", local)
    killed_cpu = kill_at_half(folder, jobs, scratch, total)
    before = len(list_pointers(places["ray"]))
    resumed = run_fleet(folder, jobs, scratch, "ray")
    show("ray, resumed", resumed)
    manifests = {engine: read_manifests(place) for engine, place in places.items()}
    same = sum(manifests["local"].get(key) == value for key, value in manifests["ray"].items())
    differing = [key for key in manifests["local"] if manifests["local"][key] != manifests["ray"].get(key)]
    equal = sum(is_export_equal(folder, key, places, scratch) for key in differing)
    ray_cpu = killed_cpu + resumed.cpu
    told = {
        "repositories": total,
        "published_local": local.count("published"),
        "published_when_killed": before,
        "published_after": resumed.count("published"),
        "skipped_after": resumed.count("current"),
        "failed": local.count("failed") + resumed.count("failed"),
        "pointers": {engine: len(list_pointers(place)) for engine, place in places.items()},
        "same_files": same,
        "same_export_of_others": f"{equal} of {len(differing)}",
        "cpu_local_s": round(local.cpu, 1),
        "cpu_ray_s": round(ray_cpu, 1),
        "cpu_ratio": round(ray_cpu / local.cpu, 2),
    }
    print(json.dumps(told))
    is_whole = all(len(list_pointers(place)) == total for place in places.values())
    is_once = before + resumed.count("published") == total
    return is_whole and is_once and same + equal == total


def run_fleet(folder: Path, jobs: int, scratch: Path, engine: str) -> Run:
    with MeasuredChildren() as cost:
        done = subprocess.run(
            build_command(folder, jobs, scratch, engine), env=make_environment(scratch, engine),
            stdout=subprocess.PIPE, text=True, check=False,
        )  # fmt: skip
    return Run(json.loads(done.stdout)["results"]["repositories"], cost[0])


def kill_at_half(folder: Path, jobs: int, scratch: Path, total: int) -> float:
    """Kill a fleet on Ray when half is published, and return the CPU seconds it took."""
    place = scratch / "ray"
    with MeasuredChildren() as cost:
        process = subprocess.Popen(
            build_command(folder, jobs, scratch, "ray"), env=make_environment(scratch, "ray"), stdout=subprocess.DEVNULL
        )
        while process.poll() is None and len(list_pointers(place)) < total // 2:
            time.sleep(PAUSE_S)
        process.send_signal(signal.SIGKILL)
        process.wait()
        seen, since = -1, time.monotonic()
        while time.monotonic() - since < QUIET_S:
            if (now := len(list_pointers(place))) != seen:
                seen, since = now, time.monotonic()
            time.sleep(PAUSE_S)
    print(f"killed with {seen} of {total} published", file=sys.stderr)
    return cost[0]


class MeasuredChildren:
    """CPU seconds of the processes that end in the block, orphans included."""

    def __enter__(self) -> list[float]:
        measure.receive_orphans()
        self._known = {process.pid for process in measure.list_children()}
        self._before = os.times()
        self._cost: list[float] = []
        return self._cost

    def __exit__(self, *error: object) -> None:
        resting = measure.wait_for_orphans(self._known)
        after = os.times()
        user = after.children_user - self._before.children_user
        self._cost.append(user + after.children_system - self._before.children_system + resting)


def build_command(folder: Path, jobs: int, scratch: Path, engine: str) -> list[str]:
    words = ["fleet", "index", str(folder / LIST), "--to", (scratch / engine).as_uri(), "--engine", engine]
    return [*CODEGRAPH, *words, "-j", str(jobs), "--json"]


def make_environment(scratch: Path, engine: str) -> dict[str, str]:
    return os.environ | {"CODEGRAPH_HOME": str(scratch / f"home-{engine}"), "CODEGRAPH_VECTORS_TABLE": "false"}


def list_pointers(place: Path) -> list[Path]:
    return sorted(path for path in place.glob("*/*/commits/*") if len(path.name) == 40)


def read_manifests(place: Path) -> dict[str, list[Any]]:
    """Return the files of each published commit, with the digests of their parts."""
    found: dict[str, list[Any]] = {}
    for pointer in list_pointers(place):
        name = decode_pointer(pointer.read_bytes()).manifest
        manifest: Manifest = decode_manifest((pointer.parents[2] / "manifests" / name).read_bytes())
        found[pointer.name] = [(f.name, [block.id.partition("/")[2] for block in f.blocks]) for f in manifest.files]
    return found


def is_export_equal(folder: Path, commit: str, places: dict[str, Path], scratch: Path) -> bool:
    from codegraph.publication.storage import open_remote

    names = (folder / LIST).read_text(encoding="utf-8").split()
    tree = next(folder / n for n in names if run_git(folder / n, "rev-parse", "HEAD").strip() == commit)
    exports: list[str] = []
    for engine, place in places.items():
        home = scratch / f"reader-{engine}"
        if not IncrementalSession(tree, Config(home, workers=1)).start_from_remote(open_remote(place.as_uri())).commit:
            return False
        command = [*CODEGRAPH, "-C", str(tree), "export", "--external", "--quiet"]
        done = subprocess.run(
            command, env=os.environ | {"CODEGRAPH_HOME": str(home)}, capture_output=True, text=True, check=True
        )
        exports.append(done.stdout)
    print(f"{tree.name}: other files, {'the same' if exports[0] == exports[1] else 'another'} export", file=sys.stderr)
    return exports[0] == exports[1]


def show(what: str, run: Run) -> None:
    print(f"{what}: {run.count('published')} published, {run.cpu:.1f} CPU s", file=sys.stderr)
    for row in run.rows:
        if row["status"] == "failed":
            print(f"  {row['source']}: {row['reason']}", file=sys.stderr)


def run_git(root: Path, *arguments: str) -> str:
    return subprocess.run(["git", "-C", str(root), *arguments], check=True, capture_output=True, text=True).stdout


if __name__ == "__main__":
    main()
