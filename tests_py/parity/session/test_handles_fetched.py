"""Handles can be fetched, also by the names of variables; variables of optimizers are references where the trained are."""

import pytest

from support.compare import Cases, same_results

case = Cases()


def _kind(value):
    return [type(value).__name__, str(value.dtype), list(value.shape)]


def _fetched(tf, make):
    """What a session gives for what `make` makes, or the kind of error."""
    v1 = tf.compat.v1
    with tf.Graph().as_default():
        fetches = make(tf)
        found = []
        with v1.Session() as session:
            session.run(v1.global_variables_initializer())
            for fetch in fetches:
                try:
                    found.append(_kind(session.run(fetch)))
                except tf.errors.OpError as error:
                    found.append([type(error).__name__, error.message.splitlines()[-1]])
        return found


def _variable(tf, name, use_resource=True):
    return tf.compat.v1.get_variable(name, [2, 3], use_resource=use_resource)


@case
def handles_of_variables(tf):
    return _fetched(tf, lambda tf: [_variable(tf, "w").handle, "w:0", "w/Read/ReadVariableOp:0"])


@case
def handles_of_tables_and_iterators(tf):
    def make(tf):
        raw = tf.raw_ops.HashTableV2(key_dtype=tf.string, value_dtype=tf.int64, shared_name="table")
        iterator = tf.compat.v1.data.make_initializable_iterator(tf.compat.v1.data.Dataset.range(3))
        return [raw, iterator._iterator_resource]

    return _fetched(tf, make)


@case
def several_handles_in_one_tensor_and_variants(tf):
    def make(tf):
        handles = tf.stack([_variable(tf, "a").handle, _variable(tf, "b").handle])
        items = tf.raw_ops.TensorListReserve(element_shape=[2], num_elements=3, element_dtype=tf.float32)
        return [handles, items]

    return _fetched(tf, make)


@pytest.mark.parametrize("own_scope", [False, True])
@pytest.mark.parametrize("use_resource", [False, True])
@pytest.mark.parametrize("resources", [False, True])
def test_powers_of_adam(use_resource, resources, own_scope, tensorflow, gw):
    def run(tf):
        v1 = tf.compat.v1
        before = v1.resource_variables_enabled()
        (v1.enable_resource_variables if resources else v1.disable_resource_variables)()
        try:

            def make(tf):
                trained = _variable(tf, "w", use_resource)
                optimizer = v1.train.AdamOptimizer(0.1, use_own_namescope_for_non_slot_vars=own_scope)
                optimizer.minimize(tf.reduce_sum(trained * trained))
                return [variable.name for variable in v1.global_variables()]

            return _fetched(tf, make)
        finally:
            (v1.enable_resource_variables if before else v1.disable_resource_variables)()

    assert run(gw) == run(tensorflow)


@pytest.mark.parametrize("code", **case.parameters())
def test_case(code, tensorflow, gw):
    same_results(code, tensorflow, gw)
