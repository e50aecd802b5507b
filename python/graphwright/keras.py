"""Keras 3 on graphwright: `graphwright.keras` is the package `keras`, with its own TensorFlow backend, as `tf.keras` is.

Nothing of Keras is rewritten: its backend imports `tensorflow`, which `graphwright.as_tensorflow` serves. Keras comes with
`pip install graphwright[keras]`. It must not have been imported with another backend before.
"""

from __future__ import annotations

import importlib
import os
import sys
from types import ModuleType


def load() -> ModuleType:
    """Imports Keras' view of itself as `tf.keras`, its backend being graphwright.

    Raises:
      ImportError: Keras is not installed or runs on another backend, or the real TensorFlow has been imported.
    """
    from graphwright import as_tensorflow  # noqa: F401 - from here on `tensorflow` is graphwright

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
