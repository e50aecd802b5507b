"""tf.compat.v1.autograph's two functions with version 1's arguments, and its Checkpoint."""

from __future__ import annotations

from graphwright._src.autograph import api
from graphwright._src.base.export import export
from graphwright._src.checkpoint.saver import Checkpoint
from graphwright._src.graph.scopes import plain_graph

TYPE_CHECKING = False
if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Mapping
    from typing import Any

    from graphwright._src.checkpoint.options import CheckpointOptions
    from graphwright._src.checkpoint.restoration import LoadStatus
    from graphwright._src.session.session import Session


@export("compat.v1.autograph.to_graph")
def to_graph(
    entity: Callable[..., Any],
    recursive: bool = True,
    arg_values: Mapping[str, Any] | None = None,
    arg_types: Mapping[str, Any] | None = None,
    experimental_optional_features: Any = None,
) -> Callable[..., Any]:
    """Returns the converted form of a function (tf.compat.v1.autograph.to_graph), see `tf.autograph.to_graph`.

    `arg_values` and `arg_types` have no effect, as in TensorFlow.
    """
    return api.to_graph(entity, recursive, experimental_optional_features)


@export("compat.v1.autograph.to_code")
def to_code(
    entity: Callable[..., Any],
    recursive: bool = True,
    arg_values: Mapping[str, Any] | None = None,
    arg_types: Mapping[str, Any] | None = None,
    indentation: str = "  ",
    experimental_optional_features: Any = None,
) -> str:
    """Returns the source text of a function's converted form (tf.compat.v1.autograph.to_code), see `tf.autograph.to_code`.

    `arg_values`, `arg_types` and `indentation` have no effect, as in TensorFlow.
    """
    return api.to_code(entity, recursive, experimental_optional_features)


@export("compat.v1.train.Checkpoint")
class CheckpointV1(Checkpoint):
    """`tf.train.Checkpoint` without a root, for programs that run eagerly (tf.compat.v1.train.Checkpoint).

    Args:
      **kwargs: the objects by name.

    Raises:
      NotImplementedError: later, for a session: objects of plain graphs have `tf.compat.v1.train.Saver`.
    """

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)

    def write(
        self,
        file_prefix: str | os.PathLike[str],
        session: Session | None = None,
        options: CheckpointOptions | None = None,
    ) -> str:
        """Writes a checkpoint without a number, see `tf.train.Checkpoint.write`."""
        _eagerly()
        return super().write(file_prefix, options)

    def save(
        self,
        file_prefix: str | os.PathLike[str],
        session: Session | None = None,
        options: CheckpointOptions | None = None,
    ) -> str:
        """Writes a checkpoint with a number, see `tf.train.Checkpoint.save`."""
        _eagerly()
        return super().save(file_prefix, options)

    def restore(self, save_path: str | os.PathLike[str] | None) -> LoadStatus:
        """Restores what was saved, see `tf.train.Checkpoint.restore`."""
        _eagerly()
        return super().restore(save_path)


def _eagerly() -> None:
    if plain_graph() is not None:
        raise NotImplementedError(
            "tf.compat.v1.train.Checkpoint: variables of plain graphs are saved by tf.compat.v1.train.Saver"
        )
