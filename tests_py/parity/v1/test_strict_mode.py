"""tf.experimental.enable_strict_mode: what raises in TensorFlow raises here, in processes of their own."""

# ruff: noqa: E501
import json
import subprocess
import sys

import pytest

CALLS = [
    "v.to_float([1])",
    "v.nn.dropout([1.0], keep_prob=1.0)",
    "v.nn.dropout([1.0], rate=0.0)",
    "v.div(1, 2)",
    "v.reduce_sum([1], keep_dims=True)",
    "v.reduce_sum([1], keepdims=True)",
    "v.expand_dims([1], dim=0)",
    "v.expand_dims([1], axis=0)",
    "v.batch_gather([1], [0])",
    "v.gather([1], [0], validate_indices=True)",
    "v.gather([1], [0])",
    "v.substr('abc', 1, 1)",
    "v.arg_max([1, 2], 0)",
    "v.argmax([1, 2], dimension=0)",
    "v.argmax([1, 2], 0)",
    "tf.test.is_gpu_available()",
    "tf.while_loop(lambda i: i < 2, lambda i: (i + 1,), [0])",
    "tf.while_loop(lambda i: i < 2, lambda i: (i + 1,), [0], back_prop=False)",
    "tf.map_fn(lambda x: x, [1], dtype=tf.int32)",
    "tf.map_fn(lambda x: x, [1])",
    "tf.math.l2_normalize([1.0], dim=0)",
    "tf.math.accumulate_n([[1.0]])",
    "v.cond(True, lambda: 1, lambda: 2)",
    "v.cond(True, fn1=lambda: 1, fn2=lambda: 2)",
    "v.disable_resource_variables()",
    "v.get_variable('a', [])",
    "tf.config.experimental_run_functions_eagerly(False)",
    "v.initialize_all_variables()",
    "tf.data.experimental.shuffle_and_repeat(2)",
    "tf.data.experimental.unique()",
    "v.sparse_to_dense([1], [3], 1)",
    "tf.data.Dataset.range(3)",
    "tf.add([1], 2)",
    "v.add()",
    "v.squeeze([[1]], squeeze_dims=[0])",
    "tf.feature_column.numeric_column('a')",
    "v.multinomial([[0.0, 0.0]], 5)",
    "v.nn.static_rnn",
    "v.train.input_producer(tf.constant([1]))",
    "v.string_split(['a'])",
    "v.string_split(['a'], delimiter=',')",
]

PROGRAM = """
import contextlib, json
import {module} as tf
v = tf.compat.v1
x = tf.constant(0)  # until there is an op, TensorFlow looks at arguments eagerly, too
first = tf.experimental.enable_strict_mode()
told = [first is None, v.experimental.enable_strict_mode() is None]
for call in json.loads({calls!r}):
    try:
        with tf.Graph().as_default() if {graph} else contextlib.nullcontext():
            eval(call)
        told.append("fine")
    except Exception as error:
        told.append(isinstance(error, RuntimeError) and "strict" in str(error) or "other")
f = tf.function(lambda x: tf.while_loop(lambda i: i < 3, lambda i: (i + 1,), [x])[0])
told.append(int(f(x)))
g = tf.function(lambda x: tf.map_fn(lambda i: i * 2, x))
told.append(g(tf.constant([1, -1])).numpy().tolist())
print("TOLD", json.dumps(told))
"""


def told(module, graph):
    program = PROGRAM.format(module=module, graph=graph, calls=json.dumps(CALLS))
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    line = next((line for line in done.stdout.splitlines() if line.startswith("TOLD")), None)
    assert line is not None, done.stderr[-2000:]
    return json.loads(line[5:])


@pytest.mark.parametrize("graph", [False, True])
def test_what_raises(tensorflow, gw, graph):
    names = ["enabled", "enabled in version 1", *CALLS, "a loop", "a map"]
    theirs = dict(zip(names, told("tensorflow", graph), strict=True))
    ours = dict(zip(names, told("graphwright", graph), strict=True))
    assert {name: (ours[name], theirs[name]) for name in names if ours[name] != theirs[name]} == {}
