"""The public names of tf.random. Written by tools/write_stubs.py, not by hand."""
from graphwright._src.graph.seeds import set_seed as set_seed
from graphwright._src.ops.nn_sampling import (
    all_candidate_sampler as all_candidate_sampler,
    fixed_unigram_candidate_sampler as fixed_unigram_candidate_sampler,
    learned_unigram_candidate_sampler as learned_unigram_candidate_sampler,
    log_uniform_candidate_sampler as log_uniform_candidate_sampler,
    uniform_candidate_sampler as uniform_candidate_sampler,
)
from graphwright._src.ops.random import (
    Algorithm as Algorithm,
    categorical as categorical,
    fold_in as fold_in,
    gamma as gamma,
    normal as normal,
    poisson as poisson,
    shuffle as shuffle,
    split as split,
    stateless_binomial as stateless_binomial,
    stateless_categorical as stateless_categorical,
    stateless_gamma as stateless_gamma,
    stateless_normal as stateless_normal,
    stateless_poisson as stateless_poisson,
    stateless_truncated_normal as stateless_truncated_normal,
    stateless_uniform as stateless_uniform,
    truncated_normal as truncated_normal,
    uniform as uniform,
)
from graphwright._src.ops.random_generator import (
    Generator as Generator,
    create_rng_state as create_rng_state,
    get_global_generator as get_global_generator,
    set_global_generator as set_global_generator,
)
from graphwright._src.ops.random_truncated import (
    stateless_parameterized_truncated_normal as stateless_parameterized_truncated_normal,
)
from graphwright.random import experimental as experimental

__all__ = [
    "Algorithm", "Generator", "all_candidate_sampler", "categorical", "create_rng_state", "experimental",
    "fixed_unigram_candidate_sampler", "fold_in", "gamma", "get_global_generator", "learned_unigram_candidate_sampler",
    "log_uniform_candidate_sampler", "normal", "poisson", "set_global_generator", "set_seed", "shuffle", "split",
    "stateless_binomial", "stateless_categorical", "stateless_gamma", "stateless_normal",
    "stateless_parameterized_truncated_normal", "stateless_poisson", "stateless_truncated_normal", "stateless_uniform",
    "truncated_normal", "uniform", "uniform_candidate_sampler",
]
