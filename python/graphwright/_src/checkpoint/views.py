"""Views of graphs of objects, of checkpoints and of programs; objects with a state of their own."""

from __future__ import annotations

import abc
import weakref

from graphwright import _core
from graphwright._src.base.export import export
from graphwright._src.checkpoint.object_graph import OBJECT_GRAPH_KEY, ObjectGraph, object_graph_of
from graphwright._src.checkpoint.options import path_text
from graphwright._src.checkpoint.reader import CheckpointReader
from graphwright._src.state import children as trackable
from graphwright._src.tensor import dtypes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


@export("train.TrackableView", v1="")
class TrackableView:
    """The objects that are reached from one of the program's (tf.train.TrackableView).

    Args:
      root: the object. It is not kept alive.

    Raises:
      TypeError: it is something that has no parts, such as a number.

    >>> import graphwright as tf
    >>> module = tf.Module()
    >>> module.v = tf.Variable(1.0)
    >>> list(tf.train.TrackableView(module).children(module))
    ['v']
    """

    def __init__(self, root: object) -> None:
        self._root = weakref.ref(root)

    @property
    def root(self) -> Any:
        """The object that all others are reached from."""
        return self._root()

    @classmethod
    def children(cls, obj: Any, save_type: str = trackable.CHECKPOINT, **kwargs: Any) -> dict[str, Any]:
        """Returns the parts of an object by name."""
        return trackable.children_of(obj, save_type, **kwargs)

    def descendants(self) -> list[Any]:
        """Returns all objects, nearest first."""
        found = [self.root]
        seen = {id(self.root)}
        for obj in found:  # which grows
            for child in self.children(obj).values():
                if id(child) not in seen:
                    seen.add(id(child))
                    found.append(child)
        return found


@export("train.CheckpointView", v1="")
class CheckpointView:
    """The objects of a checkpoint, by number (tf.train.CheckpointView).

    Args:
      save_path: the checkpoint.

    Raises:
      ValueError: the checkpoint has names of variables, and no objects.
      tf.errors.NotFoundError: there is no such checkpoint.

    >>> import tempfile
    >>> import graphwright as tf
    >>> path = tf.train.Checkpoint(v=tf.Variable(1.0)).write(tempfile.mkdtemp() + "/ck")
    >>> tf.train.CheckpointView(path).children(0)
    {'v': 1}
    """

    def __init__(self, save_path: str) -> None:
        reader = CheckpointReader(path_text(save_path))
        if not reader.has_tensor(OBJECT_GRAPH_KEY):
            raise ValueError(
                f'The specified checkpoint "{save_path}" does not appear to be object-based (saved with TF2) since it is '
                f'missing the key "{OBJECT_GRAPH_KEY}". Likely it was created with the TF1 name-based saver and does not '
                "contain an object dependency graph."
            )
        self._message = object_graph_of(reader, path_text(save_path))

    def children(self, node_id: int) -> dict[str, int]:
        """Returns the numbers of an object's parts by name. Raises IndexError where there is no such object."""
        return {child.local_name: child.node_id for child in self._message.nodes[node_id].children}

    def descendants(self) -> list[int]:
        """Returns the numbers of all objects that are reached from the first, nearest first."""
        found = [0]
        for number in found:
            found += [child for child in self.children(number).values() if child not in found]
        return found

    def match(self, obj: Any) -> dict[int, Any]:
        """Returns the objects that the checkpoint's would be restored to.

        Args:
          obj: an object of the program, to be the first of the checkpoint.

        Returns:
          A dict from numbers to objects.
        """
        if not trackable.is_trackable(obj):
            raise ValueError(f"Expected a trackable object, got {obj} of type {type(obj)}.")
        matched = {0: obj}
        queue = [0]
        while queue:
            number = queue.pop(0)
            present = trackable.children_of(matched[number])
            for name, child in self.children(number).items():
                if name in present and child not in matched:
                    matched[child] = present[name]
                    queue.append(child)
        return matched

    def diff(self, obj: Any) -> tuple[dict[int, Any], list[int], list[Any]]:
        """Returns what matches, and what does not.

        Args:
          obj: an object of the program, to be the first of the checkpoint.

        Returns:
          What `match` gives, the numbers of the checkpoint's objects that are not in the program, and the program's objects
          that are not in the checkpoint.
        """
        matched = self.match(obj)
        known = {id(value) for value in matched.values()}
        missing = [number for number in self.descendants() if number not in matched]
        return matched, missing, [value for value in ObjectGraph(obj).objects if id(value) not in known]


@export("train.experimental.PythonState")
class PythonState(trackable.Trackable, abc.ABC):
    """The base of objects whose state, of Python's own, is a string in checkpoints (tf.train.experimental.PythonState).

    >>> import tempfile
    >>> import graphwright as tf
    >>> class Epoch(tf.train.experimental.PythonState):
    ...     number = 3
    ...     def serialize(self):
    ...         return str(self.number)
    ...     def deserialize(self, string_value):
    ...         self.number = int(string_value)
    >>> epoch = Epoch()
    >>> checkpoint = tf.train.Checkpoint(epoch=epoch)
    >>> path = checkpoint.write(tempfile.mkdtemp() + "/ck")
    >>> epoch.number = 9
    >>> _ = checkpoint.read(path)
    >>> epoch.number
    3
    """

    @abc.abstractmethod
    def serialize(self) -> str | bytes:
        """Returns the state as a string."""

    @abc.abstractmethod
    def deserialize(self, string_value: bytes) -> None:
        """Takes the state back that `serialize` has given, as bytes."""

    def _serialize_to_tensors(self) -> dict[str, Any]:
        return {"py_state": _core.convert_to_tensor(self.serialize(), dtypes.string)}

    def _restore_from_tensors(self, tensors: dict[str, Any]) -> None:
        # TensorFlow takes the only value of another kind of object, too.
        value = next(iter(tensors.values())) if len(tensors) == 1 else tensors["py_state"]
        self.deserialize(value.numpy())
