#!/usr/bin/env python3
"""List the routes of a Go application as its router has them, as lines of JSON.

  go_routes.py FRAMEWORK ENTRY

Runs in the folder of the application's module. ENTRY is `PACKAGE:EXPRESSION`: the folder of a package and what
gives the router in a function of it, or `PACKAGE:STATEMENTS; EXPRESSION`; several stand on lines of their own.
A test is laid over the package, which is not written to. IMPORTS in the environment are packages that ENTRY needs, a
comma between. A handler is given by the name that the runtime has for it.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

PROBE = """package {package}

import (
\t"encoding/json"
\t"fmt"
\t"reflect"
\t"runtime"
\t"testing"
{imports}
)

func printNamed(method, path, name string) {{
	row, _ := json.Marshal(map[string]string{{"method": method, "path": path, "name": name}})
	fmt.Println("ROUTE " + string(row))
}}

func printRoute(method, path string, handler interface{{}}) {{
	name := ""
	value := reflect.ValueOf(handler)
	if value.Kind() == reflect.Func {{
		name = runtime.FuncForPC(value.Pointer()).Name()
	}} else if member, ok := value.Type().MethodByName("ServeHTTP"); ok {{
		name = runtime.FuncForPC(member.Func.Pointer()).Name()
	}}
	printNamed(method, path, name)
}}

var _, _ = reflect.ValueOf, runtime.FuncForPC

{walk}
func TestListRoutesOfProbe(t *testing.T) {{
\t{statements}
\tprintRoutes({expression})
}}
"""

WALKS = {
    "gin": """
func printRoutes(router *gin.Engine) {
	for _, each := range router.Routes() {
		printNamed(each.Method, each.Path, each.Handler)
	}
}
""",
    "chi": """
func printRoutes(router chi.Routes) { walkRoutes(router, "") }

func walkRoutes(router chi.Routes, prefix string) {
	for _, each := range router.Routes() {
		path := prefix + strings.TrimSuffix(each.Pattern, "/*")
		if each.SubRoutes != nil {
			walkRoutes(each.SubRoutes, path)
			continue
		}
		whole, isAny := each.Handlers["*"]
		if isAny {
			printHandler("ANY", prefix+each.Pattern, whole)
			continue
		}
		for method, handler := range each.Handlers {
			printHandler(method, prefix+each.Pattern, handler)
		}
	}
}

func printHandler(method, path string, handler http.Handler) {
	for {
		chain, ok := handler.(*chi.ChainHandler)
		if !ok {
			break
		}
		handler = chain.Endpoint
	}
	printRoute(method, path, handler)
}
""",
    "net_http": """
func printRoutes(interface{}) {
	seen := map[*http.ServeMux]bool{}
	for _, mux := range http.MuxesOfProbe {
		if !seen[mux] {
			seen[mux] = true
			walkNode(reflect.ValueOf(mux).Elem().FieldByName("tree"))
		}
	}
}

func walkNode(node reflect.Value) {
	if pattern := node.FieldByName("pattern"); !pattern.IsNil() {
		field := node.FieldByName("handler")
		field = reflect.NewAt(field.Type(), unsafe.Pointer(field.UnsafeAddr())).Elem()
		printRoute("", pattern.Elem().FieldByName("str").String(), field.Interface())
	}
	children := node.FieldByName("children")
	for at := 0; at < children.FieldByName("s").Len(); at++ {
		walkNode(children.FieldByName("s").Index(at).FieldByName("value").Elem())
	}
	for _, key := range children.FieldByName("m").MapKeys() {
		walkNode(children.FieldByName("m").MapIndex(key).Elem())
	}
	for _, name := range []string{"multiChild", "emptyChild"} {
		if child := node.FieldByName(name); !child.IsNil() {
			walkNode(child.Elem())
		}
	}
}
""",
}
IMPORTS = {
    "gin": ["github.com/gin-gonic/gin"],
    "chi": ["github.com/go-chi/chi/v5", "net/http", "strings"],
    "net_http": ["net/http", "unsafe"],
}


REGISTER = "func (mux *ServeMux) register(pattern string, handler Handler) {\n"
NOTING = "\tMuxesOfProbe = append(MuxesOfProbe, mux)\n"


def find_name(imported: str) -> str:
    """Return the name by which code knows a package that it imports."""
    return imported.split()[0] if '"' in imported else imported.rpartition("/")[2]


def find_server() -> Path:
    found = subprocess.run(["go", "env", "GOROOT"], capture_output=True, text=True, check=True)
    return Path(found.stdout.strip()) / "src" / "net" / "http" / "server.go"


def main() -> int:
    framework, entries = sys.argv[1:3]
    return max(list_routes(framework, entry) for entry in entries.splitlines())


def list_routes(framework: str, entry: str) -> int:
    """Print the routes of the router that an entry gives."""
    folder, _, code = entry.partition(":")
    statements, _, expression = code.rpartition(";")
    given = [
        each for each in os.environ.get("IMPORTS", "").split(",") if find_name(each) and f"{find_name(each)}." in code
    ]
    wanted = [*IMPORTS[framework], *given]
    root = Path.cwd()
    names = [line.split()[1] for file in sorted((root / folder).glob("*.go")) if not file.name.endswith("_test.go")
             for line in file.read_text("utf-8").splitlines() if line.startswith("package ")]  # fmt: skip
    text = PROBE.format(
        package=names[0], imports="\n".join(f'\t"{each}"' if '"' not in each else f"\t{each}" for each in wanted),
        walk=WALKS[framework], statements=statements.strip(), expression=expression.strip(),
    )  # fmt: skip
    with tempfile.TemporaryDirectory() as scratch:
        (Path(scratch) / "probe.go").write_text(text, "utf-8")
        overlay = Path(scratch) / "overlay.json"
        place = root / folder / "routes_of_probe_test.go"
        replaced = {str(place): str(Path(scratch) / "probe.go")}
        if framework == "net_http":  # a mux may be out of reach in closures around it
            replaced[str(find_server())] = str(Path(scratch) / "server.go")
            changed = find_server().read_text("utf-8").replace(REGISTER, REGISTER + NOTING, 1)
            (Path(scratch) / "server.go").write_text(f"{changed}\nvar MuxesOfProbe []*ServeMux\n", "utf-8")
        overlay.write_text(json.dumps({"Replace": replaced}), "utf-8")
        command = [
            "go",
            "test",
            "-vet=off",
            "-count=1",
            "-overlay",
            str(overlay),
            "-run",
            "TestListRoutesOfProbe",
            "-v",
        ]
        return subprocess.run([*command, f"./{folder}"], check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
