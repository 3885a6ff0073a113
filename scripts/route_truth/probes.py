"""Probes of frameworks: the routes that an application has by its own account."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from codegraph_parsers.file_facts import FileFacts
from route_truth.applications import GO, PROBES, Application
from route_truth.go import read_go_routes
from route_truth.tree import CLASSES, TESTS, Route, name_handler, name_inline, normalize

SLASHED = ("express", "koa", "nestjs")
"""Frameworks that take a path with a slash at its end, or several slashes for one, as the same path."""
READ = ("aspnet", "ktor")
"""Frameworks that cannot run here: a script of their own reads the sources."""
NESTJS_LOADERS = ("-r", "ts-node/register/transpile-only", "-r", "tsconfig-paths/register")
PROBED_S = 900
KOTLIN = "kotlin"
"""Entry of an application of Spring in Kotlin, of whose classes Java has stubs."""

UNRESOLVED = re.compile(r"^import .*$|@(?:error\.\w+|java\.lang\.Object|[A-Z]\w*)(?:\([^()\n]*\))?(?=\s)", re.MULTILINE)
"""Names in stubs of what is missing, which Java's compiler does not take."""

KAPT = "plugin:org.jetbrains.kotlin.kapt3"


def run_probe(directory: Path, root: Path, application: Application, facts: Iterable[FileFacts]) -> Iterable[Route]:
    """Yield the routes that the framework says an application has."""
    folder = root / application.folder
    is_slashed = application.framework in SLASHED
    if application.framework in ("express", "koa"):
        arguments = [application.entry, *([application.export] if application.export else [])]
        command = ["node", str(PROBES / f"{application.framework}_routes.js"), *arguments]
    elif application.framework == "nextjs":
        command = ["node", str(PROBES / "next_routes.js"), str(directory / f"{application.name}.env")]
    elif application.framework == "nestjs":
        command = ["node", *NESTJS_LOADERS, str(PROBES / "nestjs_routes.js"), application.entry]
    elif application.framework in READ:
        command = [sys.executable, str(PROBES / f"{application.framework}_routes.py")]
    elif application.framework == "symfony":
        command = ["php", "-d", "xdebug.mode=off", str(PROBES / "symfony_routes.php"), *application.entry.split()]
    elif application.framework == "spring":
        jars = directory / "spring.env"
        sources = write_stubs(jars, folder) if application.entry == KOTLIN else folder
        command = write_spring_command(jars, sources)
    else:
        python = directory / f"{application.checkout}.env" / "bin" / "python"
        command = [str(python), str(PROBES / f"{application.framework}_routes.py"), application.entry]
    if application.framework in GO:
        command = [sys.executable, str(PROBES / "go_routes.py"), application.framework, application.entry]
    environment = {**os.environ, **application.environment, "ROUTE_ROOT": str(root)}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=PROBED_S)
    by_path = {each.path: each for each in facts}
    lines = [line.removeprefix("ROUTE ") for line in done.stdout.splitlines()]
    rows = [json.loads(line) for line in lines if line.startswith('{"method"')]
    if not rows:
        raise SystemExit(f"{application.name}: the probe found no route\n{done.stderr[-2000:]}")
    if application.framework in GO:
        yield from read_go_routes(rows, application, facts)
        return
    if application.entry == KOTLIN:
        yield from read_stubs(rows, facts)
        return
    for row in rows:
        file = Path(row["file"] or "/")
        is_own = file.is_relative_to(root) and "node_modules" not in file.parts
        if not is_own and not is_slashed and application.framework not in ("nextjs", "django"):
            continue
        of = by_path.get(file.relative_to(root).as_posix()) if is_own else None
        if of is not None and row.get("name"):
            handler = f"{of.path}::{row['name']}"
        elif row.get("kind") == "class":
            handler = name_handler(of, row["line"], CLASSES)
        else:
            handler = name_inline(of, row["line"], is_nested=application.framework in READ)
        path = normalize(row["path"])
        if is_slashed:
            path = re.sub("/+", "/", path).rstrip("/") or "/"
        yield Route(row["method"], path, handler)


def write_stubs(jars: Path, folder: Path) -> Path:
    """Return a folder with stubs in Java of the classes of Kotlin sources.

    Kotlin's compiler writes them (`kotlin-compiler` of npm, in the folder of the jars), whatever is missing."""
    compiler, out = jars / "kotlin-compiler", jars / "stubs"
    shutil.rmtree(out, ignore_errors=True)
    plugin = compiler / "lib" / "kotlin-annotation-processing.jar"
    place = os.pathsep.join(map(str, sorted(jars.glob("*.jar"))))
    options = {
        "aptMode": "stubs", "sources": out / "s", "classes": out / "c", "stubs": out / "stubs",
        "incrementalData": out / "i", "correctErrorTypes": "true", "apclasspath": place.split(os.pathsep)[0],
    }  # fmt: skip
    command = [
        "bash",
        str(compiler / "bin" / "kotlinc"),
        f"-Xplugin={plugin}",
    ]
    for key, value in options.items():
        command += ["-P", f"{KAPT}:{key}={value}"]
    command += ["-cp", place, "-d", str(out / "out"), *map(str, sorted(folder.glob("**/src/main/kotlin")))]
    subprocess.run(command, capture_output=True, check=False, timeout=PROBED_S)
    for stub in (out / "stubs").rglob("*.java"):
        text = stub.read_text("utf-8")
        if "web.bind.annotation" in text or "stereotype" in text:
            stub.write_text(UNRESOLVED.sub("", text), "utf-8")
        else:
            stub.unlink()
    return out / "stubs"


def read_stubs(rows: list[dict[str, Any]], facts: Iterable[FileFacts]) -> Iterable[Route]:
    """Yield routes of stubs, whose handlers are the methods of their names."""
    names = {(each.package, symbol.qualname): each.path for each in facts for symbol in each.symbols}
    for row in rows:
        package = re.search(r"^package ([\w.]+);", Path(row["file"]).read_text("utf-8"), re.MULTILINE)
        path = names.get((package[1] if package else "", row["name"]), "")
        yield Route(row["method"], normalize(row["path"]), f"{path}::{row['name']}")


def write_spring_command(jars: Path, folder: Path) -> list[str]:
    """Return a command of javac that prints the routes of sources.

    Those of tests are left out."""
    place = os.pathsep.join(map(str, sorted(jars.glob("*.jar"))))
    classes = jars / "classes"
    compiled = ["javac", "-d", str(classes), "-cp", place, str(PROBES / "SpringRoutes.java")]
    subprocess.run(compiled, check=True, timeout=PROBED_S)
    sources = [each for each in sorted(folder.rglob("*.java")) if each.name != "module-info.java"]
    listed = jars / "sources"
    listed.write_text("".join(f"{each}\n" for each in sources if not TESTS.search(each.relative_to(folder).as_posix())))
    processor = f"{classes}{os.pathsep}{place}"
    return [
        "javac",
        "-proc:only",
        "-processor",
        "SpringRoutes",
        "-processorpath",
        processor,
        "-cp",
        place,
        f"@{listed}",
    ]
