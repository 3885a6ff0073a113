"""`python -m codegraph`."""

import sys

from codegraph.cli.start import main

if __name__ == "__main__":
    sys.exit(main())
