"""Names that TensorFlow Probability imports from the inside of TensorFlow: parts of `nest`, of shapes and of graphs."""

from __future__ import annotations

from typing import Any

import graphwright as tf
from graphwright import _core
from graphwright._src.control_flow.branches_and_loops import first_true
from graphwright._src.internals.registration import sticky_attribute_assignment as sticky_attribute_assignment
from graphwright._src.ops import raw_ops
from graphwright._src.tensor import nest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from graphwright._core import Tensor
    from graphwright._src.tensor.typing import DTypeLike, ShapeLike, TensorLike

# ---- util.nest ----


def _is_namedtuple(instance: object, strict: bool = False) -> bool:
    return isinstance(instance, tuple) and hasattr(instance, "_fields")


def _sequence_like(instance: object, args: Iterable[Any]) -> Any:
    return tf.__internal__.nest.sequence_like(instance, args)


def _yield_value(iterable: Any) -> Iterator[Any]:
    for _, value in _yield_sorted_items(iterable):
        yield value


def _yield_sorted_items(iterable: Any) -> Iterator[tuple[Any, Any]]:
    kind = nest.kind_of(iterable)
    yield from zip(nest.names_of_children(iterable, kind), nest.children_of(iterable, kind), strict=True)


def assert_shallow_structure(
    shallow_tree: object, input_tree: object, check_types: bool = True, expand_composites: bool = False
) -> None:
    """Raises TypeError or ValueError where `input_tree` does not begin as `shallow_tree` does."""
    tf.__internal__.nest.flatten_up_to(
        shallow_tree, input_tree, check_types=check_types, expand_composites=expand_composites
    )


def flatten_with_tuple_paths(structure: object, expand_composites: bool = False) -> list[tuple[tuple, Any]]:
    """Returns the leaves of a nest with their paths."""
    return nest.flatten_with_paths(structure, expand_composites)


def map_structure_with_tuple_paths(func: Callable[..., Any], *structure: object, **kwargs: Any) -> Any:
    """Returns a nest of func(path, leaf, …) of all leaves."""
    return map_structure_with_tuple_paths_up_to(structure[0], func, *structure, **kwargs)


def map_structure_with_tuple_paths_up_to(
    shallow_tree: object,
    func: Callable[..., Any],
    *inputs: object,
    check_types: bool = True,
    expand_composites: bool = False,
) -> Any:
    """Returns a nest as `shallow_tree` of func(path, part, …); parts are what the inputs have in the places of its leaves."""
    options = {"check_types": check_types, "expand_composites": expand_composites}
    flat = [tf.__internal__.nest.flatten_up_to(shallow_tree, tree, **options) for tree in inputs]
    paths = [path for path, _ in nest.flatten_with_paths(shallow_tree, expand_composites)]
    results = [func(path, *parts) for path, *parts in zip(paths, *flat, strict=True)]
    return nest.pack_sequence_as(shallow_tree, results, expand_composites=expand_composites)


def flatten_with_tuple_paths_up_to(
    shallow_tree: object, input_tree: object, check_types: bool = True, expand_composites: bool = False
) -> list[tuple[tuple, Any]]:
    """Returns what a nest has in the places of the leaves of `shallow_tree`, with the paths of these."""
    parts = tf.__internal__.nest.flatten_up_to(shallow_tree, input_tree, check_types, expand_composites)
    return [(path, part) for (path, _), part in zip(nest.flatten_with_paths(shallow_tree), parts, strict=True)]


def flatten_with_joined_string_paths(
    structure: object, separator: str = "/", expand_composites: bool = False
) -> list[tuple[str, Any]]:
    """Returns the leaves of a nest with their paths as text."""
    found = nest.flatten_with_paths(structure, expand_composites)
    return [(separator.join(map(str, path)), leaf) for path, leaf in found]


def map_structure_with_paths(func: Callable[..., Any], *structure: object, **kwargs: Any) -> Any:
    """Returns a nest of func(path, leaf, …) of all leaves, the path being text."""
    return nest.map_structure_with_paths(func, *structure, **kwargs)


def is_nested_or_composite(seq: object) -> bool:
    """Tells whether something is a nest, or a tensor that has parts."""
    return nest.is_nested(seq) or nest.is_composite(seq)


is_sequence_or_composite = is_nested_or_composite


# ---- framework.tensor_shape, framework.tensor_util, framework.ops, ops.array_ops ----


def as_shape(shape: ShapeLike | None) -> Any:
    """Returns a tf.TensorShape."""
    return shape if isinstance(shape, tf.TensorShape) else tf.TensorShape(shape)


def constant_value_as_shape(tensor: Tensor) -> Any:
    """Returns what is known of a tensor that holds a shape."""
    if isinstance(tensor, _core.EagerTensor):
        return tf.TensorShape([None if size == -1 else int(size) for size in tensor.numpy()])
    return tf.TensorShape(_core.constant_value_as_shape(tensor))


def try_evaluate_constant(tensor: Tensor) -> Any:
    """Returns the value of a tensor where it is known while tracing, else None."""
    return tf.get_static_value(tensor)


def prevent_gradient(input: TensorLike, message: str = "", name: str | None = None) -> Any:  # noqa: A002 - TensorFlow's name
    """`input`; a LookupError with this message where someone asks for its gradient."""
    return raw_ops.PreventGradient(input=input, message=message, name=name)


# ---- ops.random_ops ----


def parameterized_truncated_normal(
    shape: ShapeLike,
    means: TensorLike = 0.0,
    stddevs: TensorLike = 1.0,
    minvals: TensorLike = -2.0,
    maxvals: TensorLike = 2.0,
    dtype: DTypeLike | None = None,
    seed: int | None = None,
    name: str | None = None,
) -> Any:
    """Numbers of normal distributions within bounds; the first axis of `shape` goes over the parameters."""
    dtype = tf.float32 if dtype is None else dtype
    parameters = {"means": means, "stdevs": stddevs, "minvals": minvals, "maxvals": maxvals}
    parameters = {key: tf.convert_to_tensor(value, dtype) for key, value in parameters.items()}
    seed, seed2 = tf.compat.v1.get_seed(seed)
    return raw_ops.ParameterizedTruncatedNormal(
        shape=tf.convert_to_tensor(shape, tf.int32), **parameters, seed=seed or 0, seed2=seed2 or 0, name=name
    )


# ---- ops.control_flow_case ----


class Convolution:
    """A convolution whose shapes are looked at before there are tensors.

    Args:
      input_shape: that of its input; what is not known of it is looked at when it is called.
      filter_shape: that of its filter, [spatial..., in_channels, out_channels].
      padding: 'SAME' or 'VALID'.
      strides: by how much the window moves along each spatial axis; 1 by default.
      dilation_rate: how far apart in the input the filter's elements are; 1 by default.
      name: the name of its node in a graph.
      data_format: 'NWC', 'NHWC' or 'NDHWC', or with the channels second.
      num_spatial_dims: how many spatial axes there are; the shapes tell.

    Raises:
      ValueError: the shapes do not fit, or both `strides` and `dilation_rate` are greater than 1.
    """

    def __init__(
        self,
        input_shape: ShapeLike,
        filter_shape: ShapeLike,
        padding: str,
        strides: Sequence[int] | None = None,
        dilation_rate: Sequence[int] | None = None,
        name: str | None = None,
        data_format: str | None = None,
        num_spatial_dims: int | None = None,
    ) -> None:
        self.input_shape = shape = tf.TensorShape(input_shape)
        self.filter_shape = filters = tf.TensorShape(filter_shape)
        self.padding, self.name, self.data_format = padding, name, data_format
        rank = shape.rank if filters.rank is None else filters.rank
        if rank is None and num_spatial_dims is not None:
            rank = num_spatial_dims + 2
        if rank is None:
            raise ValueError("Rank of `input_shape` or `filter_shape` must be known")
        self.num_spatial_dims = axes = rank - 2
        self.strides = [1] * axes if strides is None else list(strides)
        self.dilation_rate = [1] * axes if dilation_rate is None else list(dilation_rate)
        if max(self.strides) > 1 and max(self.dilation_rate) > 1:
            raise ValueError(
                "`strides > 1` not supported in conjunction with `dilation_rate > 1`. "
                f"Received: strides={self.strides} and dilation_rate={self.dilation_rate}"
            )
        if shape.rank is None or filters.rank is None:
            return
        if shape.rank < axes + 2:
            raise ValueError(
                f"`input.shape.rank` must be at least {axes + 2} with {axes} spatial axes. Received: input.shape={shape}"
            )
        channels = shape[-axes - 1 if data_format and data_format.startswith("NC") else -1]
        if channels is not None and filters[-2] is not None and channels % filters[-2]:
            raise ValueError(
                "The number of input channels is not divisible by the corresponding number of output filters. "
                f"Received: input.shape={shape} with {channels} channels and filters.shape={filters}"
            )

    def __call__(self, inp: TensorLike, filter: TensorLike) -> Any:  # noqa: A002 - TensorFlow's name
        """Returns the convolution of `inp` with `filter`."""
        return tf.nn.convolution(
            inp, filter, self.strides, self.padding, self.data_format, self.dilation_rate, name=self.name
        )


def _case_helper(
    cond_fn: Callable[..., Any],
    pred_fn_pairs: Any,
    default: Callable[[], Any] | None,
    exclusive: bool,
    name: str | None,
    allow_python_preds: bool = False,
    **cond_kwargs: Any,
) -> Any:
    """tf.case with another function in the place of tf.cond."""
    return first_true(
        lambda pred, function, otherwise: lambda: cond_fn(pred, function, otherwise, **cond_kwargs),
        pred_fn_pairs,
        default,
        exclusive,
        name or "case",
        allow_python_preds,
    )


# ---- ops.parallel_for.control_flow_ops ----


def pfor(
    loop_fn: Callable[[Any], Any],
    iters: TensorLike,
    fallback_to_while_loop: bool = True,
    parallel_iterations: object = None,
    warn: bool = False,
) -> Any:
    """Returns what a function gives for 0, 1, … iters - 1, as rows, computed together."""
    return tf.vectorized_map(loop_fn, tf.range(iters), fallback_to_while_loop=fallback_to_while_loop)


# ---- ops.linalg.linear_operator ----


def make_composite_tensor(cls: type, module_name: str = "tf.linalg") -> type:
    """Returns a decorator of linear operators' classes that leaves them as they are."""
    return cls
