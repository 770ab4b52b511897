"""`python -m caribbean`: the same as `caribbean`."""

import sys

from .cli import main

sys.exit(main())
