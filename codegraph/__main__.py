"""`python -m codegraph`."""

import sys

from codegraph.cli.app import main

if __name__ == "__main__":
    sys.exit(main())
