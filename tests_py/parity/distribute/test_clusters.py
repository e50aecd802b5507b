"""What tells of clusters, machines and TPUs without there being any: tf.distribute's and tf.tpu's descriptions."""

import json

import pytest

from support.compare import Cases, same_results

case = Cases()
CLUSTERS = """
SimpleClusterResolver(spec({"worker": ["a:1", "b:2"], "ps": ["c:3"]}))
SimpleClusterResolver(spec({"worker": ["a", "b"]}), "m", "worker", 1, "e", {"GPU": 2}, "grpc")
SimpleClusterResolver(spec({}), rpc_layer="grpc")
SimpleClusterResolver({"worker": ["a"]})
ClusterResolver()
TFConfigClusterResolver()
TFConfigClusterResolver("chief", 0, "http", "z")
UnionResolver(SimpleClusterResolver(spec({"worker": ["a", "b"]}), "m", "worker", 1, "e", None, "grpc"), TFConfigClusterResolver())
UnionResolver(SimpleClusterResolver(spec({"worker": {0: "a", 2: "b"}})), SimpleClusterResolver(spec({"worker": {5: "c"}})))
UnionResolver(SimpleClusterResolver(spec({"worker": {0: "a", 2: "b"}})), SimpleClusterResolver(spec({"worker": {2: "c"}})))
UnionResolver(SimpleClusterResolver(spec({"worker": ["a"]})), SimpleClusterResolver(spec({"ps": ["b"]})), rpc_layer="z")
UnionResolver()
UnionResolver(1)
UnionResolver(SimpleClusterResolver(spec({})), what=1)
""".strip().splitlines()
CONFIGS = [
    None,
    {"cluster": {"worker": ["a:1"]}, "task": {"type": "worker", "index": 0}},
    {"cluster": {"worker": ["a", "b"], "chief": ["c"]}, "task": {"type": "worker", "index": 1}, "rpc_layer": "x"},
    {"cluster": {"worker": ["a", "b"]}},
]
ASKED = ["cluster_spec().as_dict()", "master()", "master('worker', 0)", "master('worker', 0, 'q')", "master('ps', 7)"]
ASKED += ["task_type", "task_id", "environment", "rpc_layer", "dict(num_accelerators())"]


def tried(call):
    try:
        return call()
    except (KeyError, ValueError) as error:
        return type(error).__name__


@pytest.mark.parametrize("config", CONFIGS, ids=["none", "one", "three", "no task"])
@pytest.mark.parametrize("made", CLUSTERS)
def test_cluster(tensorflow, gw, made, config, monkeypatch):
    if config is not None:
        if "TFConfig" not in made:
            pytest.skip("TF_CONFIG has no say in it")
        monkeypatch.setenv("TF_CONFIG", json.dumps(config))

    def program(tf):
        resolvers = tf.distribute.cluster_resolver
        names = {name: getattr(resolvers, name) for name in dir(resolvers)} | {"spec": tf.train.ClusterSpec}
        resolver, found = eval(made, names), []
        # TensorFlow talks to the process of the task, to count devices, and fails where there is none.
        for asked in ASKED if config is None or "task" in config else ASKED[:-1]:
            expression = asked.replace("dict(", "dict(r.") if asked.startswith("dict") else f"r.{asked}"
            found.append(tried(lambda e=expression: eval(e, {"r": resolver})))
        resolver.task_type, resolver.task_id = "worker", 1
        return found, tried(resolver.master), resolver.task_id

    same_results(program, tensorflow, gw)


PARTITIONERS = """
FixedShardsPartitioner(3)
MinSizePartitioner()
MinSizePartitioner(4, 100)
MinSizePartitioner(8, 2, 3)
MaxSizePartitioner(4)
MaxSizePartitioner(4, 2)
MaxSizePartitioner(1024)
MinSizePartitioner(0)
MinSizePartitioner(4, 0)
MaxSizePartitioner(0)
Partitioner()
""".strip().splitlines()


@case.each(PARTITIONERS)
def partitioners(tf, made):
    partitioner = eval(f"p.{made}", {"p": tf.distribute.experimental.partitioners})
    shapes = [tf.TensorShape([6, 1]), tf.TensorShape([10, 3])]
    return [partitioner(shape, dtype, axis) for shape in shapes for dtype in (tf.float32, tf.string) for axis in (0, 1)]


@case.each(["(7, 2.5, 'NCCL')", "()", "(-1,)", "(1, None, 'SLOW')"])
def options(tf, arguments):
    e = tf.distribute.experimental
    made = e.CommunicationOptions(*eval(arguments))
    hints, end = e.CollectiveHints(5, 3.0), e.TerminationConfig(grace_period=3)
    assert e.CollectiveCommunication is e.CommunicationImplementation is type(made.implementation)
    told = [
        made.bytes_per_pack,
        made.timeout_seconds,
        made.implementation.name,
        hints.bytes_per_pack,
        hints.timeout_seconds,
    ]
    return [*told, hints.implementation.value, end.grace_period, end.save_fn, end.exit_fn, end.termination_watcher_fn]


@case.each(["lambda a: a + 1", "lambda a: (a, [a * 2])", "lambda a: {'x': a}"])
def compiled(tf, computation):
    return tf.xla.experimental.compile(eval(computation), [3.0])


@pytest.mark.parametrize(
    "name",
    "distribute.experimental.PreemptionCheckpointHandler distribute.experimental.PreemptionWatcher "
    "distribute.cluster_resolver.TPUClusterResolver distribute.cluster_resolver.GCEClusterResolver "
    "config.experimental.ClusterDeviceFilters tpu.experimental.embedding.TPUEmbedding tpu.experimental.Topology "
    "tpu.experimental.embedding.TPUEmbeddingV2 tpu.experimental.initialize_tpu_system".split(),
)
def test_refused_when_used(tensorflow, gw, name):
    found = [gw, tensorflow]
    for part in name.split("."):
        found = [getattr(place, part) for place in found]
    assert type(found[0]) is type(found[1])
    with pytest.raises(NotImplementedError):
        found[0]()


# ---- embeddings ----

CONFIGURED = """
TableConfig(10, 4)
TableConfig(10, 4, name="a", combiner="sum", optimizer=None)
TableConfig(0, 4)
TableConfig(1, -4)
TableConfig(1, 4, combiner="zz")
TableConfig(1, 4, initializer=3)
FeatureConfig(TableConfig(10, 4, name="q"), 3, output_shape=[2, 3], name="n")
FeatureConfig(3)
FeatureConfig(TableConfig(10, 4), -1)
QuantizationConfig(3, 0.0, 1.0)
QuantizationConfig(1, 0.0, 1.0)
SparseCoreEmbeddingConfig(max_ids_per_chip_per_sample=3)
SGD(0.5, clipvalue=1.0)
SGD(clipvalue=(-1.0, None))
SGD(use_gradient_accumulation=False, clipvalue=1.0)
Adam(0.1, lazy_adam=False)
Adam(beta_1=2.0)
Adam(epsilon=0)
Adam(slot_variable_creation_fn=3)
Adagrad(weight_decay_factor=0.1)
Adagrad(initial_accumulator_value=0)
AdagradMomentum(momentum=0.5)
AdagradMomentum(exponent=0)
FTRL(beta=1.0, allow_zero_accumulator=True)
FTRL(initial_accumulator_value=0)
""".strip().splitlines()


@case.each(CONFIGURED)
def configurations(tf, made):
    e = tf.tpu.experimental.embedding
    names = {name: getattr(e, name) for name in dir(e)}
    first, second = eval(made, names), eval(made, names)
    if hasattr(first, "_slot_names"):
        return (
            first == second,
            hash(first) == hash(second),
            first == e.SGD(0.7),
            sorted(vars(first).items()),
            first._slot_names(),
        )
    return repr(first), first == second


def rows(tf):
    return lambda shape, dtype=None: tf.cast(
        tf.reshape(tf.range(int(shape[0]) * int(shape[1])), shape), dtype or tf.float32
    )


@case.each(["None", "SGD(0.1)", "Adagrad()", "Adam()", "FTRL()", "AdagradMomentum()"])
def served(tf, optimizer):
    e = tf.tpu.experimental.embedding
    words = e.TableConfig(10, 2, initializer=rows(tf), name="words", combiner="sum")
    other = e.TableConfig(5, 3, initializer=rows(tf), optimizer=e.SGD())
    features = {
        "x": e.FeatureConfig(words),
        "y": [e.FeatureConfig(other)],
        "z": e.FeatureConfig(words, max_sequence_length=2),
    }
    tables = e.TPUEmbeddingForServing(features, None if optimizer == "None" else eval(f"e.{optimizer}", {"e": e}))
    sparse, ragged = tf.sparse.from_dense([[1, 2], [3, 0]]), tf.ragged.constant([[1, 2, 3], [4]], dtype=tf.int64)
    weights = tf.sparse.from_dense([[1.0, 2.0], [3.0, 0.0]])
    found = [tables({"x": tf.constant([1, 2]), "y": [sparse], "z": ragged})]
    found += [tables({"x": sparse, "y": [ragged], "z": sparse}, {"x": weights, "y": [None], "z": None})]
    kept = {table: {name: v.name for name, v in variables.items()} for table, variables in tables.variables.items()}
    values = [v.numpy()[0].tolist() for variables in tables.variables.values() for v in variables.values()]
    children = sorted(name for name in tables._trackable_children() if name[0] != "_")
    return found, kept, values, children, [v.name for v in tables.embedding_tables.values()]


@case.each(["dense weights", "other keys", "sequence", "function", "names", "optimizer"])
def served_otherwise(tf, name):
    e = tf.tpu.experimental.embedding
    words = e.TableConfig(10, 2, initializer=rows(tf), name="words")
    length = 3 if name == "sequence" else 0
    features = {"x": e.FeatureConfig(words, length)}
    if name == "names":
        features["y"] = e.FeatureConfig(e.TableConfig(10, 2, name="words"))
    tables = e.TPUEmbeddingForServing(features, "sgd" if name == "optimizer" else None)
    tables.build()
    given = {"a" if name == "other keys" else "x": tf.constant([1, 2])}
    weights = {"x": tf.constant([1.0, 2.0])} if name == "dense weights" else None
    return (tf.function(tables) if name == "function" else tables)(given, weights)


@pytest.mark.parametrize("program", **case.parameters())
def test_programs(tensorflow, gw, program):
    same_results(program, tensorflow, gw)
