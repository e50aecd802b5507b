"""Keras as tf.keras: the package keras, where it is installed. Written by tools/write_stubs.py, not by hand."""
from typing import Any

from keras.callbacks import *

def __getattr__(name: str) -> Any: ...
