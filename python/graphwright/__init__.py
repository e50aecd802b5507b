"""graphwright: TensorFlow 2's programming model on a small, fast engine.

>>> import graphwright as tf
>>> x = tf.constant([[1.0, 2.0], [3.0, 4.0]])
>>> tf.reduce_sum(x @ x)
<tf.Tensor: shape=(), dtype=float32, numpy=54.0>

What users reach as `tf.<name>` is published by the files below `_src/`, which are imported when somebody first asks for one
of their names, but for those in `_GROUND`: see `_src/base/export.py`.
"""

from __future__ import annotations

from graphwright._src.base._load_core import load_core as _load_core
from graphwright._src.base._load_core import set_limits as _set_limits

_load_core()

from graphwright import _core as _core  # noqa: E402
from graphwright._src.base import export as _export_module  # noqa: E402
from graphwright._src.base.hooks import load_hook as _load_hook  # noqa: E402
from graphwright._version import __version__ as __version__  # noqa: E402

# What a fork needs, what the core cannot do without, in this order, and `tf.function`, which most programs use.
_GROUND = "base.forking base.errors tensor.dtypes tensor.tensor_shape tensor.tensor function"

_export_module.open_namespaces()
for _name in _GROUND.split():
    __import__(f"graphwright._src.{_name}")
_export_module.note_deprecated()
_core.register_hook("load_hook", _load_hook)
_set_limits()


def load_ipython_extension(shell: object) -> None:
    """Adds rich displays and magics to IPython, which calls this for `%load_ext graphwright`."""
    from graphwright._src.runner import jupyter

    jupyter.load(shell)


def unload_ipython_extension(shell: object) -> None:
    """Takes them back, for `%unload_ext graphwright`."""
    from graphwright._src.runner import jupyter

    jupyter.unload(shell)
