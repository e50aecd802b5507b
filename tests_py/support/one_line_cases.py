"""Tables of cases, a line each, that run eagerly and inside a function with both modules."""

import numpy as np

from support.compare import same_results


def short_names(tf):
    """Returns what cases call by short names: numbers 1, 2, … of a shape, types of what a function gives while it is traced."""

    def counted(*shape):
        return tf.reshape(tf.range(1, 1 + int(np.prod(shape)), dtype=tf.float32), shape)

    def traced(function, *specs):
        outputs = tf.function(function).get_concrete_function(*specs).structured_outputs
        return [(str(out.dtype), str(out.shape)) for out in tf.nest.flatten(outputs)]

    return {
        "tf": tf,
        "np": np,
        "R": tf.raw_ops,
        "T": tf.TensorSpec,
        "f": counted,
        "c": lambda *shape, d=tf.complex64: tf.cast(counted(*shape), d),
        "g": traced,
    }


def check(cases, name, tensorflow, gw, different):
    """Compares a case eagerly and inside a function; not where `different` has "name", "name eagerly" or "name in function"."""

    # TensorFlow's scan and map_fn leave this behind when they fail, which recompute_grad then stumbles over.
    tensorflow.compat.v1.get_variable_scope()._caching_device = None

    def code(tf, inside):
        case = cases(tf)[name]
        function = case[0] if isinstance(case, tuple) else case
        return tf.function(function, autograph=False)() if inside else function()

    only_eager = isinstance(cases(gw)[name], tuple)
    for inside in (False,) if only_eager else (False, True):
        if name in different or f"{name} {'in function' if inside else 'eagerly'}" in different:
            try:  # what differs must at least not fail without a word
                code(gw, inside)
            except Exception as error:
                assert str(error)
            continue
        same_results(lambda tf, inside=inside: code(tf, inside), tensorflow, gw, 1e-4)
