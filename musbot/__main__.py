"""`python -m musbot`: the same as the `musbot` command."""

import sys

from musbot.cli import main

if __name__ == "__main__":
    sys.exit(main())
