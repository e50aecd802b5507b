"""Programs in TensorFlow 1's style, which build a graph and run it in sessions, for TensorFlow and graphwright alike."""

import collections
import warnings

import numpy as np

from support.compare import Cases, value_or_class

program = Cases()


@program
def linear(tf, v1):
    rng = np.random.RandomState(0)
    xs = rng.randn(64, 3)
    ys = xs @ np.array([[1.0], [2.0], [-1.0]]) + 0.5
    x = v1.placeholder(tf.float32, [None, 3])
    y = v1.placeholder(tf.float32, [None, 1])
    w = v1.get_variable("w", [3, 1], initializer=tf.zeros_initializer())
    b = v1.get_variable("b", [1], initializer=tf.zeros_initializer())
    loss = tf.reduce_mean(tf.square(tf.matmul(x, w) + b - y))
    out = []
    for opt in (
        v1.train.GradientDescentOptimizer(0.1),
        v1.train.AdamOptimizer(0.1),
        v1.train.AdagradOptimizer(0.5),
        v1.train.MomentumOptimizer(0.05, 0.9),
        v1.train.MomentumOptimizer(0.05, 0.9, use_nesterov=True, name="N"),
        v1.train.RMSPropOptimizer(0.05, momentum=0.5),
    ):
        train = opt.minimize(loss)
        with v1.Session() as s:
            s.run(v1.global_variables_initializer())
            ls = []
            for _i in range(20):
                s.run([train, loss], {x: xs, y: ys})
            ls.append(s.run(loss, {x: xs, y: ys}))
            ls.append(s.run(w).tolist())
            ls.append([v.name for v in opt.variables()])
            ls.append([opt.get_slot_names()])
        out.append(ls)
    return out


@program
def second_derivatives(tf, v1):
    x = v1.placeholder(tf.float32, [3])
    found = v1.hessians(tf.reduce_sum(x**3 * x[0]), [x])
    waited = v1.tuple([x * 2.0, None, x + 1.0], "all")
    with v1.Session() as s:
        return [s.run(part, {x: [1.0, 2.0, 3.0]}).tolist() for part in (*found, waited[0], waited[2])]


@program
def embeddings(tf, v1):
    out = []
    e = v1.get_variable("e", [5, 2], initializer=tf.ones_initializer())
    ids = v1.placeholder(tf.int32, [None])
    loss = tf.reduce_sum(tf.nn.embedding_lookup(e, ids) ** 2)
    for opt in (
        v1.train.GradientDescentOptimizer(0.1),
        v1.train.AdamOptimizer(0.1),
        v1.train.AdagradOptimizer(0.5),
        v1.train.MomentumOptimizer(0.05, 0.9),
        v1.train.RMSPropOptimizer(0.05),
    ):
        train = opt.minimize(loss)
        with v1.Session() as s:
            s.run(v1.global_variables_initializer())
            for _i in range(3):
                s.run(train, {ids: [0, 2, 2]})
            out.append(s.run(e).tolist())
    return out


@program
def step_and_decay(tf, v1):
    gs = v1.train.get_or_create_global_step()
    same = v1.train.get_or_create_global_step() is gs
    lr = v1.train.exponential_decay(0.5, gs, 2, 0.5, staircase=True)
    lr2 = v1.train.polynomial_decay(0.5, gs, 4)
    lr3 = v1.train.inverse_time_decay(0.5, gs, 1, 0.5)
    lr4 = v1.train.natural_exp_decay(0.5, gs, 1, 0.5)
    lr5 = v1.train.cosine_decay(0.5, gs, 4)
    lr6 = v1.train.piecewise_constant(gs, [1, 3], [1.0, 0.5, 0.1])
    lr7 = v1.train.polynomial_decay(0.5, gs, 2, cycle=True, power=2.0)
    lr8 = v1.train.natural_exp_decay(0.5, gs, 1, tf.constant(0.25) * 2)
    w = v1.Variable(1.0)
    t = v1.train.GradientDescentOptimizer(lr).minimize(w * w, global_step=gs)
    out = [same, t.name, t.type]
    with v1.Session() as s:
        s.run(v1.global_variables_initializer())
        for _i in range(5):
            out.append([float(v) for v in s.run([lr, lr2, lr3, lr4, lr5, lr6, lr7, lr8, w])])
            s.run(t)
        out.append(v1.train.global_step(s, gs))
        out.append(s.run(gs))
    return out


@program
def assigns(tf, v1):
    w = v1.Variable([1.0, 2.0], name="w")
    a = w.assign([3.0, 4.0])
    b = v1.assign_add(w, [1.0, 1.0])
    c = tf.compat.v1.scatter_update(w, [0], [9.0])
    d = w[1].assign(7.0)
    out = []
    with v1.Session() as s:
        out.append(s.run(v1.is_variable_initialized(w)))
        out.append(s.run(v1.report_uninitialized_variables()))
        out.append(s.run(w.initializer))
        out.append(s.run(w))
        out.append(s.run(a))
        out.append(s.run(b))
        out.append(w.eval())
        out.append(s.run(c))
        out.append(s.run(d))
        w.load([0.0, 0.0], s)
        out.append(s.run(w.value()))
        out.append(s.run(w.read_value()))
        out.append(s.run(a.op))
        out.append(s.run({"a": w, "b": [w, (w + 1,)]}))
        out.append(s.run(w, {w: [5.0, 5.0]}))
        out.append(s.run(w * 2, {w.value(): [5.0, 5.0]}))
    return out


@program
def two_sessions(tf, v1):
    g = tf.compat.v1.get_default_graph()
    w = v1.Variable(1)
    inc = w.assign_add(1)
    s1 = v1.Session(graph=g)
    s2 = v1.Session(graph=g)
    s1.run(v1.global_variables_initializer())
    s2.run(w.initializer)
    s1.run(inc)
    s1.run(inc)
    return s1.run(w), s2.run(w), w.eval(session=s1)


@program
def uninit(tf, v1):
    w = v1.Variable(1.0, name="w")
    v1.Session().run(w)


@program
def scopes(tf, v1):
    out = []
    with v1.variable_scope("a") as a:
        x = v1.get_variable("x", [1])
        out.append((a.name, a.original_name_scope, a.reuse, x.name))
        with v1.variable_scope("b", reuse=v1.AUTO_REUSE) as b:
            y = v1.get_variable("y", [1])
            out.append((y is v1.get_variable("y", [1]), y.name, b.reuse is v1.AUTO_REUSE))
    with v1.variable_scope(a) as a2:
        out.append((a2.name, a2.original_name_scope, a2.reuse, tf.constant(1).name))
    with v1.variable_scope(a, reuse=True) as a2:
        out.append(v1.get_variable("x") is x)
        with v1.variable_scope("b"):
            out.append(v1.get_variable("y") is y)
    with v1.variable_scope(None, default_name="d") as d:
        out.append((d.name, v1.get_variable("z", []).name))
    with v1.variable_scope(None, default_name="d") as d:
        out.append((d.name, v1.get_variable("z", []).name))
    with v1.variable_scope("o"):
        for _ in range(2):
            with v1.variable_scope(None, "d") as d:
                out.append(d.name)
    with v1.variable_scope("o"):
        with v1.variable_scope(None, "d") as d:
            out.append((d.name, d.original_name_scope))
    with tf.name_scope("ns"):
        out.append(v1.get_variable("free", []).name)
        out.append(v1.Variable(1.0).name)
    with v1.variable_scope("i", initializer=tf.constant_initializer(0.4)) as i:
        v = v1.get_variable("v", [2])
        i.reuse_variables()
        out.append((v is v1.get_variable("v", [2]), i.reuse, v1.get_variable_scope().name))
    with v1.variable_scope("t", dtype=tf.float64):
        out.append(v1.get_variable("v", [2]).dtype.name)
    with v1.variable_scope("noaux", auxiliary_name_scope=False) as n:
        out.append((v1.get_variable("v", [2]).name, tf.constant(1).name, n.original_name_scope))
    out.append([v.name for v in v1.trainable_variables()])
    out.append([v.name for v in v1.trainable_variables("a/")])
    out.append([q.name for q in v1.get_collection(v1.GraphKeys.GLOBAL_VARIABLES, "o")])

    def getter(getter, name, *a, **k):
        return getter(name + "_c", *a, **k)

    with v1.variable_scope("cg", custom_getter=getter):
        out.append(v1.get_variable("q", []).name)
    with v1.variable_scope("rg", regularizer=lambda v: tf.reduce_sum(v)):
        v1.get_variable("q", [2])
        out.append([t.name for t in v1.get_collection(v1.GraphKeys.REGULARIZATION_LOSSES)])
    with v1.Session() as s:
        s.run(v1.global_variables_initializer())
        out.append(s.run(v))
    out.append(v1.get_variable("int", [2], tf.int32).dtype.name)
    out.append(v1.get_local_variable("loc", [2]).name)
    out.append([v.name for v in v1.local_variables()])
    return out


@program
def sparse(tf, v1):
    x = v1.sparse_placeholder(tf.float32, [None, 3])
    y = tf.sparse.to_dense(x)
    out = [str(x.shape)]
    with v1.Session() as s:
        val = v1.SparseTensorValue(
            np.array([[0, 1], [1, 2]], np.int64), np.array([1.0, 2.0], np.float32), np.array([2, 3], np.int64)
        )
        out.append(s.run(y, {x: val}))
        out.append(s.run(y, {x: ([[0, 0]], [5.0], [1, 3])}))
        r = s.run(x, {x: val})
        out.append((type(r).__name__, r))
        out.append(s.run({"a": x}, {x: val}))
        z = v1.sparse_placeholder(tf.float32)
        out.append((str(z.shape), s.run(tf.sparse.to_dense(z), {z: val}).tolist()))
        rt = tf.ragged.constant([[1, 2], [3]])
        rv = s.run(rt)
        out.append((type(rv).__name__, rv.to_list(), str(rv), rv.shape))
        rp = v1.ragged.placeholder(tf.int32, 1)
        out.append(s.run(rp, {rp: rv}).to_list())
        isl = tf.IndexedSlices(tf.constant([1.0]), tf.constant([0]))
        iv = s.run(isl)
        out.append((type(iv).__name__, iv))
    return out


@program
def misc_session(tf, v1):
    x = v1.placeholder(tf.float32, [])
    y = x * 2
    out = []
    s = v1.InteractiveSession()
    out.append(y.eval({x: 2.0}))
    f = s.make_callable(y, [x])
    out.append(f(4.0))
    s.close()
    cfg = v1.ConfigProto(allow_soft_placement=True, log_device_placement=False)
    cfg.gpu_options.allow_growth = True
    cfg.intra_op_parallelism_threads = 2
    with v1.Session(config=cfg) as s:
        out.append(s.run(y, feed_dict={"Placeholder:0": np.float64(3)}))
        out.append(s.run([y, [x, y.op]], {x: 1}))
        out.append(
            s.run(
                y,
                {x: np.array(2)},
                options=v1.RunOptions(trace_level=v1.RunOptions.FULL_TRACE),
                run_metadata=v1.RunMetadata(),
            )
        )
        out.append(s.run((x, y), {(x, y): (1.0, 9.0)}))
    out.append(str(cfg))
    return out


@program
def cond_and_loop(tf, v1):
    w = v1.Variable(1.0)
    p = v1.placeholder(tf.bool, [])
    c = tf.cond(p, lambda: tf.identity(w.assign_add(1.0)), lambda: tf.identity(w.assign(0.0)))
    looped = tf.while_loop(lambda i, a: i < 3, lambda i, a: (i + 1, a * w), [0, 1.0])
    with v1.Session() as s:
        s.run(w.initializer)
        return s.run(c, {p: True}), s.run(w), s.run(looped), s.run(c, {p: False}), s.run(w)


@program
def deps(tf, v1):
    w = v1.Variable(1.0)
    a = w.assign(5.0)
    with tf.control_dependencies([a]):
        y = w.read_value() + 1.0
    g = tf.group(a)
    with v1.Session() as s:
        s.run(w.initializer)
        return s.run(y), s.run(g), s.run(w)


@program
def functions(tf, v1):
    w = v1.Variable(2.0)
    f = tf.function(lambda x: x * w)
    y = f(tf.constant(3.0))
    g = tf.gradients(y, [w])
    with v1.Session() as s:
        s.run(w.initializer)
        return s.run(y), s.run(g)


@program
def seeds(tf, v1):
    v1.set_random_seed(1)
    w = v1.get_variable("w", [2, 2])
    r = tf.random.normal([2], seed=3)
    q = tf.random.uniform([2])
    with v1.Session() as s:
        s.run(w.initializer)
        return s.run(w), s.run(r), s.run(q), s.run(q)


@program
def clip(tf, v1):
    w = v1.Variable([3.0, 4.0])
    opt = v1.train.GradientDescentOptimizer(1.0)
    gv = opt.compute_gradients(tf.reduce_sum(w * w))
    t = opt.apply_gradients([(tf.clip_by_norm(g, 1.0), v) for g, v in gv])
    with v1.Session() as s:
        s.run(w.initializer)
        s.run(t)
        return s.run(w), [v.name for _, v in gv]


@program
def custom_opt(tf, v1):
    class Own(v1.train.Optimizer):
        def __init__(self):
            super().__init__(False, "O")

        def _prepare(self):
            self.k = tf.constant(0.5)

        def _create_slots(self, vl):
            for v in vl:
                self._zeros_slot(v, "n", "N")

        def _resource_apply_dense(self, g, v):
            n = self.get_slot(v, "n")
            a = n.assign_add(tf.ones_like(g))
            return tf.group(v.assign_sub(self.k * g), a)

    w = v1.Variable([3.0, 4.0], name="w", constraint=None)
    o = Own()
    t = o.minimize(tf.reduce_sum(w * w))
    with v1.Session() as s:
        s.run(v1.global_variables_initializer())
        s.run(t)
        return s.run(w), s.run(o.get_slot(w, "n")), t.name


@program
def edits(tf, v1):
    a = tf.constant(1.0, name="a")
    b = tf.constant(2.0, name="b")
    y = tf.add(a, b, name="y")
    w = v1.Variable(0.0)
    late = w.assign(9.0)
    r = tf.identity(a)
    c = tf.constant(10.0)
    out = []
    r.op._add_control_input(late.op)
    y.op._update_input(1, c)
    s = v1.Session()
    s.run(w.initializer)
    s.run(r)
    out.append(s.run(w))
    out.append([q.name for q in r.op.control_inputs])
    out.append(s.run(y))
    out.append([i.name for i in y.op.inputs])
    return out


@program
def a_network(tf, v1):
    rng = np.random.RandomState(1)
    values = rng.randn(50, 4).astype(np.float32)
    labels = (values[:, 0] > 0).astype(np.int64)
    x = v1.placeholder(tf.float32, [None, 4], "x")
    y = v1.placeholder(tf.int64, [None], "y")
    with v1.variable_scope("hidden"):
        w = v1.get_variable("w", [4, 8], initializer=tf.constant_initializer(0.1))
        b = v1.get_variable("b", [8], initializer=tf.zeros_initializer())
        hidden = tf.nn.relu(tf.matmul(x, w) + b)
    with v1.variable_scope("out"):
        start = np.linspace(-1, 1, 16).reshape(8, 2)
        logits = tf.matmul(hidden, v1.get_variable("w", [8, 2], initializer=tf.constant_initializer(start)))
    loss = tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(labels=y, logits=logits))
    right = tf.reduce_mean(tf.cast(tf.equal(tf.argmax(logits, 1), y), tf.float32))
    train = v1.train.AdamOptimizer(0.05).minimize(loss, var_list=v1.trainable_variables())
    with v1.Session() as s:
        s.run(v1.global_variables_initializer())
        for _ in range(30):
            s.run(train, {x: values, y: labels})
        return s.run([loss, right], {x: values, y: labels})


@program
def a_running_mean(tf, v1):
    x = v1.placeholder(tf.float32, [None])
    mean = v1.Variable(0.0, trainable=False)
    update = mean.assign(0.9 * mean + 0.1 * tf.nn.moments(x, [0])[0])
    with v1.Session() as s:
        s.run(mean.initializer)
        s.run(update, {x: [1.0, 3.0]})
        return s.run(mean)


@program
def a_module(tf, v1):
    class Scale(tf.Module):
        def __init__(self):
            self.w = tf.Variable(tf.ones([2]), name="w")

        @tf.function
        def __call__(self, x):
            return x * self.w

    scale = Scale()
    y = scale(tf.constant([1.0, 2.0]))
    with v1.Session() as s:
        s.run(v1.global_variables_initializer())
        return s.run(y), [v.name for v in scale.trainable_variables]


@program
def an_imported_graph(tf, v1):
    tf.multiply(tf.constant(2.0, name="x"), v1.Variable(3.0, name="w"), name="y")
    message = v1.get_default_graph().as_graph_def()
    with tf.Graph().as_default() as g:
        tf.graph_util.import_graph_def(message, name="")
        with v1.Session(graph=g) as s:
            s.run("w/Assign")
            return s.run("y:0")


@program
def regularized(tf, v1):
    v1.get_variable("w", [2], initializer=tf.ones_initializer(), regularizer=lambda v: 0.5 * tf.reduce_sum(v * v))
    with v1.Session() as s:
        s.run(v1.global_variables_initializer())
        return s.run(tf.add_n(v1.get_collection(v1.GraphKeys.REGULARIZATION_LOSSES)))


@program
def kinds_of_values(tf, v1):
    with v1.Session() as s:
        found = s.run([tf.constant(1), tf.constant([1]), tf.constant("a"), tf.constant(["a"]), tf.constant(True)])
    return [type(value).__name__ for value in found], found


def value_or_first_words(tf, action):
    """What an action gives, or the class of its error and the first words."""
    try:
        return action()
    except Exception as error:
        return type(error).__name__, str(error).partition("\n")[0][:30]


@program
def iterators(tf, v1):
    out = []

    def run(session, *args):
        out.append(value_or_first_words(tf, lambda: session.run(*args)))

    n = v1.placeholder(tf.int64, [])
    v = v1.get_variable("v", [], tf.int64, initializer=v1.zeros_initializer())
    data = v1.data
    once = data.make_one_shot_iterator(tf.data.Dataset.range(3).map(lambda x: {"x": x, "y": tf.cast(x, tf.float32)}))
    began = data.Dataset.range(n).map(lambda x: x + v).batch(2).make_initializable_iterator()
    either = data.Iterator.from_structure((tf.int64, tf.float32), ([], [None]))
    first = either.make_initializer(tf.data.Dataset.range(3).map(lambda x: (x, tf.ones([3]))))
    second = either.make_initializer(tf.data.Dataset.range(10, 12).map(lambda x: (x, tf.zeros([1]))), "begin_second")
    text = v1.placeholder(tf.string, [])
    by_text = data.Iterator.from_string_handle(text, began.output_types, began.output_shapes)
    x, y, z, w = once.get_next(), began.get_next(), either.get_next("next_pair"), by_text.get_next()
    last = began.get_next_as_optional().has_value()
    out += [repr(i.element_spec) for i in (once, began, either, by_text)]
    out += [str(i.output_types) + str(i.output_shapes) for i in (once, began, either, by_text)]
    out += [began.initializer.type, second.name, z[0].name, once.string_handle().dtype, once.string_handle("text").name]
    for iterator in (once, either, by_text):
        out.append(value_or_first_words(tf, lambda i=iterator: i.initializer))
    for dataset in (
        tf.data.Dataset.range(n),
        tf.data.Dataset.range(3).map(lambda x: x + v),
        tf.data.Dataset.from_tensors(n).repeat(),
    ):
        out.append(value_or_first_words(tf, lambda d=dataset: data.make_one_shot_iterator(d)))
    for wrong in (
        lambda: either.make_initializer(tf.data.Dataset.range(3)),
        lambda: either.make_initializer(tf.data.Dataset.from_tensors((1, [2.0]))),
        lambda: either.make_initializer(tf.data.Dataset.from_tensors((tf.constant(1, tf.int64), [[2.0]]))),
        lambda: either.make_initializer(
            tf.data.Dataset.from_tensors((tf.constant(1, tf.int64), tf.sparse.from_dense([2.0])))
        ),
        lambda: data.Iterator.from_structure((tf.int64, tf.float32), ([],)),
        lambda: iter(tf.data.Dataset.range(3)),
    ):
        out.append(value_or_first_words(tf, wrong))
    with v1.Session() as one, v1.Session() as two:
        for session in (one, two):
            session.run(v.initializer)
        for session in (one, one, two, one, one, two):
            run(session, x)
        run(one, y)
        for fetch in ([began.initializer], y, last, y, y, last):
            run(one, fetch, {n: 5})
        one.run(v.assign_add(10))
        one.run(began.initializer, {n: 3})
        run(two, y)
        handle = one.run(began.string_handle())
        run(one, w, {text: handle})
        run(one, y)
        run(one, w, {text: b"nothing"})
        for fetch in (z, first, z, second, z, z, z, first, z):
            run(one, fetch)
        run(two, z)
    return out


@program
def datasets_of_version_1(tf, v1):
    data = v1.data
    d = data.Dataset.from_tensor_slices({"a": [1, 2, 3], "b": [[1.0], [2.0], [3.0]]})
    out = [repr(d), isinstance(d, tf.data.Dataset), isinstance(tf.data.Dataset.range(2), data.Dataset)]
    chain = d.map(lambda e: (e["a"], e["b"])).shuffle(3, seed=1).repeat(2).batch(2).prefetch(1)
    out += [type(chain).__name__, isinstance(chain, data.Dataset), str(chain.output_types), str(chain.output_shapes)]
    out += [
        isinstance(one, data.Dataset) for one in (d.take(1), d.apply(data.experimental.ignore_errors()), d.enumerate())
    ]
    legacy = (
        data.Dataset.range(5).map_with_legacy_function(lambda x: x * 2).filter_with_legacy_function(lambda x: x > 3)
    )
    with v1.Session() as session:
        x = data.make_one_shot_iterator(legacy).get_next()
        out += [session.run(x) for _ in range(3)]
        rows = data.Dataset.from_sparse_tensor_slices(tf.sparse.from_dense([[1.0, 0, 2.0], [0, 0, 3.0]]))
        x = data.make_one_shot_iterator(rows).get_next()
        out += [session.run(x) for _ in range(2)]
    out.append(value_or_first_words(tf, lambda: data.Dataset.from_sparse_tensor_slices(3)))
    for made in (data.TextLineDataset, data.TFRecordDataset, lambda name: data.FixedLengthRecordDataset(name, 4)):
        files = made("none")
        out += [type(files).__name__.replace("V2", ""), files.output_types, isinstance(files.take(1), data.Dataset)]
    return out


@program
def sparse_values_in_sessions(tf, v1):
    of_op = tf.sets.intersection(tf.constant([[1, 2, 3]]), tf.constant([[2, 4, 3]]))
    with v1.Session() as s:
        return [part.tolist() for part in of_op.eval()], of_op.eval(session=s).values, of_op.graph is s.graph


@program
def names_of_losses(tf, v1):
    x = tf.ones([2, 3])
    names = []
    for loss in ("absolute_difference", "mean_squared_error", "hinge_loss", "huber_loss", "log_loss"):
        for reduction in ("none", "weighted_sum", "weighted_mean", "weighted_sum_by_nonzero_weights"):
            names.append(getattr(v1.losses, loss)(x, x * 0.5, reduction=reduction).name)
    for loss in ("softmax_cross_entropy", "sigmoid_cross_entropy", "mean_pairwise_squared_error"):
        names.append(getattr(v1.losses, loss)(x, x * 0.5).name)
        names.append(getattr(v1.losses, loss)(x, x * 0.5, scope="mine").name)
    return names


@program
def containers(tf, v1):
    graph = tf.compat.v1.get_default_graph()
    inside = []
    with graph.container("a") as name:
        one = v1.FIFOQueue(3, tf.int32, shapes=[[]], shared_name="q")
        with graph.container(""):
            r = v1.get_variable("r", initializer=1.0)
        inside += [name, one.queue_ref.op.get_attr("container"), r.handle.op.get_attr("container")]
        with v1.container("b"):
            other = v1.FIFOQueue(3, tf.int32, shapes=[[]], shared_name="q")
            v = tf.raw_ops.VarHandleOp(dtype=tf.float32, shape=[], shared_name="v")
            tf.raw_ops.VarHandleOp(dtype=tf.float32, shape=[], container="own")
            v1.data.make_one_shot_iterator(v1.data.Dataset.range(3))
        w = tf.raw_ops.VarHandleOp(dtype=tf.float32, shape=[], shared_name="v")
        again = v1.FIFOQueue(3, tf.int32, shapes=[[]], shared_name="q")
    outside = v1.FIFOQueue(3, tf.int32, shapes=[[]], shared_name="q")
    nodes = [(n.op, n.attr["container"].s) for n in graph.as_graph_def().node if "container" in n.attr]
    sizes = [queue.size() for queue in (one, other, again, outside)]
    given = [tf.raw_ops.AssignVariableOp(resource=h, value=x) for h, x in ((v, 1.0), (w, 2.0))]
    with v1.Session() as s:
        s.run([one.enqueue(1), given])
        return (
            inside,
            nodes,
            s.run([*sizes, *(tf.raw_ops.ReadVariableOp(resource=h, dtype=tf.float32) for h in (v, w))]),
        )


@program
def reset(tf, v1):
    v = v1.get_variable("v", initializer=1.0)
    found = []
    for arguments in ((), (["other"],), ([],)):
        with v1.Session() as session:
            session.run(v.initializer)
            v1.Session.reset("", *arguments)
            try:
                found.append(session.run(v))
            except tf.errors.OpError as error:
                found.append(type(error).__name__)
            try:
                v1.Session.reset("", 3)
            except TypeError:
                found.append("TypeError")
    return found


@program
def operations_of_errors(tf, v1):
    def given(value):
        return v1.placeholder_with_default(value, None)

    failing = [
        tf.matmul(given([[1.0]]), given([[1.0], [2.0]]), name="product"),
        tf.gather(given([1.0]), given(5), name="gather"),
        tf.debugging.Assert(given(False), ["x"], name="checked"),
        tf.io.read_file(given("/nope"), name="file"),
        tf.function(lambda: tf.gather(given([1.0]), given(5), name="within"))(),
        v1.placeholder(tf.int32, name="lacking") + 1,
        v1.get_variable("v", [1], use_resource=True).read_value(),
    ]
    found = []
    with v1.Session() as s:
        for one in failing:
            try:
                s.run(one)
            except tf.errors.OpError as error:
                node = error.node_def
                found.append((type(error).__name__, error.op and error.op.name, node and (node.name, node.op)))
    return found


@program
def what_is_fed_and_asked_for(tf, v1):
    found = []
    values = (5, True, 300, 2**40, 1.5, float("inf"), 1e30, "é", b"a", None, [1, 2], [[1], [2, 3]], 1 + 2j, 16777217)
    with v1.Session() as s, np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for dtype in (tf.int32, tf.float32, tf.bool, tf.complex64, tf.bfloat16, tf.string):
            fed = v1.placeholder(dtype)
            used = tf.identity(fed)
            for value in values if dtype != tf.string else ("é", b"a", ["x", "y"], 3):
                for asked in (fed, [used, fed]):
                    found.append(value_or_class(lambda asked=asked, key=fed, value=value: s.run(asked, {key: value})))
        p, q = v1.placeholder(tf.int32, name="p"), v1.placeholder(tf.int32, name="q")
        array = np.array([1], np.int32)
        found += [s.run(p, {p: array}) is array, s.run([p * 2, {"a": p}], {p * 2: 7, p: 3}), s.run(p, {"p:0": 3})]
        for feeds in ({(p, q): (1, 2), p: 3}, {(p, p): (1, 2)}, {("p:0", "p:0"): (1, 2)}, {(p, "q:0"): (1, 2)}):
            found.append(value_or_class(lambda feeds=feeds: s.run(p, feeds)))
        sparse = v1.sparse_placeholder(tf.float32, [2, 2])
        slices = tf.IndexedSlices(v1.placeholder(tf.float32), v1.placeholder(tf.int32))
        found += [s.run(sparse.values, {sparse: ([[0, 1]], [2.0])}), s.run(slices.values, {slices: ([2.0],)})]
        for factory in (None, int):
            asked = s.run(collections.defaultdict(factory, a=tf.constant(1), b=[tf.constant(2)]))
            found.append((type(asked).__name__, asked.default_factory, dict(asked)))
        call = s.make_callable([p * 2], [p], accept_options=True)
        found += [call(1), call(1, options=v1.RunOptions(), run_metadata=v1.RunMetadata()), value_or_class(call)]
        tf.add(p, p), tf.stack([p, q, p])
        found += [op.type for op in p.consumers()]
        found += [
            value_or_class(lambda config=config: v1.Session(config=config)) for config in (3, {}, v1.RunOptions())
        ]
        found.append(value_or_class(s.__enter__))
    return [repr(one) for one in found]


@program.each(["i, 0, 1", "i, 2, 1", "v, 0.0, 2.5", "v, 2.0, 1.0"])
def ranges_of_eigenvalues(tf, v1, name):
    select, *ends = name.split(", ")
    limits = v1.placeholder_with_default([(int if select == "i" else float)(end) for end in ends], [2])
    with v1.Session() as s:
        return s.run(tf.linalg.eigh_tridiagonal([1.0, 2.0, 3.0], [0.0, 0.0], select=select, select_range=limits))


@program.each(["0, 0", "-1, 0", "0, -1", "2, 0", "0, 2", "0, 0, bins 3", "0, 0, bins 0"])
def checks_that_results_wait_for(tf, v1, name):
    numbers, _, bins = name.partition(", bins ")
    labels, predictions = ([int(number)] for number in numbers.split(", "))
    with v1.Session() as s:
        if bins:
            return s.run(tf.histogram_fixed_width_bins([1.0], [0.0, 5.0], int(bins))).tolist()
        return s.run(tf.math.confusion_matrix(labels, predictions, 2)).tolist()


GIVEN_BACK = """
tf.round([1, 2])
tf.math.conj(1.0)
tf.math.real(1)
tf.cast(1, tf.int32)
tf.saturate_cast(300, tf.int64)
v1.to_float(1.0, name="n")
tf.add_n([1.0])
v1.accumulate_n([1.0])
tf.linalg.global_norm([])
tf.nn.dropout([1.0, 2.0], 0.0)
tf.nn.sufficient_statistics([[1.0, 2.0]], [0])[0]
tf.nn.sufficient_statistics([[1.0, 2.0]], [0], shift=1.0)[3]
tf.stack(np.ones(2), name="n")
tf.image.central_crop(np.ones((2, 2, 1)), 1.0)
tf.experimental.numpy.asarray([1])
tf.experimental.numpy.real([1.0])
tf.lookup.StaticVocabularyTable(None, 3, lookup_key_dtype=tf.string).size()
tf.math.polyval([1], 0)
v1.assert_scalar(1)
v1.report_uninitialized_variables([])
tf.TensorArray(tf.float32, 3).size()
tf.TensorArray(tf.float32, 3).write(0, 1.0).size("n")
""".strip().splitlines()


@program.each(GIVEN_BACK)
def values_that_stay_as_they_are(tf, v1, name):
    tensor = eval(name, {"tf": tf, "v1": v1, "np": np})
    inside = []
    tf.function(lambda: inside.append(hasattr(eval(name, {"tf": tf, "v1": v1, "np": np}), "numpy")), autograph=False)()
    with v1.Session() as s:
        return tensor.graph is s.graph, "Table" in name or tensor.name, s.run(tensor).tolist(), inside


@program
def closed_arrays(tf, v1):
    with v1.Session() as s:
        return s.run(tf.TensorArray(tf.float32, 3).unstack([1.0, 2.0, 3.0]).close())


@program
def defaults_of_scopes_and_templates(tf, v1):
    """Constraints are the only default of a scope that is not passed on; functions tell dtypes by their values."""
    found = []
    with v1.variable_scope("a", constraint=tf.nn.relu) as scope:
        found.append(v1.get_variable("x", [1]).constraint is tf.nn.relu)
        with v1.variable_scope("b"):
            found.append(v1.get_variable("y", [1]).constraint)
    with v1.variable_scope(scope):
        found.append(v1.get_variable("z", [1]).constraint)

    def made(name, initializer, **kwargs):
        try:
            variable = v1.get_variable(name, initializer=initializer, **kwargs)
        except ValueError:
            return "ValueError"
        return variable.dtype.base_dtype.name, variable.shape.as_list()

    found += [made("c", lambda: [2]), made("d", lambda: tf.constant([2], tf.int64)), made("e", lambda: 2)]
    found += [made("f", lambda: "x"), made("g", lambda: [2], dtype=tf.float64), made("h", lambda: True)]
    found += [made("i", tf.constant(1), dtype=tf.float64), made("j", [1, 2], dtype=tf.float32), made("k", [1, 2])]
    for now in (True, False):
        template = v1.make_template("U", lambda x: x * v1.get_variable("w", [1]), create_scope_now_=now)
        found += [template(tf.constant(1.0)).name for _ in range(2)]
    return found


@program
def pairs_of_differences(tf, v1):
    labels, predictions = [[0.0, 1.0, 1.0], [1.0, 0.0, 1.0]], [[0.1, 0.9, 0.4], [0.6, 0.3, 0.8]]
    weights = [1.0, 2.5, 0.0, [[1.0], [0.0]], [[1.0, 0.5, 0.0], [1.0, 1.0, 1.0]]]
    losses = [v1.losses.mean_pairwise_squared_error(labels, predictions, w) for w in weights]
    with v1.Session() as s:
        return [round(float(x), 5) for x in s.run(losses)]


@program
def strings_in_collections(tf, v1):
    for value in ("a", "^b", "loc:@c", "d/e:0"):
        v1.add_to_collection("strings", value)
    v1.add_to_collection("ints", 1), v1.add_to_collection("floats", 1.5)
    message = v1.train.export_meta_graph()
    found = []
    for scope in (None, "in", "in/side"):
        with tf.Graph().as_default() as graph:
            v1.train.import_meta_graph(message, import_scope=scope)
            found += [graph.get_collection(key) for key in ("strings", "ints", "floats")]
    return found


@program
def queues_of_one_name(tf, v1):
    """They have to be of one kind, capacity and shape; what is left of a closed queue with priorities is not given."""
    found = []
    kinds = {
        "as it is": lambda: v1.FIFOQueue(9, [tf.float32], [[]], shared_name="q"),
        "capacity": lambda: v1.FIFOQueue(5, [tf.float32], [[]], shared_name="q"),
        "shape": lambda: v1.FIFOQueue(9, [tf.float32], [[2]], shared_name="q"),
        "dtype": lambda: v1.FIFOQueue(9, [tf.int32], [[]], shared_name="q"),
        "kind": lambda: v1.PaddingFIFOQueue(9, [tf.float32], [[]], shared_name="q"),
        "another name": lambda: v1.FIFOQueue(5, [tf.float32], [[]], shared_name="r"),
    }
    first = kinds["as it is"]()
    sizes = {name: make().size() for name, make in kinds.items()}
    urgent = v1.PriorityQueue(9, [tf.string], [[]])
    with v1.Session() as s:
        s.run([first.enqueue(1.0), urgent.enqueue((1, "a"))])
        s.run(urgent.close())
        for fetch in (*sizes.values(), urgent.dequeue_up_to(3)):  # with which TensorFlow loses it
            try:
                found.append(str(s.run(fetch)))
            except tf.errors.OpError as error:
                found.append(type(error).__name__)
    return found
