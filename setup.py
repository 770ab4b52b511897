"""The two things pyproject.toml cannot say: how the C core is built, and that its wheel is abi3."""

import sysconfig

from setuptools import setup

# A free-threaded interpreter has no limited API, so its wheel is its own.
_ABI3 = {} if sysconfig.get_config_var("Py_GIL_DISABLED") else {"py_limited_api": "cp311"}

setup(cffi_modules=["csrc/build_ffi.py:ffi"], options={"bdist_wheel": _ABI3})
