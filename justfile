# `just` comes with the development dependencies: .venv/bin/just, or `uv run just`.
set positional-arguments

python := if path_exists(".venv/bin/python") == "true" { ".venv/bin/python" } else { "python3" }
bin := if path_exists(".venv/bin/ruff") == "true" { ".venv/bin/" } else { "" }

_default:
    @just --list --unsorted

# after every change, in less than a minute: lint, types of what changed, every test but those of whole programs
check: lint _types quick

# everything that must hold before a change lands
all: lint types test

# format, lint, layers, sizes, words, structural languages
lint:
    {{bin}}ruff format --check .
    {{bin}}ruff check .
    {{bin}}lint-imports
    {{python}} scripts/check_sizes.py
    {{python}} scripts/check_words.py
    {{python}} scripts/check_languages.py

# write the list of old names and docstrings again, when it has become shorter
words:
    {{python}} scripts/check_words.py --record

# rewrite what can be rewritten
format:
    {{bin}}ruff check --fix .
    {{bin}}ruff format .

# strict in the pure layers, basic elsewhere
types:
    {{bin}}pyright

_types:
    {{python}} scripts/check_types.py

# every test but those of whole programs (tests/e2e); properties are tried with a fifth of their examples
quick *args:
    {{python}} -m pytest -q -n auto --ignore tests/e2e --hypothesis-profile quick "$@"

# the tests, or some of them: just test -k imports
test *args:
    {{python}} -m pytest -n auto "$@"

# regenerate golden files; read the diff before committing it
golden:
    CODEGRAPH_UPDATE_GOLDEN=1 {{python}} -m pytest -q tests/golden
    {{python}} scripts/record_vocabularies.py

# the official protocol suites, which tests run when they are here
suites:
    npm install --no-save --no-audit --no-fund --prefix . @modelcontextprotocol/conformance@0.1.16 @modelcontextprotocol/inspector@2.12.0 node@24

# make the page's bundle from its sources (Node)
page:
    cd ui && npm ci --no-audit --no-fund && npm run build

# how fast the page is in a browser: just bench-ui REPOSITORY
bench-ui *args:
    {{python}} scripts/bench_ui.py "$@"

# write the generated documents
docs:
    {{python}} scripts/gen_docs.py

# speed and size on a source tree: just bench DIR --growth 300 2800 20000
bench *args:
    {{python}} scripts/bench.py "$@"

# how fresh an index stays, and what it survives: just bench-fresh REPOSITORY --kills 20 --seconds 10
bench-fresh *args:
    {{python}} scripts/bench_fresh.py "$@"

# break the resolver in small ways, and list what no test notices (coverage.py must be installed)
mutants *args:
    {{python}} scripts/mutants.py "$@"

# build the wheel with the compiled resolver and compare graphs and speed: just compiled DIR...
compiled *args:
    {{python}} scripts/check_compiled.py "$@"

# accuracy against compiler-grade truth (CODEGRAPH_EVAL_DIR, CODEGRAPH_EVAL_REPOS)
eval *args:
    {{python}} scripts/eval.py "$@"

# accuracy on the two call graph micro-benchmarks (CODEGRAPH_EVAL_PYCG, CODEGRAPH_EVAL_SWARM)
micro *args:
    {{python}} scripts/eval_pycg.py "$@"
    {{python}} scripts/eval_swarm.py "$@"

# definitions of structural languages against universal-ctags, or with --speed against Python's parse: just outline DIR...
outline *args:
    {{python}} scripts/eval_outline.py "$@"

# precision and recall of closed forms, and places of texts with triples beside them
facts *args:
    {{python}} scripts/eval_closed_forms.py "$@"
    {{python}} scripts/eval_sentences.py
