"""tf.Graph, tf.Operation, import_graph_def, wrap_function and raw ops behave as TensorFlow's."""

import pytest

from support.compare import assert_same

# Evaluated inside a graph `g` with x = placeholder(float32, [None, 2], "x"), y = x + 1.0 named "y", and v, a vector.
IN_A_GRAPH = [
    "g.get_operations()",
    "g.operations",
    "g.num_operations(), g.version",
    "g.get_operation_by_name('y')",
    "g.get_operation_by_name('q')",
    "g.get_operation_by_name('y:0')",
    "g.get_operation_by_name(3)",
    "g.get_tensor_by_name('y:0')",
    "g.get_tensor_by_name('y')",
    "g.get_tensor_by_name('y:1')",
    "g.get_tensor_by_name('q:0')",
    "g.get_tensor_by_name(3)",
    "g.get_tensor_by_name('y:0:0')",
    "g.get_tensor_by_name('')",
    "g.as_graph_element('x').name",
    "g.as_graph_element('x:0')",
    "g.as_graph_element(x) is x",
    "g.as_graph_element(x.op) is x.op",
    "g.as_graph_element(3)",
    "g.as_graph_element('x', allow_operation=False)",
    "g.as_graph_element('x:0', allow_tensor=False)",
    "g.as_graph_element('x', False, False)",
    "g.as_graph_element(x, allow_tensor=False)",
    "g.as_graph_element(x.op, allow_operation=False)",
    "g.as_graph_element('zz')",
    "g.as_graph_element('^x')",
    "tf.Graph().as_graph_element(x)",
    "tf.Graph().as_graph_element(x.op)",
    "g.unique_name('x')",
    "g.unique_name('x'), g.unique_name('x')",
    "g.unique_name('x', False), g.unique_name('x', False)",
    "g.unique_name('n'), g.unique_name('n'), g.unique_name('N')",
    "x.op.name, x.op.type, x.op.device, x.op.graph is g",
    "y.op.inputs, y.op.outputs, y.op.control_inputs, y.op.values()",
    "type(y.op.inputs), type(y.op.outputs), type(y.op.control_inputs)",
    "x.op.get_attr('dtype')",
    "str(x.op.get_attr('shape'))",
    "x.op.get_attr('zz')",
    "y.op.get_attr('T')",
    "str(tf.constant([1, 2]).op.get_attr('value'))",
    "str(y.op.node_def)",
    "str(x.op.node_def)",
    "str(y.op)",
    "repr(y.op)",
    "y.op.op_def.name, [a.name for a in y.op.op_def.input_arg]",
    "y.op == y.op, y.op == x.op, hash(y.op) == hash(y.op)",
    "y.op.colocation_groups()",
    "y.op.run()",
    "y.op._set_attr('_zz', tf.compat.v1.AttrValue(i=2)), y.op.get_attr('_zz'), str(y.op.node_def)",
    "x.name, y.value_index, x.dtype, x.shape",
    "y.consumers(), x.consumers()",
    "g.seed, g.finalized, g.building_function",
    "str(g.graph_def_versions)",
    "g.is_feedable(x), g.is_fetchable(x)",
    "g.prevent_feeding(x), g.is_feedable(x)",
    "g.prevent_fetching(x.op), g.is_fetchable(x.op)",
    "g.get_name_scope(), g.get_all_collection_keys()",
    "g.create_op('Neg', [x], [tf.float32], name='neg')",
    "g.create_op('Neg', [x])",
    "g.create_op('Nonsense', [x], [tf.float32])",
    "g.create_op('Neg', [3], [tf.float32])",
    "g.add_to_collection('a', 1), g.get_collection('a'), g.collections",
    "g.switch_to_thread_local()",
    "tf.compat.v1.get_default_graph() is g",
    "tf.compat.v1.placeholder(tf.float32)",
    "tf.compat.v1.placeholder('float32', 2)",
    "tf.compat.v1.placeholder(tf.float32, [2], 'x')",
    "tf.compat.v1.placeholder_with_default(1.0, [])",
    "bool(x)",
    "iter(x)",
    "len(x)",
    "g.finalize(), tf.constant(1)",
    "g.finalize(), x + 1.0",
    "g.finalize(), g.unique_name('q')",
    "g.finalize(), g.add_to_collection('a', 1)",
    "g.finalize(), g.create_op('Neg', [x])",
    "g.finalize(), tf.compat.v1.placeholder(tf.float32)",
    "g.finalize(), tf.graph_util.import_graph_def(g.as_graph_def())",
    "g.finalize(), g.finalized, g.get_operations()",
    "(x * 2.0, x * 3.0, 1.0 + x * x) and [op.name for op in g.get_operations()]",
    "tf.concat([v, [5.0], [6.0]], 0), g.get_operations()",
    "tf.add(v, [1.0, 2.0, 3.0])",
    "tf.nn.max_pool2d(tf.zeros([1, 4, 4, 1]), 2, 2, 'Q')",
    "tf.raw_ops.MaxPool(input=tf.zeros([1, 4, 4, 1]), ksize=[1, 2], strides=[1, 2, 2, 1], padding='VALID')",
    "tf.raw_ops.MaxPool(input=tf.zeros([1, 4, 4, 1]), ksize=[1, 2, 2, 1], strides=[1, 2, 2, 1], padding='Q')",
    "tf.raw_ops.SpaceToDepth(input=tf.zeros([1, 4, 4, 1]), block_size=1)",
    "tf.raw_ops.Pack(values=[])",
    "tf.raw_ops.IdentityN(input=[])",
    "tf.raw_ops.Unique(x=[1, 1])._fields",
    "tf.no_op(), tf.no_op(name='q')",
    "tf.group(x, [y.op]), g.get_operations()[-1].control_inputs",
    "[sorted(c.name for c in op.control_inputs) for op in cd_nodes()]",
    "tf.function(lambda q: q + 1.0)(v), [(op.name, op.type) for op in g.get_operations()]",
    "tf.cond(tf.size(x) > 1, lambda: v + 1.0, lambda: v), [(op.name, op.type) for op in g.get_operations()]",
    "tf.raw_ops.ReadVariableOp(resource=variable.handle, dtype=tf.float32)",
]


def in_a_graph(module):
    variable = module.Variable([1.0, 2.0])
    g = module.Graph()
    with g.as_default():
        x = module.compat.v1.placeholder(module.float32, [None, 2], name="x")
        y = module.add(x, 1.0, name="y")
        v = module.compat.v1.placeholder(module.float32, [2], name="v")

    def within(expression):
        with g.as_default():
            return expression()

    def cd_nodes():
        before = g.num_operations()
        with module.control_dependencies([y]):
            a = module.constant(1.0, name="a")
            b = module.add(a, a, name="b")
            with module.control_dependencies([b.op]):
                c = module.add(x, x, name="c")
            with module.control_dependencies(None):
                module.add(c, c, name="d")
            module.identity(y, name="e")
        return g.get_operations()[before:]

    return {"g": g, "x": x, "y": y, "v": v, "within": within, "cd_nodes": cd_nodes, "variable": variable}


@pytest.mark.parametrize("expression", IN_A_GRAPH)
def test_in_a_graph(expression, tensorflow, gw):
    assert_same(f"within(lambda: ({expression}))", tensorflow, gw, in_a_graph)


# Of `g`, the graph of a function with a branch and effects.
OF_A_FUNCTION = [
    "[n.name for n in g.as_graph_def().node]",
    "[o.name for o in g.get_operations()], g.num_operations()",
    "g.inputs, g.outputs, g.structured_outputs, g.structured_input_signature",
    "len(g.captures), len(g.external_captures), g.internal_captures, g.variables, g.trainable_variables",
    "sorted(o.name for o in g.control_outputs)",
    "g.building_function, g.name[:4]",
    "g.get_operation_by_name('NoOp').type, g.get_tensor_by_name('a:0')",
    "[(o.name, sorted(c.name for c in o.control_inputs)) for o in g.get_operations() if o.control_inputs]",
    "[(o.name, sorted(c.name for c in o._control_outputs)) for o in g.get_operations()]",
    "[str(n.attr['_output_shapes']) for n in g.as_graph_def(add_shapes=True).node]",
    "len({o for o in g.get_operations()})",
    "[o.get_attr('then_branch').name[:9] for o in branches]",
    "[sorted(o.node_def.attr) for o in branches]",
    "[o.get_attr('_lower_using_switch_merge') for o in branches]",
    "[o.get_attr('_read_only_resource_inputs') for o in branches]",
    "[str(o.get_attr('output_shapes')) for o in branches], [o.get_attr('Tin') for o in branches]",
    "g.get_operation_by_name('a').get_attr('_user_specified_name')",
    "sorted(d.ret.items()), [a.name for a in d.signature.input_arg], sorted(d.control_ret), d.signature.is_stateful",
    "sorted(d.attr), [n.name for n in d.node_def]",
    "str(g.as_graph_def().versions)",
]


def of_a_function(module):
    v = module.Variable(2.0)

    @module.function
    def f(a, b=2):
        u = v * a
        v.assign_add(u)
        if u > 1.0:
            u = u + module.cast(b, module.float32)
        return {"u": u, "w": [a]}

    concrete = f.get_concrete_function(module.constant(1.0))
    branches = [op for op in concrete.graph.get_operations() if "If" in op.type]
    return {"g": concrete.graph, "d": concrete.function_def, "branches": branches, "kept": v}


@pytest.mark.parametrize("expression", OF_A_FUNCTION)
def test_of_a_function(expression, tensorflow, gw):
    assert_same(expression, tensorflow, gw, of_a_function)


def test_traceback_shows_where_an_operation_was_made(gw):
    with gw.Graph().as_default():
        x = gw.constant(1.0)
    frame = x.op.traceback[-1]
    assert frame.filename == __file__ and frame.line == "x = gw.constant(1.0)"

    @gw.function
    def f(a):
        b = a + 1.0
        return b

    graph = f.get_concrete_function(gw.constant(1.0)).graph
    frame = graph.get_operation_by_name("add").traceback[-1]
    assert frame.filename == __file__ and frame.line == "b = a + 1.0" and frame.name == "f"


# ---- import_graph_def ----


def message(module, *nodes):
    """A GraphDef of nodes (name, op, inputs, attrs); int attrs named "T" or "dtype" are types."""
    made = module.compat.v1.GraphDef()
    for name, op, inputs, *attrs in nodes:
        node = made.node.add(name=name, op=op)
        node.input.extend(inputs)
        for key, value in (attrs[0] if attrs else {}).items():
            if key in ("T", "dtype"):
                node.attr[key].type = value
            elif isinstance(value, int):
                node.attr[key].i = value
            else:
                node.attr[key].CopyFrom(value)
    return made


P = "('x', 'Placeholder', [], {'dtype': 1})"
NEG = "('y', 'Neg', ['x'], {'T': 1})"

# `imp(nodes…, keywords…)` imports; `all_()` are the operations of the graph.
IMPORTS = [
    f"imp({P}, {NEG}), all_()",
    f"imp({NEG}, {P}), sorted(all_())",
    f"imp({P}), imp({P}), all_()",
    f"imp({P}, name=''), imp({P}, name=''), all_()",
    f"imp({P}, name='foo'), imp({P}, name='foo'), imp({P}, name='foo/'), all_()",
    f"imp({P}, name='f oo')",
    f"scoped(lambda: (imp({P}, name=''), imp({P}), imp({P}, name='foo/'), tf.identity(1.0, name='i'))), all_()",
    "imp(('a', 'Nonsense', []))",
    "imp(('a', 'Neg', ['zz'], {'T': 1}))",
    f"imp({P}, ('a', 'Neg', ['x:3'], {{'T': 1}}))",
    f"imp({P}, ('a', 'Neg', ['x:-1'], {{'T': 1}}))",
    f"imp({P}, {P})",
    f"imp({P}, ('a', 'Neg', ['x'], {{'T': 3}}))",
    f"imp({P}, ('a', 'Neg', ['x']))",
    f"imp({P}, ('a', 'Neg', ['x'], {{'T': 1, 'zz': 1}}))",
    f"imp({P}, ('a', 'Neg', ['x'], {{'T': 1, '_zz': 1}})), str(g.get_operation_by_name('import/a').node_def)",
    f"imp({P}, ('a', 'Neg', ['x', 'x'], {{'T': 1}}))",
    f"imp({P}, ('a', 'AddV2', ['x'], {{'T': 1}}))",
    "imp(('a', 'Neg', ['b'], {'T': 1}), ('b', 'Neg', ['a'], {'T': 1}))",
    "imp(('a', 'Neg', ['a'], {'T': 1}))",
    f"imp({P}, ('a', 'Neg', ['x', '^q'], {{'T': 1}}))",
    f"imp({P}, ('a', 'Neg', ['^x', 'x'], {{'T': 1}}))",
    f"imp({P}, ('b', 'NoOp', []), ('a', 'Neg', ['x', '^b'], {{'T': 1}})), all_()",
    "imp(('a b', 'Placeholder', [], {'dtype': 1}))",
    "imp(('', 'Placeholder', [], {'dtype': 1}))",
    "imp(('a', 'Placeholder', [], {'dtype': 999}))",
    f"imp({P}, {NEG}, input_map={{'x': tf.constant(1.0)}}, return_elements=['y', 'y:0']), all_()",
    f"imp({P}, {NEG}, input_map={{'x:0': tf.constant(1.0)}}, return_elements=['y', 'y:0']), all_()",
    f"imp({P}, {NEG}, input_map={{'x:0': 1.0}}), all_()",
    f"imp({P}, {NEG}, input_map={{'x': tf.constant(1)}})",
    f"imp({P}, {NEG}, input_map={{'x': 1.0}}, name='')",
    f"imp({P}, {NEG}, input_map={{'x': tf.constant(1.0)}}, return_elements=['y:0'], name='')",
    f"imp({P}, input_map={{'q': tf.constant(1.0)}})",
    f"imp({P}, input_map={{'x:1': tf.constant(1.0)}})",
    f"imp({P}, input_map={{1: tf.constant(1.0)}})",
    f"imp({P}, input_map=[1])",
    f"imp({P}, input_map={{'x': tf.constant(1.0).op}})",
    f"imp({P}, return_elements=['q'])",
    f"imp({P}, return_elements=['x:1'])",
    f"imp({P}, return_elements=['^x'])",
    f"imp({P}, return_elements='x')",
    f"imp({P}, return_elements=[1])",
    "tf.graph_util.import_graph_def(b'123')",
    "tf.graph_util.import_graph_def('123')",
    "tf.graph_util.import_graph_def(None)",
    "imp(const(tf.make_tensor_proto([1.0, 2.0], shape=[3])), return_elements=['c:0'])",
    "imp(const(tf.make_tensor_proto([1.0]), -5))",
    "imp(const(tf.make_tensor_proto([1.0, 2.0])), const(tf.make_tensor_proto([1.0, 2.0, 3.0]), name='d'), "
    "('y', 'AddV2', ['c', 'd'], {'T': 1}))",
]


def importing(module):
    names = in_a_graph(module)
    g = names["g"] = module.Graph()

    def within(expression):
        with g.as_default():
            return expression()

    def imp(*nodes, **kwargs):
        return module.graph_util.import_graph_def(message(module, *nodes), **kwargs)

    def scoped(expression):
        with g.name_scope("s"):
            return expression()

    def all_():
        return [
            (op.name, op.type, [t.name for t in op.inputs], [c.name for c in op.control_inputs])
            for op in g.get_operations()
        ]

    def const(tensor, size=None, name="c"):
        if size is not None:
            tensor.tensor_shape.dim[0].size = size
        attr = module.compat.v1.AttrValue()
        attr.tensor.CopyFrom(tensor)
        return (name, "Const", [], {"dtype": 1, "value": attr})

    return {"g": g, "within": within, "imp": imp, "all_": all_, "const": const, "scoped": scoped}


@pytest.mark.parametrize("expression", IMPORTS)
def test_import_graph_def(expression, tensorflow, gw):
    assert_same(f"within(lambda: ({expression}))", tensorflow, gw, importing)


def functions_of(module, calls):
    """A GraphDef with a function "f" that calls the function named `calls`."""
    made = message(module, ("x", "Placeholder", [], {"dtype": 1}), ("y", "PartitionedCall", ["x"]))
    function = made.library.function.add()
    function.signature.name = "f"
    function.signature.input_arg.add(name="a", type=1)
    function.signature.output_arg.add(name="b", type=1)
    function.ret["b"] = "call:output:0"
    nodes = [(made.node[1], "f"), (function.node_def.add(name="call", op="PartitionedCall", input=["a"]), calls)]
    for node, name in nodes:
        node.attr["f"].func.name = name
        node.attr["Tin"].list.type.append(1)
        node.attr["Tout"].list.type.append(1)
    return made


@pytest.mark.parametrize("calls", ["f", "absent"])
def test_bad_functions_are_refused(calls, gw):
    with gw.Graph().as_default(), pytest.raises(ValueError, match=calls):
        gw.graph_util.import_graph_def(functions_of(gw, calls))


def test_a_node_whose_op_is_a_function_is_a_call(gw):
    inner = gw.function(lambda a: a + 1.0)
    made = gw.function(lambda a: inner(a)).get_concrete_function(gw.constant(1.0)).graph.as_graph_def()
    node = made.node.add(name="again", op=made.library.function[0].signature.name)
    node.input.append("Identity")
    wrapped = gw.compat.v1.wrap_function(lambda: gw.graph_util.import_graph_def(made, name=""), [])
    again = wrapped.prune("a:0", "again:0")
    assert again(gw.constant(1.0)).numpy() == 3.0


# ---- wrap_function ----

WRAPPED = [
    "w(f32(1.0), f32(2.0))",
    "w(1.0, 2.0)",
    "w(x=f32(1.0), y=f32(2.0))",
    "w(f32(1.0))",
    "w.inputs, w.outputs, w.structured_outputs, w.structured_input_signature",
    "type(w).__name__",
    "[(op.name, op.type) for op in w.graph.get_operations()]",
    "w.prune(w.inputs, 'z:0')(f32(1.0), f32(2.0))",
    "w.prune(w.inputs, w.graph.get_tensor_by_name('z:0'))(f32(1.0), f32(2.0))",
    "w.prune(w.inputs, w.outputs)(f32(1.0), f32(2.0))",
    "w.prune(w.inputs, {'a': 'z:0', 'b': [w.outputs[1]]})(f32(1.0), f32(2.0))",
    "w.prune((w.inputs[1], [w.inputs[0]]), ['sub:0'])(f32(1.0), f32(2.0))",
    "w.prune('z:0', 'mul:0')(f32(5.0))",
    "w.prune('z:0', w.outputs)",
    "w.prune(w.inputs[:1], 'z:0')",
    "w.prune(w.inputs, [None, 'z:0'])",
    "w.prune(w.inputs, w.graph.get_operation_by_name('z'))(f32(1.0), f32(2.0))",
    "w.prune('q:0', 'z:0')",
    "w.prune(w.inputs, 'q:0')",
    "w.prune(['z'], 'z:0')",
    "w.prune(w.inputs, tf.TensorSpec([], tf.float32, name='z'))",
    "w.prune(w.inputs, 'z:0')(x=f32(1.0))",
    "w.prune(w.inputs, 'z:0')(f32(1.0))",
    "w.prune(w.inputs, 'z:0')(tf.constant(1), tf.constant(2))",
    "(lambda p: p.prune(p.inputs, p.outputs)(f32(1.0), f32(2.0)))(w.prune(w.inputs, 'z:0'))",
    "(lambda p: [(op.name, op.type) for op in p.graph.get_operations()])(w.prune(w.inputs, 'z:0'))",
    "str(w)",
    "wrap(lambda: tf.constant(1.0) + 1.0, [])()",
    "wrap(lambda a: a + 1.0 if a > 0 else a, [tf.TensorSpec([], tf.float32)])",
    "wrap(lambda: tf.compat.v1.placeholder(tf.float32, [], name='a') + 1.0, [])()",
    "(lambda p: p.prune('a:0', p.outputs)(f32(4.0)))(wrap(lambda: tf.compat.v1.placeholder(tf.float32, [], 'a') + 1.0, []))",
    "effects(), state()",
    "with_variable(f32(3.0)), with_variable(f32(3.0)), len(with_variable.variables)",
    "gradient()",
    "collected(f32(3.0)), names('variables'), names('trainable_variables'), names('mine'), names('global_variables')",
    "seen, collected.graph.get_collection('variables')[0] is collected.variables[0]",
]


def wrapping(module):
    wrap = module.compat.v1.wrap_function
    scalar = module.TensorSpec([], module.float32)
    variable = module.Variable(3.0)

    def body(x, y):
        z = module.add(x, y, name="z")
        return {"s": z * 2.0, "d": x - y}

    def effects():
        def assigns(x):
            variable.assign_add(x)
            return x * 2.0

        return wrap(assigns, [scalar])(module.constant(1.0))

    def uses_variable(x):
        return x * module.Variable(2.0) + variable

    seen = []

    def collects(x):
        v1 = module.compat.v1
        v = module.Variable(2.0, name="v")
        with v1.variable_scope("s", reuse=v1.AUTO_REUSE):
            a = [v1.get_variable("a", [], initializer=v1.ones_initializer()) for _ in "ab"]
        b = v1.get_variable("b", initializer=1.0, trainable=False, collections=["mine", "global_variables"])
        seen.extend(each.name for each in v1.global_variables() + v1.trainable_variables())
        return x * v + a[0] + a[1] + b

    def names(key):
        return [variable.name for variable in collected.graph.get_collection(key)]

    collected = wrap(collects, [scalar])

    def gradient():
        x = module.constant(2.0)
        with module.GradientTape() as tape:
            tape.watch(x)
            y = w(x, x * x)["s"]
        return tape.gradient(y, x)

    w = wrap(body, [scalar, scalar])
    return {
        "w": w,
        "wrap": wrap,
        "f32": module.constant,
        "effects": effects,
        "state": variable.numpy,
        "with_variable": wrap(uses_variable, [scalar]),
        "gradient": gradient,
        "collected": collected,
        "names": names,
        "seen": seen,
    }


@pytest.mark.parametrize("expression", WRAPPED)
def test_wrap_function(expression, tensorflow, gw):
    assert_same(expression, tensorflow, gw, wrapping)


# ---- eagerly ----

EAGER = [
    "tf.raw_ops.Unique(x=[1, 1])",
    "type(tf.raw_ops.Unique(x=[1, 1])).__name__",
    "tf.raw_ops.Unique(x=[1, 1]).idx",
    "tf.raw_ops.TopKV2(input=[1.0, 2.0], k=1)",
    "tf.raw_ops.Unpack(value=[1, 2], num=2)",
    "tf.raw_ops.Split(axis=0, value=[1, 2], num_split=2)",
    "tf.raw_ops.MaxPool(input=tf.zeros([1, 4, 4, 1]), ksize=[1, 2], strides=[1, 2, 2, 1], padding='VALID')",
    "tf.raw_ops.IdentityN(input=[])",
    "tf.raw_ops.Assert(condition=True, data=[])",
    "tf.raw_ops.SpaceToDepth(input=tf.zeros([1, 4, 4, 1]), block_size=1)",
    "tf.no_op(), tf.group(tf.constant(1))",
    "tf.graph_util.import_graph_def(tf.compat.v1.GraphDef())",
    "tf.compat.v1.GraphDef.FromString(b'')",
    "str(tf.make_tensor_proto([1, 2], shape=[4]))",
    "str(tf.make_tensor_proto([1, 2], dtype=tf.float32))",
    "str(tf.make_tensor_proto(['a', 'bb']))",
    "str(tf.make_tensor_proto(1 + 2j))",
    "tf.make_tensor_proto([1, 2, 3], shape=[2])",
    "tf.make_tensor_proto(1, shape=[2], verify_shape=True)",
    "tf.make_tensor_proto(None)",
    "tf.make_ndarray(tf.make_tensor_proto([1, 2], shape=[4]))",
    "tf.make_ndarray(tf.make_tensor_proto(1.5))",
    "tf.make_ndarray(tf.make_tensor_proto(['a', 'b']))",
    "tf.make_ndarray(tf.make_tensor_proto([[1.5]], dtype=tf.bfloat16)).dtype.name",
]


@pytest.mark.parametrize("expression", EAGER)
def test_eagerly(expression, tensorflow, gw):
    assert_same(expression, tensorflow, gw)


@pytest.mark.parametrize("as_text", [True, False])
def test_write_graph(as_text, tensorflow, gw, tmp_path):
    for module in (tensorflow, gw):
        with module.Graph().as_default() as g:
            module.add(module.constant(1.5, name="a"), [2.0, 3.0], name="b")
        folder = tmp_path / module.__name__ / "deep"
        assert module.io.write_graph(g, str(folder), "g", as_text=as_text) == str(folder / "g")
    want, got = (tmp_path / module.__name__ / "deep" / "g" for module in (tensorflow, gw))
    assert [path.name for path in got.parent.iterdir()] == ["g"]
    if as_text:
        assert got.read_text() == want.read_text()
    else:
        read = [tensorflow.compat.v1.GraphDef.FromString(path.read_bytes()) for path in (want, got)]
        assert read[0] == read[1]
