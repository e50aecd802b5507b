"""graphwright: TensorFlow 2's programming model on a small, fast engine.

>>> import graphwright as tf
>>> x = tf.constant([[1.0, 2.0], [3.0, 4.0]])
>>> tf.reduce_sum(x @ x)
<tf.Tensor: shape=(), dtype=float32, numpy=54.0>

What users reach as `tf.<name>` is published by `graphwright.export`; see there. The files of this package and of
`graphwright.ops` are imported when somebody first asks for one of their names, but for those in `_GROUND`.
"""

from __future__ import annotations

from graphwright._load_core import load_core as _load_core

_load_core()

from graphwright import _core as _core  # noqa: E402
from graphwright import export as _export_module  # noqa: E402
from graphwright._version import __version__ as __version__  # noqa: E402
from graphwright.hooks import load_hook as _load_hook  # noqa: E402

# What a fork needs, what the core cannot do without, in this order, and `function`, whose name `tf.function` takes over.
_GROUND = ("forking", "errors", "dtypes", "tensor_shape", "tensor", "function")

_export_module.open_namespaces()
for _name in _GROUND:
    __import__(f"graphwright.{_name}")
function = _export_module.exported("function")
_core.register_hook("load_hook", _load_hook)
