"""The command line `caribbean`, the extra `cli`. This file alone may be imported without click and rich."""

from __future__ import annotations

import sys

_NEEDS_EXTRA = "caribbean: this needs click and rich; install them with: pip install 'caribbean-rules[cli]'\n"
_INTERRUPTED = 130
"""What shells report of a program that Ctrl-C ended."""


def main() -> int:
    """Run the command line on `sys.argv` and give its exit status: 0, or 2 where the input cannot be accepted."""
    try:
        # Imported here and not at the top: who installed the library without the extra is told so, in one line.
        from .app import run  # noqa: PLC0415
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in ("click", "rich"):
            raise
        sys.stderr.write(_NEEDS_EXTRA)
        return 2
    except KeyboardInterrupt:
        return _INTERRUPTED
    return run()
