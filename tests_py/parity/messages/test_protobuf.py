"""Messages are classes of google.protobuf: the very ones of TensorFlow's files, here in processes without TensorFlow."""

import importlib
import json
import pickle
import subprocess
import sys
from pathlib import Path

import pytest

from graphwright._src.messages import protos

ROOT = Path(__file__).resolve().parents[3]


def alone(program, *arguments):
    """Runs a program in a process without TensorFlow, `tf` being graphwright; returns what it prints, as JSON."""
    code = f"import json, sys\nimport graphwright as tf\n{program}\nassert 'tensorflow' not in sys.modules\n"
    run = subprocess.run([sys.executable, "-c", code, *arguments], capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    return json.loads(run.stdout.splitlines()[-1])


def test_compiled_files_are_what_the_texts_say():
    if not (ROOT / "protos").is_dir():
        pytest.skip("the texts are in the source tree only")
    command = [sys.executable, ROOT / "tools/compile_protos.py", "--check"]
    run = subprocess.run(command, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr


@pytest.mark.parametrize("path", protos.paths())
def test_same_file_as_tensorflow(tensorflow, path):
    """Byte for byte, so that both are one in protobuf's pool."""
    theirs = importlib.import_module(protos.module_of_path(path)).DESCRIPTOR
    assert theirs.name == path
    assert protos._files()[path].SerializeToString() == theirs.serialized_pb


def test_every_module_is_served_in_tensorflows_place():
    got = alone(
        """
import importlib
import graphwright.as_tensorflow
from graphwright._src.messages import protos
count = 0
for path in protos.paths():
    module = importlib.import_module(protos.module_of_path(path))
    count += module.DESCRIPTOR.name == path and protos.path_of_module(protos.module_of_path(path)) == path
print(json.dumps([count, len(protos.paths())]))
for name in [name for name in sys.modules if name.partition(".")[0] == "tensorflow"]:
    del sys.modules[name]
"""
    )
    assert got[0] == got[1] == 100


def test_same_classes_beside_tensorflow(tensorflow, gw):
    for name in ("GraphDef", "NodeDef", "ConfigProto", "MetaGraphDef", "Event"):
        assert getattr(gw.compat.v1, name) is getattr(tensorflow.compat.v1, name)
    assert gw.train.Example is tensorflow.train.Example


def test_modules_of_files_have_what_generated_code_has(tensorflow):
    for path in protos.paths():
        theirs = importlib.import_module(protos.module_of_path(path))
        ours = protos.module_of_file(path, theirs.__name__)
        names = {
            name
            for name, value in vars(theirs).items()
            if name[0] != "_"
            and "_dot_" not in name
            and not hasattr(value, "__path__")
            and type(value) is not type(sys)
        } - {"DESCRIPTOR"}
        missing = names - set(vars(ours))
        assert not missing, (path, missing)
        for name in names:
            value = getattr(theirs, name)
            if isinstance(value, (int, type)):
                assert getattr(ours, name) == value, (path, name)


def test_text_and_json_and_merging():
    """Other functions of protobuf take the messages."""
    got = alone(
        """
from google.protobuf import json_format, text_format
from google.protobuf.message import Message
graph = tf.Graph()
with graph.as_default():
    tf.constant([1.0, 2.0], name="c")
message = graph.as_graph_def()
text = text_format.MessageToString(message)
again = text_format.Parse(text, tf.compat.v1.GraphDef())
as_json = json_format.MessageToJson(message)
back = json_format.Parse(as_json, tf.compat.v1.GraphDef())
merged = tf.compat.v1.GraphDef()
merged.MergeFrom(message)
merged.MergeFrom(message)
unknown = tf.compat.v1.NodeDef.FromString(b"\\x0a\\x01a" + b"\\xa2\\x7d\\x03xyz")
print(json.dumps([isinstance(message, Message), again == message, back == message, len(merged.node),
                  unknown.name, unknown.SerializeToString().hex(), message.node[0].attr["dtype"].type,
                  tf.compat.v1.OptimizerOptions.ON_1, type(message.node[0].attr).__module__.split(".")[0]]))
"""
    )
    assert got == [True, True, True, 2, "a", "0a0161a27d0378797a", 1, 1, "google"]


def test_pickles_are_read_where_nothing_was_imported(tmp_path):
    file = tmp_path / "messages"
    alone(
        """
import copy, pickle
node = tf.compat.v1.NodeDef(name="a")
node.attr["n"].list.i.append(3)
with open(sys.argv[1], "wb") as file:
    pickle.dump([node, node.attr["n"].list, copy.deepcopy(node), tf.train.Example()], file)
print("null")
""",
        str(file),
    )
    code = "import pickle, sys; print(*map(str, pickle.load(open(sys.argv[1], 'rb'))))"
    out = subprocess.run([sys.executable, "-c", code, file], capture_output=True, text=True, check=True).stdout
    assert out.count('name: "a"') == 2 and out.count("i: 3") == 3
    assert pickle.loads(file.read_bytes())[0].name == "a"


def test_imported_with_the_first_message_only():
    got = alone(
        """
x = tf.Variable(1.0)
@tf.function
def f(y):
    for i in tf.range(3):
        y += x
    return y
with tf.GradientTape() as tape:
    y = f(2.0)
tape.gradient(y, x)
list(tf.data.Dataset.range(3).map(lambda i: i + 1).batch(2))
before = "google.protobuf" in sys.modules
tf.train.Example()
print(json.dumps([before, "google.protobuf" in sys.modules]))
"""
    )
    assert got == [False, True]


def test_code_that_others_generated_finds_the_files():
    """A file that imports one of TensorFlow's is built where TensorFlow itself would be asked for it."""
    got = alone(
        """
import graphwright.as_tensorflow
from google.protobuf import descriptor_pb2, descriptor_pool, message_factory
from tensorflow.core.example import example_pb2
file = descriptor_pb2.FileDescriptorProto(name="mine.proto", package="mine", syntax="proto3")
file.dependency.append("tensorflow/core/example/example.proto")
message = file.message_type.add(name="Mine")
message.field.add(name="e", number=1, type=11, label=1, type_name=".tensorflow.Example")
pool = descriptor_pool.Default()
pool.AddSerializedFile(file.SerializeToString())
Mine = message_factory.GetMessageClass(pool.FindMessageTypeByName("mine.Mine"))
mine = Mine()
mine.e.features.feature["a"].int64_list.value.append(7)
print(json.dumps([type(mine.e) is tf.train.Example, type(mine.e) is example_pb2.Example, tf.train.Example.__module__]))
for name in [name for name in sys.modules if name.partition(".")[0] == "tensorflow"]:
    del sys.modules[name]
"""
    )
    assert got == [True, True, "tensorflow.core.example.example_pb2"]


def test_examples_of_public_messages():
    got = alone(
        """
import doctest
from graphwright._src.messages import public
runner, parser = doctest.DocTestRunner(), doctest.DocTestParser()
for name, value in vars(public).items():
    if isinstance(value, type):
        runner.run(parser.get_doctest(value.__doc__, {**vars(public), "tf": tf}, name, None, 0))
print(json.dumps([runner.tries, runner.failures]))
"""
    )
    assert got[0] > 5 and got[1] == 0
