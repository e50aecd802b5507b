"""tf.CriticalSection: one at a time, also after errors."""

import threading

import pytest

import graphwright


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


def plain(value):
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    return value.numpy().tolist() if hasattr(value, "numpy") else value


def outcome(tf, program):
    try:
        return plain(program(tf))
    except Exception as error:
        return type(error).__name__


@pytest.mark.parametrize("program", [counted, nested, after_an_error], ids=lambda program: program.__name__)
def test_program(program, target, tensorflow):
    assert outcome(target, program) == outcome(tensorflow, program)


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
