"""Flags, decorators, mock, namespaces of Keras 2 and the parts of dual coordinate ascent are TensorFlow's."""

import inspect
import sys
import unittest.mock

import absl.flags
import numpy as np
import pytest

from support.compare import Cases, same_results, value_or_class

case = Cases()


COUNTS = (
    "exec_micros accelerator_exec_micros cpu_exec_micros requested_bytes peak_bytes residual_bytes output_bytes parameters "
    "float_ops"
).split()


def add(first, second=1):
    """Adds."""
    return first + second


@case
def decorators(tf):
    parts = tf.compat.v1.flags.tf_decorator

    def around(*args, **kwargs):
        return around.__wrapped__(*args, **kwargs)

    def outer(*args):
        return around(*args)

    class Counter:
        def own(self):
            return 4

        other = parts.TFDecorator("other", own)

    made = parts.make_decorator(add, around, "around", "text")
    twice = parts.make_decorator(made, outer, "outer")
    found = [made is around, made.__name__, made.__doc__, str(inspect.signature(made)), made(1, 2)]
    found += [len(parts.unwrap(twice)[0]), parts.unwrap(twice)[1] is add, parts.unwrap(add)[1] is add]
    parts.rewrap(twice, add, abs)
    one = parts.TFDecorator("one", add, "text", inspect.getfullargspec(add))
    found += [parts.unwrap(twice)[1] is abs, twice(-3), one(1), one.__name__, one.__doc__, one.decorator_name]
    found += [one.decorated_target is add, str(inspect.signature(one)), Counter().other(), one.decorator_argspec]
    found += [str(parts.fullargspec_to_signature(inspect.getfullargspec(add)))]
    return [*found, parts.inspect is inspect, str(parts.Any), str(parts.Dict)]


def flags(tf, argv):
    flags = tf.compat.v1.flags
    before, sys.argv = sys.argv, argv
    mark = tf.__name__
    try:
        flags.DEFINE_string(f"{mark}_text", default_value="x", docstring="A text.")
        flags.DEFINE_integer(flag_name=f"{mark}_number", default_value=3, docstring="A number.")
        flags.DEFINE_bool(f"{mark}_bool", False, "A bool.")
        values = flags.FLAGS
        found = [f"{mark}_text" in values, values[f"{mark}_number"].value]
        found += [getattr(values, f"{mark}_{name}") for name in ("text", "number", "bool")]
        setattr(values, f"{mark}_number", 9)
        found += [getattr(values, f"{mark}_number"), value_or_class(lambda: values.no_such_flag), values.is_parsed()]
        delattr(values, f"{mark}_bool")
        return [*found, f"{mark}_bool" in list(values), tf.compat.v1.app.flags is flags, len(values) > 2]
    finally:
        sys.argv = before


@case
def what_only_keras_2_has(tf):
    v = tf.compat.v1
    names = (lambda: v.layers.dense, lambda: v.nn.rnn_cell.BasicLSTMCell, lambda: v.layers, lambda: v.nn.rnn_cell)
    return [isinstance(value_or_class(name), type(sys)) or value_or_class(name) for name in names]


@case
def messages_of_the_profiler(tf):
    """A message of every field, on the wire and back."""
    parts = tf.compat.v1.profiler
    advice = parts.AdviceProto(checkers={"a": {"reports": ["b", "c"]}})
    node = parts.GraphNodeProto(
        name="n", devices=["d"], tensor_value={"dtype": 1, "value_double": [1.5], "value_str": ["s"]}
    )
    node.input_shapes[1].dim.add(size=3)
    node.children.add(name="m", shapes=[{"unknown_rank": True}])
    several = parts.MultiGraphNodeProto(name="k", graph_nodes=[node])
    several.children.add(name="l")
    log = parts.OpLogProto(id_to_string={5: "e"})
    log.log_entries.add(name="n", float_ops=4, types=["t"], code_def={"traces": [{"file_id": 5, "lineno": -1}]})
    for message in (node, several):
        for number, field in enumerate(("", "total_")):
            for kind in COUNTS:
                setattr(message, field + kind, 10 * number + len(kind))
    node.run_count, node.total_run_count, node.total_definition_count = 31, 32, 33
    entry = log.log_entries[0].code_def.traces[0]
    entry.function_id, entry.line_id, entry.func_start_line = 7, 8, 9
    whole = [one.SerializeToString(deterministic=True) for one in (advice, node, several, log)]
    return (
        whole,
        [type(one).FromString(one.SerializeToString()) == one for one in (advice, node, several, log)],
        str(node),
    )


@case
def mocks(tf):
    return tf.compat.v1.test.mock is unittest.mock


@case
def fingerprints(tf):
    train = tf.compat.v1.train
    texts = ("a", ["a", "bc", ""], 1)
    return [value_or_class(lambda text=text: train.sdca_fprint(text, name="n").numpy().tolist()) for text in texts]


@case
def weights_that_shrink(tf):
    v = tf.compat.v1
    shrink, found = v.train.sdca_shrink_l1, [value_or_class(lambda: v.train.sdca_shrink_l1([1.0], 1.0, 2.0))]
    with tf.Graph().as_default(), v.Session() as session:
        start = [3.0, -0.5, 1.5, -4.0, 0.0, np.nan, np.inf]
        weights = [
            v.get_variable(name, initializer=tf.constant(value), use_resource=False)
            for name, value in (("a", start), ("b", [[2.0], [0.1]]))
        ]
        kept = v.get_variable("c", initializer=[1.0], use_resource=True)
        found += [
            value_or_class(lambda given=given: shrink(*given))
            for given in (([kept], 1.0, 2.0), (weights[0], 1.0, 2.0), ([1.0], 1.0, 2.0), (weights, "x", 2.0))
        ]
        for strengths in ((2.0, 1.5), (0.0, 1.0), (-1.0, 1.0), (1.0, 0.0), (1, 2), (0.1, 0.3)):
            session.run(v.global_variables_initializer())
            step = shrink(weights, *strengths, name="step")
            session.run(step)
            found += [step.name, *(part.tolist() for part in session.run(weights))]
    return found


@pytest.mark.parametrize("program", **case.parameters())
def test_program(program, tensorflow, gw):
    same_results(program, tensorflow, gw)


def test_flags_are_read_from_the_command_line_when_one_is_asked_for(tensorflow, gw):
    """They are of absl-py, one set for the whole process."""
    known = absl.flags.FLAGS
    found = []
    for module in (tensorflow, gw):
        known.unparse_flags()
        found.append(flags(module, ["program", f"--{module.__name__}_text=a", "rest"]))
        for name in ("text", "number"):
            delattr(known, f"{module.__name__}_{name}")
    known.mark_as_parsed()
    assert found[1] == found[0]


@pytest.mark.parametrize("name", ["sdca_optimizer", "do_quantize_training_on_graphdef"])
def test_what_is_not_there_says_so(name, gw):
    function = getattr(gw.compat.v1.train, name)
    arguments = [[]] * sum(p.default is p.empty for p in inspect.signature(function).parameters.values())
    with pytest.raises(NotImplementedError, match=name):
        function(*arguments)
