"""What is found in objects by those who save them, and TensorFlow's methods for it."""

import collections

import pytest

from side_by_side import Cases, same_results

case = Cases()


class OwnList(list):
    pass


class OwnDict(dict):
    pass


Pair = collections.namedtuple("Pair", "a b")


def _module(tf):
    def v():
        return tf.Variable(1.0)

    class Holder(tf.Module):
        def __init__(self):
            self.items = [v()]
            self.own_items = OwnList([v()])
            self.table = {"a": v()}
            self.own_table = OwnDict(a=v())
            self.ordered = collections.OrderedDict(a=v())
            self.made_when_asked = collections.defaultdict(list, x=v())
            self.tuple = (v(), 1)
            self.pair = Pair(v(), 2)
            self._private = v()
            self.__hidden = v()
            self.deep = [[v()], {"z": (v(),)}]
            self.numbers = {1, 2}

    return Holder()


def _tracked(tf):
    base = tf.__internal__.tracking.AutoTrackable

    class Holder(base):
        def __init__(self):
            self.a = tf.Variable(1.0)
            self._b = tf.Variable(2.0)
            self.hide()
            self.c = [tf.Variable(3.0)]
            self._self_setattr_tracking = False
            self.e = tf.Variable(1.0)
            self._self_setattr_tracking = True
            self.f = tf.Variable(1.0)
            self._track_trackable(tf.Variable(1.0), "g")

        @tf.__internal__.tracking.no_automatic_dependency_tracking
        def hide(self):
            self.d = tf.Variable(1.0)

    return Holder()


def _keys(tf, holder, folder):
    path = tf.train.Checkpoint(o=holder).save(f"{folder}/{tf.__name__}")
    return [name for name, _ in tf.train.list_variables(path)]


@pytest.mark.parametrize("make", [_module, _tracked])
def test_keys(tensorflow, gw, make, tmp_path):
    assert _keys(gw, make(gw), tmp_path) == _keys(tensorflow, make(tensorflow), tmp_path)


@case
def numbers_are_not_tracked(tf):
    return _tracked(tf)._track_trackable(3, "h")


@case
def names_are_taken(tf):
    return _tracked(tf)._track_trackable(tf.Variable(1.0), "g")


@case
def names_are_taken_over(tf):
    holder = _tracked(tf)
    holder._track_trackable(tf.Variable(5.0), "g", overwrite=True)
    return [holder._lookup_dependency("g").read_value(), sorted(holder._trackable_children())]


@case
def no_such_child(tf):
    return _tracked(tf)._lookup_dependency("other") is None


@case
def view(tf):
    holder = _module(tf)
    view = tf.train.TrackableView(holder)
    return [view.root is holder, sorted(view.children(holder)), len(view.descendants())]


@case
def view_of_a_number(tf):
    return tf.train.TrackableView(3)


@case
def children_of_a_number(tf):
    return tf.train.TrackableView(_module(tf)).children(3)


@pytest.mark.parametrize("program", **case.parameters())
def test_programs(tensorflow, gw, program):
    same_results(program, tensorflow, gw)
