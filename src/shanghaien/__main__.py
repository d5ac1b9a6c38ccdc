"""`python -m shanghaien` is the `shanghaien` command."""

import sys

from shanghaien.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
