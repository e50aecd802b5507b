"""Sphinx's configuration. `bash tools/docs.sh` puts its sources together and runs it: see docs/extension/stage.py."""

import os
import pathlib
import sys

_ROOT = pathlib.Path(os.environ["GRAPHWRIGHT_ROOT"])
sys.path.insert(0, str(_ROOT / "docs/extension"))

project = "graphwright"
copyright = "the authors of graphwright"
extensions = ["myst_nb", "graphwright_site"]
root_doc = "index"
exclude_patterns = ["readme.md"]
language = "en"

# Each notebook and each page with code runs when its text has changed, in a kernel of this environment.
nb_execution_mode = os.environ.get("GRAPHWRIGHT_DOCS_EXECUTE", "cache")
nb_execution_cache_path = str(_ROOT / "build/docs/executed")
nb_execution_timeout = 300
nb_execution_show_tb = True
nb_merge_streams = True
myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 3

html_theme = "furo"
html_title = "graphwright"
html_static_path = ["static"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_sphinx = False
html_split_index = True
html_domain_indices = False
python_maximum_signature_line_length = 100
toc_object_entries = False
pygments_style = "tango"
