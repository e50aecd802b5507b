"""Serves `tensorflow.python.keras.…` and `tensorflow.python.layers.…` from Keras 2, where it is installed.

It is the package `tf_keras`. TensorFlow has a copy of Keras 2 in these places, for libraries that were written before
Keras moved out.
"""

from __future__ import annotations

import importlib
import types
from typing import Any

import graphwright as tf

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

# What has moved within Keras since.
_MOVED = {
    "layers.merge": "layers.merging",
    "layers.recurrent": "layers.rnn",
    "layers.recurrent_v2": "layers.rnn",
    "optimizer_v2": "optimizers.legacy",
    "saving.saved_model": "saving.legacy.saved_model",
    "saving.saving_utils": "saving.legacy.saving_utils",
    "testing_utils": "testing_infra.test_utils",
}


def resolve(path: str) -> types.ModuleType | None:
    """Returns the module of Keras 2 that is `tensorflow.<path>`, or None where there is none."""
    inner = path.removeprefix("python.")
    if not inner.startswith("keras."):
        return _imported(f"tf_keras.src.legacy_tf_{inner}")
    inner = inner.removeprefix("keras.")
    for before, after in _MOVED.items():
        if inner == before or inner.startswith(before + "."):
            inner = after + inner[len(before) :]
            break
    return _imported(f"tf_keras.src.{inner}")


def _imported(name: str) -> types.ModuleType | None:
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if not (name + ".").startswith(f"{error.name}."):  # something that it needs is missing
            raise
        return None


# ---- layers.utils ----


def smart_cond(
    pred: Any,
    true_fn: Callable[[], Any] | None = None,
    false_fn: Callable[[], Any] | None = None,
    name: str | None = None,
) -> Any:
    """One of two functions' result: chosen at once where `pred` is known, else by `tf.cond`; a variable is never known."""
    if isinstance(pred, tf.Variable):
        return tf.cond(pred, true_fn, false_fn, name)
    return tf.__internal__.smart_cond.smart_cond(pred, true_fn, false_fn, name)


def constant_value(pred: Any) -> bool | None:
    """Returns what is known of `pred`: True, False or None; nothing is known of a variable."""
    if isinstance(pred, int):
        pred = bool(pred)
    return None if isinstance(pred, tf.Variable) else pred if isinstance(pred, bool) else tf.get_static_value(pred)


def deconv_output_length(input_length: int | None, filter_size: int, padding: str, stride: int) -> int | None:
    """Returns how long what a transposed convolution gives is."""
    if input_length is None:
        return None
    added = {"valid": max(filter_size - stride, 0), "full": 2 - stride - filter_size}
    return input_length * stride + added.get(padding.lower(), 0)


def __getattr__(name: str) -> Any:
    if name in ("Input", "Model", "Sequential"):
        return getattr(importlib.import_module("tf_keras"), name)
    return getattr(importlib.import_module("tf_keras.src.utils.conv_utils"), name)
