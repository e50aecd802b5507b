"""Tensors that a session keeps between its runs, by handles."""

import gc

import numpy as np
import pytest

from support.twice import assert_same


def kept_and_taken(tf):
    v1 = tf.compat.v1
    with tf.Graph().as_default(), v1.Session() as session:
        x = v1.placeholder(tf.float32, [None], name="x")
        kept = session.run(v1.get_session_handle(x * 2.0), {x: [1.0, 2.0]})
        holder, tensor = v1.get_session_tensor(kept.handle, tf.float32)
        first = session.run(tensor + 1.0, {holder: kept.handle})
        again = session.run([v1.get_session_handle(tensor * tensor), tensor], {holder: kept.handle})
        return (
            *(type(kept).__name__, holder.dtype.name, holder.shape, tensor.shape, tensor.op.type, first, again[1]),
            *(again[0].eval(), str(kept) == kept.handle, isinstance(kept.handle, str), kept.handle.count(";")),
            kept.handle.rpartition(";")[2],
        )


def fed(tf):
    """A handle stands for its tensor where that is fed."""
    v1 = tf.compat.v1
    with tf.Graph().as_default(), v1.Session() as session:
        x = v1.placeholder(tf.int32, name="x")
        count = session.run(v1.get_session_handle(tf.constant(0)))
        step = v1.get_session_handle(x + 1)
        for _ in range(5):
            count = session.run(step, {x: count})
        both = session.run({"count": [step, x]}, {x: count})["count"]
        return count.eval(), both[0].eval(), both[1]


def deleted(tf, how):
    v1 = tf.compat.v1
    with tf.Graph().as_default(), v1.Session() as session:
        kept = session.run(v1.get_session_handle(tf.constant([1, 2])))
        text = str(kept)
        if how == "op":
            holder, deleter = v1.delete_session_tensor(text)
            assert deleter.type == "DeleteSessionTensor" and holder.dtype == tf.string
            gone = session.run(deleter, {holder: text})
        elif how == "method":
            gone = kept.delete()
        else:
            gone = kept.get_raw_handle() == text
        holder, tensor = v1.get_session_tensor(text, tf.int32)
        run = lambda: session.run(tensor, {holder: text})  # noqa: E731
        return gone, [refused(tf, do) for do in (run, kept.eval, kept.delete, kept.eval)]


def refused(tf, do):
    try:
        return do()
    except (TypeError, tf.errors.OpError) as error:
        words = ("is not in the session store", "may have already been deleted", "delete")
        return type(error).__name__, [text for text in words if text in str(error)][:1]


def of_another_kind(tf, what):
    v1 = tf.compat.v1
    with tf.Graph().as_default(), v1.Session() as session:
        if what == "no tensor":
            return v1.get_session_handle(3.0)
        if what == "no handle":
            holder, tensor = v1.get_session_tensor("x;1;/device:CPU:0", tf.float32)
            return session.run(tensor, {holder: "y;1;/device:CPU:0"})
        kept = session.run(v1.get_session_handle(tf.constant([1, 2])))
        if what == "closed":
            session.close()
            return kept.eval()
        if what == "fed":
            x = v1.placeholder(tf.float32)
            return session.run(x + 1.0, {x: kept})
        if what == "dtype":
            holder, tensor = v1.get_session_tensor(kept.handle, tf.float32)
            return session.run(tensor, {holder: kept.handle})
        return None


@pytest.mark.parametrize("program", [kept_and_taken, fed])
def test_handles(program, gw, tensorflow):
    assert_same(program, tensorflow, gw)


@pytest.mark.parametrize("how", ["op", "method", "raw"])
def test_deleted(how, gw, tensorflow):
    assert_same(lambda tf: deleted(tf, how), tensorflow, gw)


@pytest.mark.parametrize("what", ["no tensor", "no handle", "closed", "dtype", "fed"])
def test_errors(what, gw, tensorflow):
    assert_same(lambda tf: of_another_kind(tf, what), tensorflow, gw)


def test_what_nobody_holds_is_let_go(gw):
    from graphwright import _core

    v1 = gw.compat.v1

    def there(handle):
        try:
            _core.op("GetSessionTensor")(handle, dtype=gw.int32)
        except gw.errors.InvalidArgumentError:
            return False
        return True

    with gw.Graph().as_default():
        session = v1.Session()
        one, other, third = (session.run(v1.get_session_handle(gw.constant(i))) for i in range(3))
    first, second, last = one.handle, other.get_raw_handle(), third.handle
    assert there(first) and there(second) and there(last)
    del one, other
    gc.collect()
    assert not there(first) and there(second)
    session.close()
    assert not there(second) and not there(last)


def callables(tf):
    """What Keras 2 runs where nothing runs eagerly: feeds, targets, and tensors that take the place of placeholders."""
    from tensorflow.core.protobuf import config_pb2  # of either: the messages have the same fields

    v1, one = tf.compat.v1, np.float32(1.0)
    with tf.Graph().as_default(), v1.Session() as session:
        a, b = (v1.placeholder(tf.float32, [], name=name) for name in "ab")
        count = v1.get_variable("n", [], initializer=v1.zeros_initializer(), use_resource=True)
        tf.add(a, b, name="c")
        drawn = tf.identity(tf.random.uniform([]), name="r")
        tf.identity(drawn - b, name="d")
        update = tf.group(count.assign_add(1.0), name="up")
        session.run(count.initializer)
        plain = config_pb2.CallableOptions(feed=["a:0", "b:0"], fetch=["c:0"], target=[update.name])
        call = session._make_callable_from_options(plain)
        found = [call(one, one + one), call(one, one), session.run(count)]
        connected = config_pb2.CallableOptions(fetch=["d:0"], target=[update.name])
        connected.tensor_connection.add(from_tensor="r:0", to_tensor="b:0")
        call = session._make_callable_from_options(connected)
        found += [call(), session.run(count)]
        try:
            call(one)
        except Exception as error:
            found.append(type(error).__name__)
        return found


def test_callables(tensorflow, gw):
    assert callables(gw) == callables(tensorflow)
