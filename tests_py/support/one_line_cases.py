"""Tables of cases, a line each, that run eagerly and inside a function with both modules."""

from support.compare import same_results


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
