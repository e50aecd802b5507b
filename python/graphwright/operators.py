"""tf.__operators__: Python's operators as functions, by the names that serialized layers have for them."""

from __future__ import annotations

import operator
from typing import Any

from graphwright.export import export, exported


def _tensor(value: Any) -> Any:
    return value if exported("is_tensor")(value) else exported("convert_to_tensor")(value)


@export("__operators__.add")
def add(x: Any, y: Any, name: str | None = None) -> Any:
    """x + y; strings are joined (tf.__operators__.add).

    >>> import graphwright as tf
    >>> tf.__operators__.add([1, 2], 3).numpy().tolist()
    [4, 5]
    """
    with exported("name_scope")(name or "add"):
        return _tensor(x) + y


@export("__operators__.eq")
def eq(self: Any, other: Any) -> Any:
    """self == other, element by element (tf.__operators__.eq).

    >>> import graphwright as tf
    >>> tf.__operators__.eq(tf.constant([1, 2]), 2).numpy().tolist()
    [False, True]
    """
    return operator.eq(_tensor(self), other)


@export("__operators__.ne")
def ne(self: Any, other: Any) -> Any:
    """self != other, element by element (tf.__operators__.ne).

    >>> import graphwright as tf
    >>> tf.__operators__.ne(tf.constant([1, 2]), 2).numpy().tolist()
    [True, False]
    """
    return operator.ne(_tensor(self), other)


@export("__operators__.getitem")
def getitem(tensor: Any, slice_spec: Any, var: Any = None) -> Any:
    """tensor[slice_spec] (tf.__operators__.getitem).

    Args:
      tensor: a tensor.
      slice_spec: what stands between the brackets.
      var: a variable to read from in place of the tensor.

    >>> import graphwright as tf
    >>> tf.__operators__.getitem(tf.constant([1, 2, 3]), slice(1, None)).numpy().tolist()
    [2, 3]
    """
    return (tensor if var is None else var)[slice_spec]


@export("__operators__.ragged_getitem")
def ragged_getitem(rt_input: Any, key: Any) -> Any:
    """rt_input[key] of a ragged tensor (tf.__operators__.ragged_getitem).

    >>> import graphwright as tf
    >>> tf.__operators__.ragged_getitem(tf.ragged.constant([[1], [2, 3]]), 1).numpy().tolist()
    [2, 3]
    """
    return rt_input[key]
