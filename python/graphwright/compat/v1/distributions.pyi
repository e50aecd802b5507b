"""The public names of tf.compat.v1.distributions. Written by tools/write_stubs.py, not by hand."""
from graphwright._src.v1.distributions.discrete import (
    Bernoulli as Bernoulli,
    Categorical as Categorical,
    DirichletMultinomial as DirichletMultinomial,
    Multinomial as Multinomial,
)
from graphwright._src.v1.distributions.distribution import (
    Distribution as Distribution,
    ReparameterizationType as ReparameterizationType,
    ReparameterizationType as _ReparameterizationType,
)
from graphwright._src.v1.distributions.gammas import (
    Beta as Beta,
    Dirichlet as Dirichlet,
    Exponential as Exponential,
    Gamma as Gamma,
)
from graphwright._src.v1.distributions.kullback_leibler import RegisterKL as RegisterKL, kl_divergence as kl_divergence
from graphwright._src.v1.distributions.locations import (
    Laplace as Laplace,
    Normal as Normal,
    StudentT as StudentT,
    Uniform as Uniform,
)

__all__ = [
    "Bernoulli", "Beta", "Categorical", "Dirichlet", "DirichletMultinomial", "Distribution", "Exponential",
    "FULLY_REPARAMETERIZED", "Gamma", "Laplace", "Multinomial", "NOT_REPARAMETERIZED", "Normal", "RegisterKL",
    "ReparameterizationType", "StudentT", "Uniform", "kl_divergence",
]

FULLY_REPARAMETERIZED: _ReparameterizationType

NOT_REPARAMETERIZED: _ReparameterizationType
