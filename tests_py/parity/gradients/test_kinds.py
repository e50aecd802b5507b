"""Custom gradients, recomputed ones, stopped ones and slices do what TensorFlow's do, case by case."""

import pytest

from support.one_line_cases import check

# ruff: noqa: E501, E731, E701, E702, F841, B023 - tables of cases, a line each


def cases(tf):
    """A function without arguments for each name; those with "eager" in a pair are not run inside functions."""
    found = {}
    x = tf.constant([1.0, 2.0])
    v = tf.Variable([3.0, 4.0])
    c = tf.constant
    x = c([1.0, 2.0, 3.0])
    v = tf.Variable(2.0)
    w = tf.Variable([1.0, 2.0, 3.0])

    def g(f, src, **k):
        with tf.GradientTape(persistent=True) as tp:
            tp.watch(src)
            y = f()
        return tp.gradient(y, src, **k)

    CG = tf.custom_gradient

    @CG
    def sq(x):
        def grad(d):
            return d * 2 * x * 100.0

        return x * x, grad

    found["cg"] = lambda: g(lambda: sq(x), x)
    found["cg_2nd"] = lambda: g(lambda: g(lambda: sq(x), x), x)

    def kw(x, *, scale=2.0):
        return x * scale, lambda d: d * scale * 10

    found["cg_kwargs"] = lambda: g(lambda: CG(kw)(x, scale=3.0), x)
    found["cg_kwargs_default"] = lambda: g(lambda: CG(kw)(x), x)
    found["cg_kwargs_x"] = lambda: g(lambda: CG(lambda x, y=1.0: (x * y, lambda d: d * 5))(x=x), x)
    found["cg_none"] = lambda: g(lambda: CG(lambda x: (x * 2, lambda d: None))(x), x)
    found["cg_none_one"] = lambda: g(lambda: CG(lambda x, y: (x * y, lambda d: (d, None)))(x, w), [x, w])
    found["cg_list_ret"] = lambda: g(lambda: CG(lambda x, y: (x * y, lambda d: [d, d]))(x, w), [x, w])
    found["cg_wrong_count"] = lambda: g(lambda: CG(lambda x, y: (x * y, lambda d: d))(x, w), [x, w])
    found["cg_multi_out"] = lambda: g(lambda: CG(lambda x: ((x, x * 2), lambda a, b: a * 10 + b))(x), x)
    found["cg_multi_unused"] = lambda: g(lambda: CG(lambda x: ((x, x * 2), lambda a, b: a * 10 + b))(x)[0], x)
    found["cg_dict_out"] = lambda: g(lambda: CG(lambda x: ({"a": x, "b": x * 2}, lambda *d: d[0] * 10 + d[1]))(x), x)
    found["cg_nested_in"] = lambda: g(
        lambda: CG(lambda s: (s["a"] * s["b"], lambda d: {"a": d, "b": d * 3}))({"a": x, "b": w * 1.0}), [x, w]
    )
    found["cg_nested_in_tuple"] = lambda: g(
        lambda: CG(lambda s: (s["a"] * s["b"], lambda d: (d, d * 3)))({"a": x, "b": w * 1.0}), [x, w]
    )
    found["cg_no_inputs"] = lambda: g(lambda: CG(lambda: (x * 2, lambda d: []))(), x)
    found["cg_var"] = lambda: g(
        lambda: CG(lambda x: (x * v, lambda d, variables=None: (d * v, [tf.reduce_sum(d) * 7.0 for _ in variables])))(
            x
        ),
        [x, v],
    )
    found["cg_var_noarg"] = lambda: g(lambda: CG(lambda x: (x * v, lambda d: d))(x), [x, v])
    found["cg_var_kwargs"] = lambda: g(
        lambda: CG(lambda x: (x * v, lambda d, **k: (d, [tf.reduce_sum(d) for _ in k["variables"]])))(x), [x, v]
    )
    found["cg_var_unused"] = lambda: g(lambda: CG(lambda x: (x * 1, lambda d, variables=None: (d, [])))(x), [x, v])
    found["cg_var_unused2"] = lambda: g(lambda: CG(lambda x: (x * 1, lambda d, variables=None: d))(x), [x, v])
    found["cg_two_vars"] = lambda: g(
        lambda: CG(
            lambda x: (
                x * v * w,
                lambda d, variables: (d, [tf.reduce_sum(d) if z.shape == () else d * 4 for z in variables]),
            )
        )(x),
        [x, v, w],
    )
    found["cg_var_arg"] = lambda: g(lambda: CG(lambda q: (q * 2, lambda d: d * 9))(v), v)
    found["cg_watch_untr"] = lambda: (
        (lambda u: g(lambda: CG(lambda x: (x * u, lambda d: d * 3))(x), x))(tf.Variable(3.0, trainable=False))
        if tf.executing_eagerly()
        else c(0)
    )
    found["cg_not_tuple"] = lambda: g(lambda: CG(lambda x: x * 2)(x), x)
    found["cg_not_callable"] = lambda: g(lambda: CG(lambda x: (x * 2, 3))(x), x)
    found["cg_notfn"] = lambda: CG(3)(x)
    found["cg_deco_call"] = lambda: g(lambda: CG()(lambda x: (x * 2, lambda d: d * 7))(x), x)
    found["cg_slices"] = lambda: g(
        lambda: CG(lambda x: (tf.gather(x, [1]), lambda d: tf.IndexedSlices(d * 5, c([1]), c([3]))))(x), x
    )
    found["cg_py_arg"] = lambda: g(lambda: CG(lambda x, n: (x * n, lambda d: (d * n * 10, None)))(x, 3.0), x)
    found["cg_int_arg"] = lambda: g(
        lambda: CG(lambda x, n: (x * tf.cast(n, tf.float32), lambda d: (d * 10, None)))(x, c(3)), x
    )
    found["cg_jvp"] = lambda: (
        (lambda acc: (acc.__enter__(), sq(x))[1])(tf.autodiff.ForwardAccumulator(x, x)) if False else c(0)
    )

    def fw(f, p, tn):
        with tf.autodiff.ForwardAccumulator(p, tn) as acc:
            y = f()
        return acc.jvp(y)

    found["cg_fwd"] = lambda: fw(lambda: sq(x), x, tf.ones([3]))
    found["cg_gradgrad_doc"] = lambda: g(lambda: g(lambda: fused(x), x), x)

    @CG
    def fused(x):
        def first(dy):
            @CG
            def inner(unused):
                return 3 * x * x, lambda ddy: ddy * 1000.0

            return dy * inner(x)

        return x**3, first

    found["cg_loop"] = lambda: g(
        lambda: tf.while_loop(lambda i, y: i < 3, lambda i, y: (i + 1, sq(y)), [c(0), x])[1], x
    )
    found["cg_cond"] = lambda: g(lambda: tf.cond(x[0] > 0, lambda: sq(x), lambda: x), x)
    found["cg_fn_in"] = lambda: g(lambda: tf.function(sq)(x), x)
    found["cg_closure_raises"] = lambda: g(lambda: CG(lambda x: (x * 2, lambda d: 1 / 0))(x), x)
    found["cg_upstream_shape"] = lambda: g(
        lambda: CG(lambda x: (tf.reduce_sum(x), lambda d: d * tf.ones([3]) * c([1.0, 2.0, 3.0])))(x), x
    )
    RG = tf.recompute_grad
    n = [0]

    def counted(x):
        n[0] += 1
        return tf.sin(x) * v

    def rg():
        n[0] = 0
        r = g(lambda: RG(counted)(x), [x, v])
        return [r, n[0]]

    found["rg"] = (rg, "eager")
    found["rg2"] = lambda: g(lambda: RG(lambda a, b: (a * b, a + v))(x, w * 1), [x, w, v])
    found["rg_kwargs"] = lambda: g(lambda: RG(lambda a, k=1.0: a * k * v)(x, k=3.0), [x, v])
    found["rg_struct"] = lambda: g(lambda: RG(lambda d: d["a"] * 2)({"a": x}), x)
    found["rg_2nd"] = lambda: g(lambda: g(lambda: RG(lambda a: a**3)(x), x), x)
    found["rg_wrapped"] = lambda: RG(counted).__wrapped__ is counted
    found["rg_nested"] = lambda: g(lambda: RG(lambda a: RG(lambda b: b * b * v)(a) * a)(x), [x, v])
    found["rg_multi_used_one"] = lambda: g(lambda: RG(lambda a: (a * 2, a * 3))(x)[1], x)
    found["rg_loop"] = lambda: g(
        lambda: tf.while_loop(lambda i, y: i < 2, lambda i, y: (i + 1, RG(lambda a: a * a)(y)), [c(0), x])[1], x
    )
    found["rg_seq"] = lambda: g(lambda: tf.reduce_sum(RG(counted)(RG(counted)(x))), [x, v])
    found["sg"] = lambda: g(lambda: tf.stop_gradient(x) * x, x)
    found["sg_name"] = lambda: g(lambda: tf.stop_gradient(input=x, name="s") * x, x)
    found["sg_int"] = lambda: tf.stop_gradient(c(1))
    found["sg_py"] = lambda: tf.stop_gradient(1.5)
    found["sg_list"] = lambda: tf.stop_gradient([x, x])
    found["sg_str"] = lambda: tf.stop_gradient("a")
    found["sg_2nd"] = lambda: g(lambda: g(lambda: tf.stop_gradient(x * x) * x, x) ** 2 if True else 0, x)
    found["gpt"] = lambda: g(lambda: tf.grad_pass_through(tf.round)(x * 1.3), x)
    found["gpt_var"] = lambda: g(lambda: tf.grad_pass_through(lambda a: a * v)(x), [x, v])
    IS = tf.IndexedSlices
    s = IS(c([[1.0, 2.0], [3.0, 4.0]]), c([0, 2]), c([3, 2]))
    found["is_convert"] = lambda: tf.convert_to_tensor(s)
    found["is_add"] = lambda: s + 1.0
    found["is_neg"] = lambda: -s
    found["is_mul"] = lambda: tf.math.scalar_mul(2.0, s)
    found["is_name"] = lambda: s.name
    found["is_noshape"] = lambda: tf.convert_to_tensor(IS(c([1.0]), c([0])))
    found["is_dup"] = lambda: tf.convert_to_tensor(IS(c([1.0, 2.0]), c([0, 0]), c([2])))
    found["is_shape"] = lambda: [str(s.shape), s.dtype.name, s.dense_shape, str(IS(c([1.0]), c([0])).shape)]
    found["is_addn"] = lambda: tf.add_n([s, s])
    found["is_sub"] = lambda: s - s
    found["is_cast"] = lambda: tf.cast(s, tf.float64)
    found["is_repr"] = lambda: repr(s)[:30] if tf.executing_eagerly() else ""
    found["is_gather"] = lambda: tf.gather(s, [0])
    found["is_clip"] = lambda: tf.clip_by_norm(s, 1.0)
    found["is_gn"] = lambda: tf.linalg.global_norm([s, s])
    found["is_fnarg"] = lambda: tf.function(lambda q: q)(s)
    found["is_sum"] = lambda: tf.reduce_sum(s)
    found["is_square"] = lambda: tf.square(s)
    found["is_out"] = lambda: tf.function(lambda: IS(c([1.0]), c([0]), c([4])))()
    found["is_eq"] = lambda: s == s
    found["is_device"] = lambda: s.device if tf.executing_eagerly() else ""
    found["is_consumers"] = lambda: len(s.consumers())
    found["is_op"] = lambda: s.op
    found["is_graph"] = lambda: s.graph
    found["is_getitem"] = lambda: s[0]
    found["is_args"] = lambda: IS(values=c([1.0]), indices=c([0]), dense_shape=None).dense_shape
    found["is_strd"] = lambda: str(s)[:15] if tf.executing_eagerly() else ""

    def scat():
        u = tf.Variable(tf.zeros([3, 2]))
        gr = g(
            lambda: (
                tf.reduce_sum(tf.gather(u, [0, 2, 0]) ** 2) + tf.reduce_sum(tf.gather(u, [1])) + tf.reduce_sum(u * u)
            ),
            u,
        )
        return gr

    found["is_mixed"] = (scat, "eager")
    found["sum_of_slices_loop"] = lambda: g(
        lambda: tf.while_loop(lambda i, y: i < 3, lambda i, y: (i + 1, y + tf.gather(w, i)), [c(0), c(0.0)])[1], w
    )
    found["slices_cond"] = lambda: g(lambda: tf.cond(x[0] > 0, lambda: tf.gather(w, [0, 1]), lambda: w[:2]), w)
    found["slices_fn"] = lambda: g(lambda: tf.function(lambda: tf.gather(w, [0, 1]) * tf.gather(w, [2]))(), w)
    found["slices_scaled"] = lambda: g(lambda: tf.gather(w * 2, [0, 1]), w)
    found["slices_through_cast"] = lambda: g(lambda: tf.gather(tf.cast(w, tf.float64), [0, 1]), w)

    def opt():
        u = tf.Variable([1.0, 2.0, 3.0])
        gr = g(lambda: tf.gather(u, [0, 0, 2]), u)
        u.scatter_sub(gr)
        return u.read_value()

    found["scatter_sub"] = (opt, "eager")
    return found


# What differs on purpose, and why.
DIFFERENT = {
    "cg_wrong_count in function": "ValueError, as eagerly",
    "cg_no_inputs in function": "as eagerly",
    "rg_kwargs in function": "taken, as eagerly",
    "rg_2nd in function": "TensorFlow cannot",
    "is_repr": "names the class by its module",
}


@pytest.mark.parametrize("name", list(cases(__import__("graphwright"))))
def test_cases(name, tensorflow, gw):
    check(cases, name, tensorflow, gw, DIFFERENT)
