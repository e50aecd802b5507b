"""tf.compat.v1.train.Saver: variables to checkpoints by their names, and back."""

from __future__ import annotations

import contextlib
import os
import time

from graphwright import _core
from graphwright._src.base import errors
from graphwright._src.base.export import export
from graphwright._src.base.logger import log_info
from graphwright._src.checkpoint.object_graph import OBJECT_GRAPH_KEY, object_graph_of
from graphwright._src.checkpoint.options import path_text
from graphwright._src.checkpoint.reader import CheckpointReader
from graphwright._src.checkpoint.sharding import write_entries
from graphwright._src.checkpoint.state import (
    checkpoint_exists,
    get_checkpoint_mtimes,
    log_warning,
    remove_checkpoint,
    save_state,
)
from graphwright._src.graph.graph import get_default_graph
from graphwright._src.graph.scopes import get_static_value, name_scope
from graphwright._src.session.collections import GraphKeys, get_collection
from graphwright._src.state.variable import Variable
from graphwright._src.text.lookup import MutableHashTable
from graphwright._src.v1.meta_graph import add_saver_nodes, export_meta_graph
from graphwright._src.v1.partitioners import PartitionedVariable
from graphwright._src.v1.placeholders import placeholder
from graphwright._src.v1.variables import global_variables

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from typing import Any

    from graphwright import Tensor
    from graphwright._src.messages.classes import MetaGraphDef, SaverDef
    from graphwright._src.session.session import Session
    from graphwright._src.tensor.dtypes import DType
    from graphwright._src.v1.monitored_session import MonitoredSession


@contextlib.contextmanager
def _eagerly() -> Iterator[None]:
    """Ops inside run at once, also where a graph is being built."""
    _core.push_eager()
    try:
        yield
    finally:
        _core.pop_eager()


def _name_of(variable: Any) -> str:
    shared = getattr(variable, "_shared_name", None)
    return shared if shared and _core.executing_eagerly() else variable.name.rpartition(":")[0]


def _entries_of(name: str | None, parts: Iterable[Any]) -> list[tuple[str, str, Any]]:
    """Returns what is written of a variable in parts: for each the name, the text of the slice and the part.

    Raises:
      ValueError: these are not the parts of one variable.
    """
    found, names = [], set()
    for part in parts:
        if not isinstance(part, Variable):
            raise ValueError(f"Slices must all be Variables: {part}")
        place = part._get_save_slice_info()
        if place is None:
            raise ValueError(f"Slices must all be slices: {part}")
        names.add(place.full_name)
        found.append((name or place.full_name, place.spec, part))
    if len(names) != 1:
        raise ValueError(f"Slices must all be from the same tensor: {', '.join(sorted(names))}")
    return found


def _entries_of_list(variables: Iterable[Any]) -> list[tuple[str, str, Any]]:
    """Returns what is written of variables by their own names; parts of variables belong together."""
    found: dict[str, list[tuple[str, str, Any]]] = {}
    for variable in variables:
        parts = list(variable) if isinstance(variable, (PartitionedVariable, list, tuple)) else [variable]
        for part in parts:
            if not isinstance(part, Variable):
                raise TypeError(f"Variable to save is not a Variable: {part}")
            place = part._get_save_slice_info()
            name = _name_of(part) if place is None else place.full_name
            entries = found.setdefault(name, [])
            if entries and (place is None or not entries[0][1]):
                raise ValueError(f"At least two variables have the same name: {name}")
            entries.append((name, "" if place is None else place.spec, part))
    return [entry for name in sorted(found) for entry in found[name]]


def _entries_of_dict(variables: dict[str, Any]) -> list[tuple[str, str, Any]]:
    """Returns what is written of variables by the names of a dict."""
    found = []
    for name, variable in variables.items():
        if isinstance(variable, (PartitionedVariable, list, tuple)):
            found += _entries_of(name, variable)
        elif isinstance(variable, _core.ResourceVariable):
            found.append((name, "", variable))
        else:
            raise TypeError(
                f"names_to_saveables must be a dict mapping string names to variables. Not a variable: {variable}"
            )
    return found


class SavedTable:
    """A table that is written as two tensors, its keys and values; in a graph with the operations for that.

    Args:
      names: those of the two in checkpoints.
      handle: refers to the table.
      kinds: the dtypes of keys and values.
      assign: gives the table other keys and values; in a graph, the operation that does.
    """

    def __init__(
        self, names: list[str], handle: Tensor, kinds: list[Any], assign: Callable[[Any, Any], Any] | None = None
    ) -> None:
        self.names = names
        self.kinds = kinds
        self.assign = assign or (lambda keys, values: _core.op("LookupTableImportV2")(handle, keys, values))
        self._handle = handle
        self._fed: list[Any] = []
        self._tensors: list[Any] = []
        if isinstance(handle, _core.SymbolicTensor):
            with handle.graph.as_default(), name_scope("save"):
                self._tensors = self._read()
                self._fed = [placeholder(kind) for kind in kinds]
                self._restored = self.assign(*self._fed)

    @classmethod
    def of(cls, name: str, table: MutableHashTable) -> SavedTable:
        """Returns the table, under a name of the checkpoint."""
        names = [f"{name}-keys", f"{name}-values"]
        return cls(names, table.resource_handle, [table.key_dtype, table.value_dtype], table.take_over)

    def _read(self) -> list[Any]:
        return list(_core.op("LookupTableExportV2")(self._handle, Tkeys=self.kinds[0], Tvalues=self.kinds[1]))

    @property
    def tensors(self) -> list[Any]:
        """The keys and the values."""
        return self._tensors or self._read()

    def restore(self, tensors: list[Any], sess: Any) -> None:
        """Gives the table, which may be one of a session, keys and values that were read."""
        if self._fed:
            sess.run(self._restored, dict(zip(self._fed, [x.numpy() for x in tensors], strict=True)))
        else:
            self.assign(*tensors)


def _tables_of(given: Any) -> list[SavedTable]:
    """Returns the tables among what is to be saved, each once; in a list they have the names that they were given."""
    named = given if isinstance(given, dict) else {}
    if not named:
        for table in given or ():
            if isinstance(table, MutableHashTable) and all(table is not known for known in named.values()):
                name = table.saved_name
                numbers = (f"{name}_{i}" for i in range(1, len(named) + 1))
                named[name if name not in named else next(free for free in numbers if free not in named)] = table
    return [SavedTable.of(name, table) for name, table in named.items() if isinstance(table, MutableHashTable)]


def _without_tables(given: Any) -> Any:
    if isinstance(given, dict):
        return {name: value for name, value in given.items() if not isinstance(value, MutableHashTable)}
    return [value for value in given or () if not isinstance(value, MutableHashTable)]


def _checked(entries: list[tuple[str, str, Any]]) -> list[tuple[str, str, Any]]:
    """Returns the entries. Raises ValueError where a variable comes twice."""
    seen = set()
    for name, _, variable in entries:
        if id(variable) in seen:
            raise ValueError(f"The same saveable will be restored with two names: {name}")
        seen.add(id(variable))
    return entries


def _slice_of(path: str, name: str, place: str, dtype: DType) -> Any:
    """Returns the part of a checkpoint's tensor that a text such as "10 5 0,3:0,5" means."""
    with _eagerly():
        found = _core.op("RestoreV2")(path, [name], [place], dtypes=[dtype.base_dtype])
    return found[0] if isinstance(found, (list, tuple)) else found


def _keys_by_names(reader: CheckpointReader, path: str) -> dict[str, str]:
    """Returns the keys in a checkpoint of objects by the names that variables had."""
    log_warning(
        f"{path} is a checkpoint of objects: variables are found by the names that they had when it was written."
    )
    nodes = object_graph_of(reader, path).nodes
    return {part.full_name: part.checkpoint_key for node in nodes for part in node.attributes if part.full_name}


@export("compat.v1.train.Saver")
class Saver:
    """Writes variables to checkpoints by their names, and restores them (tf.compat.v1.train.Saver).

    Beside a checkpoint lies a file with the graph, where there is one, which `tf.compat.v1.train.import_meta_graph` reads.

    Args:
      var_list: the variables and mutable tables, or a dict of them by the names that the checkpoint has for them; all of the
        graph by default.
      reshape: whether values may have another shape than the variable, of the same size.
      sharded: has no effect: a checkpoint is one shard.
      max_to_keep: how many checkpoints are kept; None or 0 keeps all.
      keep_checkpoint_every_n_hours: one in so many hours is kept for good.
      name: put before the variables' names, where `saver_def` is given.
      saver_def: the message of an imported saver, whose variables and settings are taken.
      restore_sequentially, builder: have no effect.
      defer_build: whether the variables are looked up when the saver is first used.
      allow_empty: whether there may be no variables.
      write_version: has no effect: checkpoints are of the second version.
      pad_step_number: whether steps in names have eight digits.
      save_relative_paths: whether the file `checkpoint` has paths from its folder on.
      filename: has no effect.

    Raises:
      ValueError: there are no variables, or two of one name.

    >>> import tempfile
    >>> import graphwright as tf
    >>> v = tf.Variable(1.0, name="v")
    >>> saver = tf.compat.v1.train.Saver([v])
    >>> path = saver.save(None, tempfile.mkdtemp() + "/model", global_step=7)
    >>> _ = v.assign(5.0)
    >>> saver.restore(None, path)
    >>> v.numpy(), os.path.basename(path)
    (np.float32(1.0), 'model-7')
    """

    def __init__(
        self,
        var_list: Iterable[Any] | None = None,
        reshape: bool = False,
        sharded: bool = False,
        max_to_keep: int | None = 5,
        keep_checkpoint_every_n_hours: float = 10000.0,
        name: str | None = None,
        restore_sequentially: bool = False,
        saver_def: SaverDef | None = None,
        builder: object = None,
        defer_build: bool = False,
        allow_empty: bool = False,
        write_version: int = 2,
        pad_step_number: bool = False,
        save_relative_paths: bool = False,
        filename: str | None = None,
    ) -> None:
        if defer_build and var_list:
            raise ValueError(
                "If `var_list` is provided then build cannot be deferred. Either set defer_build=False or var_list=None."
            )
        if _core.executing_eagerly() and var_list is None:
            raise RuntimeError(
                "When eager execution is enabled, `var_list` must specify a list or dict of variables to save"
            )
        self._saver_def = saver_def
        self._is_deferred = defer_build
        self._scope = name
        if saver_def is not None and var_list is None and max_to_keep == 5:
            max_to_keep = saver_def.max_to_keep
            keep_checkpoint_every_n_hours = saver_def.keep_checkpoint_every_n_hours or keep_checkpoint_every_n_hours
        self._var_list = var_list
        self._reshape = reshape
        self._most = max_to_keep or 0
        self._sharded = sharded or bool(saver_def is not None and saver_def.sharded)
        self._keep_every = keep_checkpoint_every_n_hours
        self._next_kept = time.time() + keep_checkpoint_every_n_hours * 3600
        self._allow_empty = allow_empty
        self._pad = pad_step_number
        self._relative = save_relative_paths
        self._last: list[tuple[str, float]] = []
        self._entries: list[tuple[str, str, Any]] | None = None
        self.tables: list[SavedTable] = []
        if not defer_build and (saver_def is None or var_list is not None):
            self.build()

    def build(self) -> None:
        """Looks up the variables. Raises ValueError where there are none, or two of one name."""
        if self._entries is not None:
            return
        given = self._var_list
        if given is None and self._saver_def is not None:
            self._entries = self._noted_entries()
            return
        if given is None:
            tables = get_collection(GraphKeys.SAVEABLE_OBJECTS)
            given = global_variables() + [x for x in tables if isinstance(x, MutableHashTable)]
        if not given and not self._allow_empty:
            raise ValueError("No variables to save")
        self.tables = _tables_of(given)
        given = _without_tables(given)
        self._entries = _checked(_entries_of_dict(given) if isinstance(given, dict) else _entries_of_list(given))

    @property
    def entries(self) -> list[tuple[str, str, Any]]:
        """The entries to be written: names, which part of what has that name, "" for all of it, and the variables."""
        return self._entries or []

    @property
    def has_parts(self) -> bool:
        """True where there is anything to be written."""
        return bool(self.entries or self.tables)

    @property
    def saver_def(self) -> Any:
        """The result of `as_saver_def`; None as long as the saver is to be built later."""
        is_built = self._entries is not None or self._saver_def is not None
        return self.as_saver_def() if is_built else None

    def _build_for(self, sess: Session | MonitoredSession | None) -> None:
        """As `build`, in the session's graph, where it has one."""
        graph = getattr(sess, "graph", None)
        with contextlib.nullcontext() if graph is None else graph.as_default():
            self.build()

    def _noted_entries(self) -> list[tuple[str, str, Any]]:
        """Returns the variables that the imported nodes read, the names that these have for them, and which part they are."""
        graph = _core.current_graph()
        graph = get_default_graph() if graph is None else graph
        prefix = f"{self._scope}/" if self._scope else ""
        assert self._saver_def is not None
        name = prefix + self._saver_def.restore_op_name
        try:
            restore = graph.get_operation_by_name(name)
        except KeyError as error:
            raise ValueError(f"Argument `fetch` = {name} cannot be interpreted as a Tensor. ({error})") from None
        by_handle = {variable.handle.name: variable for variable in global_variables()}
        found: list[tuple[str, str, Any]] = []
        waiting, seen = [restore], set()
        while waiting:
            operation = waiting.pop()
            if operation.name in seen:
                continue
            seen.add(operation.name)
            waiting += operation.control_inputs
            if operation.type == "LookupTableImportV2" and operation.inputs[1].op.type == "RestoreV2":
                handle, *read = operation.inputs
                names = [get_static_value(x.op.inputs[1])[x.value_index].decode() for x in read]
                self.tables.append(SavedTable(names, handle, [x.dtype for x in read]))
                continue
            if operation.type != "AssignVariableOp":
                waiting += [tensor.op for tensor in operation.inputs]
                continue
            value = operation.inputs[1]
            while value.op.type in ("Identity", "Cast"):
                value = value.op.inputs[0]
            variable = by_handle.get(operation.inputs[0].name)
            if value.op.type == "RestoreV2" and variable is not None:
                texts = [get_static_value(value.op.inputs[i])[value.value_index].decode() for i in (1, 2)]
                found.append((*texts, variable))
        return sorted(found, key=lambda entry: entry[:2])

    # ---- what was written ----

    @property
    def last_checkpoints(self) -> list[str]:
        """The paths of the checkpoints that are kept, oldest first."""
        return [path for path, _ in self._last]

    def set_last_checkpoints(self, last_checkpoints: Sequence[str]) -> None:
        """Says which checkpoints there are."""
        self._last = [(path, float("inf")) for path in last_checkpoints]

    def set_last_checkpoints_with_time(self, last_checkpoints_with_time: Sequence[tuple[str, float]]) -> None:
        """Says which checkpoints there are, and when they were written."""
        self._last = list(last_checkpoints_with_time)

    def recover_last_checkpoints(self, checkpoint_paths: Sequence[str]) -> None:
        """Says which checkpoints there may be; those that are not there are left out."""
        present = [path for path in checkpoint_paths if checkpoint_exists(path)]
        self._last = list(zip(present, get_checkpoint_mtimes(present), strict=True))

    # ---- writing and reading ----

    def save(
        self,
        sess: Any,
        save_path: str | os.PathLike,
        global_step: Any = None,
        latest_filename: str | None = None,
        meta_graph_suffix: str = "meta",
        write_meta_graph: bool = True,
        write_state: bool = True,
        strip_default_attrs: bool = False,
        save_debug_info: bool = False,
    ) -> str | None:
        """Writes a checkpoint.

        Args:
          sess: the session whose values are taken; not used eagerly.
          save_path: what its files' names begin with.
          global_step: a number, put behind that with "-"; an int, a tensor or a variable.
          latest_filename: the file that tells the latest checkpoint, "checkpoint" by default.
          meta_graph_suffix: what the name of the file with the graph ends with.
          write_meta_graph: whether that file is written.
          strip_default_attrs: noted there.
          save_debug_info: has no effect.
          write_state: whether that file is written, and older checkpoints are removed.

        Returns:
          The checkpoint's path; None where there are no variables.

        Raises:
          RuntimeError: the saver was to be built later, and was not.
          TypeError: `sess` is no session.
          ValueError: `latest_filename` has a folder in it, or is the checkpoint's own.
        """
        in_graph = not _core.executing_eagerly()
        if in_graph and self._is_deferred and self._entries is None:
            raise RuntimeError("`build()` should be called before save if defer_build==True")
        self._build_for(sess)
        if in_graph and not hasattr(sess, "run"):
            raise TypeError(f"'sess' must be a Session; {sess}")
        path = path_text(save_path)
        state_name = latest_filename or "checkpoint"
        if os.path.split(state_name)[0]:
            raise ValueError("'latest_filename' must not contain path components")
        if global_step is not None:
            if not hasattr(global_step, "__index__") or isinstance(global_step, (_core.Tensor, _core.ResourceVariable)):
                global_step = sess.run(global_step) if in_graph else global_step.numpy()
            step = int(global_step)
            path = f"{path}-{step:08d}" if self._pad else f"{path}-{step}"
        elif os.path.basename(path) == state_name and not self._sharded:
            raise ValueError(f"'latest_filename' collides with 'save_path': '{state_name}' and '{path}'")
        folder = os.path.dirname(path)
        if self.has_parts:
            self._write(sess if in_graph else None, path)
        if in_graph and write_meta_graph:
            with sess.graph.as_default():
                self.export_meta_graph(f"{path}.{meta_graph_suffix}", strip_default_attrs=strip_default_attrs)
        if not self.has_parts:
            return None
        if write_state:
            self._note(path, folder, state_name, meta_graph_suffix)
        return path

    def _write(self, sess: Any, path: str) -> None:
        variables = [variable for _, _, variable in self.entries]
        tensors = variables + [tensor for table in self.tables for tensor in table.tensors]
        kinds = [tensor.dtype.base_dtype for tensor in tensors]
        names = [entry[:2] for entry in self.entries] + [(name, "") for table in self.tables for name in table.names]
        values = tensors if sess is None else sess.run(tensors)
        with _eagerly():
            values = [_core.convert_to_tensor(value, kind) for value, kind in zip(values, kinds, strict=True)]
            write_entries(path, [(*name, value) for name, value in zip(names, values, strict=True)])

    def _note(self, path: str, folder: str, state_name: str, meta_graph_suffix: str) -> None:
        """Makes a checkpoint that was written the latest of its folder, and removes what is more than is to be kept."""
        if not self._most:
            save_state(folder, path, [path], state_name, relative=self._relative)
            return
        self._last = [(other, when) for other, when in self._last if other != path]
        self._last.append((path, time.time()))
        gone = []
        while len(self._last) > self._most:
            oldest, when = self._last.pop(0)
            if when > self._next_kept:
                self._next_kept += self._keep_every * 3600
            else:
                gone.append(oldest)
        save_state(folder, path, self.last_checkpoints, state_name, relative=self._relative)
        for old in gone:
            remove_checkpoint(old, meta_graph_suffix=meta_graph_suffix)

    def restore(self, sess: Any, save_path: str | os.PathLike | None) -> None:
        """Gives the variables the values of a checkpoint.

        Args:
          sess: the session whose variables they become the values of; not used eagerly.
          save_path: the checkpoint.

        Raises:
          tf.errors.InvalidArgumentError: a value has another dtype or shape than its variable.
          tf.errors.NotFoundError: the checkpoint has no value for a variable.
          ValueError: there is no such checkpoint.
        """
        self._build_for(sess)
        if not self.has_parts:
            return
        if save_path is None:
            raise ValueError("Can't load save_path when it is None.")
        path = path_text(save_path)
        if not checkpoint_exists(path):
            raise ValueError(f"The passed save_path is not a valid checkpoint: {path}")
        log_info("Restoring parameters from %s", path)
        reader = CheckpointReader(path)
        names = [entry[0] for entry in self.entries] + [name for table in self.tables for name in table.names]
        keys = {name: name for name in names}
        if not all(map(reader.has_tensor, names)) and reader.has_tensor(OBJECT_GRAPH_KEY):
            keys.update(_keys_by_names(reader, path))
        for name in names:
            if not reader.has_tensor(keys[name]):
                raise errors.NotFoundError(
                    None,
                    None,
                    "Restoring from checkpoint failed. This is most likely due to a Variable name or other graph key that is "
                    f"missing from the checkpoint: Key {name} not found in checkpoint {path}",
                )
        for name, place, variable in self.entries:
            dtype = variable.dtype
            key = keys[name]
            tensor = _slice_of(path, key, place, dtype) if place else reader.read(key, dtype)
            if not variable.shape.is_compatible_with(tensor.shape):
                if not self._reshape:
                    raise errors.InvalidArgumentError(
                        None,
                        None,
                        f"Restoring from checkpoint failed: {name} has the shape {variable.shape} in the graph, and "
                        f"{tensor.shape} in the checkpoint",
                    )
                with _eagerly():
                    tensor = _core.op("Reshape")(tensor, variable.shape.as_list())
            if _core.executing_eagerly():
                variable.assign(tensor)
            else:
                variable.load(tensor.numpy(), sess)
        for table in self.tables:
            table.restore(list(map(reader.read, table.names, table.kinds)), sess)

    def export_meta_graph(
        self,
        filename: str | os.PathLike | None = None,
        collection_list: list[str] | None = None,
        as_text: bool = False,
        export_scope: str | None = None,
        clear_devices: bool = False,
        clear_extraneous_savers: bool = False,
        strip_default_attrs: bool = False,
        save_debug_info: bool = False,
    ) -> MetaGraphDef:
        """Returns the graph, with nodes that write and read the variables, as a message and as a file.

        Arguments as of `tf.compat.v1.train.export_meta_graph`.
        """
        graph = get_default_graph()
        known = self._saver_def is not None or not graph.finalized
        return export_meta_graph(
            filename=filename,
            graph=graph,
            saver_def=self.as_saver_def() if known else None,
            collection_list=collection_list,
            as_text=as_text,
            export_scope=export_scope,
            clear_devices=clear_devices,
            clear_extraneous_savers=clear_extraneous_savers,
            strip_default_attrs=strip_default_attrs,
            save_debug_info=save_debug_info,
        )

    def as_saver_def(self) -> SaverDef:
        """Returns the message that names the nodes of the graph that write and read the variables.

        They are made when first asked for.

        Raises:
          RuntimeError: eager execution is on: there is no graph.
        """
        from graphwright._src.messages.classes import SaverDef

        if self._saver_def is None:
            if _core.executing_eagerly():
                raise RuntimeError("Exporting/importing meta graphs is not supported when eager execution is enabled.")
            self.build()
            settings = SaverDef(max_to_keep=self._most, version=2)
            if self._sharded:
                settings.sharded = True
            settings.keep_checkpoint_every_n_hours = self._keep_every
            if self.has_parts:
                add_saver_nodes(get_default_graph(), self.entries, self.tables, settings)
            self._saver_def = settings
        return self._saver_def

    def to_proto(self, export_scope: str | None = None) -> SaverDef | None:
        """Returns the same; None where the nodes are not in that scope."""
        noted = self.as_saver_def()
        if not export_scope or noted.filename_tensor_name.startswith(export_scope):
            return noted
        return None

    @staticmethod
    def from_proto(saver_def: SaverDef, import_scope: str | None = None) -> Saver:
        """Returns the saver whose nodes a message names."""
        return Saver(saver_def=saver_def, name=import_scope)
