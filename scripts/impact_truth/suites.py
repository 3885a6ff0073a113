"""Measured projects and runs of their suites under a plugin.

They run in an interpreter that has their dependencies. Recordings are kept in a cache folder by project, revision and
plugin, because a suite takes longer than its scoring.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

import codegraph
import codegraph_parsers

FORMATS = {"recorder": "2", "mutants": "2", "history": "2"}
"""What is kept is of this format; a change of a plugin that changes what it finds needs another."""

HERE = Path(__file__).resolve().parent


class Project(NamedTuple):
    """Measured project.

    `source` is the folder of the tested code. `developed` means that the selection was developed with this project.
    """

    name: str
    source: str
    arguments: tuple[str, ...] = ()
    developed: bool = False
    tests: str = "tests"
    environment: Mapping[str, str] = MappingProxyType({})
    folder: str = ""
    """Folder below the root that the tests import from."""

    @property
    def title(self) -> str:
        return f"{self.name} (developed on)" if self.developed else self.name


PROJECTS = (
    Project("cookiecutter", "cookiecutter", developed=True),
    Project("marshmallow", "src", developed=True),
    Project("pyjwt", "jwt"),
    Project("werkzeug", "src", ("--ignore=tests/test_serving.py",)),  # starts servers in other processes
    Project("tomlkit", "tomlkit", ("--ignore=tests/test_toml_tests.py",)),  # its cases are in a submodule
)
"""Pure Python, tested by pytest offline in under a minute, of five authors; chosen before anything was measured."""


HELD_OUT = (
    Project("sqlparse", "sqlparse"),
    Project("h2", "src"),
    Project("wtforms", "src"),
    Project("jinja2", "src"),
    Project("mistune", "src"),
    Project("structlog", "src"),
    Project("httpcore", "httpcore"),
    Project("cachetools", "src"),
    Project("boltons", "boltons"),
    Project("python-dotenv", "src"),
)
"""Source packages as published, each made a git repository of one commit. The first four were asked which of the
sharpenings to keep, and the misses of jinja2 were looked at; for mistune nothing was changed. The misses of the last
five were read."""


APPLICATIONS = (
    Project("ihatemoney", "ihatemoney", tests="ihatemoney/tests", developed=True),
    Project("healthchecks", "hc", ("--nomigrations", "hc/accounts"), tests="hc/api", developed=True,
            environment={"DJANGO_SETTINGS_MODULE": "impact_truth.fast_settings", "IMPACT_SETTINGS": "hc.settings"}),
    Project("linkding", "bookmarks", ("--ignore=bookmarks/tests_e2e",), tests="bookmarks/tests",
            environment={"DJANGO_SETTINGS_MODULE": "bookmarks.settings.dev"}),
    Project("babybuddy", "core", ("-o", "python_files=tests*.py"), tests=".",
            environment={"DJANGO_SETTINGS_MODULE": "babybuddy.settings.test"}),
    Project("django-todo", "todo", tests="todo/tests", environment={"DJANGO_SETTINGS_MODULE": "test_settings"}),
    Project("django-helpdesk", "src/helpdesk",
            environment={"DJANGO_SETTINGS_MODULE": "demodesk.config.settings"}),
    Project("mealie", "mealie", tests="tests/integration_tests/user_household_tests"),
    Project("lnbits", "lnbits", tests="tests/api"),
    Project("docat", "docat/docat", tests="docat/tests", folder="docat"),
    Project("apprise-api", "apprise_api/api", tests="apprise_api/api/tests", folder="apprise_api",
            environment={"DJANGO_SETTINGS_MODULE": "core.settings.pytest"}),
)  # fmt: skip
"""Deployed products that are tested through HTTP clients. Each has an environment of its own beside its clone."""


class Setting(NamedTuple):
    """Interpreter and folders.

    `python` has the projects' dependencies and pytest; `checkouts` holds one git clone per project. A project `NAME`
    with a virtual environment `NAME.env` beside it runs in that.
    """

    checkouts: Path
    python: Path
    cache: Path

    def get_root(self, project: Project) -> Path:
        return self.checkouts / project.name

    def get_python(self, project: Project) -> Path:
        own = self.checkouts / f"{project.name}.env" / "bin" / "python"
        return own if own.is_file() else self.python

    def get_revision(self, project: Project) -> str:
        return run_git(self.get_root(project), "rev-parse", "HEAD").strip()


def run_git(root: Path, *arguments: str) -> str:
    done = subprocess.run(("git", "-C", str(root), *arguments), capture_output=True, check=True)
    return done.stdout.decode("utf-8", "replace")


def run_suite(
    setting: Setting, project: Project, plugin: str, out: Path, root: Path | None = None, **environment: str
) -> None:
    """Run the project's tests with a plugin of this package.

    Raises SystemExit when it wrote nothing.
    """
    root = root or setting.get_root(project)
    home = setting.cache / "home"
    home.mkdir(parents=True, exist_ok=True)
    paths = [str(root / (project.folder or ("src" if (root / "src").is_dir() else ""))), str(HERE.parent)]
    variables = {
        **os.environ, **project.environment, **environment, "HOME": str(home), "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONPATH": os.pathsep.join(paths), "IMPACT_ROOT": str(root), "IMPACT_OUT": str(out), "PYTHONHASHSEED": "0",
    }  # fmt: skip
    command = [
        str(setting.get_python(project)), "-m", "pytest", "-q", "-o", "addopts=", "-o", "filterwarnings=",
        "-p", "no:cacheprovider", "--continue-on-collection-errors", "-p", f"impact_truth.{plugin}",
        *project.arguments, project.tests,
    ]  # fmt: skip
    run_pytest(command, root, variables, out)


def run_pytest(command: list[str], root: Path, variables: dict[str, str], out: Path) -> None:
    """Run pytest.

    Raises SystemExit with its output when `out` was not written: failing tests are no error.
    """
    done = subprocess.run(command, cwd=root, env=variables, capture_output=True, timeout=1800, check=False)
    if not out.is_file():
        said = (done.stdout + done.stderr)[-2000:].decode("utf-8", "replace")
        raise SystemExit(f"{root}: pytest ended with {done.returncode} and wrote no {out.name}:\n{said}")


def build_output_path(setting: Setting, project: Project, plugin: str, *more: str) -> Path:
    """Return the path of a plugin's cached output."""
    text = "\0".join((FORMATS[plugin], setting.get_revision(project), *project.arguments, *more))
    digest = hashlib.blake2b(text.encode(), digest_size=6).hexdigest()
    return setting.cache / f"{project.name}-{plugin}-{digest}.json"


def hash_program() -> str:
    """Hash every module of the program.

    Cached predictions are valid for one version only.
    """
    digest = hashlib.blake2b(digest_size=6)
    for package in (codegraph, codegraph_parsers):
        for path in sorted(Path(package.__file__ or "").parent.rglob("*.py")):
            digest.update(path.read_bytes())
    return digest.hexdigest()


def ensure_recording(setting: Setting, project: Project) -> Path:
    out = build_output_path(setting, project, "recorder")
    if not out.is_file():
        run_suite(setting, project, "recorder", out)
    return out
