#!/usr/bin/env python3
"""Run tests of a Go application and note which route of Gin answered each request.

  go_requests.py PACKAGE …

Runs in the folder of the application's module. Rows are appended to the file that ROUTE_REQUESTS names, as lines of
JSON: method, path of the route, and the functions that were running, the innermost first.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path

ANSWERED = "\tengine.handleHTTPRequest(c)\n"
RECORDER = """package gin

import (
	"encoding/json"
	"os"
	"runtime"
)

func noteRequestOfProbe(method, path string) {
	pcs := make([]uintptr, 64)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(2, pcs)])
	names := []string{}
	for {
		frame, more := frames.Next()
		names = append(names, frame.Function)
		if !more {
			break
		}
	}
	row, _ := json.Marshal(map[string]interface{}{"method": method, "path": path, "stack": names})
	file, err := os.OpenFile(os.Getenv("ROUTE_REQUESTS"), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err == nil {
		file.Write(append(row, '\\n'))
		file.Close()
	}
}
"""


def main() -> int:
    found = subprocess.run(
        ["go", "list", "-f", "{{.Dir}}", "github.com/gin-gonic/gin"], capture_output=True, text=True, check=True
    )
    folder = Path(found.stdout.strip())
    text = (folder / "gin.go").read_text("utf-8")
    with tempfile.TemporaryDirectory() as scratch:
        noting = f"{ANSWERED}\tnoteRequestOfProbe(c.Request.Method, c.FullPath())\n"
        changed, recorder = Path(scratch) / "gin.go", Path(scratch) / "recorder.go"
        changed.write_text(text.replace(ANSWERED, noting, 1), "utf-8")
        recorder.write_text(RECORDER, "utf-8")
        overlay = Path(scratch) / "overlay.json"
        replaced = {str(folder / "gin.go"): str(changed), str(folder / "recorder_of_probe.go"): str(recorder)}
        overlay.write_text(json.dumps({"Replace": replaced}), "utf-8")
        command = ["go", "test", "-vet=off", "-count=1", "-overlay", str(overlay), *sys.argv[1:]]
        return subprocess.run(command, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
