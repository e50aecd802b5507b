"""Reading checkpoints by the names of their tensors: tf.train.load_checkpoint and its kin."""

from __future__ import annotations

import bisect
import math
import os

from graphwright import _core
from graphwright._src.base import errors
from graphwright._src.base.export import export
from graphwright._src.checkpoint.options import path_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphwright._src.tensor.dtypes import DType


class CheckpointReader:
    """The tensors of a checkpoint by name, what `tf.train.load_checkpoint` gives (tf.compat.v1.train.NewCheckpointReader).

    Args:
      filepattern: the checkpoint's prefix.
    """

    def __init__(self, filepattern: str) -> None:
        self.path = filepattern
        self._core = _core.CheckpointReader(filepattern)
        self._names: list[str] | None = None
        self._dtypes: dict[str, Any] | None = None

    def has_tensor(self, tensor_str: str) -> bool:
        """Tells whether there is a tensor of that name."""
        return self._core.has_tensor(tensor_str)

    def get_tensor(self, tensor_str: str) -> Any:
        """Returns the value of a tensor: an array, or a scalar of NumPy. Raises RuntimeError where there is none."""
        return self._core.read(tensor_str).numpy()

    def get_variable_to_shape_map(self) -> dict[str, list[int]]:
        """Returns the shapes of all tensors."""
        return self._core.shapes()

    def get_variable_to_dtype_map(self) -> dict[str, Any]:
        """Returns the dtypes of all tensors."""
        return self._core.dtypes()

    def debug_string(self) -> bytes:
        """Returns a line for each tensor: name, dtype and shape."""
        dtypes = self._core.dtypes()
        lines = [f"{name} (DT_{_proto_name(dtypes[name])}) {shape}" for name, shape in self._core.shapes().items()]
        return "\n".join(lines).encode()

    def read(self, name: str, dtype: DType | None = None) -> Any:
        """Returns a tensor. Raises InvalidArgumentError where it is of another dtype than `dtype`."""
        if dtype is not None:
            self.check_dtype(name, dtype)
        return self._core.read(name)

    def check_dtype(self, name: str, dtype: DType) -> None:
        """Raises InvalidArgumentError where there is a tensor of that name, of another dtype than `dtype`."""
        known = self._dtypes
        if known is None:
            known = self._dtypes = self._core.dtypes()
        found = known.get(name)
        if found is not None and found != dtype.base_dtype:
            raise errors.InvalidArgumentError(
                None,
                None,
                f"tensor_name = {name}; expected dtype {_op_name(dtype)} does not equal original dtype {_op_name(found)}",
            )

    def read_into(self, name: str, variable: _core.ResourceVariable) -> bool:
        """Reads a large tensor into the memory that a variable has. False where that cannot be: nothing was done then."""
        return self._core.read_into(name, variable)

    def nbytes(self) -> int:
        """Returns how many bytes the numbers in the checkpoint have."""
        dtypes = self._core.dtypes()
        return sum(math.prod(shape) * dtypes[name].size for name, shape in self._core.shapes().items())

    def keys_below(self, prefix: str) -> list[str]:
        """Returns the names that begin with a prefix."""
        if self._names is None:
            self._names = sorted(self._core.shapes())
        at = bisect.bisect_left(self._names, prefix)
        found = []
        while at < len(self._names) and self._names[at].startswith(prefix):
            found.append(self._names[at])
            at += 1
        return found


_OP_NAMES = {"float32": "float", "float64": "double", "float16": "half"}


def _op_name(dtype: DType) -> str:
    return _OP_NAMES.get(dtype.name, dtype.name)


def _proto_name(dtype: DType) -> str:
    return _op_name(dtype).upper()


def prefix_of(path: str | os.PathLike[str]) -> str:
    """Returns the checkpoint that a path means: that itself, or the latest one in a folder."""
    from graphwright._src.checkpoint.state import checkpoint_exists, latest_checkpoint

    path = path_text(path)
    if not checkpoint_exists(path) and os.path.isdir(_core.local_path(path)):
        found = latest_checkpoint(path)
        if found is None:
            raise ValueError(f"Couldn't find 'checkpoint' file or checkpoints in given directory {path}")
        return found
    return path


@export("train.load_checkpoint")
def load_checkpoint(ckpt_dir_or_file: str | os.PathLike[str]) -> CheckpointReader:
    """Returns a reader of a checkpoint's tensors (tf.train.load_checkpoint).

    Args:
      ckpt_dir_or_file: its prefix, or a folder, whose latest checkpoint is taken.

    Raises:
      tf.errors.NotFoundError: there is no such checkpoint.
      tf.errors.DataLossError: its index is damaged.
      ValueError: the folder has no checkpoint.

    >>> import tempfile
    >>> import graphwright as tf
    >>> path = tf.train.Checkpoint(v=tf.Variable([1.0, 2.0])).save(tempfile.mkdtemp() + "/ck")
    >>> tf.train.load_checkpoint(path).get_tensor("v/.ATTRIBUTES/VARIABLE_VALUE")
    array([1., 2.], dtype=float32)
    """
    return CheckpointReader(prefix_of(ckpt_dir_or_file))


@export("compat.v1.train.NewCheckpointReader")
def new_checkpoint_reader(filepattern: str) -> CheckpointReader:
    """Returns a reader of the checkpoint with this prefix (tf.compat.v1.train.NewCheckpointReader)."""
    return CheckpointReader(path_text(filepattern))


@export("train.load_variable")
def load_variable(ckpt_dir_or_file: str | os.PathLike[str], name: str) -> Any:
    """Returns the value of one tensor of a checkpoint, as NumPy has it (tf.train.load_variable).

    Args:
      ckpt_dir_or_file: its prefix, or a folder, whose latest checkpoint is taken.
      name: of the tensor; ":0" at its end is ignored.

    Raises:
      tf.errors.NotFoundError: there is no such checkpoint, or it has no such tensor.

    >>> import tempfile
    >>> import graphwright as tf
    >>> path = tf.train.Checkpoint(v=tf.Variable(3)).write(tempfile.mkdtemp() + "/ck")
    >>> int(tf.train.load_variable(path, "v/.ATTRIBUTES/VARIABLE_VALUE"))
    3
    """
    return load_checkpoint(ckpt_dir_or_file).get_tensor(name.removesuffix(":0"))


@export("train.list_variables")
def list_variables(ckpt_dir_or_file: str | os.PathLike[str]) -> list[tuple[str, list[int]]]:
    """Returns the names and shapes of a checkpoint's tensors, by name (tf.train.list_variables).

    Args:
      ckpt_dir_or_file: its prefix, or a folder, whose latest checkpoint is taken.

    >>> import tempfile
    >>> import graphwright as tf
    >>> path = tf.train.Checkpoint(v=tf.Variable([1.0, 2.0])).write(tempfile.mkdtemp() + "/ck")
    >>> tf.train.list_variables(path)
    [('_CHECKPOINTABLE_OBJECT_GRAPH', []), ('v/.ATTRIBUTES/VARIABLE_VALUE', [2])]
    """
    return sorted(load_checkpoint(ckpt_dir_or_file).get_variable_to_shape_map().items())
