"""Keras 3 on graphwright: `graphwright.keras` is the package `keras`, with its own TensorFlow backend, as `tf.keras` is.

With `TF_USE_LEGACY_KERAS=1` in the environment it is Keras 2, the package `tf_keras`, as in TensorFlow.

Nothing of Keras is rewritten: its backend imports `tensorflow`, which `graphwright.as_tensorflow` serves. Keras comes with
`pip install graphwright[keras]`. It must not have been imported with another backend before.
"""

from __future__ import annotations

import importlib
import os
import sys
from types import ModuleType

from graphwright._src.base.export import keras_2_is_asked_for


def load() -> ModuleType:
    """Imports Keras' view of itself as `tf.keras`, its backend being graphwright.

    Raises:
      ImportError: Keras is not installed or runs on another backend, or the real TensorFlow has been imported.
    """
    from graphwright import as_tensorflow  # noqa: F401 - from here on `tensorflow` is graphwright

    if keras_2_is_asked_for():
        try:
            return importlib.import_module("tf_keras.api._v2.keras")
        except ModuleNotFoundError as error:
            if (error.name or "").partition(".")[0] != "tf_keras":
                raise
            raise ImportError(
                "Keras cannot be imported. Check that it is installed: TF_USE_LEGACY_KERAS asks for tf_keras",
                name="tf_keras",
            ) from error
    if "keras" not in sys.modules:
        os.environ["KERAS_BACKEND"] = "tensorflow"
    try:
        module = importlib.import_module("keras._tf_keras.keras")
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != "keras":
            raise
        raise ImportError("tf.keras needs Keras 3: pip install graphwright[keras]", name="keras") from error
    backend = module.backend.backend()
    if backend != "tensorflow":
        raise ImportError(
            f"Keras was imported with the backend {backend!r}, graphwright serves 'tensorflow'", name="keras"
        )
    return module


if __name__ == "graphwright.keras":
    sys.modules[__name__] = load()
