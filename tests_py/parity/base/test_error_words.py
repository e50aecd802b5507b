"""Errors of usual mistakes have the words of TensorFlow's, by which people search for them, and its class."""

import re

import pytest

from generated.op_fuzz.messages import longest_run, words_of
from parity.base import error_worker
from parity.base.error_programs import CALLS, PROGRAMS
from support.processes import pickled_outcomes

LINES = CALLS.strip().splitlines()
ITEMS = [(how, line) for line in LINES for how in ("eagerly", "function")]
ITEMS += [("program", name) for name in PROGRAMS]
PARTS = ("in user code:", "Graph execution error", "for '{{node", "[Op:", "with input shapes")

# What is told otherwise, by why.
KNOWN = {
    "constants are looked at while the function is traced": """
        function: tf.tile(a, [2, -1]) | [2,3]
        function: tf.pad(a, [[5, 5]], 'REFLECT') | [3]
        function: tf.slice(a, [2], [5]) | [3]
        function: tf.linalg.set_diag(a, b) | [2,2] [3]
        function: tf.searchsorted(a, b) | [2,3] [3,3]
        function: tf.random.normal([2, -1]) |""",
    "shape rules speak eagerly, too, where kernels do there": """
        eagerly: tf.nn.softmax(a) | []
        eagerly: tf.nn.conv3d(a, b, [1,1,1,1,1], 'SAME') | [1,4,4,4,3] [2,2,2,2,5]
        eagerly: tf.nn.depthwise_conv2d(a, b, [1,1,1,1], 'SAME') | [1,4,4,3] [2,2,2,1]
        eagerly: tf.nn.conv2d_transpose(a, b, [1,8,8,2], 2, 'SAME') | [1,4,4,3] [2,2,2,5]
        eagerly: tf.nn.max_pool2d(a, 2, 2, 'SAME') | [4,4,3]
        eagerly: tf.nn.max_pool2d(a, 5, 1, 'VALID') | [1,4,4,3]
        eagerly: tf.nn.avg_pool2d(a, 2, 2, 'SAME') | [4,4,3]
        eagerly: tf.linalg.solve(a, b) | [2,2] [3,1]
        eagerly: tf.linalg.solve(a, b) | [2,3] [2,1]
        eagerly: tf.linalg.triangular_solve(a, b) | [2,2] [3,1]
        eagerly: tf.linalg.svd(a) | [2]
        eagerly: tf.linalg.qr(a) | [2]
        eagerly: tf.linalg.diag_part(a) | [2]
        eagerly: tf.linalg.trace(a) | [2]
        eagerly: tf.random.categorical(a, 2) | [3]
        eagerly: tf.sparse.SparseTensor([[0]], [1], [3]).indices @ 1 |""",
    "other words, or another time": """
        function: tf.linalg.cross(a, b) | [2] [2]
        function: tf.math.bincount(tf.constant([-1])) |
        function: tf.cond(a, lambda: 1, lambda: 2) | [2]
        function: tf.constant('a') + 1 |
        function: tf.constant(1) + 'a' |
        function: tf.constant(1) + 1.5 |
        eagerly: tf.add(1, 'a') |
        function: tf.add(1, 'a') |
        function: tf.constant([[1], [2, 3]]) |
        eagerly: tf.constant([1, None]) |
        function: tf.Variable(None) |
        function: tf.Variable([1, 2], shape=[3]) |
        function: tf.zeros([2, 'a']) |
        eagerly: tf.reshape(a, 1.5) | [2]
        function: tf.ragged.constant([[1], [2, 3]]) + tf.ragged.constant([[1], [2]]) |
        eagerly: tf.ragged.constant([[1], [2, 3]]).to_tensor(shape=[1, 1, 1]) |
        function: tf.ragged.constant([[1], [2, 3]]).to_tensor(shape=[1, 1, 1]) |
        function: tf.lookup.StaticHashTable(tf.lookup.KeyValueTensorInitializer(['a', 'a'], [1, 2]), 0) |
        eagerly: tf.TensorShape([1, 2]) + 1.5 |
        function: tf.TensorShape([1, 2]) + 1.5 |
        program: int_of_symbol
        program: reshape_when_run
        program: python_assert
        program: python_error_inside
        program: map_error_when_run
        program: tape_reused_inside
        program: no_gradient_defined
        program: unfed
        program: import_bad_graph
        program: checkpoint_other_type
        program: saver_missing_key
        program: deleted_parameter
        program: setattr_tensor""",
    "what Python runs says so without the op that called it": """
        eagerly: tf.image.decode_png(b'abc') |
        function: tf.image.decode_png(b'abc') |
        eagerly: tf.image.decode_jpeg(b'abc') |
        function: tf.image.decode_jpeg(b'abc') |
        eagerly: tf.image.decode_image(b'abc') |
        function: tf.image.decode_image(b'abc') |
        eagerly: list(tf.data.Dataset.from_generator(lambda: iter(['a']), output_signature=tf.TensorSpec([], tf.int32))) |
        eagerly: list(tf.data.Dataset.from_generator(lambda: iter([[1]]), output_signature=tf.TensorSpec([], tf.int32))) |
        eagerly: list(tf.data.TFRecordDataset('/no/such/file')) |
        eagerly: list(tf.data.TextLineDataset('/no/such/file')) |
        function: tf.numpy_function(lambda: 1 / 0, [], tf.int32) |
        eagerly: tf.py_function(lambda: 'a', [], tf.int32) |
        function: tf.py_function(lambda: 'a', [], tf.int32) |
        eagerly: tf.py_function(lambda: {}['k'], [], tf.int32) |
        function: tf.py_function(lambda: {}['k'], [], tf.int32) |
        program: batch_of_different""",
}
KNOWN_ITEMS = {line.strip() for lines in KNOWN.values() for line in lines.splitlines()}


@pytest.fixture(scope="module")
def told(tensorflow, tmp_path_factory):
    folder = str(tmp_path_factory.mktemp("errors"))
    modules = ("tensorflow", "graphwright")
    waiting = [pickled_outcomes(error_worker.__file__, m, ITEMS, folder, m) for m in modules]
    theirs, ours = (wait() for wait in waiting)
    return {item: (a, b) for item, a, b in zip(ITEMS, theirs, ours, strict=True)}


def message_of(text):
    """The message within the text of an error that tells of the user's code."""
    lines = [line for line in text.splitlines() if re.match(r"    \w+: ", line)]
    return lines[0] if text.startswith("in user code") and lines else text


def difference(theirs, ours):
    if theirs is None or ours is None:
        return "" if theirs == ours else f"{theirs} there, {ours} here"
    if theirs[0][0] == "died":
        return ""
    if theirs[0][0] not in ours[0]:
        return f"{theirs[0][0]}: {theirs[1][:300]!r} there, {ours[0][0]}: {ours[1][:300]!r} here"
    wanted = words_of(message_of(theirs[1])) or re.findall("[A-Za-z_]+", theirs[1])
    enough = min(5, max(1, len(wanted) * 2 // 3))
    missing = [part for part in PARTS if part in theirs[1] and part not in ours[1]]
    run = max(longest_run(wanted, words) for words in (re.findall("[A-Za-z_]+", ours[1]), words_of(ours[1])))
    if missing or run < enough:
        return f"{missing}\n{theirs[1][:500]!r} there\n{ours[1][:500]!r} here"
    return ""


@pytest.mark.parametrize("how, text", ITEMS, ids=lambda value: str(value)[:70])
def test_words(told, how, text):
    found = difference(*told[how, text])
    if f"{how}: {text}".strip() in KNOWN_ITEMS:
        assert found, "it is as it should be: take it from KNOWN"
    else:
        assert not found, found
