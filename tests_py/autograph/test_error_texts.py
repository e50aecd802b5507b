"""What AutoGraph says of programs that it cannot convert or that go wrong, and programs beside them that work."""

# ruff: noqa: B007, F821, F841
import pytest

from support.twice import Cases, assert_same, one

cases = Cases()
texts = Cases()


@texts
def undefined_branch(tf):
    @tf.function
    def f(x):
        if x > 0:
            y = 1
        return y

    return f(one(tf))


@texts
def undefined_else(tf):
    @tf.function
    def f(x):
        if x > 0:
            pass
        else:
            y = 1
        return y

    return f(one(tf))


@texts
def dtype_branch(tf):
    @tf.function
    def f(x):
        if x > 0:
            y = 1
        else:
            y = 1.0
        return y

    return f(one(tf))


@cases
def struct_branch(tf):
    @tf.function
    def f(x):
        if x > 0:
            y = (1, 2)
        else:
            y = [1, 2]
        return y

    return f(one(tf))


@texts
def len_branch(tf):
    @tf.function
    def f(x):
        if x > 0:
            y = (1, 2)
        else:
            y = (1, 2, 3)
        return y

    return f(one(tf))


@texts
def none_branch(tf):
    @tf.function
    def f(x):
        y = None
        if x > 0:
            y = 1
        return y

    return f(one(tf))


@texts
def ret_one(tf):
    @tf.function
    def f(x):
        if x > 0:
            return 1

    return f(one(tf))


@texts
def ret_else_none(tf):
    @tf.function
    def f(x):
        if x > 0:
            return 1
        else:
            return None

    return f(one(tf))


@texts
def ret_dtype(tf):
    @tf.function
    def f(x):
        if x > 0:
            return 1
        return 1.0

    return f(one(tf))


@cases
def ret_struct(tf):
    @tf.function
    def f(x):
        if x > 0:
            return 1, 2
        return 1

    return f(one(tf))


@cases
def obj_branch(tf):
    class A:
        pass

    @tf.function
    def f(x):
        if x > 0:
            y = A()
        else:
            y = A()
        return 1

    return f(one(tf))


@cases
def obj_branch_used(tf):
    class A:
        v = 1

    @tf.function
    def f(x):
        if x > 0:
            y = A()
        else:
            y = A()
        return y.v

    return f(one(tf))


@cases
def loop_dtype(tf):
    @tf.function
    def f(x):
        y = 0
        while x < 5:
            x += 1
            y += 0.5
        return y

    return f(one(tf))


@texts
def loop_shape(tf):
    @tf.function
    def f(x):
        y = tf.zeros([1])
        while x < 5:
            x += 1
            y = tf.concat([y, y], 0)
        return y

    return f(one(tf))


@texts
def loop_rank(tf):
    @tf.function
    def f(x):
        y = tf.zeros([1])
        for i in tf.range(x):
            y = y[None]
        return y

    return f(one(tf))


@cases
def loop_struct(tf):
    @tf.function
    def f(x):
        y = [1]
        for i in tf.range(x):
            y = y + [1]
        return y

    return f(one(tf))


@cases
def loop_list_append(tf):
    @tf.function
    def f(x):
        y = []
        for i in tf.range(x):
            y.append(i)
        return y

    return f(one(tf))


@cases
def loop_list_append_py(tf):
    @tf.function
    def f(x):
        y = []
        for i in range(3):
            y.append(x + i)
        return y

    return f(one(tf))


@cases
def loop_dict_new(tf):
    @tf.function
    def f(x):
        y = {}
        for i in tf.range(x):
            y["a"] = i
        return y

    return f(one(tf))


@cases
def loop_none(tf):
    @tf.function
    def f(x):
        y = None
        for i in tf.range(x):
            y = i
        return y

    return f(one(tf))


@texts
def loop_tensor_none(tf):
    @tf.function
    def f(x):
        y = 1
        for i in tf.range(x):
            y = None
        return y

    return f(one(tf))


@cases
def loop_undefined(tf):
    @tf.function
    def f(x):
        for i in tf.range(x):
            y = i
        return y

    return f(one(tf)), f(tf.constant(3))


@cases
def loop_undefined_zero(tf):
    @tf.function
    def f(x):
        for i in tf.range(x):
            y = i
        return y

    return f(tf.constant(0))


@texts
def loop_undefined_cond(tf):
    @tf.function
    def f(x):
        for i in tf.range(x):
            if i > 1:
                y = i
        return y

    return f(one(tf))


@cases
def loop_undefined_obj(tf):
    @tf.function
    def f(x):
        for i in tf.range(x):
            y = object()
        return y

    return f(one(tf))


@cases
def loop_target_after(tf):
    @tf.function
    def f(x):
        for i in tf.range(x):
            pass
        return i

    return f(tf.constant(3))


@cases
def loop_unknown_first(tf):
    @tf.function(input_signature=[tf.TensorSpec([None, 2], tf.int32)])
    def f(x):
        s = tf.zeros([2], tf.int32)
        for r in x:
            s += r
        return s

    return f([[1, 2], [3, 4]])


@texts
def loop_unknown_rank(tf):
    @tf.function(input_signature=[tf.TensorSpec(None, tf.int32)])
    def f(x):
        s = 0
        for r in x:
            s += r
        return s

    return f([1, 2])


@cases
def loop_comp_unconverted(tf):
    @tf.function(autograph=False)
    def f(x):
        return [r for r in x]

    return f(tf.constant([1, 2]))


@cases
def while_noag(tf):
    @tf.function(autograph=False)
    def f(x):
        while x > 0:
            x -= 1
        return x

    return f(one(tf))


@texts
def len_noag(tf):
    return tf.function(lambda x: len(x), autograph=False)(tf.constant([1]))


@cases
def while_py_tensor(tf):
    @tf.function
    def f(x):
        i = 0
        while i < 3:
            i += 1
            x += i
        return x

    return f(one(tf))


@cases
def loopvar_shape_inv(tf):
    @tf.function
    def f(x):
        y = tf.zeros([1])
        for i in tf.range(x):
            tf.autograph.experimental.set_loop_options(shape_invariants=[(y, tf.TensorShape([None]))])
            y = tf.concat([y, y], 0)
        return y

    return f(tf.constant(2))


@cases
def loop_opts_outside(tf):
    tf.autograph.experimental.set_loop_options(maximum_iterations=3)
    return 1


@cases
def loop_opts_bad(tf):
    @tf.function
    def f(x):
        for i in tf.range(x):
            tf.autograph.experimental.set_loop_options(foo=3)
        return x

    return f(tf.constant(10))


@texts
def loop_inv_bad(tf):
    @tf.function
    def f(x):
        y = tf.zeros([1])
        for i in tf.range(x):
            tf.autograph.experimental.set_loop_options(shape_invariants=[(y, tf.TensorShape([2]))])
            y = y + 1
        return y

    return f(tf.constant(2))


@texts
def cond_vector(tf):
    @tf.function
    def f(x):
        if x > 0:
            return 1
        return 2

    return f(tf.constant([1, 2]))


@texts
def cond_int(tf):
    @tf.function
    def f(x):
        if x:
            return 1
        return 2

    return f(tf.constant(1))


@texts
def while_vector(tf):
    @tf.function
    def f(x):
        while x > 0:
            x -= 1
        return x

    return f(tf.constant([1, 2]))


@cases
def none_cond(tf):
    @tf.function
    def f(x):
        if x is not None and x > 0:
            return 1
        return 2

    return f(one(tf)), f(None)


@pytest.mark.parametrize("code", **cases.parameters())
def test_cases(code, tensorflow, gw):
    assert_same(code, tensorflow, gw)


@pytest.mark.parametrize("code", **texts.parameters())
def test_texts(code, tensorflow, gw):
    """These raise errors that say the same."""
    assert_same(code, tensorflow, gw, message=True)


def _in_a_loop(tf):
    @tf.function
    def f(n):
        found = []
        for i in tf.range(n):
            square = i * i
            found.append(square)
        return tf.stack(found)

    return f(one(tf))


def _in_a_branch(tf):
    @tf.function
    def f(x):
        found = []
        if x > 0:
            found.extend([x * 2, 1])
        return found

    return f(one(tf))


def _in_an_attribute(tf):
    class Holder:
        pass

    @tf.function
    def f(x):
        holder = Holder()
        holder.found = []
        while x > 0:
            x -= 1
            holder.found.insert(0, (x, 1))
        return holder.found[0][0] + 1

    return f(one(tf))


@pytest.mark.parametrize(
    ("case", "name", "line"),
    [
        (_in_a_loop, "found", "found.append(square)"),
        (_in_a_branch, "found", "found.extend([x * 2, 1])"),
        (_in_an_attribute, "holder.found", "holder.found.insert(0, (x, 1))"),
    ],
)
def test_tensors_put_into_lists(case, name, line, tensorflow, gw):
    """The error has TensorFlow's class, and names the list, the line and what to do."""
    with pytest.raises((TypeError, ValueError)) as theirs:
        case(tensorflow)
    with pytest.raises((TypeError, ValueError)) as ours:
        case(gw)
    assert type(theirs.value).__name__ == type(ours.value).__name__ == "InaccessibleTensorError"
    text = str(ours.value)
    assert f"Python list '{name}'" in text
    assert line in text
    assert "Feature.LISTS" in text
    assert "tf.TensorArray" in text
