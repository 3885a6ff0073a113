"""The language server in an editor that people use: neovim without a window, by its own client."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from support.gitrepo import GitRepo
from support.serving import server_environment

from codegraph.indexing.pipeline import index_repository
from codegraph.settings.config import Config

NVIM = shutil.which("nvim")
SECONDS = 240
STORE = "def helper(number):\n    return number + 1\n"
APP = "from shop.store import helper\n\n\ndef run():\n    return helper(1)\n"

SCRIPT = """
local told = {}
local patience = 100000
local root, command = vim.env.TEST_ROOT, vim.fn.json_decode(vim.env.TEST_SERVER)
vim.o.swapfile = false
vim.cmd("edit " .. root .. "/shop/app.py")
local app = vim.api.nvim_get_current_buf()
local id = vim.lsp.start_client({ cmd = command, root_dir = root })
local function is_ready() local client = vim.lsp.get_client_by_id(id) return client and client.initialized end
assert(vim.wait(patience, is_ready), "the server does not start")
vim.lsp.buf_attach_client(app, id)
vim.api.nvim_win_set_cursor(0, { 5, 12 })
local params = vim.lsp.util.make_position_params(0, vim.lsp.get_client_by_id(id).offset_encoding)
local answers = vim.lsp.buf_request_sync(app, "textDocument/hover", params, patience)
told.hover = answers[1].result.contents.value
vim.lsp.buf.references()
assert(vim.wait(patience, function() return #vim.fn.getqflist() > 0 end), "no references")
told.references = vim.tbl_map(function(item) return { item.lnum, item.col } end, vim.fn.getqflist())
vim.cmd("cclose")
vim.cmd("edit " .. root .. "/shop/store.py")
vim.lsp.buf_attach_client(0, id)
vim.api.nvim_buf_set_lines(0, 0, 1, false, { "def assistant(number):" })
vim.cmd("write")
assert(vim.wait(patience, function() return #vim.diagnostic.get(app) > 0 end), "no diagnostics")
told.diagnostics = vim.tbl_map(function(each) return { each.lnum, each.message } end, vim.diagnostic.get(app))
vim.lsp.stop_client(id)
assert(vim.wait(patience, function() return vim.lsp.get_client_by_id(id) == nil end), "the server does not end")
vim.fn.writefile({ vim.fn.json_encode(told) }, vim.env.TEST_RESULT)
"""


@pytest.mark.skipif(NVIM is None, reason="neovim is not installed")
def test_neovim_hovers_lists_references_and_shows_diagnostics(tmp_path: Path) -> None:
    assert NVIM is not None
    repo = GitRepo.make(
        tmp_path / "shop", {"shop/__init__.py": "", "shop/store.py": STORE, "shop/app.py": APP}
    )  # fmt: skip
    index_repository(repo.root, Config(tmp_path / "home", workers=1, vectors=False))
    script, result = tmp_path / "ask.lua", tmp_path / "result.json"
    script.write_text(SCRIPT)
    environment = server_environment() | {
        "CODEGRAPH_HOME": str(tmp_path / "home"),
        "CODEGRAPH_VECTORS": "false",
        "HOME": str(tmp_path),
        "TEST_ROOT": str(repo.root),
        "TEST_RESULT": str(result),
        "TEST_SERVER": json.dumps([sys.executable, "-m", "codegraph", "lsp"]),
        **{f"XDG_{kind}_HOME": str(tmp_path / kind) for kind in ("CONFIG", "DATA", "STATE", "CACHE")},
    }
    # `+qall!` ends neovim after an error of the script, too, which then has written no result.
    command = [NVIM, "--headless", "-u", "NONE", "-i", "NONE", "-c", f"luafile {script}", "-c", "qall!"]
    ended = subprocess.run(
        command, env=environment, cwd=repo.root, capture_output=True, text=True, timeout=SECONDS, check=False
    )
    assert result.exists(), ended.stderr
    told = json.loads(result.read_text())
    assert "function `helper` · 1 caller" in told["hover"]
    assert "**exact**" in told["hover"]
    assert sorted(told["references"]) == [[1, 5], [1, 24], [5, 12]]
    assert [0, "`helper`: was removed"] in told["diagnostics"]
    assert [4, "`helper`: was removed"] in told["diagnostics"]
