"""`set_loop_options` under other names and at other places, methods of classes in functions, getters: see `test_cases.py`."""

# ruff: noqa
from support.small_cases import beyond, ours, same


def _grown(tf, function):
    return tf.function(function)(tf.constant(3))


@beyond
def options_of_a_module_by_another_name(tf):
    ag = tf.autograph.experimental

    def f(n):
        v = tf.constant([1])
        for _ in tf.range(n):
            ag.set_loop_options(shape_invariants=[(v, tf.TensorShape([None]))])
            v = tf.concat([v, v], 0)
        return v

    return _grown(tf, f)


@beyond
def options_by_another_name(tf):
    slo = tf.autograph.experimental.set_loop_options

    def f(n):
        v = tf.constant([1])
        for _ in tf.range(n):
            slo(shape_invariants=[(v, tf.TensorShape([None]))])
            v = tf.concat([v, v], 0)
        return v

    return _grown(tf, f)


@same
def options_by_global_names(tf):
    global ag_, slo_
    ag_ = tf.autograph.experimental
    slo_ = ag_.set_loop_options

    def f(n):
        v = tf.constant([1])
        for _ in tf.range(n):
            slo_(shape_invariants=[(v, tf.TensorShape([None]))])
            v = tf.concat([v, v], 0)
        for _ in tf.range(n):
            ag_.set_loop_options(shape_invariants=[(v, tf.TensorShape([None]))])
            v = tf.concat([v, v[:1]], 0)
        return v

    return _grown(tf, f)


@same
def options_by_a_local_name(tf):
    def f(n):
        slo = tf.autograph.experimental.set_loop_options
        v = tf.constant([1])
        for _ in tf.range(n):
            slo(shape_invariants=[(v, tf.TensorShape([None]))])
            v = tf.concat([v, v], 0)
        return v

    return _grown(tf, f)


@same
def options_in_a_branch(tf):
    def f(n):
        v = tf.constant([1])
        for _ in tf.range(n):
            if n > 0:
                tf.autograph.experimental.set_loop_options(shape_invariants=[(v, tf.TensorShape([None]))])
                v = tf.concat([v, v], 0)
        return v

    return _grown(tf, f)


@beyond
def options_at_the_end(tf):
    def f(n):
        v = tf.constant([1])
        for _ in tf.range(n):
            v = tf.concat([v, v], 0)
            tf.autograph.experimental.set_loop_options(shape_invariants=[(v, tf.TensorShape([None]))])
        return v

    return _grown(tf, f)


@beyond
def options_in_two_calls(tf):
    def f(n):
        v = tf.constant([1])
        for _ in tf.range(n):
            tf.autograph.experimental.set_loop_options(parallel_iterations=1)
            v = tf.concat([v, v], 0)
            tf.autograph.experimental.set_loop_options(shape_invariants=[(v, tf.TensorShape([None]))])
        return v

    return _grown(tf, f)


@beyond
def options_of_each_of_two_loops(tf):
    def f(n):
        v = tf.constant([1])
        for _ in tf.range(n):
            for _ in tf.range(2):
                v = tf.concat([v, v], 0)
                tf.autograph.experimental.set_loop_options(shape_invariants=[(v, tf.TensorShape([None]))])
            tf.autograph.experimental.set_loop_options(shape_invariants=[(v, tf.TensorShape([None]))])
        return v

    return _grown(tf, f)


@same
def function_of_that_name(tf):
    calls = []

    def set_loop_options(i):
        calls.append(1)

    def f(n):
        total = 0
        for i in range(3):
            total += i * n
            set_loop_options(i)
        return total

    return _grown(tf, f), len(calls)


@same
def method_of_that_name(tf):
    class Options:
        calls = 0

        def set_loop_options(self, i):
            self.calls += 1

    options = Options()

    def f(n):
        total = 0
        for i in range(3):
            total += i * n
            options.set_loop_options(i)
        return total

    return _grown(tf, f), options.calls


def _absolute(tf):
    class Absolute:
        def __init__(self, value):
            self.value = value

        @property
        def size(self):
            if self.value > 0:
                return self.value
            return -self.value

        def __getattr__(self, name):
            if name == "dynamic" and self.value > 0:
                return self.value
            raise AttributeError(name)

    return Absolute


@same
def getters_are_called_as_they_are(tf):
    return tf.function(lambda x: _absolute(tf)(x).size)(tf.constant(3))


@same
def getattr_is_called_as_it_is(tf):
    return tf.function(lambda x: _absolute(tf)(x).dynamic)(tf.constant(3))


@same
def getters_of_classes_in_functions(tf):
    @tf.function
    def f(x):
        class Absolute:
            @property
            def size(self):
                if x > 0:
                    return x
                return -x

            @size.setter
            def size(self, value):
                if value > 0:
                    self.kept = value
                else:
                    self.kept = -value

        one = Absolute()
        one.size = x - 5
        return one.size, one.kept

    return f(tf.constant(3)), f(tf.constant(-3))


@same
def operators_of_classes_in_functions(tf):
    @tf.function
    def f(x):
        class Number:
            def __init__(self, value):
                self.value = value

            def __add__(self, other):
                if self.value > other.value:
                    return Number(self.value - other.value)
                return Number(self.value + other.value)

            def __getitem__(self, index):
                return self.value if index > 0 else -self.value

        return (Number(x) + Number(x + 1)).value, Number(x)[x]

    return f(tf.constant(3)), f(tf.constant(-3))


@beyond
def private_names_of_classes_in_functions(tf):
    @tf.function
    def f(n):
        class Outer:
            class Sum:
                def __init__(self):
                    self.__total = 0

                def up_to(self, n):
                    for i in tf.range(n):
                        self.__total += i
                    return self.__total

        return Outer.Sum().up_to(n)

    return f(tf.constant(4))


@same
def super_of_classes_in_functions(tf):
    @tf.function
    def f(n):
        class First:
            def step(self, x):
                return x if x > 0 else -x

        class Second(First):
            def step(self, x):
                total = 0
                for i in tf.range(x):
                    total += super().step(i)
                return total

            @classmethod
            def make(cls, x):
                if x > 0:
                    return cls().step(x)
                return x

        return Second().step(n), Second.make(n)

    return f(tf.constant(4))


@ours
def nonlocal_in_methods(tf):
    @tf.function
    def f(x):
        total = 0

        class Counter:
            def add(self, value):
                nonlocal total
                if value > 2:
                    total = total + value
                else:
                    total = total - value

        counter = Counter()
        counter.add(x)
        counter.add(x - 2)
        return total

    return f(tf.constant(3))


@same
def read_after_del_in_branch(tf):
    @tf.function
    def f(x):
        y = x
        del y
        if x > 2:
            return y
        return x

    return f(tf.constant(3))


@same
def read_after_del_in_function(tf):
    @tf.function
    def f(x):
        y = x
        if x > 2:
            x = x + 1

        def g():
            return y

        first = g()
        del y
        return first, g()

    return f(tf.constant(3))


@beyond
def return_in_a_loop_and_nothing_after(tf):
    @tf.function
    def f(n):
        for i in tf.range(n):
            for j in tf.range(n):
                if i + j == 3:
                    return i * 10 + j, {"sum": i + j}

    return f(tf.constant(3))
