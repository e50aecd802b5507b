"""tf.compat.v1.train.init_from_checkpoint and warm_start: variables whose initial values are those of a checkpoint."""

from __future__ import annotations

from collections import namedtuple

from graphwright import _core
from graphwright._src.base.export import export
from graphwright._src.base.logger import get_logger, log_info
from graphwright._src.checkpoint.reader import load_checkpoint, prefix_of
from graphwright._src.graph.graph import default_graph
from graphwright._src.graph.operation import last_operation_of
from graphwright._src.graph.scopes import name_scope_v1
from graphwright._src.ops.array_index import slice_
from graphwright._src.session.collections import GraphKeys
from graphwright._src.v1.partitioners import PartitionedVariable
from graphwright._src.v1.variable_scope import variables_by_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any


@export("compat.v1.train.init_from_checkpoint")
def init_from_checkpoint(ckpt_dir_or_file: str, assignment_map: Any) -> None:
    """Makes a checkpoint's tensors the initial values of variables (tf.compat.v1.train.init_from_checkpoint).

    Initializing these variables reads them. While ops run at once, variables get the values immediately.

    Args:
      ckpt_dir_or_file: a checkpoint's prefix, or a folder, whose latest checkpoint is taken.
      assignment_map: from names in the checkpoint to a variable, the parts of one, or the name of one of this graph; or from the
        beginning of names there, "scope/", to that of names of this graph, "/" for all of them. A dict, or a list of pairs.

    Raises:
      ValueError: a tensor is not in the checkpoint or has another shape, or only one of two names is that of a scope.

    >>> import tempfile
    >>> import graphwright as tf
    >>> path = tempfile.mkdtemp() + "/model"
    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     a = tf.compat.v1.get_variable("old/a", initializer=3.0)
    ...     session.run(a.initializer)
    ...     path = tf.compat.v1.train.Saver().save(session, path)
    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     a = tf.compat.v1.get_variable("new/a", [])
    ...     tf.compat.v1.train.init_from_checkpoint(path, {"old/": "new/"})
    ...     session.run(a.initializer)
    ...     session.run(a)
    np.float32(3.0)
    """
    reader = load_checkpoint(ckpt_dir_or_file)
    path, shapes = prefix_of(ckpt_dir_or_file), reader.get_variable_to_shape_map()
    pairs = sorted(assignment_map.items()) if isinstance(assignment_map, dict) else list(assignment_map)
    for name, target in pairs:
        if isinstance(target, str) or not isinstance(
            target, (_core.ResourceVariable, PartitionedVariable, list, tuple)
        ):
            named = variables_by_name()
            if target not in named:
                _of_scope(path, shapes, name, target, named, ckpt_dir_or_file)
                continue
            target = named[target]
        if name not in shapes:
            raise ValueError(f"Tensor {name} is not found in {ckpt_dir_or_file} checkpoint {shapes}")
        _start_from(path, shapes, name, target)


def _of_scope(path: str, shapes: dict[str, Any], name: str, scope: str, named: dict[str, Any], given: str) -> None:
    """Returns the same for all variables of a scope."""
    if not name.endswith("/") or not scope.endswith("/"):
        raise ValueError(
            f"Assignment map with scope only name {scope} should map to scope only {name}. Should be 'scope/': 'other_scope/'."
        )
    inner, outer = scope[:-1], name[:-1]
    for variable in sorted(named):
        if inner and not variable.startswith(inner + "/"):
            continue
        rest = variable[len(inner) :].removeprefix("/")
        full = f"{outer}/{rest}" if outer else rest
        if full not in shapes:
            raise ValueError(f"Tensor {full} ({rest} in {name}) is not found in {given} checkpoint")
        _start_from(path, shapes, full, named[variable])


def _start_from(path: str, shapes: dict[str, Any], name: str, target: Any) -> None:
    whole = isinstance(target, _core.ResourceVariable)
    parts = [target] if whole else list(target)
    if not whole and not all(isinstance(part, _core.ResourceVariable) for part in parts):
        raise TypeError(f"init_from_checkpoint: variables are needed for {name!r}, got {target!r}")
    places = _places(parts, shapes[name]) if not whole else [None]
    if whole and target.shape.as_list() != list(shapes[name]):
        raise ValueError(
            f"Shape of variable {target.name} ({target.shape}) doesn't match with shape of tensor {name} ({shapes[name]}) from "
            "checkpoint reader."
        )
    for part, place in zip(parts, places, strict=True):
        _set_initial_value(path, name, part, place)


def _places(parts: list[Any], shape: list[int]) -> list[tuple[list[int], list[int]]]:
    """Returns where the parts of a tensor begin, and their sizes."""
    if parts[0].shape.rank != len(shape):
        raise ValueError(
            f"Shape of variable {parts[0].name} ({parts[0].shape}) doesn't match with shape of tensor ({shape}) from checkpoint "
            "reader."
        )
    differing = [axis for axis in range(len(shape)) if parts[0].shape[axis] != shape[axis]]
    axis = differing[0] if differing else 0
    found, offset = [], 0
    for part in parts:
        sizes = part.shape.as_list()
        begin = [0] * len(shape)
        begin[axis] = offset
        offset += sizes[axis]
        found.append((begin, sizes))
    together = list(parts[0].shape.as_list())
    together[axis] = offset
    if together != list(shape):
        raise ValueError(
            f"Shape of variable {parts[0].name} ({together}) doesn't match with shape of tensor ({shape}) from checkpoint reader."
        )
    return found


def _set_initial_value(path: str, name: str, variable: Any, place: tuple[list[int], list[int]] | None) -> None:
    def read() -> Any:
        value = _core.op("RestoreV2")(
            path, [name], [""], dtypes=[variable.dtype.base_dtype], name="checkpoint_initializer"
        )
        value = value[0] if isinstance(value, (list, tuple)) else value
        if place is not None:
            return slice_(value, *place)
        value.set_shape(variable.shape)
        return value

    if _core.executing_eagerly():
        variable.assign(read())
        return
    with variable.graph.as_default(), variable.graph.control_dependencies(None), name_scope_v1(""):
        value = read()
        _core.op("AssignVariableOp")(variable.handle, value, dtype=value.dtype)
        variable._initializer_op = last_operation_of(default_graph())
        variable._initial_value = value
    get_logger().debug("Initialize variable %s from checkpoint %s with %s", variable.name, path, name)


@export("compat.v1.train.VocabInfo")
class VocabInfo(
    namedtuple(
        "VocabInfo",
        ["new_vocab", "new_vocab_size", "num_oov_buckets", "old_vocab", "old_vocab_size", "backup_initializer", "axis"],
    )
):
    """Two vocabularies, by which rows of a variable come from those of another one (tf.compat.v1.train.VocabInfo).

    Args:
      new_vocab, old_vocab: the files.
      new_vocab_size, old_vocab_size: how many lines of them count; -1 for all.
      num_oov_buckets: how many rows the variable has for other words.
      backup_initializer: for rows of words that the old vocabulary has not.
      axis: 0 for rows, 1 for columns.
    """

    __slots__ = ()

    def __new__(
        cls,
        new_vocab: str,
        new_vocab_size: int,
        num_oov_buckets: int,
        old_vocab: str,
        old_vocab_size: int = -1,
        backup_initializer: Callable[..., Any] | None = None,
        axis: int = 0,
    ) -> VocabInfo:
        if axis not in (0, 1):
            raise ValueError(f"The only supported values for the axis argument are 0 and 1.  Provided axis: {axis}")
        return super().__new__(
            cls, new_vocab, new_vocab_size, num_oov_buckets, old_vocab, old_vocab_size, backup_initializer, axis
        )


@export("compat.v1.train.warm_start")
def warm_start(
    ckpt_to_initialize_from: str,
    vars_to_warm_start: str | Sequence[Any] | None = ".*",
    var_name_to_vocab_info: dict[str, VocabInfo] | None = None,
    var_name_to_prev_var_name: dict[str, str] | None = None,
) -> None:
    """Makes a checkpoint's tensors the initial values of variables of these names (tf.compat.v1.train.warm_start).

    Args:
      ckpt_to_initialize_from: a checkpoint's prefix, or a folder, whose latest checkpoint is taken.
      vars_to_warm_start: a regular expression for the names of trainable variables; a list of them, for those of all variables;
        or a list of variables; None for no variable.
      var_name_to_vocab_info: not supported.
      var_name_to_prev_var_name: the checkpoint's names where they are others.

    Raises:
      NotImplementedError: vocabularies are given.
      ValueError: a tensor is not in the checkpoint, a name that is used for no variable is given.
    """
    if var_name_to_vocab_info:
        raise NotImplementedError("warm_start: rows by vocabularies (var_name_to_vocab_info) are not supported")
    previous = dict(var_name_to_prev_var_name or {})
    log_info("Warm-starting from: %s", ckpt_to_initialize_from)
    graph = default_graph()
    if vars_to_warm_start is None:
        chosen = []
    elif isinstance(vars_to_warm_start, str):
        log_info("Warm-starting variables only in TRAINABLE_VARIABLES.")
        chosen = graph.get_collection(GraphKeys.TRAINABLE_VARIABLES, scope=vars_to_warm_start)
    elif isinstance(vars_to_warm_start, list) and all(isinstance(item, str) for item in vars_to_warm_start):
        chosen = [
            variable
            for expression in vars_to_warm_start
            for variable in graph.get_collection(GraphKeys.GLOBAL_VARIABLES, scope=expression)
        ]
    elif isinstance(vars_to_warm_start, list) and all(
        isinstance(v, _core.ResourceVariable) for v in vars_to_warm_start
    ):
        chosen = vars_to_warm_start
    else:
        raise ValueError(
            "If `vars_to_warm_start is a list, it must be all `Variable` or all `str`.  Given types are "
            f"{vars_to_warm_start!r}"
        )
    names: dict[str, Any] = {}
    for variable in chosen:
        part = variable._get_save_slice_info()
        if part is None:
            names[variable.op.name] = variable
        else:
            names.setdefault(part.full_name, []).append(variable)
    init_from_checkpoint(
        ckpt_to_initialize_from, [(previous.get(name, name), variable) for name, variable in names.items()]
    )
    log_info("Warm-started %d variables.", len(names))
    unused = [name for name in previous if name not in names]
    if unused:
        raise ValueError(
            "You provided the following variables in var_name_to_prev_var_name that were not used: "
            f"{', '.join(unused)}.  Perhaps you misspelled them?  Here is the list of viable variable names: "
            f"{', '.join(names)}"
        )
