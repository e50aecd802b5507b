"""tf.saved_model.SaveOptions and LoadOptions."""

from __future__ import annotations

import enum

from graphwright._src.base.export import export
from graphwright._src.checkpoint.options import checked_sharding_callback

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from graphwright._src.checkpoint.sharding import ShardingCallback


@export("saved_model.experimental.VariablePolicy")
class VariablePolicy(enum.Enum):
    """The ways to note variables' devices (tf.saved_model.experimental.VariablePolicy)."""

    NONE = None
    SAVE_VARIABLE_DEVICES = "save_variable_devices"
    EXPAND_DISTRIBUTED_VARIABLES = "expand_distributed_variables"

    @staticmethod
    def from_obj(value: object) -> VariablePolicy:
        """Returns the member for a member, its value or None. Raises ValueError for others."""
        if value is None or isinstance(value, VariablePolicy):
            return VariablePolicy.NONE if value is None else value
        for member in VariablePolicy:
            if member.value is not None and str(value).lower() == member.value:
                return member
        raise ValueError(f"Received invalid VariablePolicy value: {value}.")


@export("saved_model.SaveOptions")
class SaveOptions:
    """Options of saving models (tf.saved_model.SaveOptions).

    Args:
      namespace_whitelist: namespaces of ops of others' that may be in the model.
      save_debug_info: has no effect.
      function_aliases: names for `tf.function` objects, which are noted in the model.
      experimental_debug_stripper: has no effect.
      experimental_io_device: has no effect.
      experimental_variable_policy: a `tf.saved_model.experimental.VariablePolicy`.
      experimental_custom_gradients: whether functions with gradients of their own (`tf.custom_gradient`,
        `tf.recompute_grad`) are saved with these. Where they are not, the loaded functions have no gradient.
      experimental_image_format: has no effect.
      experimental_skip_saver: whether the nodes that TensorFlow 1 reads and writes variables with are left out.
      experimental_sharding_callback: a `tf.train.experimental.ShardingCallback`, which divides the variables among files.
      extra_tags: further tags of the graph.

    >>> import graphwright as tf
    >>> tf.saved_model.SaveOptions(extra_tags=["gpu"]).extra_tags
    ['gpu']
    """

    __slots__ = (
        "namespace_whitelist",
        "save_debug_info",
        "function_aliases",
        "experimental_debug_stripper",
        "experimental_io_device",
        "experimental_variable_policy",
        "experimental_custom_gradients",
        "experimental_image_format",
        "experimental_skip_saver",
        "experimental_sharding_callback",
        "extra_tags",
    )

    def __init__(
        self,
        namespace_whitelist: Sequence[str] | None = None,
        save_debug_info: bool = False,
        function_aliases: dict[str, Any] | None = None,
        experimental_debug_stripper: bool = False,
        experimental_io_device: str | None = None,
        experimental_variable_policy: VariablePolicy | str | None = None,
        experimental_custom_gradients: bool = True,
        experimental_image_format: bool = False,
        experimental_skip_saver: bool = False,
        experimental_sharding_callback: ShardingCallback | None = None,
        extra_tags: Sequence[str] | None = None,
    ) -> None:
        if namespace_whitelist is not None and not isinstance(namespace_whitelist, (list, tuple)):
            raise TypeError(f"`namespace_whitelist` must be a list of strings. Got: {namespace_whitelist!r}")
        self.namespace_whitelist = list(namespace_whitelist or [])
        self.save_debug_info = save_debug_info
        self.function_aliases = dict(function_aliases or {})
        self.experimental_debug_stripper = experimental_debug_stripper
        self.experimental_io_device = experimental_io_device
        self.experimental_variable_policy = VariablePolicy.from_obj(experimental_variable_policy)
        self.experimental_custom_gradients = experimental_custom_gradients
        self.experimental_image_format = experimental_image_format
        self.experimental_skip_saver = experimental_skip_saver
        self.experimental_sharding_callback = checked_sharding_callback(experimental_sharding_callback)
        self.extra_tags = extra_tags


@export("saved_model.LoadOptions", v1="")
class LoadOptions:
    """Options of loading models (tf.saved_model.LoadOptions).

    Args:
      allow_partial_checkpoint: whether variables may lack values in the model's checkpoint.
      experimental_io_device: has no effect.
      experimental_skip_checkpoint: whether variables keep zeros instead of the values that were saved.
      experimental_variable_policy: a `tf.saved_model.experimental.VariablePolicy`.
      experimental_load_function_aliases: whether the object gets an attribute `function_aliases`.

    >>> import graphwright as tf
    >>> tf.saved_model.LoadOptions().allow_partial_checkpoint
    False
    """

    __slots__ = (
        "allow_partial_checkpoint",
        "experimental_io_device",
        "experimental_skip_checkpoint",
        "experimental_variable_policy",
        "experimental_load_function_aliases",
    )

    def __init__(
        self,
        allow_partial_checkpoint: bool = False,
        experimental_io_device: str | None = None,
        experimental_skip_checkpoint: bool = False,
        experimental_variable_policy: VariablePolicy | str | None = None,
        experimental_load_function_aliases: bool = False,
    ) -> None:
        self.allow_partial_checkpoint = allow_partial_checkpoint
        self.experimental_io_device = experimental_io_device
        self.experimental_skip_checkpoint = experimental_skip_checkpoint
        self.experimental_variable_policy = VariablePolicy.from_obj(experimental_variable_policy)
        self.experimental_load_function_aliases = experimental_load_function_aliases
