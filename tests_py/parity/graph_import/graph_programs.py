"""Functions whose graphs travel between TensorFlow and graphwright: control flow, calls, variables, effects."""

from collections import namedtuple

# build(tf, v) gives the Python function; v is a list of two variables. `args` are the arguments as nested lists. `known`
# says whether the nodes of both modules are the same, names included; `alike`, whether control flow and effects are.
Program = namedtuple("Program", "name build args known alike", defaults=((1.5,), False, True))


def add(tf, v):
    return lambda x: tf.add(x, 1.0, name="more") * x


def several_results(tf, v):
    def f(x):
        values, places = tf.math.top_k(x, 2)
        parts = tf.split(x, 2)
        return values, places, parts[1] + 1.0

    return f


def nested_function(tf, v):
    inner = tf.function(lambda a: a * 2.0 + 1.0)
    return lambda x: inner(x) + inner(inner(x))


def nested_function_with_variable(tf, v):
    @tf.function
    def inner(a):
        v[0].assign_add(a)
        return v[0] * a

    return lambda x: inner(x) + inner(x)


def branch(tf, v):
    return lambda x: tf.cond(x > 0, lambda: x + 1.0, lambda: x - v[0])


def branch_not_taken(tf, v):
    return lambda x: tf.cond(x > 2, lambda: x + 1.0, lambda: x - v[0])


def branch_with_effects(tf, v):
    def f(x):
        y = tf.cond(x > 0, lambda: v[0].assign(x) + 1.0, lambda: v[0].assign_add(x))
        v[1].assign_add(y)
        return v[0] + v[1]

    return f


def branch_in_branch(tf, v):
    return lambda x: tf.cond(
        x > 0, lambda: tf.cond(x > 1, lambda: x * 2.0, lambda: x * 3.0), lambda: tf.cond(x > -1, lambda: x, lambda: -x)
    )


def two_branches_of_one_name(tf, v):
    def f(x):
        a = tf.cond(x > 0, lambda: x + 1.0, lambda: x - 1.0)
        b = tf.cond(x > 1, lambda: x * 2.0, lambda: x / 2.0)
        return a * 10.0 + b

    return f


def cases(tf, v):
    return lambda x: tf.case([(x < 0, lambda: x - 1.0), (x > 1, lambda: x * 4.0)], default=lambda: x)


def switch(tf, v):
    return lambda x: tf.switch_case(tf.cast(x, tf.int32), [lambda: x, lambda: x + 1.0, lambda: x * 2.0])


def loop(tf, v):
    return lambda x: tf.while_loop(lambda i, y: i < 4, lambda i, y: (i + 1, y * x), [0, 1.0])


def loop_with_limit(tf, v):
    return lambda x: tf.while_loop(lambda i, y: i < 9, lambda i, y: (i + 1, y * v[0]), [0, x], maximum_iterations=3)


def loop_with_effects(tf, v):
    def f(x):
        i = tf.constant(0)
        while i < 3:
            v[0].assign_add(x)
            if v[0] > 4.0:
                v[1].assign(v[0] * 2.0)
            i += 1
        return v[0] + v[1]

    return f


def loop_in_loop(tf, v):
    def f(x):
        total = tf.constant(0.0)
        for i in tf.range(3):
            for j in tf.range(i):
                total += x * tf.cast(j, tf.float32)
        return total

    return f


def loop_over_array(tf, v):
    def f(x):
        array = tf.TensorArray(tf.float32, size=3)
        for i in tf.range(3):
            array = array.write(i, x * tf.cast(i, tf.float32))
        return array.stack()

    return f


def mapping(tf, v):
    return lambda x: tf.map_fn(lambda row: row * 2.0 + 1.0, x)


def assign_and_read(tf, v):
    def f(x):
        v[0].assign(x)
        v[1].assign_add(x)
        return v[0] + 1.0

    return f


def read_only(tf, v):
    return lambda x: v[0] * x


def order_of_assignments(tf, v):
    def f(x):
        before = v[0] + 0.0
        v[0].assign(before * 2.0)
        v[1].assign(v[0] + x)
        v[0].assign_sub(v[1])
        return before

    return f


def prints(tf, v):
    def f(x):
        tf.print("x is", x)
        v[0].assign(x)
        tf.print("then", x)
        return x

    return f


def explicit_dependency(tf, v):
    def f(x):
        with tf.control_dependencies([v[0].assign(x)]):
            y = x + 1.0
            return y * 2.0

    return f


def no_result(tf, v):
    def f(x):
        v[0].assign_add(x)

    return f


def random_numbers(tf, v):
    return lambda x: x + 0.0 * tf.random.uniform([])


def name_scopes(tf, v):
    def f(x):
        with tf.name_scope("outer"):
            y = x + 1.0
            with tf.name_scope("inner"):
                y = tf.cond(y > 0, lambda: y * 2.0, lambda: y)
        with tf.name_scope("outer"):
            return y - 1.0

    return f


def structures(tf, v):
    return lambda x, y: {"sum": x + y, "both": (x, [y * 2.0])}


def half_precision(tf, v):
    return lambda x: tf.cast(x, tf.bfloat16) * tf.constant([1.5, 2.5], tf.bfloat16)


def text(tf, v):
    return lambda x: tf.strings.join([tf.as_string(tf.cast(x, tf.int32)), " items"])


def gradient_of_branch(tf, v):
    def f(x):
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = tf.cond(x > 0, lambda: x * x * v[0], lambda: x)
        return tape.gradient(y, [x, v[0]])

    return f


def gradient_of_loop(tf, v):
    def f(x):
        with tf.GradientTape() as tape:
            tape.watch(x)
            _, y = tf.while_loop(lambda i, y: i < 3, lambda i, y: (i + 1, y * tf.sin(x) * v[0]), [0, x])
        return tape.gradient(y, [x, v[0]])

    return f


def training_step(tf, v):
    weights = v[0]

    @tf.function
    def model(x):
        return tf.tanh(x * weights + v[1])

    def f(x):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(model(x) - 0.5))
        for variable, gradient in zip(v, tape.gradient(loss, v)):
            variable.assign_sub(0.1 * gradient)
        return loss

    return f


def convolution(tf, v):
    def f(x):
        images = tf.reshape(x, [1, 4, 4, 1])
        kernel = tf.reshape(tf.range(18.0) / 10.0, [3, 3, 1, 2])
        y = tf.nn.relu(tf.nn.conv2d(images, kernel, 1, "SAME") + [0.5, -0.5])
        y = tf.nn.max_pool2d(y, 2, 2, "VALID")
        mean, variance = tf.nn.moments(y, [0, 1, 2])
        return tf.nn.softmax(tf.reshape(tf.nn.batch_normalization(y, mean, variance, None, None, 1e-3), [1, -1]))

    return f


def early_exit(tf, v):
    def f(x):
        for _ in tf.range(10):
            x += 1.0
            if x > 4.0:
                break
            if x > 3.0:
                continue
            v[0].assign_add(x)
        return x

    return f


PROGRAMS = [
    Program("add", add, known=True),
    Program("several results", several_results, ([4.0, 1.0, 3.0, 2.0],)),
    Program("nested function", nested_function, known=True),
    Program("nested function with variable", nested_function_with_variable),
    Program("branch", branch),
    Program("branch not taken", branch_not_taken),
    Program("branch with effects", branch_with_effects),
    Program("branch in branch", branch_in_branch, (0.5,), known=True),
    Program("two branches of one name", two_branches_of_one_name, known=True),
    Program("cases", cases),
    Program("switch", switch, (2.0,)),
    Program("loop", loop),
    Program("loop with limit", loop_with_limit),
    Program("loop with effects", loop_with_effects),
    Program("loop in loop", loop_in_loop),
    Program("loop over array", loop_over_array),
    Program("mapping", mapping, ([[1.0, 2.0], [3.0, 4.0]],)),
    Program("assign and read", assign_and_read, known=True),
    Program("read only", read_only),
    Program("order of assignments", order_of_assignments),
    Program("prints", prints),
    Program("explicit dependency", explicit_dependency, known=True),
    Program("no result", no_result, known=True),
    Program("random numbers", random_numbers),
    Program("name scopes", name_scopes, known=True),
    Program("structures", structures, (1.0, 2.0), known=True),
    Program("half precision", half_precision),
    Program("text", text, (3.0,)),
    Program("gradient of branch", gradient_of_branch, alike=False),
    Program("gradient of loop", gradient_of_loop, alike=False),
    Program("training step", training_step, alike=False),
    Program("convolution", convolution, ([float(i % 5) for i in range(16)],)),
    Program("early exit", early_exit, alike=False),
]
