"""The files of a SavedModel: all of one model, or no model, whenever the process ends."""

from __future__ import annotations

import os

from graphwright._src.base import errors
from graphwright._src.checkpoint.sharding import remove_parts, stage_tensors, write_tensors
from graphwright._src.checkpoint.state import write_whole
from graphwright._src.saved_model import constants
from graphwright._src.saved_model.fingerprint import write_fingerprint

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from graphwright._src.messages.classes import SavedModel


def write_files(
    folder: str,
    model: SavedModel,
    assets: Mapping[str, str],
    values: tuple[Mapping[str, Any], Any, Mapping[str, Any]] | None,
) -> None:
    """Writes a model. In the place of another one, all is written beside it before anything of that is touched.

    Args:
      folder: the model's.
      model: its message.
      assets: the paths of its files by the names of their copies.
      values: the tensors of its variables, what divides them among files, and whose values they are; None writes none.

    Raises:
      tf.errors.OpError: a file cannot be written; a model that was there before stays as it was.
    """
    os.makedirs(os.path.join(folder, constants.ASSETS_DIRECTORY), exist_ok=True)
    prefix = os.path.join(folder, constants.VARIABLES_DIRECTORY, constants.VARIABLES_FILENAME)
    path = os.path.join(folder, constants.SAVED_MODEL_FILENAME_PB)
    data = model.SerializeToString()
    if os.path.isfile(path):
        _replace(path, data, folder, prefix, assets, values)
    else:
        for name, source in assets.items():
            copy = _copy_of(folder, name)
            if not _is_same(source, copy):
                write_whole(copy, _read(source))
        if values is not None:
            write_tensors(prefix, *values)
        write_whole(path, data)
    write_fingerprint(folder, model, data, prefix + ".index")


def _copy_of(folder: str, name: str) -> str:
    return os.path.join(folder, constants.ASSETS_DIRECTORY, name)


def _is_same(path: str, other: str) -> bool:
    return os.path.exists(other) and os.path.samefile(path, other)


def _read(path: str) -> bytes:
    with open(path, "rb") as file:
        return file.read()


def _replace(
    path: str,
    data: bytes,
    folder: str,
    prefix: str,
    assets: Mapping[str, str],
    values: tuple[Mapping[str, Any], Any, Mapping[str, Any]] | None,
) -> None:
    """Puts a model in another one's place: that has no message from the first of its files that changes to the last."""
    place = os.path.realpath(path)
    steps: list[Callable[[], None]] = []
    beside: dict[str, str] = {}  # what waits for its place: where it is -> that place
    try:

        def stage(target: str, content: bytes) -> None:
            real = os.path.realpath(target)
            if os.path.lexists(real) and not os.path.isfile(real):
                raise errors.FailedPreconditionError(
                    None, None, f"{target} is no plain file, and cannot be replaced by one"
                )
            waiting = f"{real}.{os.getpid()}.new"
            beside[waiting] = real
            write_whole(waiting, content, real)
            steps.append(lambda: os.replace(waiting, real))

        for name, source in assets.items():
            copy = _copy_of(folder, name)
            if not _is_same(source, copy):
                stage(copy, _read(source))
        if values is not None:
            steps.append(stage_tensors(prefix, *values))
        stage(path, data)
        before = f"{place}.{os.getpid()}.old"
        os.replace(place, before)
        try:
            for step in steps:
                step()
        except BaseException:
            os.replace(before, place)
            raise
        os.unlink(before)
    finally:
        for waiting in beside:
            if os.path.exists(waiting):
                os.unlink(waiting)
        remove_parts(prefix)
