"""Threads with small stacks do what others do."""

import pytest

from support.small_stack import in_small_stack

KIB = 1 << 10


def traced(tf):
    @tf.function
    def f(x):
        for _ in tf.range(3):
            x = x * 2 if tf.reduce_sum(x) > 0 else x - 1
        return x

    return float(tf.reduce_sum(f(tf.ones([4]))))


def gradients(tf):
    v = tf.Variable(tf.ones([20, 20]))

    @tf.function
    def step(x):
        with tf.GradientTape() as tape:
            y = tf.reduce_sum(tf.nn.relu(tf.matmul(x, v)))
        v.assign_sub(0.01 * tape.gradient(y, v))
        return y

    return float(step(tf.ones([30, 20])))


def products(tf):
    a = tf.random.stateless_normal([300, 300], [1, 2])
    return float(tf.linalg.norm(tf.linalg.matmul(a, a))) > 0


def decompositions(tf):
    a = tf.random.stateless_normal([60, 60], [1, 2])
    s, u, v = tf.linalg.svd(a)
    tf.linalg.qr(a), tf.linalg.inv(a), tf.linalg.eigh(a + tf.transpose(a)), tf.linalg.eig(a), tf.linalg.solve(a, a)
    tf.linalg.lstsq(a, a), tf.linalg.lstsq(a, a, fast=False), tf.linalg.triangular_solve(a, a), tf.linalg.slogdet(a)
    tf.linalg.expm(a * 0.01), tf.linalg.sqrtm(a), tf.linalg.logm(tf.cast(a, tf.complex64)), tf.linalg.lu(a)
    tf.linalg.cholesky(a @ tf.transpose(a) + 100 * tf.eye(60))
    return bool(tf.reduce_all(tf.abs(u @ tf.linalg.diag(s) @ tf.transpose(v) - a) < 1e-3))


def convolutions(tf):
    x, w = tf.ones([2, 30, 30, 8]), tf.ones([3, 3, 8, 16])
    with tf.GradientTape() as tape:
        tape.watch(w)
        y = tf.reduce_sum(tf.nn.max_pool2d(tf.nn.conv2d(x, w, 1, "SAME"), 2, 2, "SAME"))
    return float(y), float(tf.reduce_sum(tape.gradient(y, w)))


def data(tf):
    found = tf.data.Dataset.range(20).map(lambda x: x * 2).shuffle(5, seed=1).batch(3).prefetch(1)
    return sorted(int(x) for batch in found for x in batch)


def texts(tf):
    return tf.strings.regex_replace(["a1", "b2"], "[a-z](\\d)", r"\1x").numpy().tolist()


def rows(tf):
    return tf.vectorized_map(lambda x: tf.reduce_sum(x * x), tf.ones([5, 3])).numpy().tolist()


def sorting(tf):
    return float(tf.sort(tf.random.stateless_uniform([100_000], [1, 2]))[0]) >= 0


def spectrum(tf):
    return float(tf.abs(tf.signal.fft(tf.ones([1000], tf.complex64))[0]))


WORK = [traced, gradients, products, decompositions, convolutions, data, texts, rows, sorting, spectrum]


@pytest.mark.parametrize("size", [64, 128, 256])
@pytest.mark.parametrize("work", WORK)
def test_all_works_in_small_stacks(work, size, gw):
    assert in_small_stack(work, gw, size=size * KIB) == work(gw)
