"""Trains with a data set that makes each element when it is asked for, slowly."""

import time

import numpy as np
import tensorflow as tf

weights = tf.Variable(tf.random.normal([256, 10]), name="weights")


def load(number):
    time.sleep(0.004)  # as if a file were read and decoded
    return np.random.default_rng(int(number)).random([64, 256], dtype=np.float32), np.arange(64, dtype=np.int32) % 10


def batch(number):
    images, labels = tf.numpy_function(load, [number], [tf.float32, tf.int32])
    return tf.ensure_shape(images, [64, 256]), tf.ensure_shape(labels, [64])


@tf.function
def train_step(images, labels):
    with tf.GradientTape() as tape:
        logits = images @ weights
        loss = tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(labels=labels, logits=logits))
    weights.assign_sub(0.1 * tape.gradient(loss, weights))
    return loss


dataset = tf.data.Dataset.range(60).map(batch)
for images, labels in dataset:
    loss = train_step(images, labels)
print("loss", float(loss))
