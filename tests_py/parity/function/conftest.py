"""Fixtures of the tests of functions."""

import pytest

import graphwright as tf


@pytest.fixture
def two_threads():
    """Two threads for each op and for nodes that do not need each other."""
    before = tf.config.threading.get_intra_op_parallelism_threads()
    tf.config.threading.set_intra_op_parallelism_threads(2)
    yield
    tf.config.threading.set_intra_op_parallelism_threads(before)
