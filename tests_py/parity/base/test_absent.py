"""Names of what is not done here are what they are in TensorFlow, to look at: kinds, signatures, members. Using one raises."""

# ruff: noqa: E501
import enum
import inspect
import re

import pytest

from support.compare import Cases
from support.twice import assert_same

# Namespaces, and single names, that consist of what cannot work here and of what describes it.
GROUPS = """
lite compat.v1.lite mlir compat.v1.mlir experimental.tensorrt experimental.dtensor dtensor.proto.layout_pb2
distribute.experimental.rpc quantization.experimental compat.v1.quantization.experimental debugging.experimental
compat.v1.debugging.experimental distribute.coordinator.experimental_get_current_worker_index compat.v1.tpu.CrossShardOptimizer
compat.v1.tpu.PaddingSpec compat.v1.tpu.batch_parallel compat.v1.tpu.bfloat16_scope compat.v1.tpu.core
compat.v1.tpu.cross_replica_sum compat.v1.tpu.initialize_system compat.v1.tpu.outside_compilation compat.v1.tpu.replicate
compat.v1.tpu.experimental.embedding_column compat.v1.tpu.experimental.shared_embedding_columns
compat.v1.tpu.rewrite compat.v1.tpu.shard compat.v1.tpu.shutdown_system tpu.experimental.Topology
tpu.experimental.DeviceAssignment tpu.experimental.HardwareFeature compat.v1.LMDBReader
""".split()

# What works, or is only a description.
WORKS = (
    """
lite.RepresentativeDataset lite.TargetSpec lite.experimental.QuantizationDebugOptions lite.experimental.authoring.compatible
experimental.tensorrt.ConversionParams data.experimental.service.CrossTrainerCache data.experimental.service.DispatcherConfig
data.experimental.service.WorkerConfig debugging.experimental.disable_dump_debug_info compat.v1.tpu.CrossShardOptimizer
compat.v1.tpu.bfloat16_scope compat.v1.tpu.core compat.v1.tpu.outside_compilation
""".split()
    + [
        f"experimental.dtensor.{name}"
        for name in """call_with_layout client_id enable_save_as_bf16 full_job_name get_default_mesh heartbeat_enabled is_dtensor
    job_name jobs local_devices num_clients num_global_devices num_local_devices preferred_device_type shutdown_accelerator_system
    shutdown_tpu_system""".split()
    ]
)
# Classes without `__init__`, of which there can be objects; a call of theirs raises.
MAKES = {
    "lite.experimental.Analyzer": lambda cls: cls().analyze(),
    "compat.v1.lite.TocoConverter": lambda cls: cls.from_session(None, [], []),
    "distribute.experimental.rpc.Server": lambda cls: cls.create("grpc", "a:1"),
    "distribute.experimental.rpc.Client": lambda cls: cls.create("grpc", "a:1"),
}
MAKES["compat.v1.lite.experimental.Analyzer"] = MAKES["lite.experimental.Analyzer"]


def found(module, name):
    for part in name.split("."):
        module = getattr(module, part)
    return module


def walked(name, value):
    if inspect.ismodule(value):
        for inner, member in sorted(vars(value).items()):
            other = inspect.ismodule(member) and not member.__name__.startswith(
                ("tensorflow._api", "tensorflow.dtensor.proto")
            )
            if inner[0] != "_" and not other:
                yield from walked(f"{name}.{inner}", member)
    else:
        yield name, value


@pytest.fixture(scope="module")
def names(tensorflow):
    """The names, with TensorFlow's objects."""
    return [pair for group in GROUPS for pair in walked(group, found(tensorflow, group))]


def kind(value):
    if isinstance(value, type):
        return "message" if hasattr(value, "FromString") else "enum" if issubclass(value, enum.Enum) else "class"
    return "function" if callable(value) else type(value).__name__


def text(default):
    if isinstance(default, enum.Enum):
        return str(default)
    return "a function" if inspect.isfunction(default) else re.sub("0x[0-9a-f]+", "", repr(default))


def parameters(function):
    return [(each.name, each.kind.name, text(each.default)) for each in inspect.signature(function).parameters.values()]


def fields(message):
    return sorted((field.name, field.number) for field in message.DESCRIPTOR.fields)


# Classes of TensorFlow 1 of which nobody can have an object, so that no method is called.
WITHOUT_MEMBERS = [
    "compat.v1.train.SyncReplicasOptimizer",
]


def public_members(cls):
    """Returns name -> kind and signature of what a class defines and users call."""
    members = {}
    for name, member in vars(cls).items():
        function = getattr(member, "__func__", member)
        if name[0] != "_" and inspect.isfunction(function):
            members[name] = (type(member).__name__, parameters(function))
        elif name[0] != "_" and isinstance(member, property):
            members[name] = "property"
        elif name[0] != "_" and isinstance(member, (str, int)):
            members[name] = member
    return members


def test_same_to_look_at(names, gw):
    wrong = []
    for name, theirs in names:
        ours = found(gw, name)
        if kind(ours) != kind(theirs):
            wrong.append((name, kind(ours), kind(theirs)))
        elif kind(theirs) == "enum":
            told = (
                [(each.name, each.value, str(each)) for each in ours],
                [(each.name, each.value, str(each)) for each in theirs],
            )
            if told[0] != told[1]:
                wrong.append((name, *told))
        elif kind(theirs) == "message":
            if fields(ours) != fields(theirs):
                wrong.append((name, fields(ours), fields(theirs)))
        elif callable(theirs):
            if parameters(ours) != parameters(theirs):
                wrong.append((name, parameters(ours), parameters(theirs)))
            if isinstance(theirs, type) and name not in WITHOUT_MEMBERS:
                mine = public_members(ours)
                for member, told in public_members(theirs).items():
                    if mine.get(member) != told and not hasattr(getattr(ours, member, None), "__get__"):
                        wrong.append((f"{name}.{member}", mine.get(member), told))
        elif isinstance(theirs, (str, int)) and ours != theirs:
            wrong.append((name, ours, theirs))
        elif kind(theirs) == "DType" and ours.name != theirs.name:
            wrong.append((name, ours, theirs))
    assert not wrong, "\n".join(map(str, wrong))


def test_using_one_raises(names, gw):
    wrong = []
    for name, theirs in names:
        plain = name.removeprefix("compat.v1.")
        if kind(theirs) not in ("function", "class") or {name, plain}.intersection(WORKS):
            continue
        ours = found(gw, name)
        required = [
            each for each in inspect.signature(ours).parameters.values()
            if each.default is each.empty and each.kind.name not in ("VAR_POSITIONAL", "VAR_KEYWORD")
        ]  # fmt: skip
        positional = [None for each in required if each.kind.name != "KEYWORD_ONLY"]
        named = {each.name: None for each in required if each.kind.name == "KEYWORD_ONLY"}
        try:
            MAKES[name](ours) if name in MAKES else ours(*positional, **named)
            wrong.append((name, "nothing was raised"))
        except NotImplementedError as error:
            if not re.match(r"tf\.[\w.]+: .{10}", str(error)):
                wrong.append((name, str(error)))
    assert not wrong, "\n".join(map(str, wrong))


def test_wrong_arguments_are_told_first(gw):
    with pytest.raises(TypeError, match="load_delegate"):
        gw.lite.experimental.load_delegate()


def test_classes_can_be_inherited_from_and_asked_for(gw):
    class Mine(gw.lite.TFLiteConverter):
        pass

    assert issubclass(Mine, gw.lite.TFLiteConverter) and not isinstance(3, gw.experimental.dtensor.DVariable)
    with pytest.raises(NotImplementedError, match="TensorFlow Lite"):
        Mine([])
    with pytest.raises(NotImplementedError, match="from_keras_model"):
        gw.lite.TFLiteConverter.from_keras_model(None)


case = Cases()


@case.each(
    """client_id() num_clients() job_name() jobs() full_job_name() full_job_name(3) heartbeat_enabled() preferred_device_type()
    local_devices('CPU')[0].to_string() local_devices('cpu',0)[0].to_string() local_devices('CPU',1)[0].to_string()
    local_devices('TPU') local_devices('x') num_local_devices('TPU') num_global_devices('TPU') num_local_devices('x')
    get_default_mesh() is_dtensor(3) is_dtensor(tf.constant(1)) enable_save_as_bf16([]) shutdown_accelerator_system()
    shutdown_tpu_system() call_with_layout(max,None,2,3)""".split()
)
def dtensor(tf, name):
    return eval(
        name,
        {"tf": tf, "max": max, **{key: getattr(tf.experimental.dtensor, key) for key in dir(tf.experimental.dtensor)}},
    )


@case.each(
    [
        "tf.lite.TargetSpec().supported_ops == {tf.lite.OpsSet.TFLITE_BUILTINS}",
        "sorted(key for key in vars(tf.lite.TargetSpec()) if key[0] != '_')",
        "sorted(vars(tf.lite.TargetSpec([1], [2], [3], [4])).items())[-2:]",
        "vars(tf.lite.RepresentativeDataset(3))",
        "vars(tf.lite.experimental.QuantizationDebugOptions(fully_quantize=True))",
        "tf.lite.OpsSet.get_options()",
        "[str(each) for each in tf.lite.Optimize], repr(tf.lite.OpsSet.SELECT_TF_OPS)",
        "tf.compat.v1.lite.constants.FLOAT, tf.compat.v1.lite.constants.QUANTIZED_UINT8, tf.compat.v1.lite.constants.TFLITE",
        "tf.compat.v1.lite.Interpreter is tf.lite.Interpreter, tf.compat.v1.lite.TFLiteConverter is tf.lite.TFLiteConverter",
        "tf.experimental.tensorrt.ConversionParams()",
        "tf.experimental.tensorrt.ConversionParams(1, 'FP16')._replace(use_calibration=False)",
        "tf.data.experimental.service.DispatcherConfig()",
        "tf.data.experimental.service.DispatcherConfig(0, 'x', 'y', True, ['q'], 1, 2, 3, 4)",
        "tf.data.experimental.service.WorkerConfig('a')",
        "tf.data.experimental.service.WorkerConfig('a', 'b', 0, 'x', 3, 4, 'q', 'r')",
        "tf.data.experimental.service.WorkerConfig()",
        "vars(tf.data.experimental.service.CrossTrainerCache('t'))",
        "tf.data.experimental.service.CrossTrainerCache('')",
        "tf.data.experimental.service.ShardingPolicy.OFF + 0",
        "tf.debugging.experimental.disable_dump_debug_info()",
        "tf.dtensor.proto.layout_pb2.MeshProto(name='m', local_device_ids=[1, 2]).SerializeToString()",
        "str(tf.dtensor.proto.layout_pb2.LayoutProto(type=2, mesh_config=tf.dtensor.proto.layout_pb2.MeshProto(name='m')))",
        "tf.dtensor.proto.layout_pb2.LayoutProto.LayoutType.items(), tf.dtensor.proto.layout_pb2.LayoutProto.PARTED",
        "tf.dtensor.proto.layout_pb2.LayoutProto.LayoutType.Name(1), tf.dtensor.proto.layout_pb2.LayoutProto.LayoutType.Value('PARTED')",
        "tf.dtensor.proto.layout_pb2.LayoutProto.LayoutType.Value('NONE')",
        "tf.dtensor.proto.layout_pb2.LayoutProto.LayoutType.Name(9)",
        "tf.dtensor.proto.layout_pb2.DESCRIPTOR.name, sorted(tf.dtensor.proto.layout_pb2.DESCRIPTOR.message_types_by_name)",
        "tf.quantization.experimental.QuantizationOptions(tags=['s'], op_set=1, freeze_all_variables=False).SerializeToString()",
        "str(tf.quantization.experimental.QuantizationMethod(preset_method=2, quantization_component_specs=[{'tensor_type': 1}]))",
        "tf.quantization.experimental.QuantizationMethod.METHOD_DYNAMIC_RANGE_INT8",
        "tf.compat.v1.tpu.core(0), tf.compat.v1.tpu.core(3), str(tf.compat.v1.tpu.PaddingSpec.AUTO)",
        "tf.compat.v1.tpu.outside_compilation(lambda x, y=1: x + y, 3, y=4)",
        "tf.compat.v1.tpu.outside_compilation(lambda x: {'a': [x, None]}, tf.constant(1.0))",
        "tf.function(lambda x: tf.compat.v1.tpu.outside_compilation(lambda y: y * 2, x))(tf.constant(2.0))",
        "tf.compat.v1.tpu.CrossShardOptimizer(3)",
        "tf.compat.v1.tpu.CrossShardOptimizer(tf.compat.v1.train.GradientDescentOptimizer(0.1), 'other')",
        "tf.compat.v1.tpu.CrossShardOptimizer(tf.compat.v1.train.GradientDescentOptimizer(0.1)).get_name()",
    ]
)
def described(tf, name):
    return eval(name, {"tf": tf})


@case
def variables_of_bfloat16_scopes(tf):
    v = tf.compat.v1
    with tf.Graph().as_default():
        with v.tpu.bfloat16_scope() as scope:
            told = [scope.name, scope.dtype]
            made = [v.get_variable("x", [2], dtype=tf.bfloat16), v.get_variable("y", [2])]
            made.append(v.get_variable("z", [2], tf.bfloat16, initializer=v.ones_initializer()))
        with v.tpu.bfloat16_scope("s") as scope:
            made.append(v.get_variable("x", [2], dtype=tf.bfloat16))
            made.append(v.get_variable("i", [2], dtype=tf.int32, initializer=v.zeros_initializer()))
        with v.variable_scope("k"), v.tpu.bfloat16_scope():
            made.append(v.get_variable("x", [2], dtype=tf.bfloat16))
        told += [(value.name, value.dtype.name, value.shape.as_list()) for value in made]
        told += [(value.name, value.dtype.name) for value in v.global_variables()]
        with v.Session() as session:
            session.run(v.global_variables_initializer())
            return told, str(session.run(made[2]))


@case
def a_cross_shard_optimizer_in_a_graph(tf):
    v = tf.compat.v1
    with tf.Graph().as_default():
        w = v.get_variable("w", [], initializer=v.constant_initializer(3.0))
        inner = v.train.MomentumOptimizer(0.1, 0.9)
        optimizer = v.tpu.CrossShardOptimizer(inner)
        pairs = optimizer.compute_gradients(w * w, [w])
        inner.apply_gradients(pairs)
        told = [
            optimizer.get_slot_names(),
            [each.name for each in optimizer.variables()],
            optimizer.get_slot(w, "momentum").name,
        ]
        try:
            optimizer.apply_gradients([(None, w)])
        except ValueError:
            told.append("no gradient")
        with v.Session() as session:
            session.run(v.global_variables_initializer())
            return told, session.run(pairs[0][0])


@pytest.mark.parametrize("code", **case.parameters())
def test_what_describes_it(tensorflow, gw, code):
    assert_same(code, tensorflow, gw)


def test_sums_over_cores_raise(gw):
    v = gw.compat.v1
    with gw.Graph().as_default():
        w = v.get_variable("w", [])
        with pytest.raises(NotImplementedError, match="TPU"):
            v.tpu.CrossShardOptimizer(v.train.GradientDescentOptimizer(0.1)).minimize(w * w)


def test_compatible_functions_raise_when_called(gw):
    @gw.lite.experimental.authoring.compatible(converter_target_spec=gw.lite.TargetSpec())
    def double(x):
        return x + x

    assert double.__name__ == "double"
    with pytest.raises(NotImplementedError, match="Lite"):
        double(1)
