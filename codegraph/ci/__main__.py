"""`python -m codegraph.ci`: what the GitHub action runs."""

import sys

from codegraph.ci.github import main

if __name__ == "__main__":
    sys.exit(main())
