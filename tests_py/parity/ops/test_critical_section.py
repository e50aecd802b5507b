"""tf.CriticalSection: one at a time, also after errors."""

import threading

import pytest

import graphwright
from support.compare import value_or_class


def counted(tf):
    section, count = tf.CriticalSection(name="one"), tf.Variable(0)

    @tf.function
    def step():
        return section.execute(lambda: [count.assign_add(1), {"twice": count * 2}])

    return [section.execute(lambda: count + 1), section.execute(lambda: None), step(), step(), count.read_value()]


def nested(tf):
    section = tf.CriticalSection()
    return section.execute(lambda: section.execute(lambda: 1))


def after_an_error(tf):
    section = tf.CriticalSection()

    @tf.function
    def fails(x):
        return section.execute(lambda: tf.reshape(x, [tf.size(x) + 1]))

    met = []
    for call in (lambda: section.execute(lambda: 1 // 0), lambda: fails(tf.constant(-1))):
        try:
            call()
        except Exception as error:
            met.append(type(error).__name__)
    return [met, section.execute(lambda: tf.constant(3))]


def boom():
    raise RuntimeError("told to")


def kept_exceptions(tf):
    """The lock goes although the traceback is still there."""
    section, kept = tf.CriticalSection(), []
    for _ in range(3):
        try:
            section.execute(boom)
        except RuntimeError as error:
            kept.append(error)
    return [len(kept), section.execute(lambda: tf.constant(3))]


def shared_and_nested(tf):
    one, other = tf.CriticalSection(shared_name="nested"), tf.CriticalSection(shared_name="nested")
    return one.execute(lambda: other.execute(lambda: tf.constant(1)))


def shared_and_nested_in_a_function(tf):
    one, other = tf.CriticalSection(shared_name="nested too"), tf.CriticalSection(shared_name="nested too")
    return tf.function(lambda: one.execute(lambda: other.execute(lambda: tf.constant(1))))()


def shared(tf):
    one, other = tf.CriticalSection(shared_name="by turns"), tf.CriticalSection(shared_name="by turns")
    return [one.execute(lambda: tf.constant(1)), other.execute(lambda: tf.constant(2))]


def in_itself_through_functions(tf):
    section = tf.CriticalSection()
    inner = tf.function(lambda: section.execute(lambda: tf.constant(1)))
    return tf.function(lambda: section.execute(lambda: inner()))()


def plain(value):
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    return value.numpy().tolist() if hasattr(value, "numpy") else value


PROGRAMS = [counted, nested, after_an_error, shared, shared_and_nested, shared_and_nested_in_a_function]
PROGRAMS += [in_itself_through_functions]


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.__name__)
def test_program(program, target, tensorflow):
    assert plain(value_or_class(program, target)) == plain(value_or_class(program, tensorflow))


def test_threads_take_turns():
    tf = graphwright
    section, seen, inside = tf.CriticalSection(), [], []

    def body():
        inside.append(1)
        seen.append(len(inside))
        tf.linalg.matmul(tf.ones([200, 200]), tf.ones([200, 200]))
        inside.pop()
        return 0

    threads = [threading.Thread(target=lambda: [section.execute(body) for _ in range(5)]) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    assert seen == [1] * 15 and not any(thread.is_alive() for thread in threads)


def test_different_sections_in_each_other():
    """TensorFlow takes sections of one name for one, and waits for itself."""
    tf, done = graphwright, []

    def go():
        one, other = tf.CriticalSection(), tf.CriticalSection()
        done.append(int(one.execute(lambda: other.execute(lambda: tf.constant(1)))))
        done.append(int(tf.function(lambda: one.execute(lambda: other.execute(lambda: tf.constant(1))))()))

    thread = threading.Thread(target=go, daemon=True)
    thread.start()
    thread.join(20)
    assert done == [1, 1]


FAILING = {
    "raises": lambda tf, s: s.execute(boom),
    "raises and is kept": lambda tf, s: kept(s.execute, boom),
    "is interrupted": lambda tf, s: s.execute(interrupted),
    "an op": lambda tf, s: s.execute(lambda: tf.reshape(tf.constant([1]), [3])),
    "a script": lambda tf, s: s.execute(lambda: tf.py_function(boom, [], tf.float32)),
    "no tensor": lambda tf, s: s.execute(object),
    "on a tape": lambda tf, s: on_a_tape(tf, s),
    "while it is traced": lambda tf, s: tf.function(lambda: s.execute(boom))(),
    "in a function": lambda tf, s: tf.function(lambda x: s.execute(lambda: tf.reshape(x, [tf.size(x) + 1])))([1]),
    "a script in a function": lambda tf, s: tf.function(
        lambda: s.execute(lambda: tf.py_function(boom, [], tf.float32))
    )(),
    "an assertion": lambda tf, s: tf.function(lambda x: s.execute(lambda: tf.debugging.assert_equal(x, 2)))(1),
    "in a branch": lambda tf, s: tf.function(
        lambda x: tf.cond(x > 0, lambda: s.execute(lambda: tf.reshape(x, [tf.size(x) + 1])[0]), lambda: 1)
    )(tf.constant(1)),
    "in a loop": lambda tf, s: tf.function(
        lambda x: tf.while_loop(lambda i: i < 3, lambda i: s.execute(lambda: tf.reshape(i, [tf.size(i) + i])[0]), [x])
    )(tf.constant(1)),
    "in a function of a function": lambda tf, s: tf.function(
        lambda x: tf.function(lambda y: s.execute(lambda: tf.reshape(y, [tf.size(y) + 1])))(x)
    )(tf.constant([1])),
    "in a data set": lambda tf, s: list(
        tf.data.Dataset.range(3).map(lambda x: s.execute(lambda: tf.reshape(x, [tf.size(x) + 1])))
    ),
    "beside what fails": lambda tf, s: tf.function(
        lambda x: (s.execute(lambda: x + 1), tf.reshape(x, [tf.size(x) + 1]))
    )(tf.constant([1])),
}
caught = []


def kept(call, *args):
    try:
        call(*args)
    except Exception as error:
        caught.append(error)
        raise


def interrupted():
    raise KeyboardInterrupt


def on_a_tape(tf, section):
    with tf.GradientTape() as tape:
        section.execute(boom)
    return tape


@pytest.mark.parametrize("name", FAILING)
def test_the_lock_is_given_back(name):
    """Whatever happens inside: TensorFlow waits for ever where a traceback keeps the lock."""
    tf, section, done = graphwright, graphwright.CriticalSection(), []

    def go():
        for _ in range(3):
            with pytest.raises(BaseException):  # noqa: B017
                FAILING[name](tf, section)
        done.append(int(section.execute(lambda: tf.constant(3))))

    thread = threading.Thread(target=go, daemon=True)
    thread.start()
    thread.join(20)
    assert done == [3]
