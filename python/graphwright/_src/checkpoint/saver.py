"""tf.train.Checkpoint: values of objects to files and back."""

from __future__ import annotations

import os
import threading
import weakref

from graphwright import _core
from graphwright._src.base import errors, progress
from graphwright._src.base.damaged import Reading
from graphwright._src.base.export import export
from graphwright._src.checkpoint import restoration, sessions
from graphwright._src.checkpoint.object_graph import OBJECT_GRAPH_KEY, ObjectGraph, object_graph_of, to_message
from graphwright._src.checkpoint.options import CheckpointOptions, call_back, checked_options, path_text
from graphwright._src.checkpoint.reader import CheckpointReader
from graphwright._src.checkpoint.sharding import write_tensors
from graphwright._src.checkpoint.state import save_state
from graphwright._src.graph.scopes import init_scope
from graphwright._src.state import children as trackable
from graphwright._src.state.tracked_containers import wrap
from graphwright._src.tensor import dtypes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from graphwright._core import Tensor


def _written(
    path: object, graph: ObjectGraph, options: CheckpointOptions
) -> tuple[dict[str, Any], Callable[[Any, dict[str, Any]], None]]:
    """Returns the values of objects to be saved at `path`, with the message that tells how they hang together, and what
    writes them to a path.
    """
    owners: dict[str, Any] = {}
    values_of = sessions.values_of if sessions.in_plain_graph() else trackable.values_of
    message, tensors = to_message(graph, not options.experimental_skip_slot_variables, values_of, owners)
    tensors = sessions.fetched(tensors, path)
    with sessions.outside_of_plain_graph():
        tensors[OBJECT_GRAPH_KEY] = _core.convert_to_tensor(message.SerializeToString(), dtypes.string)
    callback = options.experimental_sharding_callback

    def write(path: str | Tensor, tensors: dict[str, Any]) -> None:
        with sessions.outside_of_plain_graph():
            write_tensors(path, tensors, callback, owners)

    return tensors, write


def write_objects(path: str | Tensor, graph: ObjectGraph, options: CheckpointOptions) -> None:
    """Writes the values of objects, and the message that tells how they hang together."""
    tensors, write = _written(path, graph, options)
    write(path, tensors)


def read_objects(path: str, graph: Callable[..., ObjectGraph], options: CheckpointOptions) -> restoration.LoadStatus:
    """Restores objects from a checkpoint, and tells how well they fitted."""
    reader = CheckpointReader(path)
    if not reader.has_tensor(OBJECT_GRAPH_KEY):
        return restoration.NameBasedSaverStatus(reader, graph)
    message = object_graph_of(reader, path)
    found = restoration.Restoration(reader, message, options.experimental_skip_slot_variables)
    root = graph(walk=False)  # what cannot be saved can be restored as far as it is asked for
    found.children_of = root.children_of  # those that are attached to the root, too
    if message.nodes:
        with progress.reading("reading checkpoint", reader.nbytes), Reading(path):
            found.bind(0, root.root)
    # The root waits for its missing parts, and would be kept by what it waits for.
    del found.children_of
    return restoration.CheckpointLoadStatus(found, graph)


def _strong(value: Any) -> Any:
    """Returns what a weak reference refers to, None where that is gone; anything else as it is."""
    return value() if isinstance(value, weakref.ref) else value


def _checked(name: str, value: object) -> Any:
    if not trackable.is_trackable(value):
        raise ValueError(
            f"`Checkpoint` was expecting {name} to be a trackable object (an object derived from `Trackable`), got {value}. If "
            "you believe this object should be trackable (i.e. it is part of the TensorFlow Python API and manages state), "
            "please open an issue."
        )
    return value


@export("train.Checkpoint", v1="")
class Checkpoint(trackable.AutoTrackable):
    """Saves the values of objects, and restores them (tf.train.Checkpoint).

    Objects are variables, modules, lists, dicts, tuples, tables, generators, and what these hold. A checkpoint has their values
    and the names by which they hold each other, so it can be restored into objects that were made anew, also by
    TensorFlow; and TensorFlow's checkpoints can be restored here. A file is there whole or not at all, whenever the
    process ends.

    Args:
      root: an object whose children are the checkpoint's, or a `weakref.ref` to it, which does not keep it alive.
      **kwargs: further children by name, or such references.

    Raises:
      ValueError: one of them cannot be saved.

    >>> import tempfile
    >>> import graphwright as tf
    >>> v = tf.Variable(1.0)
    >>> checkpoint = tf.train.Checkpoint(v=v)
    >>> path = checkpoint.save(tempfile.mkdtemp() + "/ck")
    >>> _ = v.assign(5.0)
    >>> status = checkpoint.restore(path).assert_consumed()
    >>> v.numpy()
    np.float32(1.0)
    """

    if TYPE_CHECKING:  # the children by their names

        def __getattr__(self, name: str) -> Any: ...
        def __setattr__(self, name: str, value: object) -> None: ...

    def __init__(self, root: Any = None, **kwargs: Any) -> None:
        state = self.__dict__
        state["_given_root"] = None
        state["_attached"] = {}  # what is saved as children of the root that was given
        state["_writing"] = None
        state["_failure"] = None
        state["_counter"] = None
        state["_counting"] = None  # where the counter is a variable of a graph, the tensor that counts
        reference = root if isinstance(root, weakref.ref) else None
        root = _strong(root)
        has_root = root is not None or reference is not None
        if has_root:
            _checked("root", root)
            if type(root) is not type(wrap(root)) and root:  # a list of its own would not be found in the program's
                raise ValueError(
                    f"`Checkpoint` was expecting root to be a trackable object, got {root}: pass it by keyword."
                )
            if isinstance(root, Checkpoint):
                root = root._root_object
            root = wrap(root)
            state["_given_root"] = root if reference is None else weakref.ref(root)
            present = trackable.children_of(root)
            state["_counter"] = present.get("save_counter")
            kwargs["root"] = root if reference is None else reference
        for name in sorted(kwargs):
            value = kwargs[name]
            _checked(name, _strong(value))
            setattr(self, name, value)
            kept = self.__dict__[name]
            known = present.get(name) if has_root else None
            if known is not None and known is not _strong(kept):
                raise ValueError(
                    f"Cannot create a Checkpoint with keyword argument {name} if root.{name} already exists."
                )
            if known is None and (has_root or isinstance(kept, weakref.ref)):
                self._attached[name] = kept

    _given_root: Any = None  # or a weak reference to it

    @property
    def _root_object(self) -> Any:
        if self._given_root is None:
            return self
        root = _strong(self._given_root)
        if root is None:
            raise AssertionError("the root of this checkpoint is gone: it was given as a weak reference")
        return root

    def _graph(self, walk: bool = True) -> ObjectGraph:
        attached = {name: value for name, kept in self._attached.items() if (value := _strong(kept)) is not None}
        return ObjectGraph(self._root_object, attached, walk=walk)

    @property
    def save_counter(self) -> Any:
        """The variable that counts calls of `save`; made when it is first asked for."""
        self._make_save_counter()
        return self.__dict__["_counter"]

    def _make_save_counter(self) -> bool:
        """Makes the counter; False where it is there already."""
        if self.__dict__["_counter"] is not None:
            return False
        from graphwright._src.session.variable import GraphVariable
        from graphwright._src.state.variable import ResourceVariable

        with init_scope():
            cls = GraphVariable if sessions.in_plain_graph() else ResourceVariable
            counter = cls(initial_value=0, name="save_counter", dtype=dtypes.int64, trainable=False)
        self.__dict__["_counter"] = counter
        self._track_trackable(counter, "save_counter")
        if self._given_root is not None:
            self._attached["save_counter"] = counter
            restoration.appeared(_strong(self._given_root), "save_counter", counter)
        return True

    def _count(self) -> int:
        """Counts one more checkpoint, and gives its number."""
        made = self._make_save_counter()
        counter = self.save_counter
        if not counter._in_graph_mode:
            return int(counter.assign_add(1).numpy())
        session = sessions.session_or_default()
        if made:
            session.run(counter.initializer)
        if self.__dict__["_counting"] is None:
            self.__dict__["_counting"] = counter.assign_add(1)
        return int(session.run(self.__dict__["_counting"]))

    def write(
        self, file_prefix: str | os.PathLike[str] | Tensor, options: CheckpointOptions | None = None
    ) -> str | Any:
        """Writes a checkpoint without a number, and does not note it in the folder's file `checkpoint`.

        Args:
          file_prefix: what its files' names begin with.
          options: a `tf.train.CheckpointOptions`.

        Returns:
          `file_prefix`.

        Raises:
          tf.errors.OpError: a file cannot be written.
        """
        options = checked_options(options)
        if isinstance(file_prefix, _core.Tensor) and not _core.executing_eagerly():
            path: str | Tensor = file_prefix
        else:
            path = path_text(file_prefix)
        self._write(path, options, None)
        return path

    def _write(self, path: str | Tensor, options: CheckpointOptions, finish: Callable[[], None] | None) -> None:
        graph = self._graph()
        if not options.enable_async or not _core.executing_eagerly():
            self.sync()
            write_objects(path, graph, options)
            if finish is not None:
                finish()
            call_back(options, path)
            return
        # The values are taken now: variables write elsewhere from now on, as long as somebody has these.
        tensors, write = _written(path, graph, options)
        self.sync()

        def run() -> None:
            try:
                write(path, tensors)
                if finish is not None:
                    finish()
                call_back(options, path)
            except BaseException as error:  # for whoever calls sync()
                self.__dict__["_failure"] = error

        thread = threading.Thread(target=run, name="checkpoint")
        self.__dict__["_writing"] = thread
        thread.start()

    def save(self, file_prefix: str | os.PathLike[str] | Tensor, options: CheckpointOptions | None = None) -> str:
        """Writes a checkpoint with a number, and makes it the latest one of its folder.

        Args:
          file_prefix: what its files' names begin with; "-" and the number follow.
          options: a `tf.train.CheckpointOptions`.

        Returns:
          The checkpoint's path, which `restore` takes.

        Raises:
          tf.errors.OpError: a file cannot be written.
          NotImplementedError: it is called while a function is traced.
        """
        if not _core.executing_eagerly() and not sessions.in_plain_graph():
            raise NotImplementedError(
                "Calling tf.train.Checkpoint.save() from a function is not supported. Use write()."
            )
        options = checked_options(options)
        prefix = path_text(file_prefix)
        path = f"{prefix}-{self._count()}"
        self._write(path, options, lambda: save_state(os.path.dirname(path), path, [path]))
        return path

    def sync(self) -> None:
        """Waits until a checkpoint that is being written in the background is there. Raises what that raised."""
        thread = self._writing
        if thread is not None:
            thread.join()
            self.__dict__["_writing"] = None
        failure, self.__dict__["_failure"] = self._failure, None
        if failure is not None:
            try:
                raise failure
            finally:
                del failure  # this frame belongs to its traceback

    def read(
        self, save_path: str | os.PathLike[str] | None, options: CheckpointOptions | None = None
    ) -> restoration.LoadStatus:
        """Restores what `write` wrote.

        Args:
          save_path: the checkpoint's path.
          options: a `tf.train.CheckpointOptions`.

        Returns:
          A status object, as `restore` does.

        Raises:
          tf.errors.DataLossError: a file is damaged.
          tf.errors.NotFoundError: there is no such checkpoint.
        """
        self.sync()
        if save_path is None:
            return restoration.InitializationOnlyStatus(self._graph)
        return read_objects(_checkpoint_of(path_text(save_path)), self._graph, checked_options(options))

    def restore(
        self, save_path: str | os.PathLike[str] | None, options: CheckpointOptions | None = None
    ) -> restoration.LoadStatus:
        """Restores what `save` wrote, now for what is there and later for what is made later.

        Args:
          save_path: the checkpoint's path, or a SavedModel's folder; with None nothing is restored.
          options: a `tf.train.CheckpointOptions`.

        Returns:
          A status object: `assert_consumed()`, `assert_existing_objects_matched()` and `assert_nontrivial_match()` raise
          AssertionError where checkpoint and program do not fit, `expect_partial()` says that they need not.

        Raises:
          tf.errors.DataLossError: a file is damaged.
          tf.errors.InvalidArgumentError: a variable has another dtype than the value.
          tf.errors.NotFoundError: there is no such checkpoint.
          ValueError: a variable has another shape than the value.
        """
        path = None if save_path is None else path_text(save_path)
        try:
            status = self.read(path, options)
        except errors.NotFoundError as error:
            raise errors.NotFoundError(
                None,
                None,
                f"Error when restoring from checkpoint or SavedModel at {path}: {error.message}\nPlease double-check that the "
                "path is correct. You may be missing the checkpoint suffix (e.g. the '-1' in 'path/to/ckpt-1').",
            ) from None
        self._make_save_counter()
        if isinstance(status, restoration.NameBasedSaverStatus):
            status.may_be_missing(self.save_counter)
        return status


def _checkpoint_of(path: str) -> str:
    """Returns the checkpoint inside of a SavedModel; any other path is what it is."""
    if os.path.isdir(folder := _core.local_path(path)):
        inside = os.path.join(path, "variables", "variables")
        if os.path.exists(_core.local_path(inside + ".index")) and any(
            os.path.exists(os.path.join(folder, f"saved_model.{ending}")) for ending in ("pb", "pbtxt")
        ):
            return inside
    return path


def count_checkpoint(checkpoint: Checkpoint) -> int:
    """Counts one more checkpoint of these objects, and gives its number."""
    return checkpoint._count()


def write_checkpoint(checkpoint: Checkpoint, path: Any, options: CheckpointOptions, finish: Callable[[], None]) -> None:
    """Writes a checkpoint; `finish` is called when it is there."""
    checkpoint._write(path, options, finish)
