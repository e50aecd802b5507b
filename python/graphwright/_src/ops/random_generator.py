"""tf.random.Generator: a stream of random numbers whose position is a variable."""

from __future__ import annotations

from graphwright import _core
from graphwright._src.base.export import export
from graphwright._src.base.hooks import late
from graphwright._src.graph.devices import op_determinism_enabled
from graphwright._src.graph.scopes import init_scope
from graphwright._src.ops.random import Algorithm, algorithm_number, number_for_ops, scaled, shape_tensor
from graphwright._src.state.trackable import Trackable
from graphwright._src.state.variable import Variable
from graphwright._src.tensor import dtypes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphwright._core import Tensor
    from graphwright._src.tensor.typing import DTypeLike, ShapeLike, TensorLike

# A counter, and the key; the counter has two words for Philox, one for ThreeFry.
_STATE_SIZE = 3
_WORD = 2**64 - 1

_has_strategy = late("distribute.contexts", "has_strategy")
_get_strategy = late("distribute.contexts", "get_strategy")
_get_replica_context = late("distribute.contexts", "get_replica_context")
_in_cross_replica_context = late("distribute.contexts", "in_cross_replica_context")

_stateless_uniform = _core.op("StatelessRandomUniformV2")
_stateless_uniform_int = _core.op("StatelessRandomUniformIntV2")
_stateless_full_int = _core.op("StatelessRandomUniformFullIntV2")
_stateless_normal = _core.op("StatelessRandomNormalV2")
_stateless_truncated_normal = _core.op("StatelessTruncatedNormalV2")
_read_and_skip = _core.op("RngReadAndSkip")
_entropy = _core.op("NonDeterministicInts")


def _as_int64(values: TensorLike) -> Tensor:
    """Returns a tensor of int64 for ints of up to 64 bits, signed or not, or for a tensor."""
    if isinstance(values, (list, tuple)) and all(isinstance(value, int) for value in values):
        values = [value - 2**64 if value & 2**63 and value > 0 else value for value in values]
        return _core.convert_to_tensor(values, dtypes.int64)
    if isinstance(values, (list, tuple)):
        values = _core.convert_to_tensor([_as_int64(value) for value in values])
    tensor = _core.convert_to_tensor(values, None, dtypes.int64)
    return tensor if tensor.dtype == dtypes.int64 else _core.op("Cast")(tensor, DstT=dtypes.int64)


def _size_for(alg: str | int | Algorithm | Tensor) -> int:
    number = algorithm_number(alg)
    return _STATE_SIZE - 1 if isinstance(number, int) and number == Algorithm.THREEFRY.value else _STATE_SIZE


def _state_from_seed(seed: TensorLike, alg: str | int | Algorithm | Tensor) -> Tensor:
    size = _size_for(alg)
    if isinstance(seed, int):
        words = []
        for _ in range(size):
            words.append(seed & _WORD)
            seed >>= 64
        seed = words
    state = _core.op("Reshape")(_as_int64(seed), [-1])[:size]
    # Too short a seed goes to the end: a small one must not leave the key zero and only move the counter.
    missing = size - state.shape[0] if state.shape[0] is not None else 0
    if missing:
        state = _core.op("ConcatV2")([_core.convert_to_tensor([0] * missing, dtypes.int64), state], 0)
    return state


def _strategy() -> Any:
    """Returns the distribution strategy in effect; None for the default one."""
    return _get_strategy() if _has_strategy() else None


def _check_state(state: TensorLike, alg: str | int | Algorithm | Tensor) -> Tensor:
    state, size = _as_int64(state), _size_for(alg)
    if not state.shape.is_compatible_with([size]):
        raise ValueError(f"Shapes {state.shape} and [{size}] are incompatible")
    return state


def _state_from_key_counter(key: TensorLike, counter: TensorLike, alg: str | int | Algorithm | Tensor) -> Tensor:
    counter, words = _as_int64(counter), _size_for(alg) - 1
    if not counter.shape.is_compatible_with([words]):
        raise ValueError(f"Shapes {counter.shape} and [{words}] are incompatible")
    return _core.op("ConcatV2")([counter, _core.op("Reshape")(_as_int64(key), [1])], 0)


@export("random.create_rng_state", "random.experimental.create_rng_state")
def create_rng_state(seed: TensorLike, alg: str | int | Algorithm | Tensor) -> Tensor:
    """Returns the state of a generator that a seed stands for (tf.random.create_rng_state).

    Args:
      seed: an int, or an integer vector of up to three numbers.
      alg: as in `tf.random.Generator.from_seed`.

    Returns:
      An int64 vector.

    >>> import graphwright as tf
    >>> tf.random.create_rng_state(1, "philox").numpy()
    array([1, 0, 0])
    """
    return _state_from_seed(seed, alg)


@export("random.Generator", "random.experimental.Generator")
class Generator(Trackable):
    """A source of random numbers that remembers where it stands (tf.random.Generator).

    Its state is a `tf.Variable`, so it can be used inside functions as well. Make one with `from_seed`, `from_state`,
    `from_key_counter` or `from_non_deterministic_state`.

    One that is made under a distribution strategy has a copy of its state on each replica, and the numbers of a replica
    follow from the seed and from its number.

    Args:
      copy_from: another generator, whose state and algorithm are copied.
      state: an int64 vector, or a variable, which is then used as it is.
      alg: "philox", or another algorithm in `tf.random.Algorithm`, see there; needed with `state`. Nothing can be drawn with
        "threefry".

    >>> import graphwright as tf
    >>> g = tf.random.Generator.from_seed(1)
    >>> g.normal([2]).numpy()
    array([ 0.43842274, -0.53439844], dtype=float32)
    >>> g.uniform([3], 0, 10, tf.int32).shape
    TensorShape([3])
    """

    def __init__(
        self,
        copy_from: Generator | None = None,
        state: TensorLike | None = None,
        alg: str | int | Algorithm | Tensor | None = None,
    ) -> None:
        self._distribution_strategy = _strategy()
        if copy_from is not None:
            if state is not None or alg is not None:
                raise ValueError("Generator: `copy_from` cannot be given along with `state` or `alg`")
            self._alg = copy_from.algorithm
            self._state = self._variable(copy_from.state.value())
            return
        if state is None or alg is None:
            raise AssertionError("Generator: either `copy_from`, or `state` and `alg` must be given")
        self._alg = algorithm_number(alg)
        self._state = state if isinstance(state, Variable) else self._variable(_check_state(state, alg))

    @staticmethod
    def _variable(value: TensorLike) -> Variable:
        return Variable(value, dtype=dtypes.int64, name="StateVar", trainable=False)

    @classmethod
    def from_state(cls, state: TensorLike, alg: str | int | Algorithm | Tensor) -> Generator:
        """Returns a generator with this state, an int64 vector (for Philox two words of counter, then the key)."""
        return cls(state=state, alg=alg)

    @classmethod
    def from_seed(cls, seed: TensorLike, alg: str | int | Algorithm | Tensor | None = None) -> Generator:
        """Returns a generator that begins where `seed`, an int or an integer vector, says."""
        alg = Algorithm.PHILOX if alg is None else alg
        return cls(state=create_rng_state(seed, alg), alg=alg)

    @classmethod
    def from_non_deterministic_state(cls, alg: str | int | Algorithm | Tensor | None = None) -> Generator:
        """Returns a generator that begins somewhere else in each run.

        Raises:
          RuntimeError: `tf.config.experimental.enable_op_determinism` was called.
        """
        if op_determinism_enabled():
            raise RuntimeError('"from_non_deterministic_state" cannot be called when op determinism is enabled.')
        alg = Algorithm.PHILOX if alg is None else alg
        state = _entropy(_core.convert_to_tensor([_size_for(alg)], dtypes.int64), dtype=dtypes.int64)
        return cls(state=state, alg=alg)

    @classmethod
    def from_key_counter(cls, key: TensorLike, counter: TensorLike, alg: str | int | Algorithm | Tensor) -> Generator:
        """Returns a generator with this key, an integer, and this counter, two integers."""
        return cls(state=_state_from_key_counter(key, counter, alg), alg=alg)

    def _trackable_children(self, save_type: str = "checkpoint", **kwargs: object) -> dict[str, Any]:
        return {"_state_var": self._state}

    @property
    def state(self) -> Variable:
        """The variable that holds the state."""
        return self._state

    @property
    def algorithm(self) -> int:
        """The number of the algorithm."""
        return self._alg

    @property
    def key(self) -> Tensor:
        """The part of the state that does not change, an int64 scalar."""
        return self._state.value()[_size_for(self._alg) - 1]

    def reset(self, state: TensorLike) -> None:
        """Puts another state in place."""
        self._state.assign(_check_state(state, self._alg))

    def reset_from_seed(self, seed: TensorLike) -> None:
        """Begins anew where `seed` says."""
        self._state.assign(_state_from_seed(seed, self._alg))

    def reset_from_key_counter(self, key: TensorLike, counter: TensorLike) -> None:
        """Puts another key and counter in place."""
        self._state.assign(_state_from_key_counter(key, counter, self._alg))

    def skip(self, delta: TensorLike) -> Any:
        """Moves on as if `delta` numbers had been drawn; returns the state before."""
        count = _core.convert_to_tensor(delta, None, dtypes.uint64)
        if count.dtype != dtypes.uint64:
            count = _core.op("Cast")(count, DstT=dtypes.uint64)
        strategy = self._distribution_strategy
        if strategy is None:
            return self._skip_one(self._state, count)
        current = _strategy()
        if current is None:
            with strategy.scope():
                return self.skip(count)
        if current is not strategy:
            raise RuntimeError(
                f"Mixing different tf.distribute.Strategy objects: {current} is not {strategy}: the generator was made "
                "under the latter"
            )
        if _in_cross_replica_context():
            return strategy.extended.update(self._state, self._skip_one, args=(count,))
        return self._skip_one(self._state, count)

    def _skip_one(self, variable: Variable, delta: Tensor) -> Any:
        """Moves one copy of the state on; returns its value before."""
        return _read_and_skip(variable.handle, _core.convert_to_tensor(self._alg, dtypes.int32), delta)

    def _key_on_replica(self, key: Tensor) -> Any:
        """Returns the key of the replica that asks, of a generator of many."""
        replica = None
        if self._distribution_strategy is not None and _strategy() is self._distribution_strategy:
            replica = _get_replica_context()
        if replica is None:
            return key
        number = _core.op("Cast")(replica.replica_id_in_sync_group, DstT=dtypes.uint64)
        counter = _core.op("Pack")([number, _core.convert_to_tensor(0, dtypes.uint64)])
        return _stateless_full_int(
            _core.convert_to_tensor([1]), key, counter, number_for_ops(self._alg), dtype=dtypes.uint64
        )

    def _draw(self, shape: ShapeLike) -> tuple[Any, Any, Any, Any]:
        """Sets numbers for `shape` aside: the shape, key, counter and algorithm of a stateless op."""
        shape = shape_tensor(shape)
        if isinstance(shape, _core.EagerTensor):
            count = 1
            for size in shape.numpy().tolist():
                count *= size
            delta = _core.convert_to_tensor(max(count, 0), dtypes.uint64)
        else:
            delta = _core.op("Prod")(shape, _core.convert_to_tensor([0], dtypes.int32))
        before = self.skip(delta)
        if not isinstance(before, _core.Tensor):  # above the replicas, whose states are one
            before = before.values[0]
        before = _core.op("Bitcast")(before, type=dtypes.uint64)
        return (
            shape,
            self._key_on_replica(before[_STATE_SIZE - 1 :]),
            before[: _STATE_SIZE - 1],
            number_for_ops(self._alg),
        )

    def normal(
        self,
        shape: ShapeLike,
        mean: TensorLike = 0.0,
        stddev: TensorLike = 1.0,
        dtype: DTypeLike = dtypes.float32,
        name: str | None = None,
    ) -> Tensor:
        """Normally distributed numbers; see `tf.random.normal`."""
        dtype = dtypes.as_dtype(dtype)
        mean, stddev = _core.convert_to_tensor(mean, dtype), _core.convert_to_tensor(stddev, dtype)
        return scaled(_stateless_normal(*self._draw(shape), dtype=dtype), stddev, mean, name)

    def truncated_normal(
        self,
        shape: ShapeLike,
        mean: TensorLike = 0.0,
        stddev: TensorLike = 1.0,
        dtype: DTypeLike = dtypes.float32,
        name: str | None = None,
    ) -> Tensor:
        """Normally distributed numbers within two standard deviations; see `tf.random.truncated_normal`."""
        dtype = dtypes.as_dtype(dtype)
        mean, stddev = _core.convert_to_tensor(mean, dtype), _core.convert_to_tensor(stddev, dtype)
        return scaled(_stateless_truncated_normal(*self._draw(shape), dtype=dtype), stddev, mean, name)

    def uniform(
        self,
        shape: ShapeLike,
        minval: TensorLike | None = 0,
        maxval: TensorLike | None = None,
        dtype: DTypeLike = dtypes.float32,
        name: str | None = None,
    ) -> Tensor:
        """Uniformly distributed numbers in [minval, maxval); for integers both bounds or neither must be given."""
        dtype = dtypes.as_dtype(dtype)
        if dtype.is_integer:
            if (minval is None) != (maxval is None):
                raise ValueError(
                    f"For integer dtype {dtype!s}, minval and maxval must be both `None` or both non-`None`; got "
                    f"minval={minval} and maxval={maxval}"
                )
            if minval is None:
                return self.uniform_full_int(shape, dtype, name)
            low, high = _core.convert_to_tensor(minval, dtype), _core.convert_to_tensor(maxval, dtype)
            return _stateless_uniform_int(*self._draw(shape), low, high, name=name)
        low = _core.convert_to_tensor(minval, dtype)
        high = _core.convert_to_tensor(1 if maxval is None else maxval, dtype)
        numbers = _stateless_uniform(*self._draw(shape), dtype=dtype)
        return scaled(numbers, _core.op("Sub")(high, low), low, name)

    def uniform_full_int(self, shape: ShapeLike, dtype: DTypeLike = dtypes.uint64, name: str | None = None) -> Tensor:
        """Uniformly distributed integers of all values; `dtype` is int32, int64, uint32 or uint64."""
        return _stateless_full_int(*self._draw(shape), dtype=dtypes.as_dtype(dtype), name=name)

    def binomial(
        self,
        shape: ShapeLike,
        counts: TensorLike,
        probs: TensorLike,
        dtype: DTypeLike = dtypes.int32,
        name: str | None = None,
    ) -> Tensor:
        """Binomially distributed numbers of successes in `counts` trials; shape ends in that of counts and probs."""
        algorithm = _core.convert_to_tensor(number_for_ops(self._alg), dtypes.int64)
        counts = _core.convert_to_tensor(counts)
        probs = _core.convert_to_tensor(probs, None, counts.dtype)
        return _core.op("StatefulRandomBinomial")(
            self._state.handle, algorithm, shape_tensor(shape), counts, probs, dtype=dtypes.as_dtype(dtype), name=name
        )

    def make_seeds(self, count: int = 1) -> Tensor:
        """Seeds for stateless ops: shape [2, count], one in each column."""
        keys = self.uniform_full_int([count], dtypes.int64)
        return _core.op("Pack")([keys, _core.op("ZerosLike")(keys)])

    def split(self, count: int = 1) -> list[Generator]:
        """`count` generators that are independent of this one and of each other."""
        keys = _core.op("Unpack")(self.uniform_full_int([count], dtypes.int64), num=count)
        zero = _core.convert_to_tensor(0, dtypes.int64)
        return [Generator(state=_core.op("Pack")([*[zero] * (_STATE_SIZE - 1), key]), alg=self._alg) for key in keys]


_global_generator: Generator | None = None


@export("random.get_global_generator", "random.experimental.get_global_generator")
def get_global_generator() -> Generator:
    """Returns the generator that belongs to the whole process; made on first use (tf.random.get_global_generator).

    Raises:
      RuntimeError: it would be made now, and `tf.config.experimental.enable_op_determinism` was called.

    >>> import graphwright as tf
    >>> tf.random.get_global_generator() is tf.random.get_global_generator()
    True
    """
    global _global_generator
    if _global_generator is None:
        if op_determinism_enabled():
            raise RuntimeError(
                '"get_global_generator" cannot be called when op determinism is enabled, unless '
                '"set_global_generator" was called before.'
            )
        if _core.executing_eagerly():
            _global_generator = Generator.from_non_deterministic_state()
        else:
            with init_scope():
                _global_generator = Generator.from_non_deterministic_state()
    return _global_generator


@export("random.set_global_generator", "random.experimental.set_global_generator")
def set_global_generator(generator: Generator) -> None:
    """Makes `generator` the one that `tf.random.get_global_generator` gives (tf.random.set_global_generator).

    >>> import graphwright as tf
    >>> tf.random.set_global_generator(tf.random.Generator.from_seed(7))
    """
    global _global_generator
    _global_generator = generator
