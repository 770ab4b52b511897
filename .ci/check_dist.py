"""Whether the wheel and the sdist in a folder are what they should be; prints what is wrong and exits with 1."""

from __future__ import annotations

import subprocess
import sys
import sysconfig
import tarfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

LARGEST_WHEEL = 1_000_000
MADE_BY_SETUPTOOLS = {"PKG-INFO", "setup.cfg"}


def wheel_problems(wheel: Path) -> Iterator[str]:
    """One file for every Python from 3.11 on, small, with its types and with nothing that only building needs."""
    tag = "-".join(wheel.stem.split("-")[2:4])
    if tag != "cp311-abi3" and not sysconfig.get_config_var("Py_GIL_DISABLED"):
        yield f"the wheel is tagged {tag}, not cp311-abi3"
    if wheel.stat().st_size >= LARGEST_WHEEL:
        yield f"the wheel has {wheel.stat().st_size} bytes"
    names = zipfile.ZipFile(wheel).namelist()
    package = [name.removeprefix("caribbean/") for name in names if name.startswith("caribbean/")]
    for wanted in ("__init__.py", "py.typed", "_ffi.pyi", "cli/__init__.py"):
        if wanted not in package:
            yield f"the wheel lacks caribbean/{wanted}"
    for name in names:
        inside = name.startswith("caribbean/") or ".dist-info/" in name
        if not inside or Path(name).suffix in {".c", ".h", ".o", ".pyc", ".toml"} or "tests" in Path(name).parts:
            yield f"the wheel holds {name}"
    sources = {path.relative_to("src/caribbean").as_posix() for path in Path("src/caribbean").rglob("*.py")}
    for name in sorted(sources - set(package)):
        yield f"the wheel lacks caribbean/{name}"


def sdist_problems(sdist: Path) -> Iterator[str]:
    """All that is tracked, so that it builds and its tests run, and nothing else."""
    root = sdist.name.removesuffix(".tar.gz") + "/"
    with tarfile.open(sdist) as archive:
        names = {member.name.removeprefix(root) for member in archive.getmembers() if member.isfile()}
    names = {name for name in names if ".egg-info/" not in name} - MADE_BY_SETUPTOOLS
    tracked = set(subprocess.run(["git", "ls-files"], check=True, capture_output=True, text=True).stdout.split("\n"))
    for name in sorted(tracked - names - {"", ".gitignore"}):
        yield f"the sdist lacks {name}"
    for name in sorted(names - tracked):
        yield f"the sdist holds {name}, which is not tracked"


def main(folder: Path) -> int:
    """Print each problem."""
    (wheel,), (sdist,) = folder.glob("*.whl"), folder.glob("*.tar.gz")
    problems = [*wheel_problems(wheel), *sdist_problems(sdist)]
    print(f"{wheel.name}: {wheel.stat().st_size:,} bytes; {sdist.name}: {sdist.stat().st_size:,} bytes")
    print("\n".join(problems) or "both are in order")
    return bool(problems)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
