"""tf.data.Options and its parts: what users say of how a pipeline is to run."""

from __future__ import annotations

import enum
import functools
import operator

from graphwright._src.base.export import export

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


@export("data.experimental.AutoShardPolicy")
class AutoShardPolicy(enum.IntEnum):
    """The ways to split a data set among workers (tf.data.experimental.AutoShardPolicy)."""

    OFF = -1
    AUTO = 0
    FILE = 1
    DATA = 2
    HINT = 3


@export("data.experimental.ExternalStatePolicy")
class ExternalStatePolicy(enum.Enum):
    """The ways to treat state that cannot be saved (tf.data.experimental.ExternalStatePolicy)."""

    WARN = 0
    IGNORE = 1
    FAIL = 2


@export("data.experimental.AutotuneAlgorithm")
class AutotuneAlgorithm(enum.Enum):
    """The algorithms that tune parallelism (tf.data.experimental.AutotuneAlgorithm)."""

    DEFAULT = 0
    HILL_CLIMB = 1
    GRADIENT_DESCENT = 2
    MAX_PARALLELISM = 3
    STAGE_BASED = 4


class OptionsBase:
    """A set of options, of which those that were set have a value."""

    _types: dict[str, Any] = {}
    _values: dict[str, Any]
    _mutable: bool

    def __init__(self) -> None:
        object.__setattr__(self, "_values", {})
        object.__setattr__(self, "_mutable", True)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, self.__class__) and self._values == other._values

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = None  # type: ignore[assignment]

    def __setattr__(self, name: str, value: object) -> None:
        if not self._mutable:
            raise ValueError(
                "Mutating `tf.data.Options()` returned by `tf.data.Dataset.options()` has no effect. Use "
                "`tf.data.Dataset.with_options(options)` to set or update dataset options."
            )
        if not hasattr(type(self), name):
            raise AttributeError(f"Cannot set the property {name} on {type(self).__name__}.")
        object.__setattr__(self, name, value)

    def _set_mutable(self, mutable: bool) -> None:
        object.__setattr__(self, "_mutable", mutable)
        for value in self._values.values():
            if isinstance(value, OptionsBase):
                value._set_mutable(mutable)


def _option(name: str, kind: type | tuple[type, ...], doc: str, default: Callable[[], Any] | None = None) -> property:
    def get(self: OptionsBase) -> Any:
        value = self._values.get(name)
        if value is None and default is not None:
            value = self._values[name] = default()
        return value

    def put(self: OptionsBase, value: object) -> None:
        if value is not None and not isinstance(value, kind):
            raise TypeError(f'Property "{name}" must be of type {kind}, got: {value} (type: {type(value)})')
        self._values[name] = value

    return property(get, put, None, doc)


@export("data.ThreadingOptions", "data.experimental.ThreadingOptions")
class ThreadingOptions(OptionsBase):
    """Options of the threads of a pipeline (tf.data.ThreadingOptions)."""

    max_intra_op_parallelism = _option("max_intra_op_parallelism", int, "Threads of one op.")
    private_threadpool_size = _option("private_threadpool_size", int, "Threads of the pipeline; 0 for as many as fit.")


@export("data.experimental.OptimizationOptions")
class OptimizationOptions(OptionsBase):
    """Options of the rewriting of a pipeline (tf.data.experimental.OptimizationOptions)."""

    apply_default_optimizations = _option("apply_default_optimizations", bool, "Whether the usual ones are applied.")
    filter_fusion = _option("filter_fusion", bool, "Whether filters become one.")
    filter_parallelization = _option("filter_parallelization", bool, "Whether filters run in parallel.")
    inject_prefetch = _option("inject_prefetch", bool, "Whether to prefetch at the end.")
    map_and_batch_fusion = _option("map_and_batch_fusion", bool, "Whether map and batch become one.")
    map_and_filter_fusion = _option("map_and_filter_fusion", bool, "Whether map and filter become one.")
    map_fusion = _option("map_fusion", bool, "Whether maps become one.")
    map_parallelization = _option("map_parallelization", bool, "Whether maps run in parallel.")
    noop_elimination = _option("noop_elimination", bool, "Whether what does nothing goes.")
    parallel_batch = _option("parallel_batch", bool, "Whether batches are copied in parallel.")
    seq_interleave_prefetch = _option("seq_interleave_prefetch", bool, "Whether to prefetch in interleave.")
    shuffle_and_repeat_fusion = _option("shuffle_and_repeat_fusion", bool, "Whether shuffle and repeat become one.")


@export("data.experimental.DistributeOptions")
class DistributeOptions(OptionsBase):
    """Options of the distribution of a data set (tf.data.experimental.DistributeOptions)."""

    auto_shard_policy = _option(
        "auto_shard_policy", AutoShardPolicy, "How to split it among workers.", lambda: AutoShardPolicy.AUTO
    )
    num_devices = _option("num_devices", int, "The number of devices.")


@export("data.experimental.AutotuneOptions")
class AutotuneOptions(OptionsBase):
    """Options of the tuning of parallelism (tf.data.experimental.AutotuneOptions)."""

    autotune_algorithm = _option("autotune_algorithm", AutotuneAlgorithm, "The algorithm.")
    cpu_budget = _option("cpu_budget", int, "The processors to be used.")
    enabled = _option("enabled", bool, "Whether to tune.")
    initial_parallelism = _option("initial_parallelism", int, "What to begin with.")
    min_parallelism = _option("min_parallelism", int, "What to have at least.")
    ram_budget = _option("ram_budget", int, "The memory to be used.")


@export("data.experimental.ServiceOptions")
class ServiceOptions(OptionsBase):
    """Options of a pipeline that a service runs (tf.data.experimental.ServiceOptions)."""

    pinned = _option("pinned", bool, "Whether data is pinned in memory.")


@export("data.Options")
class Options(OptionsBase):
    """Options of the run of a pipeline (tf.data.Options). See `tf.data.Dataset.with_options`.

    >>> import graphwright as tf
    >>> options = tf.data.Options()
    >>> options.deterministic = False
    >>> tf.data.Dataset.range(3).with_options(options).options().deterministic
    False
    """

    autotune = _option("autotune", AutotuneOptions, "How parallelism is tuned.", AutotuneOptions)
    dataset_name = _option("dataset_name", str, "A name.")
    deterministic = _option("deterministic", bool, "Whether elements keep their order.")
    experimental_deterministic = property(
        lambda self: self.deterministic, lambda self, value: setattr(self, "deterministic", value)
    )
    experimental_distribute = _option(
        "experimental_distribute", DistributeOptions, "How the data set is distributed.", DistributeOptions
    )
    experimental_external_state_policy = _option(
        "experimental_external_state_policy", ExternalStatePolicy, "What to do about state that cannot be saved."
    )
    experimental_optimization = _option(
        "experimental_optimization", OptimizationOptions, "How the pipeline is rewritten.", OptimizationOptions
    )
    experimental_service = _option("experimental_service", ServiceOptions, "How a service runs it.", ServiceOptions)
    experimental_slack = _option("experimental_slack", bool, "Whether to leave processors free at times.")
    experimental_symbolic_checkpoint = _option("experimental_symbolic_checkpoint", bool, "How to save iterators.")
    experimental_threading = property(
        lambda self: self.threading, lambda self, value: setattr(self, "threading", value)
    )
    experimental_warm_start = _option("experimental_warm_start", bool, "Whether to begin before the first element.")
    framework_type = _option("framework_type", list, "The frameworks that take part.", list)
    threading = _option("threading", ThreadingOptions, "How many threads are used.", ThreadingOptions)

    def merge(self, options: Options) -> Options:
        """Returns these options and others, which have the last word.

        Raises:
          TypeError: `options` are something else.
        """
        return functools.reduce(_merged, [self, options], Options())


def _merged(mine: OptionsBase, theirs: OptionsBase) -> Any:
    if type(mine) is not type(theirs):
        raise TypeError(
            f"The `options` must all be of the same type, got {type(mine).__name__} and {type(theirs).__name__}"
        )
    merged = type(mine)()
    for values in (mine._values, theirs._values):
        for name, value in values.items():
            if value is None:
                continue
            before = merged._values.get(name)
            if isinstance(value, OptionsBase):
                value = _merged(type(value)() if before is None else before, value)
            merged._values[name] = value
    return merged


# By name, the options that were set.
values_of: Callable[[Any], dict[str, Any]] = operator.attrgetter("_values")
