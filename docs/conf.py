"""How Sphinx builds the documentation. The version comes from the installed library."""

import sys
from pathlib import Path

import caribbean

sys.path.insert(0, str(Path(__file__).parent / "_ext"))

project = "caribbean-rules"
project_copyright = "the caribbean-rules authors"
release = version = caribbean.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "exported", "game_pages", "round_diagram", "rule_table"]
myst_enable_extensions = ["deflist"]
myst_heading_anchors = 3
exclude_patterns = ["_build", "_ext"]
# Docstrings write code between single backticks, as Markdown does.
default_role = "code"

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_default_options = {"members": True, "undoc-members": True}
python_use_unqualified_type_names = True
python_maximum_signature_line_length = 100
toc_object_entries = False

html_theme = "furo"
html_title = f"caribbean-rules {version}"
html_copy_source = False
html_show_sphinx = False
