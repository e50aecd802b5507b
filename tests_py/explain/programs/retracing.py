"""Calls a function with a Python number that changes, and with batches of two sizes."""

import tensorflow as tf

weight = tf.Variable(tf.random.normal([64, 64]), name="weight")


@tf.function
def step(x, rate, epoch):
    with tf.GradientTape() as tape:
        hidden = tf.nn.relu(x @ weight + 0.5)
        loss = tf.reduce_mean(tf.exp(-hidden) * 2.0 + tf.sin(hidden))
    weight.assign_sub(rate * tape.gradient(loss, weight))
    return loss


for epoch in range(12):
    for size in (32, 32, 20):
        step(tf.random.normal([size, 64]), 0.1, epoch)
