"""Sessions run of branches and loops what their fetches need: results nobody asks for have no effects either."""

import pytest


def _add(tf, variable, by=1.0):
    with tf.control_dependencies([variable.assign_add(by)]):
        return variable.read_value()


def _called(tf, log, value, tag):
    def function(array):
        log.append(tag)
        return array

    return tf.compat.v1.py_func(function, [value], tf.float32)


# Each takes the module, two variables, two opposite predicates and a list for what is called, and gives fetches.


def read_back(tf, v, w, p, q, log):
    a, b = tf.cond(p, lambda: (_add(tf, v), _add(tf, w)), lambda: (_add(tf, v, 10.0), _add(tf, w, 10.0)))
    with tf.control_dependencies([a]):
        after = tf.no_op()
    return [after, a, b, [a, b], a + b, a * 2, a.op]


def assigned_in_a_branch(tf, v, w, p, q, log):
    a, b = tf.cond(p, lambda: (tf.constant(1.0), v.assign_add(1.0)), lambda: (tf.constant(2.0), v.assign_add(2.0)))
    return [a, b]


def called_in_a_branch(tf, v, w, p, q, log):
    a, b = tf.cond(
        p,
        lambda: (_called(tf, log, tf.constant(1.0), "a"), _called(tf, log, tf.constant(5.0), "b")),
        lambda: (tf.constant(2.0), _called(tf, log, tf.constant(3.0), "c")),
    )
    return [a.op, a, b, [a, b]]


def taken_from_outside(tf, v, w, p, q, log):
    outside = _called(tf, log, tf.constant(5.0), "outside")
    a, b = tf.cond(p, lambda: (tf.constant(1.0), outside + 1), lambda: (tf.constant(2.0), tf.constant(3.0)))
    return [a, b]


def waits_in_a_branch(tf, v, w, p, q, log):
    def branch():
        with tf.control_dependencies([v.assign_add(1.0)]):
            return tf.constant(1.0) + 0, _add(tf, w)

    a, b = tf.cond(p, branch, lambda: (tf.constant(2.0), tf.constant(3.0)))
    return [a, b]


def one_after_the_other(tf, v, w, p, q, log):
    a, b = tf.cond(p, lambda: (_add(tf, v), _add(tf, w)), lambda: (_add(tf, v, 10.0), _add(tf, w, 10.0)))
    c, d = tf.cond(q, lambda: (a + 1, b + 1), lambda: (tf.constant(0.0), tf.constant(1.0)))
    return [c, d, [c, d]]


def one_in_the_other(tf, v, w, p, q, log):
    def inner():
        a, b = tf.cond(
            q,
            lambda: (_add(tf, v), _called(tf, log, _add(tf, w), "in")),
            lambda: (_called(tf, log, tf.constant(1.0), "else"), _add(tf, w, 10.0)),
        )
        return a + 1, b + 1

    return list(tf.cond(p, inner, inner))


def loops(tf, v, w, p, q, log):
    return tf.while_loop(
        lambda i, x, y: i < 2,
        lambda i, x, y: (i + 1, x + _add(tf, v), tf.cond(p, lambda: y + _add(tf, w), lambda: y)),
        [tf.constant(0), tf.constant(1.0), tf.constant(1.0)],
        parallel_iterations=1,  # TensorFlow may read in one turn what the next has added
    )


def structures(tf, v, w, p, q, log):
    found = tf.cond(
        p,
        lambda: {"a": _add(tf, v), "b": (_add(tf, w), _called(tf, log, tf.constant(2.0), "true"))},
        lambda: {"a": tf.constant(0.0), "b": (tf.constant(0.0), _called(tf, log, tf.constant(3.0), "false"))},
    )
    return [found["a"], found["b"][0], found["b"][1], found]


def gradients(tf, v, w, p, q, log):
    x = tf.constant(2.0)
    a, b = tf.cond(p, lambda: (x * v, x * w), lambda: (x + v, x + w))
    of_a, of_b = tf.gradients(a, [v, x]), tf.gradients(b, [w])
    return [a, b, of_a, of_b, of_a + of_b]


def switch_cases(tf, v, w, p, q, log):
    branches = [lambda by=by: (_add(tf, v, by), _add(tf, w, by)) for by in (1.0, 2.0, 3.0)]
    return list(tf.switch_case(tf.cast(p, tf.int32), branches))


def awaited(tf, v, w, p, q, log):
    a = tf.cond(p, lambda: v.assign_add(1.0), lambda: v.assign_add(2.0))
    with tf.control_dependencies([a]):
        x = tf.constant(1.0) + 1
    with tf.control_dependencies([a.op]):
        y = tf.constant(1.0) + 1
    return [x, y, a.op, tf.cond(p, lambda: tf.group(v.assign_add(1.0), w.assign_add(1.0)), lambda: tf.no_op())]


def functions(tf, v, w, p, q, log):
    function = tf.function(lambda x: tf.cond(x > 0, lambda: (_add(tf, v), _add(tf, w)), lambda: (x, x)))
    return list(function(tf.constant(1.0)))


def cases(tf, v, w, p, q, log):
    a = tf.case([(p, lambda: _add(tf, v)), (q, lambda: _add(tf, w))], default=lambda: tf.constant(0.0))
    b, c = tf.case(
        [(p, lambda: (_add(tf, v), _add(tf, w))), (q, lambda: (_add(tf, w), _add(tf, v)))],
        default=lambda: (tf.constant(0.0), tf.constant(0.0)),
    )
    return [a, b, c]


PROGRAMS = [
    *(read_back, assigned_in_a_branch, called_in_a_branch, taken_from_outside, waits_in_a_branch, one_after_the_other),
    *(one_in_the_other, loops, structures, gradients, switch_cases, awaited, functions, cases),
]


def _run(tf, program, version_2):
    v1 = tf.compat.v1
    (v1.enable_control_flow_v2 if version_2 else v1.disable_control_flow_v2)()
    try:
        with tf.Graph().as_default(), v1.Session() as session:
            v, w = (v1.get_variable(name, initializer=0.0, use_resource=True) for name in "vw")
            p, q = (v1.placeholder(tf.bool, []) for _ in range(2))
            log, found = [], []
            fetches = program(tf, v, w, p, q, log)
            session.run(v1.global_variables_initializer())
            for fetch in fetches:
                for value in (True, False):
                    got = session.run(fetch, {p: value, q: not value})
                    # Which of two effects comes first is open.
                    found.append((str(got), str(session.run([v, w])), sorted(log)))
                    log.clear()
            return found
    finally:
        v1.enable_control_flow_v2()


@pytest.mark.parametrize("version_2", [True, False], ids=["control_flow_v2", "control_flow_v1"])
@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.__name__)
def test_effects(program, version_2, tensorflow, gw):
    assert _run(gw, program, version_2) == _run(tensorflow, program, version_2)
