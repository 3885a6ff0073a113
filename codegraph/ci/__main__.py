"""`python -m codegraph.ci`: what the GitHub action runs."""

import sys

from codegraph.runtime.import_path import restrict_imports

if __name__ == "__main__":
    restrict_imports(sys.argv[1:])
    from codegraph.ci.github import run

    sys.exit(run())
