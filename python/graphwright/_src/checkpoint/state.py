"""The file `checkpoint` of a folder, which tells of the checkpoints there: tf.train.latest_checkpoint and its kin."""

from __future__ import annotations

import glob
import os
import time

from graphwright import _core
from graphwright._src.base import errors
from graphwright._src.base.damaged import DamagedValueError
from graphwright._src.base.export import export, export_value
from graphwright._src.base.logger import get_logger, log_info
from graphwright._src.checkpoint.options import local_text, path_text
from graphwright._src.messages.classes import CheckpointState
from graphwright._src.messages.encoding import from_text, to_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import Any


@export("train.get_checkpoint_state")
def get_checkpoint_state(
    checkpoint_dir: str | os.PathLike[str], latest_filename: str | None = None
) -> CheckpointState | None:
    """Returns what the file `checkpoint` of a folder says, with whole paths (tf.train.get_checkpoint_state).

    Args:
      checkpoint_dir: the folder.
      latest_filename: the name of the file, "checkpoint" by default.

    Returns:
      A message with `model_checkpoint_path`, `all_model_checkpoint_paths`, `all_model_checkpoint_timestamps` and
      `last_preserved_timestamp`; None where there is no such file, or it has another text.

    Raises:
      tf.errors.DataLossError, a ValueError: the text is not in UTF-8, or names no checkpoint.

    >>> import graphwright as tf
    >>> tf.train.get_checkpoint_state("/nowhere") is None
    True
    """
    folder = path_text(checkpoint_dir)
    path = os.path.join(folder, latest_filename or "checkpoint")
    try:
        with open(_core.local_path(path), encoding="utf-8") as file:
            text = file.read()
        state = from_text(CheckpointState, text)
    except FileNotFoundError:
        return None
    except UnicodeDecodeError as error:
        raise DamagedValueError(None, None, f"{path}: {error}") from error
    except (OSError, ValueError, errors.UnimplementedError) as error:
        kind = "ParseError" if isinstance(error, ValueError) else type(error).__name__
        log_warning(f"{kind}: {error}")
        log_warning(f"{path}: Checkpoint ignored")
        return None
    if not state.model_checkpoint_path:
        raise DamagedValueError(None, None, f"Invalid checkpoint state loaded from {checkpoint_dir}")
    state.model_checkpoint_path = os.path.join(folder, state.model_checkpoint_path)
    paths = [os.path.join(folder, one) for one in state.all_model_checkpoint_paths]
    del state.all_model_checkpoint_paths[:]
    state.all_model_checkpoint_paths.extend(paths)
    return state


def log_warning(text: str) -> None:
    """Warns by TensorFlow's logger."""
    get_logger().warning(text)


def generate_checkpoint_state(
    save_dir: str,
    model_checkpoint_path: str,
    all_model_checkpoint_paths: Sequence[str] | None = None,
    all_model_checkpoint_timestamps: Sequence[float] | None = None,
    last_preserved_timestamp: float | None = None,
) -> CheckpointState:
    """Returns the message for these checkpoints, with paths from the folder on where that is not an absolute one."""
    paths = list(all_model_checkpoint_paths or [])
    if not paths or paths[-1] != model_checkpoint_path:  # the latest one is the last
        paths.append(model_checkpoint_path)
    if all_model_checkpoint_timestamps and len(all_model_checkpoint_timestamps) != len(paths):
        raise ValueError(
            "Checkpoint timestamps, if provided, must match checkpoint paths (got paths "
            f"{paths} and timestamps {all_model_checkpoint_timestamps})"
        )
    if not os.path.isabs(save_dir):
        model_checkpoint_path, *paths = (
            os.path.relpath(path, save_dir) if not os.path.isabs(path) else path
            for path in (model_checkpoint_path, *paths)
        )
    return _state(model_checkpoint_path, paths, all_model_checkpoint_timestamps, last_preserved_timestamp)


def _state(
    latest: str, paths: Sequence[str], times: Sequence[float] | None, last_preserved: float | None
) -> CheckpointState:
    state = CheckpointState(
        model_checkpoint_path=latest,
        all_model_checkpoint_paths=paths,
        all_model_checkpoint_timestamps=times,
    )
    if last_preserved is not None:
        state.last_preserved_timestamp = last_preserved
    return state


@export("compat.v1.train.update_checkpoint_state")
def update_checkpoint_state(
    save_dir: str | os.PathLike[str],
    model_checkpoint_path: str,
    all_model_checkpoint_paths: Sequence[str] | None = None,
    latest_filename: str | None = None,
    all_model_checkpoint_timestamps: Sequence[float] | None = None,
    last_preserved_timestamp: float | None = None,
) -> None:
    """Writes the file `checkpoint` of a folder, whole or not at all (tf.compat.v1.train.update_checkpoint_state).

    Args:
      save_dir: the folder.
      model_checkpoint_path: the latest checkpoint.
      all_model_checkpoint_paths: all that are kept, oldest first.
      latest_filename: the name of the file, "checkpoint" by default.
      all_model_checkpoint_timestamps: when each was written, in seconds since 1970.
      last_preserved_timestamp: when one was last kept for good.

    Raises:
      RuntimeError: the file is the latest checkpoint itself.
      ValueError: there are not as many times as checkpoints.
    """
    save_state(
        path_text(save_dir),
        path_text(model_checkpoint_path),
        [path_text(path) for path in all_model_checkpoint_paths or ()],
        latest_filename,
        all_model_checkpoint_timestamps,
        last_preserved_timestamp,
        relative=False,
    )


def save_state(
    folder: str,
    latest: str,
    paths: Sequence[str],
    file_name: str | None = None,
    times: Sequence[float] | None = None,
    last_preserved: float | None = None,
    relative: bool = True,
) -> None:
    """Writes the file; `relative` leaves out of all paths the folder that they are in."""
    path = os.path.join(folder, file_name or "checkpoint")
    if relative:
        latest, *paths = (
            os.path.relpath(one, folder) if os.path.isabs(one) == os.path.isabs(folder) else one
            for one in (latest, *paths)
        )
        state = _state(latest, paths, times, last_preserved)
    else:
        state = generate_checkpoint_state(folder, latest, paths, times, last_preserved)
    if path == state.model_checkpoint_path:
        raise RuntimeError(
            f"Save path '{latest}' conflicts with path used for checkpoint state.  Please use a different save path."
        )
    write_whole(path, to_text(state).encode())


def write_whole(path: str, data: bytes, like: str = "") -> None:
    """Makes the bytes a file, whole or not at all, with the owner and the rights of one that is there, or of `like`."""
    _core.write_file(path, data, like)


@export("train.latest_checkpoint")
def latest_checkpoint(checkpoint_dir: str | os.PathLike[str], latest_filename: str | None = None) -> str | Any:
    """Returns the prefix of the latest checkpoint of a folder, None where there is none (tf.train.latest_checkpoint).

    Args:
      checkpoint_dir: the folder.
      latest_filename: the file that tells, "checkpoint" by default.

    >>> import tempfile
    >>> import graphwright as tf
    >>> folder = tempfile.mkdtemp()
    >>> path = tf.train.Checkpoint(v=tf.Variable(1)).save(folder + "/ck")
    >>> tf.train.latest_checkpoint(folder) == path
    True
    """
    state = get_checkpoint_state(checkpoint_dir, latest_filename)
    if state is None:
        return None
    if checkpoint_exists(state.model_checkpoint_path):
        return state.model_checkpoint_path
    get_logger().error("Couldn't match files for checkpoint %s", state.model_checkpoint_path)
    return None


@export("compat.v1.train.checkpoint_exists")
def checkpoint_exists(checkpoint_prefix: str | os.PathLike[str]) -> bool:
    """Tells whether there is a checkpoint with this prefix (tf.compat.v1.train.checkpoint_exists)."""
    prefix = local_text(checkpoint_prefix)
    return bool(glob.glob(prefix + ".index") or os.path.isfile(prefix))


@export("compat.v1.train.get_checkpoint_mtimes")
def get_checkpoint_mtimes(checkpoint_prefixes: Sequence[str]) -> list[float]:
    """Returns the times at which checkpoints were written, in seconds since 1970; those that are not there are left out.

    The TensorFlow symbol is tf.compat.v1.train.get_checkpoint_mtimes.
    """
    found = []
    for prefix in map(local_text, checkpoint_prefixes):
        path = prefix + ".index"
        if os.path.exists(path) or os.path.exists(path := prefix):
            found.append(os.stat(path).st_mtime)
    return found


@export("compat.v1.train.remove_checkpoint")
def remove_checkpoint(
    checkpoint_prefix: str | os.PathLike[str], checkpoint_format_version: int = 2, meta_graph_suffix: str = "meta"
) -> None:
    """Removes the files of a checkpoint (tf.compat.v1.train.remove_checkpoint).

    Args:
      checkpoint_prefix: the checkpoint.
      checkpoint_format_version: 2, or 1 for a checkpoint that is one file.
      meta_graph_suffix: the ending of the file with the graph.
    """
    prefix = local_text(checkpoint_prefix)
    _remove(f"{prefix}.{meta_graph_suffix}")
    if checkpoint_format_version == 2:
        remove_data(prefix)
    else:
        _remove(prefix)


def remove_data(prefix: str) -> None:
    """Removes the values of a checkpoint."""
    # The index first: data without an index is rubbish, an index without data is a damaged checkpoint.
    _remove(prefix + ".index")
    for path in glob.glob(glob.escape(prefix) + ".data-?????-of-?????"):
        _remove(path)


def _remove(path: str) -> None:
    try:
        os.unlink(path)
    except FileNotFoundError:
        pass


@export("train.checkpoints_iterator")
def checkpoints_iterator(
    checkpoint_dir: str | os.PathLike[str],
    min_interval_secs: float = 0,
    timeout: float | None = None,
    timeout_fn: Callable[[], bool] | None = None,
) -> Iterator[str]:
    """Gives the latest checkpoint of a folder, again and again as new ones are written (tf.train.checkpoints_iterator).

    Args:
      checkpoint_dir: the folder.
      min_interval_secs: how long, in seconds, to wait at least between two of them.
      timeout: how long, in seconds, to wait for a new one; None waits forever.
      timeout_fn: called when that has passed; True ends the iteration. Without it, it ends.
    """
    latest = None
    while True:
        new = _wait_for_new(checkpoint_dir, latest, timeout)
        if new is None:
            if not timeout_fn:
                log_info("Timed-out waiting for a checkpoint (without timeout_fn).")
                return
            if timeout_fn():
                log_info("Done. No new checkpoints will be generated.")
                return
            continue
        start = time.time()
        latest = new
        yield new
        rest = start + min_interval_secs - time.time()
        if rest > 0:
            time.sleep(rest)


def _wait_for_new(folder: str | os.PathLike, known: str | None, timeout: float | None) -> str | None:
    log_info("Waiting for new checkpoint at %s", folder)
    stop = time.time() + timeout if timeout is not None else None
    while True:
        found = latest_checkpoint(folder)
        if found is not None and found != known:
            log_info("Found new checkpoint at %s", found)
            return found
        if stop is not None and time.time() + 1 > stop:
            return None
        time.sleep(1)


export_value("compat.v1.train.generate_checkpoint_state_proto", generate_checkpoint_state)
