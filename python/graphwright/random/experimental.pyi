"""The public names of tf.random.experimental. Written by tools/write_stubs.py, not by hand."""
from graphwright._src.ops.random import (
    Algorithm as Algorithm,
    fold_in as stateless_fold_in,
    split as stateless_split,
    stateless_shuffle as stateless_shuffle,
)
from graphwright._src.ops.random_generator import (
    Generator as Generator,
    create_rng_state as create_rng_state,
    get_global_generator as get_global_generator,
    set_global_generator as set_global_generator,
)
from graphwright._src.ops.random_index_shuffle import index_shuffle as index_shuffle

__all__ = [
    "Algorithm", "Generator", "create_rng_state", "get_global_generator", "index_shuffle", "set_global_generator",
    "stateless_fold_in", "stateless_shuffle", "stateless_split",
]
