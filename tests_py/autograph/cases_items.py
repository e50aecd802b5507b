"""Items of tensors, tensor arrays and lists, with the feature LISTS and without: see `test_cases.py`."""

# ruff: noqa

from support.small_cases import beyond, ours, same


def _F(tf, *n):
    return [getattr(tf.autograph.experimental.Feature, i) for i in n]


@same
def lists_set(tf):

    @tf.function(experimental_autograph_options=_F(tf, "LISTS"))
    def f(x):
        x[0] = 10
        return x

    return f(tf.constant([1, 2]))


@same
def lists_set_loop(tf):

    @tf.function(experimental_autograph_options=_F(tf, "LISTS"))
    def f(x):
        for i in tf.range(2):
            x[i] = i * 10
        return x

    return f(tf.constant([1, 2]))


@beyond
def lists_append_py(tf):

    @tf.function(experimental_autograph_options=_F(tf, "LISTS"))
    def f(x):
        l = []
        l.append(x)
        l.append(x + 1)
        return l

    return f(tf.constant(1))


@same
def lists_append_py_lit(tf):

    @tf.function(experimental_autograph_options=_F(tf, "LISTS"))
    def f(x):
        l = [x, x + 1]
        l.append(x)
        return l

    return f(tf.constant(1))


@beyond
def lists_append_loop(tf):

    @tf.function(experimental_autograph_options=_F(tf, "LISTS"))
    def f(x):
        l = []
        for i in tf.range(x):
            l.append(i)
        return l

    return list(f(tf.constant(3)))


@beyond
def lists_append_loop_stack(tf):

    @tf.function(experimental_autograph_options=_F(tf, "LISTS"))
    def f(x):
        l = []
        for i in tf.range(x):
            l.append(i)
        return tf.stack(l)

    return f(tf.constant(3))


@same
def lists_index(tf):

    @tf.function(experimental_autograph_options=_F(tf, "LISTS"))
    def f(x):
        l = [x, x + 1]
        return (l[0], l[1])

    return f(tf.constant(3))


@same
def lists_pop(tf):

    @tf.function(experimental_autograph_options=_F(tf, "LISTS"))
    def f(x):
        l = [x, x + 1]
        y = l.pop()
        return (y, len(l))

    return f(tf.constant(3))


@same
def lists_all_feature(tf):

    @tf.function(experimental_autograph_options=_F(tf, "ALL"))
    def f(x):
        t = x
        for i in tf.range(3):
            t = t + i
        return t

    return f(tf.constant(3))


@same
def lists_ta_set(tf):

    @tf.function(experimental_autograph_options=_F(tf, "LISTS"))
    def f(x):
        ta = tf.TensorArray(tf.int32, 3)
        for i in tf.range(3):
            ta[i] = x + i
        return (ta.stack(), ta[0])

    return f(tf.constant(3))


@same
def lists_ta_append(tf):

    @tf.function(experimental_autograph_options=_F(tf, "LISTS"))
    def f(x):
        ta = tf.TensorArray(tf.int32, 0, dynamic_size=True)
        for i in tf.range(3):
            ta.append(x + i)
        return ta.stack()

    return f(tf.constant(3))


@same
def ta_append_default(tf):

    @tf.function
    def f(x):
        ta = tf.TensorArray(tf.int32, 0, dynamic_size=True)
        ta.append(x)
        return ta.stack()

    return f(tf.constant(3))


@same
def default_append_loop(tf):

    @tf.function
    def f(x):
        l = []
        for i in tf.range(x):
            l.append(i)
        return l

    return f(tf.constant(3))


@same
def default_append_loop_stack(tf):

    @tf.function
    def f(x):
        l = []
        for i in tf.range(x):
            l.append(i)
        return tf.stack(l)

    return f(tf.constant(3))


@same
def default_append_if(tf):

    @tf.function
    def f(x):
        l = []
        if x > 0:
            l.append(x)
        return l

    return f(tf.constant(3))


@same
def default_rebind_loop(tf):

    @tf.function
    def f(x):
        l = []
        for i in tf.range(x):
            l = l + [i]
        return l

    return f(tf.constant(3))


@same
def default_append_while_python(tf):

    @tf.function
    def f(x):
        l = []
        for i in range(3):
            if x > 0:
                y = i
            else:
                y = x
            l.append(y)
        return l

    return f(tf.constant(3))


@same
def slices_str(tf):

    @tf.function(experimental_autograph_options=_F(tf, "LISTS"))
    def f(x):
        return (x[0], x[1:2])

    return f(tf.constant(["ab", "cd"]))


@beyond
def dict_set_lists(tf):

    @tf.function(experimental_autograph_options=_F(tf, "LISTS"))
    def f(x):
        d = {}
        d["a"] = x
        d["a"] += 1
        if x > 0:
            d["a"] = x * 7
        return d

    return f(tf.constant(3))


@same
def set_item_default_const(tf):

    @tf.function
    def f(x):
        x[0] = 10
        return x

    return f(tf.constant([1, 2]))


@same
def lists_pop_and_append_loop(tf):

    @tf.function(experimental_autograph_options=_F(tf, "LISTS"))
    def f(n):
        l = [n, n + 1]
        for i in tf.range(n):
            a = l.pop()
            l.append(a + i)
        return l[0], l[1]

    return f(tf.constant(4))


@same
def lists_known_in_loop(tf):

    @tf.function(experimental_autograph_options=_F(tf, "LISTS"))
    def f(n):
        l = [n, n + 1]
        for i in tf.range(n):
            m = [i, i + 1]
            m.append(i + 2)
            b = m.pop()
            l[0] += b + m[0]
        return l

    return f(tf.constant(4))


@same
def lists_dictionary_pop(tf):

    @tf.function(experimental_autograph_options=_F(tf, "LISTS"))
    def f(n):
        d = {"a": n, "b": n + 1}
        a = d.pop("a")
        for i in tf.range(n):
            a += d["b"]
        return a

    return f(tf.constant(4))


@same
def lists_pop_positions(tf):

    @tf.function(experimental_autograph_options=_F(tf, "LISTS"))
    def f(n):
        l = [n, n + 1, n + 2]
        a = l.pop(0)
        return a, l.pop(-1), l, len(l)

    return f(tf.constant(4))


@same
def lists_of_functions_in_branch(tf):

    @tf.function(experimental_autograph_options=_F(tf, "LISTS"))
    def f(n):
        fs = [lambda x: x + 1]
        if n > 2:
            fs.append(lambda x: x * 2)
            y = fs[-1](n)
        else:
            y = n
        return y

    return f(tf.constant(4))


@ours
def lists_pop_in_branches(tf):

    @tf.function(experimental_autograph_options=_F(tf, "LISTS"))
    def f(n):
        l = [n, n + 1]
        if n > 2:
            a = l.pop()
        else:
            a = l.pop()
        return a

    return f(tf.constant(1))


@ours
def lists_set_in_branch_of_loop(tf):

    @tf.function(experimental_autograph_options=_F(tf, "LISTS"))
    def f(n):
        l = [n]
        for i in tf.range(n):
            if i > 1:
                l[0] = i
        return l

    return f(tf.constant(1))
