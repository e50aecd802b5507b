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


def _layered(tf):
    """What a library's class makes of containers of layers that are set as attributes."""

    class Layer(tf.Module):
        def __init__(self, trainable=True):
            self.v = tf.Variable(1.0, trainable=trainable)

        def _is_layer(self):
            return True

        weights = property(lambda self: [self.v])
        trainable_weights = property(lambda self: [self.v] if self.v.trainable else [])
        non_trainable_weights = property(lambda self: [] if self.v.trainable else [self.v])

    holder = tf.__internal__.tracking.AutoTrackable()
    shared, assign = Layer(), tf.__internal__.tracking.sticky_attribute_assignment
    values = {
        "items": [Layer(), shared, [Layer(False)], tf.Variable(2.0), 5, (shared, 1)],
        "table": {"a": Layer(), "b": [shared], "c": 3},
        "ordered": collections.OrderedDict(z=Layer(False)),
        "pair": (Layer(), 2),
        "numbers": (1, 2),
        "empty": [],
        "layer": shared,
    }
    return Layer, {name: assign(holder, name, value) for name, value in values.items()}


def _counts(held):
    names = ("weights", "trainable_weights", "non_trainable_weights", "variables", "trainable_variables")
    return [type(held).__name__, *(len(getattr(held, name)) for name in names), len(getattr(held, "_values", ()))]


@case
def containers_with_layers(tf):
    _, held = _layered(tf)
    found = {name: _counts(value) for name, value in held.items() if name not in ("numbers", "layer")}
    inner = [type(held["items"][2]).__name__, type(held["items"][5]).__name__, type(held["table"]["b"]).__name__]
    return [found, inner, type(held["numbers"]).__name__, repr(held["empty"]), len(held["items"].layers)]


@case
def containers_that_change(tf):
    layer, held = _layered(tf)
    items, table = held["items"], held["table"]
    items.append([layer()])
    items.extend([layer(False), 7])
    items += [layer()]
    items.insert(0, layer())
    items[2] = layer(False)
    table["d"] = {"e": layer()}
    table.update(f=layer())
    found = [_counts(items), _counts(table), type(items[7]).__name__, type(table["d"]).__name__]
    items.trainable = False
    table.clear()
    return [found, _counts(items), _counts(table), table == {}, tf.nest.flatten(items[5:7])]


@pytest.mark.parametrize("program", **case.parameters())
def test_programs(tensorflow, gw, program):
    same_results(program, tensorflow, gw)
