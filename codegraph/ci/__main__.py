"""`python -m codegraph.ci`: what the GitHub action runs."""

import sys

from codegraph.ci.github import run

if __name__ == "__main__":
    sys.exit(run())
