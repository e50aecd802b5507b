"""Helpers of the parity tests of gradients."""


def gradient(tf, function, sources, **options):
    """Returns the gradient of `function(*sources)` where that is a list, of `function(sources)` else."""
    with tf.GradientTape() as tape:
        tape.watch(sources)
        target = function(*sources) if isinstance(sources, list) else function(sources)
    return tape.gradient(target, sources, **options)


def jvp(tf, function, primals, tangents, **options):
    """Returns the derivative of `function` along a direction, in forward mode."""
    with tf.autodiff.ForwardAccumulator(primals, tangents) as accumulator:
        result = function(*primals) if isinstance(primals, list) else function(primals)
    return accumulator.jvp(result, **options)


def matrix(tf):
    return tf.constant([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
