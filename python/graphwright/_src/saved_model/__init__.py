"""tf.saved_model: objects with their functions and variables in files that run without the Python code.

`saving` writes, `loading` reads; `structured_value` has the form of arguments and results, `signatures` the functions that
servers call, `resources` tables and files, `messages` the messages.
"""

from __future__ import annotations

from graphwright._src.saved_model import constants as _constants  # noqa: F401
from graphwright._src.saved_model import fingerprint as _fingerprint  # noqa: F401
from graphwright._src.saved_model import loading as _loading  # noqa: F401
from graphwright._src.saved_model import saving as _saving  # noqa: F401
