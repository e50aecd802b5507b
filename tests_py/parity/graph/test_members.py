"""Every member of tf.Graph, FuncGraph, tf.Operation and symbolic tensors, gradients of graphs, and sessions."""

import gc
import weakref

import pytest

from support.compare import assert_same, same_results

# Evaluated inside a graph `g` with x = placeholder(float32, [2, 3], "x"), y = add(x, 1.0) named "y", z, n = no_op("n").
IN_A_GRAPH = [
    "y.op.outputs[0] is y, x.op.outputs[0] is x, g.get_tensor_by_name('x:0') is x, y.op.inputs[0] is x",
    "y.op is y.op, g.get_operations()[0] is x.op, z[1] is z[1].op.outputs[1], z[1].value_index",
    "[c.name for c in x.consumers()], x.op._control_outputs",
    "g.get_tensor_by_name('n:0')",
    "g.get_tensor_by_name('x:a')",
    "g.as_graph_element(None)",
    "g.as_graph_element('')",
    "g.add_to_collections(['a', 'b', 'a'], x), g.get_collection('a', 'y'), g.get_collection('a', 'x')",
    "g.add_to_collection('a', 1), g.clear_collection('a'), g.get_collection('a'), g.get_collection_ref('a')",
    "g.get_collection_ref('a').append(3), g.get_collection('a'), g.get_all_collection_keys()",
    "setattr(g, 'seed', 3), g.seed, tf.random.uniform([2]).op.get_attr('seed'), tf.random.uniform([2]).op.get_attr('seed2')",
    "[s for s in entered(g.name_scope('q'), lambda: (g.get_name_scope(), tf.constant(1).name))]",
    "entered(g.name_scope('q'), lambda: entered(g.name_scope(None), lambda: tf.constant(1).name))",
    "entered(g.name_scope('q'), lambda: entered(g.name_scope('x/'), lambda: tf.constant(1).name))",
    "entered(g.name_scope('a b'), lambda: 1)",
    "entered(g.name_scope('_a'), lambda: 1)",
    "entered(g.name_scope(3), lambda: 1)",
    "entered(g.device('/cpu:0'), lambda: (tf.constant(1).device, tf.constant(1).op.device))",
    "entered(g.device('/job:w'), lambda: entered(g.device('CPU:0'), lambda: tf.constant(1).device))",
    "entered(g.device('/job:w'), lambda: entered(g.device(None), lambda: tf.constant(1).device))",
    "entered(g.device(lambda op: '/device:CPU:0' if op.type == 'Const' else ''), two_nodes) and [o.device for o in last_two()]",
    *(
        f"entered(g.device('/job:w'), lambda: entered(g.device(lambda op: {chosen}), two_nodes)) and last_two()[0].device"
        for chosen in ("None", "3", "''", "b'/cpu:0'", "tf.DeviceSpec(device_type='CPU')")
    ),
    "entered(g.device('nonsense'), lambda: 1)",
    "entered(g.control_dependencies([x, y.op]), lambda: tf.constant(1).op.control_inputs)",
    "entered(g.control_dependencies(['x', 'y:0']), lambda: tf.constant(1).op.control_inputs)",
    "entered(g.control_dependencies([3]), lambda: 1)",
    "entered(tf.control_dependencies([3]), lambda: 1)",
    "entered(g.control_dependencies(['q']), lambda: 1)",
    "entered(g.control_dependencies([foreign]), lambda: 1)",
    "entered(tf.control_dependencies([foreign.op]), lambda: 1)",
    *(
        f"entered({scope}.control_dependencies([{awaited}]), lambda: tf.no_op().control_inputs)"
        for scope in ("g", "tf")
        for awaited in (
            "tf.IndexedSlices(x, n)",
            "tf.SparseTensor([[0]], [1], [1])",
            "tf.RaggedTensor.from_row_splits(x, [0, 2])",
            "tf.data.Dataset.range(3)",
            "tf.Variable(1.0, name='v')",
        )
    ),
    "tf.function(lambda s: entered(tf.control_dependencies([s]), lambda: 1))(tf.SparseTensor([[n]], [1], [1]))",
    "entered(g.control_dependencies([x]), lambda: (x + 1).op.control_inputs)",
    "entered(g.control_dependencies([x]), lambda: entered(g.control_dependencies(None), lambda: tf.no_op().control_inputs))",
    "entered(g.colocate_with(x), lambda: tf.constant(1).name)",
    "entered(g.colocate_with(x), lambda: [op.colocation_groups() for op in (tf.constant(1).op, (x + 1.0).op)])",
    "entered(g.colocate_with(x.op), lambda: tf.constant(1)).op.colocation_groups()",
    "entered(g.colocate_with(x), lambda: str(tf.constant(1).op.node_def.attr['_class']))",
    "entered(g.colocate_with(x), lambda: entered(g.colocate_with(tf.constant(2)), lambda: tf.constant(1)))"
    ".op.colocation_groups()",
    "entered(g.colocate_with(x), lambda: entered(g.colocate_with(None, True), lambda: tf.constant(1)))"
    ".op.colocation_groups()",
    "entered(g.colocate_with(None), lambda: 1)",
    "entered(g.colocate_with('abc'), lambda: tf.constant(1)).op.colocation_groups()",
    "entered(g.container('a'), lambda: tf.constant(1).name)",
    "x + foreign",
    "foreign + x",
    "tf.stack([x, foreign])",
    "g.as_graph_element(foreign)",
    "g.as_graph_element(foreign.op)",
    "g.prevent_feeding(x), g.prevent_fetching(x.op), g.is_feedable(x), g.is_fetchable(x), g.is_fetchable(y)",
    "g.finalize(), g.prevent_feeding(x), g.is_feedable(x)",
    "g.op_def_for_type('AddV2').name, g.new_operations() is not None, g.get() is not None",
    "len(g.as_graph_def().node), len(g.as_graph_def(add_shapes=True).node[0].attr)",
    "str(g.as_graph_def())",
    "str(g.as_graph_def(add_shapes=True))",
    "g.as_graph_def() == g.as_graph_def(), "
    "g.as_graph_def().SerializeToString(deterministic=True) == g.as_graph_def().SerializeToString(deterministic=True)",
    "entered(g.gradient_override_map({'Square': 'Neg'}), lambda: tf.square(x).op.get_attr('_gradient_op_type'))",
    "entered(g.gradient_override_map({'Square': 'Nonsense'}), lambda: tf.gradients(tf.square(x), x))",
    "entered(g.gradient_override_map(3), lambda: 1)",
    "entered(g.gradient_override_map({3: 'a'}), lambda: 1)",
    "entered(g.gradient_override_map({'a': 3}), lambda: 1)",
    "tf.compat.v1.reset_default_graph()",
    "y.op._add_control_input(x.op), y.op.control_inputs",
    "x.op._set_attr('_mine', tf.compat.v1.AttrValue(i=3)), x.op.get_attr('_mine'), x.op._clear_attr('_mine')",
    "x.op.get_attr('_mine')",
    "tf.Operation.from_node_def(y.op.node_def, g, inputs=[x, x]).name",
    "tf.Operation.from_node_def(3, g)",
    "tf.Operation.from_node_def(tf.compat.v1.NodeDef(name='a b'), g)",
    "str(tf.constant([1, 2]).op.get_attr('value')), tf.squeeze(x[None], [0]).op.get_attr('squeeze_dims')",
    "tf.squeeze(x).op.get_attr('squeeze_dims'), tf.identity_n([x, x])[0].op.get_attr('T')",
    "tf.matmul(x, x, transpose_b=True).op.get_attr('transpose_b'), tf.nn.leaky_relu(x).op.get_attr('alpha')",
    "x.set_shape([2, 3]), x.shape, x.get_shape(), x.ndim, x.dtype, x.device, x.graph is g, x.ref() == x.ref()",
    "sorted(tf.Tensor.OVERLOADABLE_OPERATORS) == sorted(x.OVERLOADABLE_OPERATORS), x.experimental_ref() == x.ref()",
    "x.set_shape([3, 3])",
    "int(x)",
    "float(x)",
    "complex(x)",
    "[1, 2][x]",
    "range(x)",
    "1 in x",
    "x.numpy()",
    "np.asarray(x)",
    "isinstance(hash(x), int), {x: 1}[x]",
    "x.eval()",
    "n.run()",
    "x == x, x != None",
    "x.foo",
    "x.name, y.op.name, y.op.type, y.op.traceback[-1].name is not None, y.op.device",
    "tf.get_static_value(tf.zeros([3])), tf.get_static_value(x), tf.get_static_value(tf.constant('a'))",
    "tf.gradients(y * y, x)[0].shape, tf.gradients(y, tf.constant(1.0))",
    "tf.gradients(y, [tf.constant(1.0)], unconnected_gradients='zero')[0].shape",
    "tf.gradients(y, x, unconnected_gradients='nope')",
    "tf.gradients(y, x, grad_ys=[])",
    "tf.gradients(y, x, grad_ys=tf.ones([7, 5, 3]))",
    "tf.gradients(y * y, [x, y], stop_gradients=[y])[0]",
    "tf.gradients(y * y + y, x, aggregation_method=77)",
    "tf.gradients(y * 2, x, name='mine')[0].name.startswith('mine/mul_grad/')",
    "[t.shape for t in tf.hessians(tf.reduce_sum(y * y), x)]",
    "tf.compat.v1.get_default_session()",
    "session().run(y, {x: ones}), session().run([y, n, {'a': 'y:0'}], {'x:0': ones})",
    "session().run((y, x), {y: ones, x: ones})",
    "session().run(y)",
    "session().run(y, {x: [1.0]})",
    "session().run(y, {'q:0': 1.0})",
    "session().run(y, {3: 1.0})",
    "session().run('q')",
    "session().run(None)",
    "session().run(3)",
    "session().run([])",
    "session().run({})",
    "session().run(y, {x: x})",
    "session().run(y.op, {x: ones})",
    "entered(session(), lambda: (y.eval({x: ones}), n.run(), tf.compat.v1.get_default_session() is not None))",
    "entered(session().as_default(), lambda: y.eval({x: ones}))",
    "y.eval({x: ones}, session()), session().graph is g, type(session().graph_def).__name__",
    "session().make_callable(y, [x])(ones)",
    "(lambda s: (s.close(), s.run(n)))(session())",
    "tf.compat.v1.Session(graph=3)",
]


def in_a_graph(module):
    import numpy as np

    with module.Graph().as_default():
        foreign = module.constant(1.0, name="foreign")
    g = module.Graph()
    with g.as_default():
        x = module.compat.v1.placeholder(module.float32, [2, 3], name="x")
        y = module.add(x, 1.0, name="y")
        z = module.split(y, 3, axis=1, name="z")
        n = module.no_op(name="n")

    def within(expression):
        with g.as_default():
            return expression()

    def entered(context, body):
        with context:
            return body()

    names = {"g": g, "x": x, "y": y, "z": z, "n": n, "foreign": foreign, "within": within, "entered": entered, "np": np}
    names["two_nodes"] = lambda: (module.constant(1), module.no_op())
    names["last_two"] = lambda: g.get_operations()[-2:]
    names["session"] = lambda: module.compat.v1.Session(graph=g)
    names["ones"] = np.ones([2, 3], np.float32)
    return names


@pytest.mark.parametrize("expression", IN_A_GRAPH)
def test_in_a_graph(expression, tensorflow, gw):
    assert_same(f"within(lambda: ({expression}))", tensorflow, gw, in_a_graph)


# Of `g`, the graph of a finished function of a: [2] that uses a variable and a large tensor.
OF_A_FUNCTION = [
    "g.saveable, g.saving_errors, g.mark_as_unsaveable('why'), g.saveable, g.saving_errors",
    "len(g.captures), len(g.external_captures), [t.shape for t in g.internal_captures]",
    "len(g.variable_captures), [v.name for v in g.variables], [v.name for v in g.trainable_variables]",
    "g.output_types, g.output_shapes, g.building_function, g.outer_graph.building_function",
    "g.deferred_external_captures, g.deferred_internal_captures, g.structured_outputs",
    "g.name, g.inputs[0].name, [t.name for t in g.outputs], [o.type for o in g.control_outputs]",
    "str(g)[:15], g.finalized, g.seed, g.structured_input_signature",
    "g.watch_variable(v)",
]


def of_a_function(module):
    v = module.Variable([1.0, 2.0], name="v")
    large = module.ones([200])

    @module.function
    def f(a):
        return a * v, module.reduce_sum(large)

    return {"g": f.get_concrete_function(module.TensorSpec([2], name="a")).graph, "v": v, "kept": (f, large)}


@pytest.mark.parametrize("expression", OF_A_FUNCTION)
def test_of_a_function(expression, tensorflow, gw):
    for module in (tensorflow, gw):
        module.random.set_seed(None)  # tests that ran before may have set one
    assert_same(expression, tensorflow, gw, of_a_function)


def by_hand(tf):
    spec = tf.TensorSpec([2], tf.float32)
    g = tf.__internal__.FuncGraph("g", {"a": [1]}, None, ((spec,), {}), {"y": spec})
    with g.as_default():
        x = tf.compat.v1.placeholder(tf.float32, [2], name="x")
        x * 2.0
    found = [g.name, g.get_collection("a"), g.structured_input_signature, g.structured_outputs, g.inputs, g.outputs]
    return [*found, [op.name for op in g.get_operations()], g.building_function]


def test_graphs_of_functions_are_made_by_hand(tensorflow, gw):
    same_results(by_hand, tensorflow, gw)


def of_other_graphs(tf):
    """Graphs made by hand take tensors of any other that does not lie in them."""
    first, second = tf.__internal__.FuncGraph("first"), tf.__internal__.FuncGraph("second")
    with first.as_default():
        a = tf.zeros([2, 3]) + tf.random.uniform([2, 3])
    with second.as_default(), tf.GradientTape() as tape:
        tape.watch(a)
        b = tf.reduce_sum(a * a)
        slope = tape.gradient(b, a)
        d = tf.cond(b > 0.0, lambda: a * 2.0, lambda: tf.function(lambda x: x + a)(a))
        e = tf.gradients(d, b)
    captured = [outer is a for outer, _ in second.captures]
    with first.as_default():
        inner = tf.__internal__.FuncGraph("inner")
        with inner.as_default():
            c = a + 1.0
        try:
            c + 1.0
        except Exception as error:
            wrong = type(error).__name__
    kept = []
    tf.function(lambda x: kept.append(x * 2.0))(tf.constant(1.0))
    with second.as_default():
        f = kept[0] + 1.0
    return [*((x.shape, x.graph is second) for x in (b, slope, d, f)), e, captured, c.graph is inner, wrong]


def test_graphs_made_by_hand_capture_from_any_other(tensorflow, gw):
    same_results(of_other_graphs, tensorflow, gw)


def test_captures_are_added_by_hand(gw):
    from graphwright._src.function.func_graph import FuncGraph

    g, value, other = FuncGraph("g"), gw.constant([1.0] * 200), gw.constant(2.0)
    with g.as_default():
        first, second = (gw.compat.v1.placeholder(gw.float32, None) for _ in range(2))
        g.add_capture(value, first)
        g.replace_capture(value, second)
        result = g.capture(value)
    assert result is second and [t.name for t in g.inputs] == [second.name] and g.captures[0][1] is second
    found = g.function_captures
    assert list(found.by_val_external) == [value._id] and found.by_val_internal[value._id] is second
    assert [inner for _, inner in found.by_val_capture_tuples][0] is second and found.capture_types[
        value._id
    ].shape == [200]
    g.replace_capture_with_deferred_capture(value, lambda: other, gw.TensorSpec([]), second)
    assert found.by_val_external == {} and found.get_by_ref_snapshot()[value._id] is other
    assert g.deferred_internal_captures[0] is second and found.pop(value._id, True)[1] is second
    assert found.pop(value._id) == (None, None, None) and found.by_ref_internal == {}
    assert g.Dismantle() is None and g.get() is g


def test_devices_by_functions_are_known_at_once(gw):
    asked = []

    def chosen(op):
        asked.append(op.name)
        return "/device:CPU:0" if op.type == "Const" else ""

    graph = gw.Graph()
    with graph.as_default(), graph.device(chosen):
        with graph.device(lambda op: "/job:w"):
            c = gw.constant(1.0)
            assert c.op.device == "/device:CPU:0" and asked == ["Const"]
        y = c + 1.0
        assert [node.device for node in graph.as_graph_def().node] == ["/device:CPU:0", "/device:CPU:0", ""]
    assert asked == ["Const", "add/y", "add"] and y.op.device == ""


def test_types_of_operations_are_written(gw, tensorflow):
    from tensorflow.core.framework import full_type_pb2

    kind = full_type_pb2.FullTypeDef(
        type_id=full_type_pb2.TFT_PRODUCT, args=[full_type_pb2.FullTypeDef(type_id=full_type_pb2.TFT_TENSOR)]
    )
    texts = []
    for tf in (tensorflow, gw):
        with tf.Graph().as_default() as g:
            op = tf.constant(1.0).op
            op.experimental_set_type(kind)
            with pytest.raises(ValueError, match="TFT_PRODUCT"):
                op.experimental_set_type(kind.args[0])
        texts.append((str(op.node_def), str(g.as_graph_def()), g.as_graph_def().SerializeToString(deterministic=True)))
    assert texts[1] == texts[0]


# ---- gradients of other ops ----


def straight_through(tf):
    @tf.function
    def f(x):
        with tf.compat.v1.get_default_graph().gradient_override_map({"Sign": "Identity", "Round": "Identity"}):
            return tf.sign(x) * tf.round(x)

    x = tf.constant([0.4, -1.6])
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = f(x)
    return tape.gradient(y, x)


def registered(tf, number=[0]):  # noqa: B006
    number[0] += 1
    name = f"Mine{number[0]}"

    @tf.RegisterGradient(name)
    def gradient(op, grad):
        assert op.type == "Mul" and len(op.inputs) == 2
        return grad * op.inputs[0] * op.outputs[0], None

    @tf.function
    def f(x, y):
        with tf.compat.v1.get_default_graph().gradient_override_map({"Mul": name}):
            z = x * y
        return z * y

    x, y = tf.constant(3.0), tf.constant(4.0)
    with tf.GradientTape(persistent=True) as tape:
        tape.watch([x, y])
        z = f(x, y)
    inside = tf.function(lambda x: tf.gradients(f(x, x), x)[0])
    return tape.gradient(z, [x, y]), inside(x)


def inside_a_tape_of_a_function(tf):
    @tf.function
    def f(x):
        with tf.GradientTape() as tape:
            tape.watch(x)
            with tf.compat.v1.get_default_graph().gradient_override_map({"Square": "Neg"}):
                y = tf.square(x)
        return tape.gradient(y, x)

    return f(tf.constant([3.0]))


def wrong_number(tf, number=[0]):  # noqa: B006
    number[0] += 1
    tf.RegisterGradient(f"Two{number[0]}")(lambda op, grad: (grad, grad))
    with tf.Graph().as_default() as g:
        x = tf.constant(3.0)
        with g.gradient_override_map({"Square": f"Two{number[0]}"}):
            y = tf.square(x)
        return tf.gradients(y, x)


def no_more(tf):
    with tf.Graph().as_default() as g:
        x = tf.constant(3.0)
        with g.gradient_override_map({"Square": "Neg"}):
            tf.square(x)
        return len(tf.gradients(tf.square(x), x)[0].op.get_attr("T").name)


@pytest.mark.parametrize(
    "code", [straight_through, registered, inside_a_tape_of_a_function, wrong_number, no_more], ids=lambda c: c.__name__
)
def test_overridden_gradients(code, tensorflow, gw):
    same_results(code, tensorflow, gw)


# ---- tensors out of their graphs ----


def leaking(tf, use, inside=False):
    kept = []

    @tf.function(autograph=False)
    def f(a):
        kept.append(a + 1.0)
        return a

    f(tf.constant(1.0))
    if inside:
        return tf.function(lambda b: use(tf, kept[0]), autograph=False)(tf.constant(2.0))
    return use(tf, kept[0])


LEAKS = {
    "operator": lambda tf, t: t + 1,
    "reflected": lambda tf, t: 1 + t,
    "function": lambda tf, t: tf.identity(t),
    "stack": lambda tf, t: tf.stack([t, t]),
    "cond": lambda tf, t: tf.cond(t > 0, lambda: 1, lambda: 2),
    "assign": lambda tf, t: tf.Variable(1.0).assign(t),
    "argument": lambda tf, t: tf.function(lambda a: a)(t),
}


@pytest.mark.parametrize("inside", [False, True], ids=["eager", "function"])
@pytest.mark.parametrize("use", LEAKS.values(), ids=list(LEAKS))
def test_tensors_out_of_scope(use, inside, tensorflow, gw):
    if use is LEAKS["assign"] and inside:
        return
    assert_same(
        "leaking(tf, use, inside)", tensorflow, gw, lambda module: dict(leaking=leaking, use=use, inside=inside)
    )
    with pytest.raises(TypeError) as caught:
        leaking(gw, use, inside)
    text = str(caught.value)
    for part in (
        "<tf.Tensor 'add:0' shape=() dtype=float32> is out of scope and cannot be used here. Use return values, explicit",
        "was defined here:",
        "kept.append(a + 1.0)",
        "because it was defined in FuncGraph(name=f, id=",
        "cannot be accessed from FuncGraph(name=<lambda>" if inside else "cannot be accessed from here",
    ):
        assert part in text


def test_graphs_end_in_the_order_in_which_they_began(gw):
    outer, inner = gw.Graph().as_default(), gw.Graph().as_default()
    outer.__enter__()
    inner.__enter__()
    with pytest.raises(AssertionError, match="Nesting violated"):  # as in TensorFlow, which is of no use afterwards
        outer.__exit__(None, None, None)
    inner.__exit__(None, None, None)
    assert gw.executing_eagerly()


def test_init_scope_in_nested_graphs(tensorflow, gw):
    def code(tf):
        found = []
        with tf.Graph().as_default() as g:
            with tf.Graph().as_default() as h, tf.init_scope():
                found.append((tf.executing_eagerly(), tf.compat.v1.get_default_graph() is h))

            @tf.function
            def f(x):
                with tf.name_scope("s"), tf.init_scope():
                    current = tf.compat.v1.get_default_graph()
                    found.append((tf.executing_eagerly(), current is g, current.get_name_scope()))
                    c = tf.constant(1.0)
                return x + c

            found.append(f(tf.constant(1.0)).op.type)
        with tf.name_scope("outside"):
            tf.function(lambda: found.append(tf.constant(1.0).name))()
            with tf.init_scope():
                found.append(tf.Variable(1.0, name="v").name)
        return found

    assert code(gw) == code(tensorflow)


def scopes(tf):
    found = []
    scope = tf.name_scope("a")
    found.append(scope.name)
    with scope as name:
        found += [name, tf.Variable(1.0, name="v").name]
        with tf.name_scope("a") as inner, tf.name_scope(name) as again:
            found += [inner, again]

    @tf.function
    def f():
        for part in ("b", "b", "b/", ""):
            with tf.name_scope(part) as name:
                found.append((name, tf.constant(1).name))
        return 1

    f.get_concrete_function()
    with tf.Graph().as_default() as g:
        size = tf.compat.v1.placeholder(tf.int32, [])
        found += [tf.get_static_value(tf.stack([size, 2])), len(tf.get_static_value(tf.stack([size, 2]), partial=True))]
        tf.graph_util.import_graph_def(tf.compat.v1.GraphDef(), op_dict=None, producer_op_list=None)
        found += [tf.compat.v1.get_default_graph() is g, len(g.get_operations()) > 0]
    return found


def test_scopes(tensorflow, gw):
    same_results(scopes, tensorflow, gw)


def test_an_operation_has_one_tensor_object_and_keeps_no_graph_alive(gw):
    g = gw.Graph()
    with g.as_default():
        x = gw.constant(1.0)
    assert x.op.outputs[0] is x and x.op.outputs[0].op is x.op
    x.note = "mine"
    assert g.get_tensor_by_name("Const:0").note == "mine"
    gone = weakref.ref(g)
    del g, x
    gc.collect()
    assert gone() is None


def test_threads_with_graphs_of_their_own(gw):
    from concurrent.futures import ThreadPoolExecutor

    def build(k):
        with gw.Graph().as_default() as g:
            x = gw.constant(float(k))
            for _ in range(50):
                x = x + 1.0
            with gw.compat.v1.Session() as session:
                return session.run(x), g.num_operations()

    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(build, range(8))) == [(k + 50.0, 101) for k in range(8)]


def test_a_session_keeps_what_it_has_run(gw):
    with gw.Graph().as_default():
        x = gw.compat.v1.placeholder(gw.float32, [])
        y = x * 2.0
        session = gw.compat.v1.Session()
        assert [session.run(y, {x: float(k)}) for k in range(5)] == [0.0, 2.0, 4.0, 6.0, 8.0]
        assert len(session._functions) == 1
        z = y + 1.0
        assert session.run([z, y], {x: 1.0}) == [3.0, 2.0]
        session.close()
        with pytest.raises(RuntimeError, match="closed"):
            session.run(y, {x: 1.0})
