"""tf.compat.v1.profiler: reports of graphs, as messages and as texts."""

import pytest


def graph_of(tf):
    v1 = tf.compat.v1
    graph = tf.Graph()
    with graph.as_default():
        x = v1.placeholder(tf.float32, [2, 5], name="x")
        w = v1.placeholder(tf.float32, [5, 3], name="d/w")
        with v1.name_scope("d/"):
            y = tf.nn.relu(tf.matmul(x, w, name="MatMul"), name="Relu")
        with v1.name_scope("loss"), v1.name_scope("in"):
            tf.reduce_sum(tf.add(tf.multiply(y, y, name="mul"), y, name="add"), name="Sum")
        tf.matmul(v1.placeholder(tf.float32, [None, 5], name="open"), w, name="unknown")
    return graph


FLOAT = "float_operation"
CASES = [
    ("scope", FLOAT, {}),
    ("scope", FLOAT, {"min_float_ops": 0}),
    ("scope", FLOAT, {"min_float_ops": 0, "select": ["float_ops", "params"], "order_by": "name"}),
    ("scope", FLOAT, {"select": ["params", "float_ops", "occurrence", "device", "op_types", "input_shapes"]}),
    ("scope", FLOAT, {"hide_name_regexes": ["loss.*"]}),
    ("scope", FLOAT, {"show_name_regexes": ["loss.*"]}),
    ("scope", FLOAT, {"show_name_regexes": ["d/MatMul.*"], "min_float_ops": 0}),
    ("scope", FLOAT, {"trim_name_regexes": ["loss.*"]}),
    ("scope", FLOAT, {"trim_name_regexes": ["loss"], "min_float_ops": 0}),
    ("scope", FLOAT, {"start_name_regexes": ["loss.*"]}),
    ("scope", FLOAT, {"start_name_regexes": ["d.*"], "min_float_ops": 0}),
    ("scope", FLOAT, {"account_type_regexes": ["MatMul"]}),
    ("scope", FLOAT, {"account_type_regexes": ["MatMul"], "min_float_ops": 0}),
    ("scope", FLOAT, {"max_depth": 1}),
    ("scope", FLOAT, {"max_depth": 2, "min_float_ops": 0}),
    ("scope", FLOAT, {"max_depth": 3}),
    ("scope", "trainable_variables_parameter", {}),
    ("op", FLOAT, {}),
    ("op", FLOAT, {"min_float_ops": 0}),
    ("op", FLOAT, {"select": ["float_ops", "occurrence", "params"], "min_float_ops": 0}),
    ("op", FLOAT, {"account_type_regexes": [".*Mul"]}),
]


@pytest.mark.parametrize(("cmd", "kind", "changed"), CASES, ids=str)
def test_same_report(cmd, kind, changed, gw, tensorflow, capfd):
    def outcome(tf):
        profiler = tf.compat.v1.profiler
        options = {**getattr(profiler.ProfileOptionBuilder, kind)(), **changed}
        capfd.readouterr()
        message = profiler.profile(graph_of(tf), cmd=cmd, options=options)
        return str(message), capfd.readouterr().out.strip()

    theirs, ours = outcome(tensorflow), outcome(gw)
    assert ours[0] == theirs[0]
    assert ours[1] == theirs[1]


def test_counts_of_ops(gw, tensorflow):
    def outcome(tf):
        v1, found = tf.compat.v1, {}
        a = lambda *sizes: v1.placeholder(tf.float32, sizes)  # noqa: E731
        makers = {
            "unary": lambda: [
                f(a(3, 4))
                for f in (
                    tf.math.reciprocal,
                    tf.square,
                    tf.math.rsqrt,
                    tf.math.log,
                    tf.negative,
                    tf.nn.l2_loss,
                    tf.nn.softmax,
                    tf.exp,
                    tf.tanh,
                    tf.sqrt,
                )
            ],
            "binary": lambda: [
                f(a(3, 1), a(4))
                for f in (tf.add, tf.pow, tf.maximum, tf.equal, tf.less, tf.math.squared_difference, tf.divide)
            ],
            "sums": lambda: [tf.add_n([a(3), a(3), a(3)]), tf.reduce_sum(a(3, 4), 1), tf.reduce_mean(a(3, 4), 0)],
            "places": lambda: [tf.argmax(a(3, 4), 1), tf.argmin(a(3, 4), 0), tf.nn.bias_add(a(3, 4), a(4))],
            "products": lambda: [
                tf.matmul(a(2, 5), a(5, 3)),
                tf.matmul(a(5, 2), a(5, 3), transpose_a=True),
                tf.matmul(a(7, 2, 5), a(7, 5, 3)),
                tf.matmul(a(7, 5, 2), a(7, 5, 3), transpose_a=True),
            ],
            "convolutions": lambda: [
                tf.nn.conv2d(a(2, 8, 8, 3), a(3, 3, 3, 5), 2, "VALID"),
                tf.nn.depthwise_conv2d(a(2, 8, 8, 3), a(3, 3, 3, 5), [1, 1, 1, 1], "SAME"),
                tf.nn.conv3d(a(2, 8, 8, 8, 3), a(3, 3, 3, 3, 5), [1] * 5, "SAME"),
                tf.nn.dilation2d(a(2, 8, 8, 3), a(3, 3, 3), [1] * 4, "SAME", "NHWC", [1] * 4),
            ],
            "pools": lambda: [
                tf.nn.max_pool2d(a(2, 8, 8, 3), 2, 2, "SAME"),
                tf.nn.avg_pool2d(a(2, 8, 8, 3), [3, 2], [2, 1], "VALID"),
            ],
            "gradients": lambda: [
                tf.raw_ops.Conv2DBackpropInput(
                    input_sizes=[2, 8, 8, 3],
                    filter=a(3, 3, 3, 5),
                    out_backprop=a(2, 4, 4, 5),
                    strides=[1, 2, 2, 1],
                    padding="SAME",
                ),
                tf.raw_ops.Conv2DBackpropFilter(
                    input=a(2, 8, 8, 3),
                    filter_sizes=[3, 3, 3, 5],
                    out_backprop=a(2, 4, 4, 5),
                    strides=[1, 2, 2, 1],
                    padding="SAME",
                ),
                tf.raw_ops.BiasAddGrad(out_backprop=a(2, 4, 4, 5)),
                tf.raw_ops.RsqrtGrad(y=a(3, 4), dy=a(3, 4)),
                tf.raw_ops.MaxPoolGrad(
                    orig_input=a(2, 8, 8, 3),
                    orig_output=a(2, 4, 4, 3),
                    grad=a(2, 4, 4, 3),
                    ksize=[1, 2, 2, 1],
                    strides=[1, 2, 2, 1],
                    padding="SAME",
                ),
                tf.raw_ops.AvgPoolGrad(
                    orig_input_shape=[2, 8, 8, 3],
                    grad=a(2, 4, 4, 3),
                    ksize=[1, 2, 2, 1],
                    strides=[1, 2, 2, 1],
                    padding="SAME",
                ),
            ],
        }
        options = {**v1.profiler.ProfileOptionBuilder.float_operation(), "output": "none"}
        for name, make in makers.items():
            with tf.Graph().as_default() as graph:
                make()
            report = v1.profiler.profile(graph, cmd="op", options=options)
            rows = []
            while report.children:
                report = report.children[0]
                rows.append((report.name, report.float_ops))
            found[name] = sorted(rows)
        return found

    assert outcome(gw) == outcome(tensorflow)


def test_graphs_of_functions_with_variables(gw, tensorflow):
    def outcome(tf):
        # Functions' graphs take the default graph's collections; TensorFlow's profiler fails at eager variables there, which
        # templates leave.
        tf.compat.v1.reset_default_graph()
        v = tf.Variable(tf.ones([5, 3]))
        f = tf.function(lambda x: tf.nn.relu(tf.matmul(x, v))).get_concrete_function(tf.TensorSpec([2, 5]))
        options = tf.compat.v1.profiler.ProfileOptionBuilder.float_operation()
        builder = tf.compat.v1.profiler.ProfileOptionBuilder(options).with_empty_output()
        profiler = tf.compat.v1.profiler.Profiler(f.graph)
        return (
            profiler.profile_name_scope(builder.build()).total_float_ops,
            profiler.profile_operations(builder.build()).total_float_ops,
            builder.with_max_depth(3).with_min_memory(1, 2).with_node_names(["a"]).select(["params"]).build(),
            tf.compat.v1.profiler.ProfileOptionBuilder.time_and_memory(2, 3, 4),
            tf.compat.v1.profiler.ProfileOptionBuilder().build(),
        )

    assert outcome(gw) == outcome(tensorflow)


def test_trainable_variables(gw, tensorflow):
    def outcome(tf):
        v1 = tf.compat.v1
        with tf.Graph().as_default() as graph:
            v1.get_variable("d/w", [5, 3], initializer=v1.zeros_initializer(), use_resource=True)
            v1.get_variable("d/b", [3], initializer=v1.zeros_initializer(), use_resource=True)
            v1.get_variable("fixed", [7], initializer=v1.zeros_initializer(), trainable=False, use_resource=True)
        options = {**v1.profiler.ProfileOptionBuilder.trainable_variables_parameter(), "output": "none"}
        return str(v1.profiler.profile(graph, options=options))

    assert outcome(gw) == outcome(tensorflow)


def test_files_and_what_is_not_there(gw, tmp_path):
    profiler = gw.compat.v1.profiler
    builder = profiler.ProfileOptionBuilder(profiler.ProfileOptionBuilder.float_operation())
    profiler.profile(graph_of(gw), options=builder.with_file_output(str(tmp_path / "report")).build())
    assert "d/MatMul (60/60 flops)" in (tmp_path / "report").read_text()
    profiler.write_op_log(graph_of(gw), str(tmp_path))
    log = profiler.OpLogProto.FromString((tmp_path / "tfprof_log").read_bytes())
    assert {entry.name: entry.float_ops for entry in log.log_entries}["d/MatMul"] == 60
    for cmd, options in (("graph", builder.build()), ("scope", profiler.ProfileOptionBuilder.time_and_memory())):
        with pytest.raises(NotImplementedError):
            profiler.profile(graph_of(gw), cmd=cmd, options=options)
