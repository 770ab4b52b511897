"""Which version of the library this is. The number itself stands in `pyproject.toml` and nowhere else."""

from __future__ import annotations

import functools


@functools.cache
def library_version() -> str:
    """The version of the installed distribution, such as `0.1.0`."""
    # Imported late: it takes longer than all the rest of the library, and few programs ask.
    from importlib import metadata  # noqa: PLC0415

    return metadata.version("caribbean-rules")
