"""The number of float operations of a node, as TensorFlow counts them for profiles of graphs."""

from __future__ import annotations

import math

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

# (op, "flops" or another kind) -> a function of a graph and a NodeDef that gives an object with the number as `value`, as
# libraries register them.
STATISTICS: dict[tuple[str, str], Callable[[Any, Any], Any]] = {}

_UNARY = {"Reciprocal": 1, "Square": 1, "Log": 1, "Neg": 1, "Rsqrt": 2, "RsqrtGrad": 4, "Softmax": 5}
_BINARY = dict.fromkeys(
    """Add AddV2 Sub Mul RealDiv Maximum Minimum Pow Equal NotEqual Less LessEqual Greater GreaterEqual AssignAdd
    AssignSub""".split(),
    1,
) | {"SquaredDifference": 2}
_REDUCTIONS = ("Sum", "ArgMax", "ArgMin", "BiasAddGrad")


def _size(shape: Any) -> int:
    if not shape.is_fully_defined():
        raise ValueError(f"Shape {shape} is not fully defined")
    return math.prod(shape.as_list())


def _window(op: Any) -> int:
    """Returns the area of a pool's window."""
    size = op.get_attr("ksize")
    at = op.get_attr("data_format").decode().index("H")
    return size[at] * size[at + 1]


def _product(op: Any) -> int:
    first, out = op.inputs[0].shape, op.outputs[0].shape
    _size(first)
    # Only MatMul's own attr counts there: of a transposed batch the last extent is taken.
    at = -2 if op.type == "MatMul" and op.get_attr("transpose_a") else -1
    return 2 * _size(out) * first[at]


def _convolution(op: Any) -> int:
    kernel, out = op.inputs[1].shape, op.outputs[0].shape
    _size(kernel)
    extents = kernel.as_list()
    area = math.prod(extents[:-2] if op.type == "DepthwiseConv2dNative" else extents[:-1])
    return 2 * area * _size(out)


def _convolution_gradient(op: Any) -> float:
    is_input = op.type == "Conv2DBackpropInput"
    kernel, image = (op.inputs[1], op.outputs[0]) if is_input else (op.outputs[0], op.inputs[0])
    strides = op.get_attr("strides")
    _size(image.shape)
    batch, height, width = image.shape.as_list()[:3]
    return 2 * batch * height * width * _size(kernel.shape) / (strides[1] * strides[2])


def flops_of(op: Any) -> Any:
    """Returns the number of float operations of an operation, None where its type has no such number.

    Raises:
      ValueError: its shapes are not known.
    """
    kind = op.type
    registered = STATISTICS.get((kind, "flops"))
    if registered is not None:
        return registered(op.graph, op.node_def).value
    if kind in _UNARY:
        return _UNARY[kind] * _size(op.inputs[0].shape)
    if kind in _BINARY:
        return _BINARY[kind] * _size(op.outputs[0].shape)
    if kind == "L2Loss":
        return 3 * _size(op.inputs[0].shape) - 1
    if kind == "AddN":
        return (len(op.inputs) - 1) * _size(op.outputs[0].shape)
    if kind in ("BiasAdd", "Mean"):
        return _size(op.inputs[0].shape)
    if kind in _REDUCTIONS:
        return _size(op.inputs[0].shape) - _size(op.outputs[0].shape)
    if kind in ("MatMul", "BatchMatMul", "BatchMatMulV2", "BatchMatMulV3"):
        return _product(op)
    if kind in ("Conv2D", "Conv3D", "DepthwiseConv2dNative"):
        return _convolution(op)
    if kind == "Dilation2D":
        kernel = op.inputs[1].shape
        _size(kernel)
        return 2 * _size(op.outputs[0].shape) * kernel[0] * kernel[1]
    if kind in ("Conv2DBackpropInput", "Conv2DBackpropFilter"):
        return _convolution_gradient(op)
    if kind in ("MaxPool", "AvgPool"):
        return _window(op) * _size(op.outputs[0].shape)
    if kind == "MaxPoolGrad":
        return (_window(op) + 1) * _size(op.inputs[1].shape)
    if kind == "AvgPoolGrad":
        return 2 * _window(op) * _size(op.inputs[1].shape)
    return None
