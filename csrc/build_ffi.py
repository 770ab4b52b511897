"""How the C core becomes the extension module `caribbean._ffi` (setuptools runs this from setup.py).

What Python may call is the part of caribbean.h between its two marks: it is read from there, so the
header stays the only declaration.
"""

import sys
import sysconfig
from pathlib import Path

import cffi

# setuptools runs this file with exec(), from the project root: it wants paths relative to that root,
# and there is no import to find neighbours by.
CSRC = "csrc"
SOURCES = (
    "evaluate.c",
    "tables.c",
    "exact_sweep.c",
    "exact_stud.c",
    "exact_holdem.c",
    "exact_holdem_tally.c",
    "exact_sets.c",
    "exact_bounds.c",
    "exact_exchange.c",
    "exact_exchange_tally.c",
    "exact_pairs.c",
    "exact_pairs_finals.c",
    "exact_triples.c",
    "exact_fresh.c",
    "exact_fresh_player.c",
    "exact_fresh_dealer.c",
    "exact_decide.c",
    "batch.c",
    "batch_avx2.c",
    "batch_avx512.c",
    "dispatch.c",
    "settle.c",
)
HEADERS = (
    "caribbean.h",
    "internal.h",
    "exact.h",
    "exact_exchange.h",
    "exact_triples.h",
    "exact_pairs.h",
    "exact_fresh.h",
    "exact_holdem.h",
)

MSVC_FLAGS = ["/O2", "/W3", "/std:c11"]
GNU_FLAGS = ["-std=c11", "-O3", "-Wall", "-Wextra", "-Wconversion", "-fvisibility=hidden"]


def declarations() -> str:
    """The lines of caribbean.h between "cffi: begin" and "cffi: end"."""
    lines = Path(CSRC, "caribbean.h").read_text(encoding="utf-8").splitlines()
    begin = next(number for number, line in enumerate(lines) if "cffi: begin" in line)
    end = next(number for number, line in enumerate(lines) if "cffi: end" in line)
    return "\n".join(lines[begin + 1 : end])


ffi = cffi.FFI()
ffi.cdef(declarations())
ffi.set_source(
    "caribbean._ffi",
    '#include "caribbean.h"',
    sources=[f"{CSRC}/{name}" for name in SOURCES],
    depends=[f"{CSRC}/{name}" for name in HEADERS],
    include_dirs=[CSRC],
    extra_compile_args=MSVC_FLAGS if sys.platform == "win32" else GNU_FLAGS,
    # The limited API does not exist on free-threaded interpreters; setup.py tags the wheel the same way.
    py_limited_api=not sysconfig.get_config_var("Py_GIL_DISABLED"),
)
