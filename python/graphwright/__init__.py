"""graphwright: TensorFlow 2's programming model on a small, fast engine.

>>> import graphwright as tf
>>> x = tf.constant([[1.0, 2.0], [3.0, 4.0]])
>>> tf.reduce_sum(x @ x)
<tf.Tensor: shape=(), dtype=float32, numpy=54.0>

What users reach as `tf.<name>` is published by `graphwright.export`; see there. The modules of this package and of
`graphwright.ops` are found by listing their folders, so a new file needs no entry here. Those in `_ON_FIRST_USE` are
imported when somebody first asks for them.
"""

from __future__ import annotations

import os as _os
import sys as _sys

from graphwright import _core as _core
from graphwright import export as _export_module
from graphwright._version import __version__ as __version__

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# Imported before all others, in this order: they need nothing but what stands to their left.
_GROUND = ("export", "errors", "dtypes", "tensor_shape", "type_spec", "tensor_spec", "nest")

# Parts that not every program needs, or that are programs themselves.
_ON_FIRST_USE = frozenset({"as_tensorflow", "protos", "runner"})


def _modules_of(folder: str) -> list[str]:
    """Names of the Python modules and sub-packages in a folder of this package, sorted."""
    found = []
    with _os.scandir(folder) as entries:
        for entry in entries:
            name = entry.name
            if name.endswith(".py"):
                name = name[:-3]
            elif "." in name or not _os.path.exists(_os.path.join(entry.path, "__init__.py")):
                continue
            if not name.startswith("_"):
                found.append(name)
    found.sort()
    return found


def _import_all() -> None:
    here = _os.path.dirname(__file__)
    for name in _GROUND:
        __import__(f"graphwright.{name}")
    for name in _modules_of(_os.path.join(here, "ops")):
        __import__(f"graphwright.ops.{name}")
    for name in _modules_of(here):
        if name not in _ON_FIRST_USE:
            __import__(f"graphwright.{name}")


def __getattr__(name: str) -> Any:
    if name in _ON_FIRST_USE:
        __import__(f"graphwright.{name}")
        return _sys.modules[f"graphwright.{name}"]
    raise AttributeError(f"module 'graphwright' has no attribute '{name}'")


_import_all()
_export_module.publish()
