"""What is found in objects by those who save them, and TensorFlow's methods for it."""

import collections
import copy
import importlib
import pickle
import random

import pytest

from support.compare import Cases, same_results

case = Cases()


class OwnList(list):
    pass


class OwnDict(dict):
    pass


Pair = collections.namedtuple("Pair", "a b")


class OwnPair(Pair):
    """Without __slots__, so its objects have attributes of their own."""

    def __new__(cls, a, b=5):
        return super().__new__(cls, a, b)

    def total(self):
        return self.a + self.b

    def _replace(self, **changes):
        return super()._replace(**changes)


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


# ---- one storage with what is wrapped ----


def _classes(structure):
    """The names of the classes of containers, and what is in them."""
    name = type(structure).__name__
    if isinstance(structure, dict):
        return name, {key: _classes(value) for key, value in structure.items()}
    return (name, [_classes(item) for item in structure]) if isinstance(structure, (list, tuple)) else name


def _saves(tf, holder, folder):
    """The names of a checkpoint of an object, or the class of the error."""
    try:
        path = tf.train.Checkpoint(o=holder).write(f"{folder}/{tf.__name__}")
    except ValueError as error:
        return ["ValueError", str(error)[:22]]
    return [name for name, _ in tf.train.list_variables(path)][1:]


@case
def attributes_share_their_storage(tf):
    items, table, module = [1], {"a": 1}, tf.Module()
    module.items, module.table = items, table
    items.append(2)
    module.items.append([3])
    table["b"] = 2
    module.table["c"] = {"d": 4}
    seen = [_classes(held) for held in (items, module.items, table, module.table)]
    return [
        seen,
        items == module.items,
        table == module.table,
        len(module.items),
        list(module.table),
        module.items[-1] == [3],
    ]


@case
def what_is_wrapped(tf):
    v, wrap = tf.Variable(1.0), tf.__internal__.tracking.wrap
    values = [
        (1, 2), ([],), ((),), (([1],),), (v,), Pair(1, 2), Pair([], 1), ({},), (lambda: 0,), OwnList(), [OwnList()], OwnDict(),
        collections.OrderedDict(b=[]), collections.defaultdict(list), {1}, {"a": ([1], {"b": (2,)})}, [[[v]]],
        Pair(Pair([], v), 1),
    ]  # fmt: skip
    return [_classes(wrap(value)) for value in values]


@case
def classes_of_wrappers(tf):
    wrap = tf.__internal__.tracking.wrap
    ordered, pair = wrap(collections.OrderedDict(b=1, a=2)), wrap(Pair([], 1))
    ordered.move_to_end("b")
    return [
        isinstance(wrap({}), dict), wrap({}).__class__.__name__, isinstance(ordered, collections.OrderedDict), list(ordered),
        isinstance(pair, Pair), isinstance(pair, tuple), pair._fields, pair.a, pair == Pair([], 1), pair._asdict(),
        type(pair._replace(b=3)).__name__, isinstance(wrap([1]), list), repr(pair),
        repr(wrap(([1], 2))), repr(ordered), str(ordered), repr(wrap([[1], {"a": 1}])),
    ]  # fmt: skip


@case
def operators_of_wrapped_lists(tf):
    items = [3, 1, 2]
    w = tf.__internal__.tracking.wrap(items)
    kinds = [
        type(x).__name__ for x in (w + [1], [1] + w, w * 2, 2 * w, w[:1], w.copy(), copy.copy(w), copy.deepcopy(w))
    ]
    orders = [w == [3, 1, 2], w != [1], w < [4], [0] < w, w <= w, w == tf.__internal__.tracking.wrap([3, 1, 2])]
    same = w
    same += [9]
    same *= 2
    w.sort()
    w.reverse()
    w.remove(9)
    w.insert(0, [7])
    popped = w.pop(), w.pop(1)
    w[0], w[1:3] = 5, [6, 7, 8]
    del w[-1]
    return [
        kinds,
        orders,
        same is w,
        popped,
        items,
        list(w),
        5 in w,
        w.index(6),
        w.count(3),
        sorted(w),
        tuple(reversed(w)),
    ]


@case
def operators_of_wrapped_dicts(tf):
    table = {"b": 1, "a": [2]}
    w = tf.__internal__.tracking.wrap(table)
    kinds = [type(x).__name__ for x in (w | {"c": 1}, {"c": 1} | w, w.copy(), copy.copy(w), copy.deepcopy(w))]
    same = w
    same |= {"r": [1]}
    found = [w.pop("b"), w.setdefault("s", [2]), w.get("none"), w.get("none", 3), w.popitem(), w == table, table == w]
    w.update(t=[1], u=2)
    del w["u"]
    shared = w.copy()
    shared["only"] = 1
    return [
        kinds,
        same is w,
        found,
        _classes(table),
        list(w.items()),
        list(w.keys()),
        list(w.values()),
        dict(w),
        {**w},
        len(w),
        "a" in w,
    ]


@case
def wrapped_tuples(tf):
    given = ([1], 2)
    w = tf.__internal__.tracking.wrap(given)
    kinds = [type(x).__name__ for x in (w + (1,), w[:1], w[0], given[0], copy.copy(w), copy.deepcopy(w))]
    w[0].append(5)
    return [
        kinds,
        given,
        w == given,
        given == w,
        len(w),
        list(w),
        hash(tf.__internal__.tracking.wrap((tf.Variable(1).ref(),))) != 0,
    ]


@case
def hash_of_a_wrapped_list(tf):
    return hash(tf.__internal__.tracking.wrap([1]))


@case
def hash_of_a_wrapped_dict(tf):
    return hash(tf.__internal__.tracking.wrap({}))


@case
def wrappers_as_structures(tf):
    wrap = tf.__internal__.tracking.wrap
    values = [
        wrap(([1], 2)),
        wrap({"b": 1, "a": [2]}),
        wrap([1, [2]]),
        wrap(Pair([], 1)),
        wrap(collections.OrderedDict(b=1)),
    ]
    plain = [([1], 2), {"b": 1, "a": [2]}, [1, [2]], Pair([], 1), collections.OrderedDict(b=1)]
    for wrapped, other in zip(values, plain, strict=True):
        tf.nest.assert_same_structure(wrapped, other)
    mapped = [tf.nest.map_structure(lambda x: x + 1, value) for value in values]
    return [
        [tf.nest.flatten(value) for value in values],
        [_classes(value) for value in mapped],
        tf.add_n(wrap([1, 2])),
        tf.stack(wrap([[1], [2]])),
    ]


@case
def wrappers_in_functions(tf):
    module = tf.Module()
    module.items, module.table, module.pair = [1, [2]], {"a": 1.5}, ([3], 4)

    @tf.function
    def f(x, y):
        return module.items, module.table, module.pair, y

    results = f(module.items, module.table)
    again = f([1, [2]], {"a": 1.5})
    return [_classes(results), _classes(again), f.experimental_get_tracing_count(), module.items]


@case
def wrappers_go_through_pickle(tf):
    wrap = tf.__internal__.tracking.wrap
    values = [wrap([1, [2]]), wrap({"a": [1]}), wrap(([1], 2)), wrap(Pair([], 1)), wrap(collections.OrderedDict(a=1))]
    back = [pickle.loads(pickle.dumps(value)) for value in values]
    return [list(back[0]), type(back[0]).__name__, dict(back[1]), list(back[2]), back[3] == Pair([], 1), dict(back[4])]


CHANGES = {
    "nothing": lambda tf, m, items, table: None,
    "append": lambda tf, m, items, table: m.items.append(tf.Variable(1.0)),
    "iadd": lambda tf, m, items, table: m.items.__iadd__([tf.Variable(1.0)]),
    "imul": lambda tf, m, items, table: m.items.__imul__(2),
    "outside": lambda tf, m, items, table: items.append(tf.Variable(1.0)),
    "outside, numbers": lambda tf, m, items, table: (
        m.numbers._storage.append(3) if hasattr(m.numbers, "_storage") else 0
    ),
    "setitem": lambda tf, m, items, table: m.items.__setitem__(0, tf.Variable(1.0)),
    "setitem of a number": lambda tf, m, items, table: m.numbers.__setitem__(0, tf.Variable(1.0)),
    "slice": lambda tf, m, items, table: m.items.__setitem__(slice(0, 1), [tf.Variable(2.0)]),
    "delitem": lambda tf, m, items, table: m.items.__delitem__(0),
    "delitem of a number": lambda tf, m, items, table: m.numbers.__delitem__(0),
    "pop": lambda tf, m, items, table: m.items.pop(),
    "insert": lambda tf, m, items, table: m.items.insert(0, 1),
    "insert into numbers": lambda tf, m, items, table: m.numbers.insert(0, 1),
    "sort of numbers": lambda tf, m, items, table: m.numbers.sort(),
    "reverse": lambda tf, m, items, table: m.items.reverse(),
    "clear": lambda tf, m, items, table: m.items.clear(),
    "another list": lambda tf, m, items, table: setattr(m, "items", [tf.Variable(1.0)] * 2),
    "a number for a list": lambda tf, m, items, table: setattr(m, "items", 3),
    "no list": lambda tf, m, items, table: delattr(m, "items"),
    "dict": lambda tf, m, items, table: m.table.__setitem__("new", tf.Variable(1.0)),
    "dict, another": lambda tf, m, items, table: m.table.__setitem__("a", tf.Variable(1.0)),
    "dict, number": lambda tf, m, items, table: m.table.__setitem__(1, tf.Variable(1.0)),
    "dict, number of a number": lambda tf, m, items, table: m.table.__setitem__(1, 1.0),
    "dict, outside": lambda tf, m, items, table: table.__setitem__("new", tf.Variable(1.0)),
    "dict, outside, the same": lambda tf, m, items, table: table.__setitem__("a", table["a"]),
    "dict, del": lambda tf, m, items, table: m.table.__delitem__("a"),
    "dict, pop": lambda tf, m, items, table: m.table.pop("a"),
    "dict, setdefault": lambda tf, m, items, table: m.table.setdefault("n", 3),
    "dict, setdefault of what is there": lambda tf, m, items, table: m.table.setdefault("a", 3),
    "dict, or": lambda tf, m, items, table: m.table.__ior__({"c": tf.Variable(1.0)}),
    "dict, update": lambda tf, m, items, table: m.table.update(c=tf.Variable(1.0)),
    "copy": lambda tf, m, items, table: setattr(m, "items", m.items.copy()),
    "copy of a changed one": lambda tf, m, items, table: (m.items.pop(), setattr(m, "items", copy.copy(m.items))),
}


@pytest.mark.parametrize("change", CHANGES)
def test_changes_and_saving(tensorflow, gw, change, tmp_path):
    found = []
    for tf in (tensorflow, gw):
        items, table, module = [tf.Variable(1.0), [tf.Variable(2.0)]], {"a": tf.Variable(3.0), "b": 1}, tf.Module()
        module.items, module.table, module.numbers = items, table, [3, 1, 2]
        CHANGES[change](tf, module, items, table)
        sortable = all(isinstance(key, str) for key in table)  # TensorFlow cannot look into others
        found.append([_saves(tf, module, tmp_path), len(module.variables) if sortable else 0, len(items), len(table)])
    assert found[0] == found[1]


def _module_with_circles(tf):
    class Pair(tf.Module):
        pass

    a, b, c = (tf.Module(name=name) for name in "abc")
    a.list, a.later, b.table, c.back = [b, c, b], b, {"x": c, "y": [c, tf.Variable(1.0)]}, a
    c.v = c.w = tf.Variable(2.0)
    a.numbers = [3, 3]
    a.pair = Pair()
    a.pair.v = c.v
    return a


@case.each(range(20))
def modules_that_hold_each_other(tf, seed):
    rng = random.Random(seed)
    modules = [tf.Module(name=f"m{number}") for number in range(5)]

    def any_part():
        return rng.choice([*rng.sample(modules, 2), tf.Variable(1.0, name=f"v{rng.randrange(1000)}"), 3, None])

    for module in modules:
        for name in rng.sample("abcdefg", rng.randrange(1, 5)):
            first, second = any_part(), any_part()
            part = rng.choice([first, first, [first, second], {"z": first, "a": second}, (first, [second])])
            setattr(module, name, part)
    return [[part.name for part in getattr(modules[0], kind)] for kind in ("variables", "submodules")]


@case.each(["variables", "modules", "both", "numbers"])
def paths_in_modules(tf, name):
    kinds = {"variables": tf.Variable, "modules": tf.Module, "both": (tf.Module, tf.Variable), "numbers": int}[name]
    module = _module_with_circles(tf)

    def found(**options):
        return list(module._flatten(predicate=lambda x: isinstance(x, kinds) and not isinstance(x, bool), **options))

    paths = [path for path, _ in found(with_path=True) if not path[-1:][0] == "_self_update_uid"]
    return (
        paths,
        [path for path, _ in found(with_path=True, recursive=False) if path[0][0] != "_"],
        len(module.submodules),
    )


class Own(Pair):
    """A tuple of a class without __slots__, so that each has attributes of its own."""


class Plain(tuple):
    pass


@case.each(["own", "plain"])
def tuples_with_attributes(tf, name):
    module = tf.Module()
    module.x = Own(1, {"h": tf.Variable(1.0)}) if name == "own" else Plain((1, [tf.Variable(1.0)]))
    kept = (
        type(module.x).__name__,
        isinstance(module.x, Own),
        isinstance(module.x, Plain),
        module.x == module.x.__wrapped__,
    )
    return [*kept, len(module.variables), module.x[0], copy.copy(module.x) == module.x, len(tf.nest.flatten(module.x))]


class Hiding(collections.namedtuple("Hiding", "x weights variables layers")):
    """A tuple with fields and members that the objects around tuples have, too."""

    __slots__ = ()
    trainable = 5

    @property
    def non_trainable_weights(self):
        return self.layers + 1


@case
def tuples_whose_members_have_names_of_ours(tf):
    module = tf.Module()
    module.x = held = Hiding(tf.Variable(1.0), 2, 3, 4)
    module.inner = [{"a": held}]
    return [
        (x.weights, x.variables, x.layers, x.trainable, x.non_trainable_weights)
        for x in (module.x, copy.copy(module.x), module.inner[0]["a"])
    ] + [len(module.variables)]


@case.each(["automatic", "manual"])
def without_tracking(tf, name):
    """Contexts in which an object's parts are not noted."""
    module, made = tf.Module(), {"initializer": lambda shape, dtype: tf.ones(shape, dtype), "getter": _made_by(tf)}
    base = library_base(tf)
    with getattr(base, f"no_{name}_dependency_tracking_scope")(module):
        module.a = tf.Variable(1.0)
        module._add_variable_with_custom_getter("b", [2], **made)
    module.c = tf.Variable(1.0)
    module._add_variable_with_custom_getter("d", [2], **made)
    return sorted(module._trackable_children())


@case
def bare_objects(tf):
    """Of the base class itself: they have attributes, which are no parts."""
    held = library_base(tf).Trackable()
    held.x = tf.Variable(1.0)
    before = sorted(tf.train.TrackableView(held).children(held))
    held._track_trackable(held.x, "y")
    return before, sorted(held._trackable_children())


@case
def templates(tf):
    v1 = tf.compat.v1

    def inner():
        with v1.variable_scope("q"):
            return v1.get_variable("v", shape=[1], initializer=v1.zeros_initializer())

    def outer():
        first, second = v1.make_template("one", inner), v1.make_template("two", inner)
        return first(), second(), v1.get_variable("w", [2])

    made = v1.make_template("tracked_template", outer)
    made()
    made()
    module = tf.Module()
    module.made = made
    children = made._trackable_children()
    return (
        sorted(children),
        list(children["one"]._trackable_children()),
        len(tf.train.TrackableView(module).descendants()),
    )


def _made_by(tf):
    return lambda name, shape, dtype, initializer: tf.Variable(initializer(shape, dtype), name=name)


def library_base(tf):
    """TensorFlow's inner module `trackable.base`, as each of the two serves it."""
    if tf.__name__ == "tensorflow":
        return importlib.import_module("tensorflow.python.trackable.base")
    return importlib.import_module("graphwright._src.state.trackable")


class Layer:
    """What a state manager asks of a Keras layer."""

    def add_weight(self, **arguments):
        self.asked = sorted((name, str(value)) for name, value in arguments.items() if name != "getter")
        return arguments["getter"].__name__, arguments["trainable"]


@case
def states_of_columns(tf):
    layer, column = Layer(), tf.feature_column.numeric_column("x")
    state = tf.__internal__.feature_column.StateManager(layer, False)
    found = [state.create_variable(column, "w", (2,)), layer.asked, state.get_variable(column, "w")]
    state.add_resource(column, "r", 5)
    found += [state.has_resource(column, "r"), state.has_resource(column, "q"), state.get_resource(column, "r")]
    return [*found, dict(layer._resources)]


@case.each(["create_variable", "get_variable", "get_resource", "add_variable"])
def states_that_columns_lack(tf, name):
    column = tf.feature_column.numeric_column("x")
    state = tf.__internal__.feature_column.StateManager(Layer(), True)
    state.create_variable(column, "w", (2,))
    arguments = {"create_variable": ("w", (2,)), "add_variable": (1,)}.get(name, ("z",))
    return getattr(state, name)(column, *arguments)


@case.each(["mixed", "objects", "inner"])
def dicts_whose_keys_do_not_sort(tf, name):
    table = {1: tf.Variable(1.0), "a": 2} if name != "objects" else {tf.int32: 1, tf.float32: 2}
    module = tf.Module()
    module.table = [table] if name == "inner" else table
    return len(module.variables)


@pytest.mark.parametrize("program", **case.parameters())
def test_programs(tensorflow, gw, program):
    same_results(program, tensorflow, gw)


def test_subclasses_of_named_tuples(tensorflow, gw):
    """One without __slots__ keeps its class and its methods as an attribute."""
    found = []
    for tf in (tensorflow, gw):
        module = tf.Module()
        module.pair, module.plain = OwnPair(tf.Variable(1.0), 2), OwnPair(1)
        pair = module.pair
        doubled = tf.nest.map_structure(lambda x: float(x) * 2, pair)
        found.append(
            [isinstance(pair, OwnPair), float(pair.total()), doubled, type(doubled).__name__, len(module.variables)]
        )
        found[-1] += [str(pair._replace(a=3)), module.plain, type(module.plain).__name__]
    assert found[1] == found[0]


def test_items_that_do_not_fit_what_was_saved(tensorflow, gw, tmp_path):
    """They keep their values where they come into a list or a dictionary later, and what follows is restored."""
    found = []
    for tf in (tensorflow, gw):

        def held(*values, tf=tf):
            module = tf.Module()
            module.items, module.table = [tf.Variable(value) for value in values], {}
            return module

        saved = held([1.0, 2.0], [3.0, 4.0])
        saved.table["k"] = tf.Variable([5.0, 6.0])
        path = tf.train.Checkpoint(held=saved).save(str(tmp_path / tf.__name__))
        module = held()
        tf.train.Checkpoint(held=module).restore(path)
        module.items.append(tf.Variable([[7.0, 8.0]]))
        module.items.extend([tf.Variable([0.0, 0.0])])
        module.table["k"] = tf.Variable(9.0)
        found.append([v.numpy().tolist() for v in (*module.items, module.table["k"])])
        with pytest.raises(ValueError, match="incompatible tensor"):
            other = tf.Module()
            tf.train.Checkpoint(held=other).restore(path)
            other.items = [tf.Variable(1.0)]
    assert found[1] == found[0]


class _Named(collections.namedtuple("_Named", "a b")):
    def total(self):
        return super().count(1) + len(self)


_WithOwn = collections.namedtuple("_WithOwn", "weights layers")


class _Slotted(_Named):
    __slots__ = ()


class _Tuple(tuple):
    pass


WRAPPED = {
    "named": lambda v: _Named(v, 2),
    "fields of wrappers' names": lambda v: _WithOwn([v], {"k": v}),
    "with slots": lambda v: _Slotted(1, v),
    "tuple": lambda v: (v, (v,)),
    "class of tuples": lambda v: _Tuple((v,)),
    "numbers": lambda v: (1, 2),
    "named numbers": lambda v: _Named(1, 2),
    "dict": lambda v: {"a": v},
}


def _what_wrappers_say(tf, make):
    """Returns what programs ask a tracked container to find out what it is."""
    import wrapt

    module, value = tf.Module(), make(tf.Variable(1.0))
    module.x = value
    kept = module.x
    told = [isinstance(kept, kind) for kind in (wrapt.ObjectProxy, tuple, dict, type(value), _Named)]
    told += [type(kept) is type(value), kept.__class__.__name__, kept == value, value == kept]
    if isinstance(kept, wrapt.ObjectProxy):
        told += [type(kept.__wrapped__) is type(value), kept.__wrapped__ == value]
    tf.nest.assert_same_structure(value, kept)
    mapped = tf.nest.map_structure(lambda part: part, kept)
    told += [type(mapped).__name__, len(tf.nest.flatten(kept))]
    if hasattr(kept, "total"):
        told.append(kept.total())
    if hasattr(kept, "_fields"):
        replaced = kept._replace(**{kept._fields[0]: 3})
        told += [type(replaced).__name__, repr(kept.__class__(1, 2)), kept.__class__._fields, list(kept._asdict())]
    return told


@pytest.mark.parametrize("name", WRAPPED)
def test_what_wrappers_say(tensorflow, gw, name):
    assert _what_wrappers_say(gw, WRAPPED[name]) == _what_wrappers_say(tensorflow, WRAPPED[name])
