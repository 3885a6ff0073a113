#!/usr/bin/env python3
"""Checkouts that the sets about finding code need.

  evaluation_checkouts.py list [--checkouts DIR]
  evaluation_checkouts.py make --mirror DIR [--checkouts DIR] [NAME …]

`list` says for each repository whether its clone is there and has its commit, and ends in exit code 1 where one is not.
`make` clones from a folder of git directories called OWNER+NAME or OWNER+NAME/repo, shares their objects, and checks
the commit out. Without a mirror, clone `https://github.com/OWNER/NAME` with its whole history into DIR/NAME.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path

from evaluation_sets.checkouts import VARIABLE, Checkouts, MissingCheckoutError, Repository, list_repositories


def find_mirror(mirror: Path, repository: Repository) -> Path:
    """Return the git directory of a repository in a mirror."""
    name = repository.origin.replace("/", "+")
    for candidate in (mirror / name / "repo", mirror / name, mirror / f"{name}.git"):
        if (candidate / "objects").is_dir():
            return candidate
    raise MissingCheckoutError(f"no git directory of {repository.origin} in {mirror}: fetch it there first")


def make_checkout(mirror: Path, folder: Path, repository: Repository) -> None:
    """Clone one repository where it is missing, and check its commit out."""
    there = folder / repository.name
    if not (there / ".git").exists():
        source = str(find_mirror(mirror, repository))
        _run("git", "clone", "--quiet", "--shared", "--no-checkout", source, str(there))
    _run("git", "-C", str(there), "checkout", "--quiet", "--detach", "--force", repository.commit)


def describe_checkout(checkouts: Checkouts, repository: Repository) -> str:
    """Say what is wrong with a clone; nothing where it can be used."""
    try:
        checkouts.read_git(repository.name, "cat-file", "-e", f"{repository.commit}^{{commit}}")
    except MissingCheckoutError as error:
        return str(error)
    return ""


def _run(*command: str) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise MissingCheckoutError(f"{' '.join(command[:2])} failed: {done.stderr.strip()}")


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("verb", choices=("list", "make"))
    options.add_argument("names", nargs="*", help="only these repositories")
    options.add_argument("--checkouts", default="", help=f"folder of the checkouts (default: {VARIABLE})")
    options.add_argument("--mirror", type=Path, help="folder of git directories to clone from")
    chosen = options.parse_intermixed_args()
    wanted = [one for one in list_repositories() if not chosen.names or one.name in chosen.names]
    unknown = set(chosen.names) - {one.name for one in wanted}
    try:
        if unknown:
            raise MissingCheckoutError(f"not in repositories.json: {', '.join(sorted(unknown))}")
        if chosen.verb == "make":
            folder = Path(chosen.checkouts or os.environ.get(VARIABLE, ""))
            if chosen.mirror is None or folder == Path():
                raise MissingCheckoutError(f"give --mirror, and --checkouts or {VARIABLE}")
            folder.mkdir(parents=True, exist_ok=True)
            for repository in wanted:
                make_checkout(chosen.mirror, folder, repository)
                print(f"{repository.name}: {repository.commit[:12]}")
            return 0
        checkouts = Checkouts.from_environment(chosen.checkouts)
    except MissingCheckoutError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    faults = {repository: describe_checkout(checkouts, repository) for repository in wanted}
    for repository, fault in faults.items():
        print(f"{repository.name}: {fault or f'{repository.commit[:12]} of {repository.origin}'}")
    return 1 if any(faults.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
