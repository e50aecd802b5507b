"""The public names of tf.autodiff. Written by tools/write_stubs.py, not by hand."""
from graphwright._src.gradients.forward_accumulator import ForwardAccumulator as ForwardAccumulator
from graphwright._src.gradients.tape import GradientTape as GradientTape

__all__ = [
    "ForwardAccumulator", "GradientTape",
]
