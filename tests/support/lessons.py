"""Labelled pairs of lessons: said again, about the same topic, and contradicting each other. The second half of each list
was written after the thresholds were settled, and decides nothing."""

from __future__ import annotations

SAME = [
    ("Run the migrations before the integration tests", "Before running integration tests, run the migrations"),
    ("Run the migrations before the integration tests", "Integration tests need migrations to be applied first"),
    ("Use rg instead of grep to search the repository", "Search the repository with ripgrep (rg), not grep"),
    ("The CI fails when the lockfile is stale; run uv lock", "If CI fails because of a stale lockfile, run `uv lock`"),
    ("Prefer small commits with a message in the imperative", "Commits should be small and their messages imperative"),
    (
        "Start the dev server with `make dev`, it listens on port 8080",
        "`make dev` starts the development server on port 8080",
    ),
    ("The cache must be cleared after changing the schema", "After a schema change, clear the cache"),
    (
        "Tests that hit the network are marked slow and skipped by default",
        "Network tests carry the slow mark and are skipped unless asked for",
    ),
    ("The parser rejects tabs in YAML files", "YAML files with tabs are rejected by the parser"),
    (
        "Never edit generated files by hand; run the generator",
        "Do not edit generated files manually, rerun the generator instead",
    ),
    ("Use pnpm, not npm, to install dependencies", "Install dependencies with pnpm rather than npm"),
    ("Build with cargo build --release before benchmarking", "Benchmarks need a release build: cargo build --release"),
    (
        "The retry loop backs off exponentially starting at 200 ms",
        "Retries use exponential back-off that starts at 200 ms",
    ),
    ("Timestamps are stored in UTC everywhere", "All timestamps are stored as UTC"),
    ("Deploys to staging happen on every merge to main", "Every merge to main is deployed to staging"),
    (
        "Deadlocks appear when the pool size is below the worker count",
        "If the pool is smaller than the number of workers, it deadlocks",
    ),
    ("Format code with ruff format before committing", "Before committing, format the code using ruff format"),
    ("The user prefers answers without emojis", "User likes replies without emojis"),
    ("The billing service owns the invoices table", "The invoices table belongs to the billing service"),
    ("Feature flags are read once at start-up", "Feature flags get read a single time, at startup"),
    (
        "pytest hangs if the event loop fixture is session scoped",
        "A session-scoped event loop fixture makes pytest hang",
    ),
    ("Docker builds need BuildKit enabled", "Enable BuildKit for Docker builds"),
    ("The auth middleware must run before rate limiting", "Rate limiting has to come after the auth middleware"),
    ("Sessions are kept in Redis with a TTL of one hour", "Redis keeps sessions for one hour (TTL)"),
    ("Always use parameterised queries", "Queries must always be parameterised"),
]
TOPIC = [
    ("Run the migrations before the integration tests", "Integration tests run on every pull request"),
    ("Use rg instead of grep to search the repository", "The repository holds three search services"),
    ("The CI fails when the lockfile is stale; run uv lock", "The CI caches the uv download folder"),
    ("Prefer small commits with a message in the imperative", "Commits to main need two approvals"),
    ("Start the dev server with `make dev`, it listens on port 8080", "`make test` runs the unit tests in parallel"),
    ("The cache must be cleared after changing the schema", "The cache lives in Redis, the schema in Postgres"),
    ("Tests that hit the network are marked slow and skipped by default", "Slow tests run nightly on the large runner"),
    ("The parser rejects tabs in YAML files", "The parser is generated from a grammar file"),
    ("Never edit generated files by hand; run the generator", "Generated files are left out of coverage"),
    ("Use pnpm, not npm, to install dependencies", "Dependencies are updated on Mondays by a bot"),
    ("Build with cargo build --release before benchmarking", "cargo clippy must be clean before a release"),
    ("The retry loop backs off exponentially starting at 200 ms", "Retries are logged at warning level"),
    ("Timestamps are stored in UTC everywhere", "Timestamps of log lines have microseconds"),
    ("Deploys to staging happen on every merge to main", "Staging uses a copy of the production database"),
    ("Deadlocks appear when the pool size is below the worker count", "The pool of workers is restarted every hour"),
    ("Format code with ruff format before committing", "ruff check reports unused imports"),
    ("The user prefers answers without emojis", "The user prefers tabs over spaces"),
    ("The billing service owns the invoices table", "The billing service is written in Go"),
    ("Feature flags are read once at start-up", "Feature flags are defined in flags.toml"),
    ("pytest hangs if the event loop fixture is session scoped", "pytest fixtures live in conftest.py"),
    ("Docker builds need BuildKit enabled", "Docker images are pushed to the registry by CI"),
    ("The auth middleware must run before rate limiting", "The rate limit is 100 requests a minute"),
    ("Sessions are kept in Redis with a TTL of one hour", "Redis runs in cluster mode in production"),
    ("Always use parameterised queries", "Slow queries are logged with their plan"),
    ("Login tokens expire after one day", "Login pages are rendered on the server"),
]
CONTRADICTING = [
    ("Use npm to install dependencies", "Use pnpm to install dependencies"),
    ("The dev server listens on port 8080", "The dev server listens on port 9090"),
    ("Run the migrations before the integration tests", "Run the migrations after the integration tests"),
    ("Timestamps are stored in UTC", "Timestamps are stored in local time"),
    ("Deploys to staging happen on every merge to main", "Deploys to staging happen on Fridays only"),
    ("The user prefers tabs over spaces", "The user prefers spaces over tabs"),
    ("Sessions are kept in Redis", "Sessions are kept in Postgres"),
    ("Format code with black", "Format code with ruff"),
    ("The auth middleware must run before rate limiting", "The auth middleware must run after rate limiting"),
    ("Feature flags are read once at start-up", "Feature flags are read on every request"),
    ("Always squash commits before merging", "Never squash commits before merging"),
    ("The retry loop gives up after 3 attempts", "The retry loop gives up after 5 attempts"),
    ("The billing service is written in Go", "The billing service is written in Rust"),
    ("Tests run on Python 3.11", "Tests run on Python 3.13"),
    ("Releases are cut from main", "Releases are cut from release branches"),
]

SAME_HELD_OUT = [
    ("Log lines go to stderr, results go to stdout", "Results are printed to stdout and log lines to stderr"),
    ("The scheduler retries a failed job three times", "A failed job is retried three times by the scheduler"),
    (
        "Secrets are read from the vault, never from the environment",
        "Never read secrets from the environment; they come from the vault",
    ),
    (
        "Close the database connection in a finally block",
        "The connection to the database must be closed in a finally block",
    ),
    (
        "Use the factory in tests/factories.py to build users",
        "Users in tests are built with the factory in tests/factories.py",
    ),
    ("Snapshots are updated with `make snapshots`", "Run `make snapshots` to update the snapshots"),
    (
        "The importer skips rows without an e-mail address",
        "Rows that lack an e-mail address are skipped by the importer",
    ),
    (
        "Rebase feature branches on main before opening a pull request",
        "Before opening a pull request, rebase the feature branch on main",
    ),
    (
        "The websocket closes after thirty seconds of silence",
        "After thirty seconds without a message the websocket is closed",
    ),
    ("Public functions need a docstring", "Every public function needs a docstring"),
]
TOPIC_HELD_OUT = [
    ("Log lines go to stderr, results go to stdout", "Log lines are rotated every night"),
    ("The scheduler retries a failed job three times", "The scheduler keeps its jobs in a Postgres table"),
    ("Secrets are read from the vault, never from the environment", "The vault is unsealed by the operations team"),
    ("Close the database connection in a finally block", "The database is backed up before every migration"),
    ("Use the factory in tests/factories.py to build users", "Users can be merged by an administrator"),
    ("Snapshots are updated with `make snapshots`", "Snapshots of the disk are taken every hour"),
    ("The importer skips rows without an e-mail address", "The importer reads CSV and Parquet files"),
    ("Rebase feature branches on main before opening a pull request", "Pull requests are reviewed within a day"),
    ("The websocket closes after thirty seconds of silence", "The websocket sends JSON frames"),
    ("Public functions need a docstring", "Public buckets are not allowed"),
]
CONTRADICTING_HELD_OUT = [
    ("The worker listens on port 7000", "The worker listens on port 7001"),
    ("Run the linter before the tests", "Run the linter after the tests"),
    ("Logs are written to a file", "Logs are never written to a file"),
    ("Enable the cache in production", "Disable the cache in production"),
    ("The importer is written in Python", "The importer is written in Scala"),
    ("Invoices are sent monthly by the billing job", "Invoices are sent weekly by the billing job"),
]
