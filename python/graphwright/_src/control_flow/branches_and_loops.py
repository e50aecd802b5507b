"""tf.cond, tf.case, tf.switch_case and tf.while_loop: eagerly plain Python, while tracing If, Case and While nodes."""

from __future__ import annotations

import contextlib
import itertools

from graphwright import _core
from graphwright._src.base import errors
from graphwright._src.base.export import export
from graphwright._src.control_flow.assertion import Assert
from graphwright._src.graph import graph as graph_module
from graphwright._src.graph.building import building, drawing_on
from graphwright._src.graph.graph_parts import core_of
from graphwright._src.graph.scopes import control_dependencies, get_static_value, name_scope
from graphwright._src.tensor import dtypes, nest, tensor_shape
from graphwright._src.tensor.composite_tensor import CompositeTensor
from graphwright._src.tensor.type_spec import TypeSpec

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from typing import Any

    from graphwright._core import Tensor
    from graphwright._src.tensor.typing import ShapeLike, TensorLike

_Tensor = _core.Tensor
_cast = _core.op("Cast")
_stack = _core.op("Pack")
_sum = _core.op("Sum")
_numbers = itertools.count(1)


class Branch:
    """A Python function traced into a graph of its own.

    Args:
      scope: the name of the node that the branch is of; names inside begin with it.
      kind: which branch of that it is.
      all_effects: whether effects happen that nothing asks for, in plain graphs and wrapped functions, too.
      own_seeds: whether it draws from seeds of its own also where control flow is TensorFlow 1's, whose parts are no graphs.
    """

    def __init__(self, scope: str, kind: str, all_effects: bool = False, own_seeds: bool = False) -> None:
        self.graph = _core.FuncGraph(f"{scope.replace('/', '_')}_{kind}_{next(_numbers)}")
        self.graph.name_scopes = [scope]
        self.graph.is_body = self.graph.is_branch = True
        outer = _core.current_graph()
        if outer is not None and not all_effects:
            self.graph.effects_on_demand = core_of(outer).is_plain or core_of(outer).effects_on_demand
        self.of_version_1 = self.graph.effects_on_demand and not graph_module.control_flow_v2
        self._draws_outside = self.of_version_1 and not own_seeds
        # Held for what it notes while the branch is traced.
        self._noted: Any = graph_module.graph_of(self.graph) if self.graph.effects_on_demand else None
        self.structure: Any = None
        self.outputs: list = []

    def trace(self, function: Callable, args: Sequence[Any] = (), **attrs: object) -> Any:
        """Runs `function` with this graph on top; returns what it returned."""
        with (drawing_on if self._draws_outside else building)(self.graph):
            return function(*args, **attrs)

    def set_outputs(self, flat: list) -> None:
        """Fixes the outputs: tensors of this graph or values that it can capture."""
        with building(self.graph):
            self.graph.set_outputs([_core.op("Identity")(_core.convert_to_tensor(value)) for value in flat])
            self.outputs = self.graph.outputs

    def control_captures(self) -> list:
        """Returns the operations outside that something in it waits for, where what nobody waits for does not run."""
        return [] if self._noted is None else self._noted.control_captures

    def captured(self) -> list:
        """Returns the values from outside, in the order of the placeholders for them."""
        return [outer for outer, _ in self.graph.captures]


def _merge_captures(branches: Sequence[Branch]) -> list:
    """Makes all branches take the same captured values in the same order; returns these."""
    order: dict[int, Any] = {}
    for branch in branches:
        for outer in branch.captured():
            order.setdefault(outer._id, outer)
    for branch in branches:
        branch.graph.align_captures(list(order.values()))
    return list(order.values())


def _after_control_captures(branches: Sequence[Branch]) -> contextlib.AbstractContextManager:
    """Returns a context whose operations run after all that the branches wait for outside."""
    awaited = [operation for branch in branches for operation in branch.control_captures()]
    return control_dependencies(awaited) if awaited else contextlib.nullcontext()


def node_name(name: str) -> str:
    """Returns the name of the node to come, which is also the scope of what belongs to it."""
    return core_of(_core.current_graph()).unique_name(name)


@contextlib.contextmanager
def _inside(scope: str) -> Iterator[None]:
    """While the context is open, names begin with that of a node."""
    core = core_of(_core.current_graph())
    scopes = core.name_scopes
    core.name_scopes = [scope]
    try:
        yield
    finally:
        core.name_scopes = scopes


def _static_predicate(pred: object) -> bool | None:
    """Returns the truth of a predicate that is known now, else None."""
    if isinstance(pred, _core.ResourceVariable):
        pred = pred.read_value()
    if isinstance(pred, _core.SymbolicTensor):
        return None
    if isinstance(pred, _Tensor):
        return bool(pred)
    if hasattr(pred, "dtype") or isinstance(pred, (bool, int)):
        return bool(pred)
    return None


def _check_scalar(value: Tensor, measure: str, wanted: int, what: str) -> None:
    """Makes the function fail when it gets there unless `measure`, Size or Rank, of the value is the wanted one."""
    holds = _core.op("Equal")(_core.op(measure)(value), wanted)
    _core.op("Assert")(holds, [f"{what} must be a scalar, but it has shape", _core.op("Shape")(value)])


def _predicate(pred: Tensor) -> Tensor:
    """Returns what decides between branches; one element counts as a scalar, as where it is read by Python."""
    if pred.shape.rank == 0:
        return pred
    if pred.shape.num_elements() == 1:
        return _core.op("Reshape")(pred, _core.convert_to_tensor([], dtypes.int32))
    if pred.dtype != dtypes.bool:
        raise errors.InvalidArgumentError(
            None, None, f"pred of tf.cond must be a bool scalar, got {pred.dtype.name} of shape {pred.shape}"
        )
    _check_scalar(pred, "Size", 1, "pred of tf.cond")
    return pred


@export("cond", v1="", calls_functions=True)
@_core.public_function
def cond(
    pred: TensorLike,
    true_fn: Callable | None = None,
    false_fn: Callable | None = None,
    name: str | None = None,
) -> Any:
    """`true_fn()` where `pred` is true, else `false_fn()` (tf.cond).

    Args:
      pred: a scalar; a tensor while tracing makes both functions part of the graph.
      true_fn: takes no arguments; returns a tensor or a structure of tensors.
      false_fn: the same; while tracing both must return the same structure and dtypes.

    Returns:
      What the function that was chosen returned.

    Raises:
      TypeError: a function cannot be called, or the branches' dtypes differ.
      ValueError: the branches' structures differ.

    >>> import graphwright as tf
    >>> tf.cond(tf.constant(2) > 1, lambda: tf.constant("yes"), lambda: tf.constant("no"))
    <tf.Tensor: shape=(), dtype=string, numpy=b'yes'>
    """
    if not callable(true_fn):
        raise TypeError("'true_fn' must be callable.")
    if not callable(false_fn):
        raise TypeError("'false_fn' must be callable.")
    if _core.executing_eagerly():
        pred = _core.convert_to_tensor(pred)
        # The truth of an empty tensor is False, but that of an empty array is not defined.
        return true_fn() if (pred if pred.shape.rank == 0 else pred.numpy()) else false_fn()
    if isinstance(pred, (bool, int)) and not isinstance(pred, _Tensor):
        if isinstance(pred, bool):
            raise TypeError("pred must not be a Python bool")
        pred = _core.convert_to_tensor(pred)
    pred = _predicate(_core.convert_to_tensor(pred))
    scope = node_name(name or "cond")
    then_branch, else_branch = Branch(scope, "true"), Branch(scope, "false")
    results = []
    for branch, function in ((then_branch, true_fn), (else_branch, false_fn)):
        results.append(_with_values(branch, branch.trace(function), pred))
    results = _with_one_index_dtype((then_branch, else_branch), results)
    then_branch.structure, else_branch.structure = results
    _check_structures(results, ("true_fn", "false_fn"), "tf.cond")
    flats = [_flat(result) for result in results]
    _share_none(flats)
    kept = [i for i, value in enumerate(flats[0]) if value is not None]
    for branch, flat in zip((then_branch, else_branch), flats):
        branch.set_outputs([flat[i] for i in kept])
    for i, (a, b) in enumerate(zip(then_branch.outputs, else_branch.outputs)):
        if a.dtype != b.dtype:
            raise TypeError(
                f"true_fn and false_fn arguments to tf.cond must have the same number, type, and overall structure of "
                f"return values.\n\ntrue_fn output: {results[0]}\nfalse_fn output: {results[1]}\n\nError details:\n"
                f"Tensor {a.name} and {b.name} have different types (return value {i}: {a.dtype!r} and {b.dtype!r})"
            )
    outputs = if_node(scope, pred, then_branch, else_branch)
    return _results(scope, outputs, results, kept, len(flats[0]))


def if_node(scope: str, pred: Tensor, then_branch: Branch, else_branch: Branch) -> Any:
    """Returns the If of two branches that were traced, as a node of that name; gives its outputs."""
    captured = _merge_captures((then_branch, else_branch))
    then_function, else_function = _core.GraphFunction(then_branch.graph), _core.GraphFunction(else_branch.graph)
    op = _core.op("If" if then_function.stateful or else_function.stateful else "StatelessIf")
    with _after_control_captures((then_branch, else_branch)):
        return op(
            pred,
            captured,
            Tout=[t.dtype for t in then_branch.outputs],
            then_branch=then_function,
            else_branch=else_function,
            output_shapes=[],
            name=scope + "/",
        )


def _results(scope: str, outputs: object, results: Sequence[Any], kept: list[int], size: int) -> Any:
    """Returns what a node gives, in the structure of its branches' results; `kept` are the places that are not None."""
    wider = _with_common_specs(results)
    structure = results[0] if wider is None else wider
    flat = [None] * size
    with _inside(scope):
        for i, value in zip(kept, outputs if isinstance(outputs, list) else []):
            flat[i] = _core.op("Identity")(value)
    return _pack(structure, flat)


def _flat(structure: object) -> list:
    """Returns the tensors of a structure; a TensorArray counts as the list behind it."""
    return [_to_flow(leaf) for leaf in nest.flatten(_operations_to_none(structure), expand_composites=True)]


def _to_flow(leaf: object) -> Any:
    from graphwright._src.control_flow import tensor_array

    if isinstance(leaf, tensor_array.TensorArray):
        return tensor_array.TensorArraySpec.from_value(leaf)._to_components(leaf)[0]
    return leaf


def _from_flow(like: object, flow: Any) -> Any:
    from graphwright._src.control_flow import tensor_array

    if isinstance(like, tensor_array.TensorArray):
        if like.flow.dtype == dtypes.variant:
            # What is learnt of the elements' shape inside of a loop holds for the array that comes out of it.
            return tensor_array.with_flow(like, flow)
        return tensor_array.TensorArraySpec.from_value(like)._from_components([flow])
    return flow


def _with_values(branch: Branch, result: object, selector: Tensor) -> Any:
    """Returns what a branch gives: in the place of an operation the value that chose the branch, after that operation
    has run.
    """
    from graphwright._src.graph import graph

    def value_of(leaf: object) -> Any:
        if not isinstance(leaf, graph.Operation):
            return leaf
        with _core.current_graph().control_dependencies([leaf]):
            return _core.op("Identity")(selector)

    leaves = [result] if isinstance(result, graph.Operation) else nest.flatten(result)
    if not any(isinstance(leaf, graph.Operation) for leaf in leaves):
        return result
    return branch.trace(nest.map_structure, (value_of, result))


def _operations_to_none(result: object) -> Any:
    """Returns a branch that returns an operation (as those run for their effect do) returns nothing."""
    from graphwright._src.graph import graph

    if isinstance(result, graph.Operation):
        return None
    return nest.map_structure(lambda v: None if isinstance(v, graph.Operation) else v, result)


def _pack(structure: object, flat: list) -> Any:
    """Returns the inverse of `_flat`."""
    structure = _operations_to_none(structure)
    leaves = nest.flatten(structure, expand_composites=True)
    return nest.pack_sequence_as(
        structure, [_from_flow(like, value) for like, value in zip(leaves, flat)], expand_composites=True
    )


class BranchStructureError(TypeError, ValueError, AssertionError):
    """Branches give results of different structures; TensorFlow's class depends on how they differ."""


def _share_none(flats: Sequence[list]) -> None:
    for values in zip(*flats):
        if any(v is None for v in values) and not all(v is None for v in values):
            raise BranchStructureError(
                "the branches must have the same structure of return values: one returns None where another one returns a "
                "tensor"
            )


def _with_one_index_dtype(branches: Sequence[Branch], results: list) -> list:
    """Returns the results with indices of slices cast to int64 where another branch gives such ones at the same place."""
    from graphwright._src.tensor.indexed_slices import IndexedSlices

    try:
        flats = [nest.flatten(result) for result in results]
    except (TypeError, ValueError):
        return results  # no structures: what looks at these next says so
    changed = False
    for place, leaves in enumerate(zip(*flats, strict=False)):
        if not all(isinstance(leaf, IndexedSlices) for leaf in leaves):
            continue
        if {leaf.indices.dtype for leaf in leaves} == {dtypes.int32, dtypes.int64}:
            changed = True
            for branch, flat, leaf in zip(branches, flats, leaves, strict=True):
                if leaf.indices.dtype == dtypes.int32:
                    indices = branch.trace(_core.op("Cast"), [leaf.indices], DstT=dtypes.int64)
                    flat[place] = IndexedSlices(leaf.values, indices, leaf.dense_shape)
    if not changed:
        return results
    return [nest.pack_sequence_as(result, flat) for result, flat in zip(results, flats, strict=True)]


def _check_structures(results: Sequence[Any], names: Sequence[str], where: str) -> None:
    first = _operations_to_none(results[0])
    for name, other in zip(names[1:], results[1:]):
        try:
            nest.assert_same_structure(first, _operations_to_none(other), expand_composites=True)
        except (ValueError, TypeError) as error:
            raise BranchStructureError(
                f"{names[0]} and {name} arguments to {where} must have the same number, type, and overall structure of "
                f"return values.\n\n{names[0]} output: {results[0]}\n{name} output: {other}\n\nError details:\n{error}"
            ) from None


@export("switch_case", calls_functions=True)
def switch_case(
    branch_index: Tensor | _core.ResourceVariable,
    branch_fns: Sequence[Any] | dict[int, Callable[..., Any]],
    default: Callable[..., Any] | None = None,
    name: str = "switch_case",
) -> Any:
    """Calls the function whose number is `branch_index` (tf.switch_case).

    Args:
      branch_index: an int32 scalar.
      branch_fns: a dict from int to function, a list of (int, function) pairs, or a list of functions.
      default: called where the index matches none; by default the function of the highest number.

    Returns:
      What that function returned.

    Raises:
      TypeError, ValueError: `branch_index` is no integer tensor, `branch_fns` is malformed, or the structures of results
        differ while tracing.
    """
    if not isinstance(branch_index, (_Tensor, _core.ResourceVariable)):
        raise TypeError(f"'branch_index' must be a Tensor, got {type(branch_index)}")
    if not dtypes.as_dtype(branch_index.dtype).is_integer:
        raise TypeError(f"'branch_index' must be an integer Tensor, got {branch_index.dtype!r}")
    functions = _indexed(branch_fns, default)
    index = _core.convert_to_tensor(branch_index)
    if _core.executing_eagerly():
        if index.shape.rank != 0:
            raise errors.InvalidArgumentError(
                None, None, f"branch_index of tf.switch_case must be a scalar, but it has shape {index.shape}"
            )
        number = int(index)
        return functions[number if 0 <= number < len(functions) else -1]()
    if index.shape.rank != 0:
        _check_scalar(index, "Rank", 0, "branch_index of tf.switch_case")
    if index.dtype != dtypes.int32:
        index = _core.op("Cast")(index, DstT=dtypes.int32)
    branches, results = [], []
    scope = node_name(f"{name or 'switch_case'}/indexed_case")
    for i, function in enumerate(functions):
        branch = Branch(scope, f"branch{i}", own_seeds=True)  # TensorFlow 1 has no switch_case
        results.append(_with_values(branch, branch.trace(function), index))
        branches.append(branch)
    results = _with_one_index_dtype(branches, results)
    _check_structures(results, [f"branch {i}" for i in range(len(results))], "tf.switch_case")
    flats = [_flat(result) for result in results]
    _share_none(flats)
    kept = [i for i, value in enumerate(flats[0]) if value is not None]
    for branch, flat in zip(branches, flats):
        branch.set_outputs([flat[i] for i in kept])
    for branch in branches[1:]:
        for a, b in zip(branches[0].outputs, branch.outputs):
            if a.dtype != b.dtype:
                raise TypeError(
                    f"branches of tf.switch_case must return the same dtypes, got {a.dtype!r} and {b.dtype!r}"
                )
    outputs = case_node(scope, index, branches)
    return _results(scope, outputs, results, kept, len(flats[0]))


def case_node(scope: str, index: Tensor, branches: Sequence[Branch]) -> Any:
    """Returns the Case of branches that were traced, as a node of that name; gives its outputs."""
    captured = _merge_captures(branches)
    traced = [_core.GraphFunction(branch.graph) for branch in branches]
    op = _core.op("Case" if any(f.stateful for f in traced) else "StatelessCase")
    with _after_control_captures(branches):
        return op(
            index,
            captured,
            Tout=[t.dtype for t in branches[0].outputs],
            branches=traced,
            output_shapes=[],
            name=scope + "/",
        )


def _indexed(branch_fns: object, default: Callable | None) -> list:
    if isinstance(branch_fns, dict):
        branch_fns = list(branch_fns.items())
    if not isinstance(branch_fns, (list, tuple)):
        raise TypeError(f"'branch_fns' must be a list, tuple, or dict. Received {branch_fns}")
    if not branch_fns:
        raise ValueError("Argument `branch_fns` must provide at least one item.")
    if all(callable(f) for f in branch_fns):
        branch_fns = list(enumerate(branch_fns))
    for pair in branch_fns:
        if not isinstance(pair, tuple) or len(pair) != 2:
            raise TypeError(f"Each entry in `branch_fns` must be a tuple of (int, callable). Received {pair}")
        if not isinstance(pair[0], int):
            raise TypeError(f"key must be a Python `int`, got {type(pair[0])}")
        if not callable(pair[1]):
            raise TypeError(f"fn for key {pair[0]} must be callable.")
    table = dict(branch_fns)
    if len(table) != len(branch_fns):
        raise ValueError("branch indices must be unique.")
    if sorted(table) != list(range(len(table))):
        found = ",".join(map(str, sorted(table)))
        raise ValueError(
            f"branch indices (keys) must form contiguous range of [0 to {len(table)}) but found {{{found}}}"
        )
    functions = [table[i] for i in range(len(table))]
    return functions if default is None else [*functions, default]


@export("case", v1="", calls_functions=True)
@_core.public_function
def case(
    pred_fn_pairs: Sequence[tuple],
    default: Callable | None = None,
    exclusive: bool = False,
    strict: bool = False,
    name: str = "case",
) -> Any:
    """Calls the function of the first pair whose predicate is true (tf.case).

    Args:
      pred_fn_pairs: pairs of a boolean scalar and a function without arguments.
      default: called where no predicate is true; without one, some predicate must be true.
      exclusive: whether more than one true predicate is an error.
      strict: whether, eagerly, a list of one result stays a list.
      name: a name for the ops.

    Returns:
      What that function returned.

    Raises:
      TypeError: the pairs are malformed.
      InvalidArgumentError: no predicate is true and there is no default, or several are and `exclusive` is set.
    """
    found = first_true(_chain, pred_fn_pairs, default, exclusive, name or "case")
    alone = _core.executing_eagerly() and not strict and isinstance(found, (list, tuple)) and len(found) == 1
    return found[0] if alone else found


def first_true(
    chain: Callable[[Any, Callable, Callable], Callable],
    pred_fn_pairs: dict[Any, Any] | Iterable[Any],
    default: Callable | None,
    exclusive: bool,
    name: str,
    python_preds: bool = False,
) -> Any:
    """Returns what the function of the first pair whose predicate is true gives; `chain(pred, function, otherwise)`
    joins two.
    """
    pairs = list(pred_fn_pairs.items()) if isinstance(pred_fn_pairs, dict) else list(pred_fn_pairs)
    for pair in pairs:
        if not isinstance(pair, tuple) or len(pair) != 2:
            raise TypeError(f"Each entry in `pred_fn_pairs` must be a 2-tuple. Received {pair}.")
        if not callable(pair[1]):
            raise TypeError(f"`fn` for pred {pair[0]} must be callable. Received {pair[1]}.")
        if python_preds and isinstance(pair[0], bool):
            continue
        if not isinstance(pair[0], (_Tensor, _core.ResourceVariable)):
            raise TypeError(f"pred must be a Tensor, got: {pair[0]!r}")
        if pair[0].dtype != dtypes.bool:
            raise TypeError(f"pred must be a Tensor of type bool, got: {pair[0]!r}")
    if default is not None and not callable(default):
        raise TypeError(f"Argument `default` must be callable. Received {default}.")
    preds = [_core.convert_to_tensor(pred) for pred, _ in pairs]
    checks = []
    if exclusive and preds:
        count = _sum(_cast(_stack(preds), DstT=dtypes.int32), 0)
        message = "Input error: exclusive=True: more than 1 conditions evaluated as True:"
        checks.append(Assert(count <= 1, [message, preds]))
    result = default
    if result is None:
        *pairs, (_, last) = pairs
        result = _only_where_true(last, preds)
    for (given, function), pred in reversed(list(zip(pairs, preds))):
        result = chain(given if isinstance(given, bool) else pred, function, result)
    with control_dependencies(checks), name_scope(name):
        return result()


def _only_where_true(function: Callable, preds: list[Any]) -> Callable:
    """Returns a function that is called where the last predicate is true; else it is an error."""

    def default() -> Any:
        check = Assert(preds[-1], ["None of conditions evaluated as True. Conditions:", preds])
        with control_dependencies([check]):
            return function()

    return default


def _chain(pred: TensorLike, function: Callable, otherwise: Callable) -> Callable:
    return lambda: cond(pred, function, otherwise)


def _shape_of_invariant(invariant: Any) -> tensor_shape.TensorShape | None:
    if invariant is None:
        return None
    shape = getattr(invariant, "shape", None)
    return tensor_shape.TensorShape(
        shape if shape is not None and not isinstance(invariant, tensor_shape.TensorShape) else invariant
    )


@export("while_loop", v1="", calls_functions=True)
def while_loop(
    cond: Callable[..., Any],
    body: Callable[..., Any],
    loop_vars: Sequence[Any],
    shape_invariants: object = None,
    parallel_iterations: int = 10,
    back_prop: bool = True,
    swap_memory: bool = False,
    maximum_iterations: TensorLike | None = None,
    name: str | None = None,
) -> Any:
    """Repeats `body` as long as `cond` is true (tf.while_loop).

    Args:
      cond: called with the loop variables; returns a boolean scalar.
      body: called with the loop variables; returns their next values, in the same structure, of the same dtypes.
      loop_vars: a list or tuple of tensors or structures of them.
      shape_invariants: for each loop variable a shape that holds before and after every iteration; by default the shape
        it has at first.
      back_prop: whether the results have gradients; eagerly they always have.
      maximum_iterations: a number of iterations after which the loop ends anyway.

    Returns:
      The loop variables after the last iteration, in the structure of `loop_vars`; eagerly, and where
      `tf.compat.v1.disable_control_flow_v2` was called, in that of what `body` returned.

    Raises:
      TypeError: `cond` or `body` cannot be called, or a loop variable changes its dtype.
      ValueError: `loop_vars` is empty, or a loop variable changes its shape or structure.

    >>> import graphwright as tf
    >>> tf.while_loop(lambda i: i < 10, lambda i: [i + 3], [tf.constant(0)])
    [<tf.Tensor: shape=(), dtype=int32, numpy=12>]
    """
    if not callable(cond):
        raise TypeError("'cond' must be callable.")
    if not callable(body):
        raise TypeError("'body' must be callable.")
    if not loop_vars:
        raise ValueError("'loop_vars' must be provided.")
    if parallel_iterations < 1:
        raise TypeError("'parallel_iterations' must be a positive integer.")
    try_to_pack = len(loop_vars) == 1
    if _core.executing_eagerly():
        return _eager_while(cond, body, loop_vars, maximum_iterations, try_to_pack)
    return _traced_while(
        cond, body, loop_vars, shape_invariants, maximum_iterations, parallel_iterations, back_prop, name or "while"
    )


def _eager_while(
    cond: Callable, body: Callable, loop_vars: Sequence[Any], maximum_iterations: Any, try_to_pack: bool
) -> Any:
    count = 0
    if getattr(maximum_iterations, "shape", None) is not None and tuple(maximum_iterations.shape):
        raise ValueError(f"'maximum_iterations' must be a scalar. Received shape: {maximum_iterations.shape}")
    limit = None if maximum_iterations is None else int(maximum_iterations)
    loop_vars = _readable(loop_vars)
    while cond(*loop_vars):
        if limit is not None and count >= limit:
            break
        result = body(*loop_vars)
        packed = try_to_pack and not isinstance(result, (list, tuple))
        result = (result,) if packed else result
        if not nest.is_nested(result) or not hasattr(result, "__iter__"):
            raise ValueError(f"body must return as many values as there are loop variables, got {result!r}")
        nest.assert_same_structure(list(loop_vars), list(result), check_types=False)
        loop_vars = result
        count += 1
    from graphwright._src.control_flow.tensor_array import TensorArray

    whole = (CompositeTensor, TensorArray)
    return nest.map_structure(lambda v: v if isinstance(v, whole) else _core.convert_to_tensor(v), loop_vars)


def _loop_shape(value: _Tensor, invariant: tensor_shape.TensorShape | None) -> Any:
    if invariant is None:
        return value.shape
    if not value.shape.is_compatible_with(invariant) or not is_less_specific(invariant, value.shape):
        raise ValueError(
            f"The shape invariant specified for {getattr(value, 'name', 'a loop variable')} is not compatible with the "
            f"initial shape of the loop variable. It enters the loop with shape {value.shape}, but the specified shape "
            f"invariant is {invariant}."
        )
    return invariant


def is_less_specific(general: tensor_shape.TensorShape, special: tensor_shape.TensorShape) -> bool:
    if general.rank is None:
        return True
    if special.rank != general.rank:
        return False
    return all(g is None or g == s for g, s in zip(general.as_list(), special.as_list()))


def _traced_while(
    cond: Callable,
    body: Callable,
    loop_vars: Sequence[Any],
    shape_invariants: object,
    maximum_iterations: TensorLike | None,
    parallel_iterations: int,
    back_prop: bool,
    name: str,
) -> Any:
    structure = entered = _readable(loop_vars)
    graph = core_of(_core.current_graph())
    flat = [
        v if isinstance(v, _Tensor) else graph.capture(_core.convert_to_tensor(v), "Const") for v in _flat(structure)
    ]
    given = [None] * len(nest.flatten(structure)) if shape_invariants is None else _flat_invariants(shape_invariants)
    structure, given = _with_composite_invariants(structure, given)
    invariants = [_shape_of_invariant(i) for i in given]
    if len(invariants) != len(flat):
        raise ValueError("`shape_invariants` must have the structure of `loop_vars`.")
    shapes = [_loop_shape(value, invariant) for value, invariant in zip(flat, invariants)]
    scope = node_name(name)
    limit = None
    if maximum_iterations is not None:
        limit = _core.convert_to_tensor(
            maximum_iterations, dtypes.int32 if isinstance(maximum_iterations, int) else None
        )
        limit = graph.capture(limit, f"{scope}/maximum_iterations/")
        flat = [*flat, graph.capture(_core.convert_to_tensor(0, limit.dtype), f"{scope}/loop_counter/")]
        shapes = [*shapes, tensor_shape.TensorShape([])]

    # Once more where an iteration gives a composite tensor of which less is known than of the one it got.
    while True:
        cond_branch, body_branch, given_back, kept = _traced_parts(
            scope, cond, body, entered, structure, flat, shapes, limit
        )
        wider = _with_common_specs([structure, given_back], keeps_components=True)
        if wider is None:
            break
        structure = wider
    body_inputs = body_branch.graph.inputs[: len(flat)]
    for i, (before, after) in enumerate(zip(body_inputs, body_branch.outputs)):
        if before.dtype != after.dtype:
            raise TypeError(
                f"Loop var {i} enters the loop with type {before.dtype!r} but has type {after.dtype!r} after 1 iteration. "
                f"({after.name})"
            )
        if before.dtype != dtypes.variant and not is_less_specific(before.shape, after.shape):
            raise ValueError(
                f"Input tensor '{getattr(flat[i], 'name', i)}' enters the loop with shape {before.shape}, but has shape "
                f"{after.shape} after one iteration. To allow the shape to vary across iterations, use the "
                "`shape_invariants` argument of tf.while_loop to specify a less-specific shape."
            )
    outputs = while_node(scope, flat, cond_branch, body_branch, parallel_iterations)
    if not back_prop:
        outputs = [_core.op("StopGradient")(output) for output in outputs]
    result = _pack(structure, outputs[: len(flat) - (limit is not None)])
    # Version 1's loops give the lists, tuples and dictionaries of the body, version 2's those of the loop variables.
    return nest.pack_sequence_as(kept, nest.flatten(result)) if body_branch.of_version_1 else result


def _traced_parts(
    scope: str,
    cond: Callable,
    body: Callable,
    entered: object,
    structure: Any,
    flat: list,
    shapes: list,
    limit: Tensor | None,
) -> tuple[Branch, Branch, Any, Any]:
    """Condition and body of a loop whose variables are `flat`, in `structure` but for a counter up to `limit`; and what the
    body gives, which must have the structure of what `entered` the loop as that is by then: the spec of an Optional may be
    set by the body; the last as the body gave it, in lists, tuples and dictionaries of its own."""
    cond_branch, body_branch = Branch(scope, "cond"), Branch(scope, "body")

    def placeholders(branch: Branch) -> list:
        made = []
        for value, shape in zip(flat, shapes):
            made.append(branch.graph.add_input(value.dtype, shape, "Placeholder"))
        return made

    def structured(values: list) -> Any:
        return _pack(structure, values[: len(values) - (limit is not None)])

    cond_inputs = placeholders(cond_branch)

    def traced_cond() -> Any:
        test = cond(*structured(cond_inputs))
        test = _core.convert_to_tensor(test)
        if limit is not None:
            if test.dtype != dtypes.bool:
                test = _core.op("Cast")(test, DstT=dtypes.bool)
            test = _core.op("LogicalAnd")(_core.op("Less")(cond_inputs[-1], limit), test)
        if test.shape.rank in (0, None):
            return test
        if test.shape.num_elements() not in (1, None):
            raise ValueError(f"the condition of a while_loop must be a scalar, got shape {test.shape}")
        return _core.op("Reshape")(test, _core.convert_to_tensor([], dtypes.int32))

    cond_branch.set_outputs([cond_branch.trace(traced_cond)])

    body_inputs = placeholders(body_branch)
    given_back: list[Any] = []

    def traced_body() -> list:
        result = body(*structured(body_inputs))
        packed = [result] if len(structure) == 1 and not _same_structure(result, structure) else result
        packed = _operations_to_none(packed)
        nest.assert_same_structure(entered, packed, check_types=False, expand_composites=True)
        given_back.append(packed)
        packed = nest.pack_sequence_as(entered, nest.flatten(packed))  # in lists, tuples or records of the same kind
        given_back.append(packed)
        # By their own dtypes: a number of another kind than the variable's is an error.
        next_values = [_core.convert_to_tensor(value) for value in _flat(packed)]
        if limit is not None:
            next_values.append(_core.op("AddV2")(body_inputs[-1], _core.convert_to_tensor(1, limit.dtype)))
        return next_values

    body_branch.set_outputs(body_branch.trace(traced_body))
    return cond_branch, body_branch, given_back[1], given_back[0]


def _with_common_specs(structures: Sequence[Any], keeps_components: bool = False) -> Any:
    """Returns the first structure, with specs in place of those composite tensors and specs of which others know less; None where
    it is right for all. With `keeps_components` only those change whose components are specified as before."""
    flats = [nest.flatten(structure) for structure in structures]
    if not any(isinstance(leaf, (CompositeTensor, TypeSpec)) for leaf in flats[0]):
        return None
    leaves, changed = list(flats[0]), False
    for i, alike in enumerate(zip(*flats, strict=True)):
        if not all(isinstance(leaf, (CompositeTensor, TypeSpec)) for leaf in alike):
            continue
        specs = [leaf if isinstance(leaf, TypeSpec) else leaf._type_spec for leaf in alike]
        common = specs[0].most_specific_common_supertype(specs[1:])
        if common is None or common == specs[0]:
            continue
        if not keeps_components or common._component_specs == specs[0]._component_specs:
            leaves[i], changed = common, True
    return nest.pack_sequence_as(structures[0], leaves) if changed else None


def while_node(
    scope: str, flat: Sequence[Any], cond_branch: Branch, body_branch: Branch, parallel_iterations: int
) -> list:
    """Returns the While of a condition and a body that were traced, as a node of that name; gives the variables' last values."""
    captured = _merge_captures((cond_branch, body_branch))
    # What is captured stays what it is from iteration to iteration: the body hands it on.
    inputs = body_branch.graph.inputs
    with building(body_branch.graph):
        body_branch.graph.set_outputs([*body_branch.outputs, *inputs[len(flat) :]])
    cond_function, body_function = _core.GraphFunction(cond_branch.graph), _core.GraphFunction(body_branch.graph)
    op = _core.op("While" if cond_function.stateful or body_function.stateful else "StatelessWhile")
    with _after_control_captures((cond_branch, body_branch)):
        outputs = op(
            [*flat, *captured],
            cond=cond_function,
            body=body_function,
            output_shapes=[],
            parallel_iterations=parallel_iterations,
            name=scope + "/",
        )
    return outputs[: len(flat)]


def _readable(loop_vars: Sequence[Any]) -> Any:
    """Variables go into a loop by the values that they have at its start."""
    return nest.map_structure(lambda v: v.read_value() if isinstance(v, _core.ResourceVariable) else v, loop_vars)


def _same_structure(a: object, b: object) -> bool:
    try:
        nest.assert_same_structure(a, b, check_types=False, expand_composites=True)
    except (ValueError, TypeError):
        return False
    return True


def _with_composite_invariants(structure: object, invariants: list) -> tuple[Any, list]:
    """Returns the loop variables with specs for composite tensors, and an invariant for each tensor of theirs."""
    leaves = nest.flatten(structure)
    if len(leaves) != len(invariants):
        return structure, invariants
    kept, found = [], []
    for leaf, invariant in zip(leaves, invariants):
        if isinstance(leaf, CompositeTensor):
            if invariant is None:
                leaf = leaf._type_spec
            elif isinstance(invariant, TypeSpec):
                leaf = invariant
            else:
                leaf = _spec_of_invariant(leaf, invariant)
            found += nest.flatten(leaf._component_specs, expand_composites=True)
        else:
            found.append(invariant)
        kept.append(leaf)
    return nest.pack_sequence_as(structure, kept), found


def _spec_of_invariant(value: CompositeTensor, invariant: ShapeLike | None) -> TypeSpec:
    try:
        return value._shape_invariant_to_type_spec(tensor_shape.TensorShape(invariant))
    except NotImplementedError as error:
        raise TypeError(
            f"{type(value).__name__} has its {type(value._type_spec).__name__} as a shape invariant, not a shape"
        ) from error


def _flat_invariants(shape_invariants: Any) -> list:
    if (
        shape_invariants is None
        or isinstance(shape_invariants, tensor_shape.TensorShape)
        or isinstance(shape_invariants, TypeSpec)
        or hasattr(shape_invariants, "shape")
    ):
        return [shape_invariants]
    if isinstance(shape_invariants, dict):
        return [leaf for key in sorted(shape_invariants) for leaf in _flat_invariants(shape_invariants[key])]
    return [leaf for item in shape_invariants for leaf in _flat_invariants(item)]


@export("__internal__.smart_cond.smart_cond")
def smart_cond(
    pred: TensorLike,
    true_fn: Callable[..., Any] | None = None,
    false_fn: Callable[..., Any] | None = None,
    name: str | None = None,
) -> Any:
    """Returns the result of one of two functions: called at once where the condition is known, else with tf.cond.

    Raises:
      TypeError: `pred` is no tensor, bool, 0 or 1, or a function cannot be called.
    """
    if not callable(true_fn):
        raise TypeError(f"Argument `true_fn` must be callable. Received {true_fn}")
    if not callable(false_fn):
        raise TypeError(f"Argument `false_fn` must be callable. Received {false_fn}")
    known = pred
    if isinstance(pred, (_core.Tensor, _core.ResourceVariable)):
        known = get_static_value(pred) if isinstance(pred, _core.Tensor) else None
    elif not isinstance(pred, bool) and pred not in (0, 1):
        raise TypeError(
            f"Argument `pred` must be a Tensor, or a Python bool, or 1 or 0. Received: pred={pred} of type "
            f"{type(pred).__name__}"
        )
    if known is None:
        return cond(pred, true_fn=true_fn, false_fn=false_fn, name=name)
    return true_fn() if known else false_fn()
