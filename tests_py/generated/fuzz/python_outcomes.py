"""What a program of python_programs.py gives, and leaves behind, by itself and when AutoGraph has converted it."""

import collections
import contextlib
import functools
import linecache
import signal
import types
import warnings
from typing import NamedTuple

from generated.fuzz.outcomes import Finding, TooLong

Point = collections.namedtuple("Point", "a b")
FUEL = 40  # tests of `while` loops that hold
MOST = 30  # items taken of what a program gives
FILE = "<program>"


class E1(Exception):
    """An exception."""


class E2(E1):
    """A kind of it."""


class E3(Exception):
    """Another one."""


class K:
    one, two = 1, 2


class Events(list):
    """What happened, in order."""

    def add(self, *parts):
        if len(self) > 5000:
            raise TooLong
        self.append(parts)


def environment(events, frozen):
    """What programs find bound: all of it tells what is done with it."""
    fuel = [FUEL]

    class Box:
        def __init__(self, p=1, **members):
            self.p = p
            self.__dict__.update(members)

        @property
        def double(self):
            events.add("double")
            return self.p * 2

        @double.setter
        def double(self, value):
            events.add("set double")
            self.p = value

        def twice(self):
            return self.p * 2

        def add(self, value):
            if value > 2:
                self.p += value
            return self.p

    class Base:
        def __init__(self):
            events.add("Base")

        def method(self, i=0):
            return i

    class Spy:
        """An object that tells of each operation."""

        def __init__(self):
            self.__dict__["items"] = {}

        def __getattr__(self, name):
            if name != "value":
                raise AttributeError(name)
            events.add("get value")
            return self.items.get("value", 1)

        def __setattr__(self, name, value):
            events.add("set", name, frozen(value))
            self.items[name] = value

        def __bool__(self):
            events.add("bool")
            return len(self.items) % 2 == 0

        def __len__(self):
            events.add("len")
            return len(self.items)

        def __contains__(self, item):
            events.add("contains", frozen(item))
            return item in self.items

        def __call__(self, number):
            events.add("call", frozen(number))
            if number > 3:
                number -= 1
            return number

    def telling(name, operation):
        def method(self, other, *rest):
            events.add(name, frozen(other), *map(frozen, rest))
            return operation(self, other, *rest)

        setattr(Spy, f"__{name}__", method)

    telling("getitem", lambda self, key: self.items.get(key, 2) if isinstance(key, int) else 0)
    telling("setitem", lambda self, key, value: self.items.__setitem__(key, value))
    telling("delitem", lambda self, key: self.items.pop(key))
    telling("add", lambda self, other: other + len(self.items))
    telling("rsub", lambda self, other: other - len(self.items))
    telling("lt", lambda self, other: other % 2 == 0)
    telling("eq", lambda self, other: other == len(self.items))
    Spy.__hash__ = object.__hash__

    class Truthy:
        """An answer whose truth is asked for."""

        def __init__(self, value):
            self.value = value

        def __bool__(self):
            events.add("truth", frozen(self.value))
            if self.value == 3:
                raise E3("no truth")
            return bool(self.value)

    class Manager:
        """A context manager that swallows some exceptions."""

        def __init__(self, value, swallows=(), fails="", given=None):
            self.value, self.swallows, self.fails, self.given = value, swallows, fails, given

        def __enter__(self):
            events.add("enter", frozen(self.value))
            if self.fails == "enter":
                raise E3("enter")
            return self.value if self.given is None else self.given

        def __exit__(self, kind, error, traceback):
            events.add("exit", frozen(self.value), kind and kind.__name__, frozen(error))
            if self.fails == "exit" and kind is None:
                raise E3("exit")
            return bool(kind and self.swallows and issubclass(kind, self.swallows))

    @contextlib.contextmanager
    def managed(value):
        events.add("enter managed", frozen(value))
        try:
            yield value
        finally:
            events.add("leave managed", frozen(value))

    def log(*values):
        events.add("log", *map(frozen, values))
        return values[-1] if values else None

    def tick():
        fuel[0] -= 1
        events.add("tick", fuel[0] >= 0)
        return fuel[0] >= 0

    def choose(value, text):
        """Whether a number is that, or belongs to a text."""
        events.add("choose", frozen(value), text)
        return value == text if isinstance(text, int) else (len(text) + sum(map(ord, text)) + value) % 3 == 0

    def boom(value):
        if value > 1:
            raise E1("boom", value) if value == 2 else E2(value)
        return value

    def items(*values):
        """A generator that tells of each item and of its end."""
        try:
            for value in values:
                events.add("item", frozen(value))
                yield value
        finally:
            events.add("items end")

    def stepping(count):
        for i in range(min(count, 4)):
            got = yield i
            if got:
                events.add("got", frozen(got))
        return count

    def drained(generator):
        found = [value for value, _ in zip(generator, range(MOST))]
        return found

    def sent(generator, *values):
        found = [next(generator)]
        for value in values:
            found.append(generator.send(value))
        return found

    def closed(generator):
        first = next(generator, None)
        generator.close()
        return first

    def thrown(generator, error):
        next(generator, None)
        return generator.throw(error("thrown"))

    def deco(function):
        @functools.wraps(function)
        def wrapped(*args, **kwargs):
            events.add("before", function.__name__)
            result = function(*args, **kwargs)
            events.add("after", function.__name__)
            return result

        return wrapped

    def deco_with(times):
        def decorate(function):
            def decorated(*args, **kwargs):
                result = None
                for i in range(times):
                    result = function(*args, **kwargs)
                    if i == 3:
                        break
                return result

            return decorated

        return decorate

    def twice(function):
        return functools.partial(lambda f, *args: (f(*args), f(*args))[1], function)

    def wraps_of(other):
        def decorate(function):
            return functools.wraps(other)(function) if callable(function) else function

        return decorate

    def call(function, *args):
        return function(*args)

    def locate(owner, number):
        events.add("locate", frozen(number))
        return owner

    def run(coroutine):
        try:
            while True:
                events.add("await", coroutine.send(None))
        except StopIteration as end:
            return end.value

    @types.coroutine
    def waiting(value):
        yield "waiting"
        return value

    async def later(count):
        for i in range(count):
            await waiting(i)
            yield i

    names = {
        name: value
        for name, value in locals().items()
        if name not in ("events", "fuel", "frozen", "telling", "Spy", "Manager")
    }
    names |= {"truthy": Truthy, "manage": Manager, "spy": Spy(), "E1": E1, "E2": E2, "E3": E3, "K": K, "Point": Point}
    names["manage_pair"] = lambda value, swallows=(), fails="": Manager(value, swallows, fails, (value, 1, 2))
    names |= {
        "o": Box(1, q=2, r=Box(3)),
        "t": {"a": 1, "b": 2},
        "suppress": contextlib.suppress,
        "pair": lambda q: (q, q + 1),
    }
    names["cached_property"] = functools.cached_property
    return names


def frozen(value, depth=4):
    """A value as something that can be compared; iterators are emptied."""
    if value is None or type(value) in (bool, int, float, complex, str, bytes):
        return repr(value)
    name = type(value).__name__
    if depth == 0:
        return name
    if isinstance(value, BaseException):
        return failure(value, depth)
    if isinstance(value, (list, tuple)):
        return (name, *[frozen(item, depth - 1) for item in value[:MOST]], len(value))
    if isinstance(value, dict):
        return (name, *[(frozen(key, depth - 1), frozen(item, depth - 1)) for key, item in list(value.items())[:MOST]])
    if isinstance(value, (set, frozenset)):
        return (name, *sorted(repr(frozen(item, depth - 1)) for item in value))
    if isinstance(value, type):
        return ("class", value.__name__)
    if isinstance(value, types.FunctionType):
        return ("function", value.__name__, value.__qualname__, value.__doc__, frozen(value.__defaults__, depth - 1))
    if isinstance(value, types.GeneratorType):
        return ("generator", value.__name__)
    if hasattr(value, "__dict__") and type(value).__module__ in (FILE, __name__):
        return (name, *[(key, frozen(item, depth - 1)) for key, item in sorted(vars(value).items())])
    return name


# The words for variables without a value are TensorFlow's.
UNBOUND = ("is used before assignment", "not associated with a value", "referenced before assignment")


def failure(error, depth=6):
    """An exception with what led to it."""
    if error is None or depth <= 0:
        return None
    text = [
        repr(argument) if type(argument) in (int, str, bool) else frozen(argument, depth - 1) for argument in error.args
    ]
    if isinstance(error, NameError) and any(words in str(error) for words in UNBOUND):
        text = ["no value"]
    inner = [failure(part, depth - 1) for part in getattr(error, "exceptions", ())]
    cause, context = error.__cause__, error.__context__
    seen = depth - 2
    return (
        type(error).__name__,
        *text,
        inner,
        failure(cause, seen),
        failure(context, seen),
        error.__suppress_context__,
    )


class Outcome(NamedTuple):
    """Of each call what it gave, and what it left behind; and all that happened."""

    calls: list
    events: list


def attempt(f, arguments, out):
    """Calls a function; puts into `out` what comes of it."""
    try:
        out.append(("gives", f(*arguments)))
    except Exception as error:
        out.append(("fails", error))


def run(source, way, keep=lambda f: f):
    """The Outcome of a program that is run in some way, see `attempt`; `keep` marks a function that is not to be converted."""
    events = Events()
    scope = environment(events, keep(frozen)) | {"__name__": FILE}
    linecache.cache[FILE] = (len(source), None, source.splitlines(True), FILE)
    calls = []
    with warnings.catch_warnings(), limited(10):
        warnings.simplefilter("ignore")
        exec(compile(source, FILE, "exec", dont_inherit=True), scope)
        for arguments in scope["PLAN"]["calls"]:
            out = []
            way(scope["f"], arguments, out)
            how, given = out.pop()
            given = (how, frozen(given))
            left = [scope.get(name) for name in ("G1", "G2", "o", "t", "spy")]
            calls.append((given, frozen(left)))
            events.add("call ends")
    return Outcome(calls, list(events))


@contextlib.contextmanager
def limited(seconds):
    """Raises TooLong when the time is over."""

    def stop(*_):
        raise TooLong

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds, 1)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def difference(a, b, told=False):
    """In what two outcomes differ and a text, or None. Where errors were told in the user's lines their text is another."""
    for number, (x, y) in enumerate(zip(a.calls, b.calls, strict=True)):
        for what, one, other in zip(("result", "state"), x, y):
            if told and one[0] == other[0] == "fails" and one[1][0] == other[1][0]:
                continue
            if one != other:
                if what == "result" and one[0] != other[0]:
                    what = "only one fails: " + (one if one[0] == "fails" else other)[1][0]
                elif what == "result" and one[0] == "fails":
                    what = f"failures: {one[1][0]}, {other[1][0]}" if one[1][0] != other[1][0] else "failure"
                return what, f"call {number}:\n  {one}\n  {other}"
    for number, (one, other) in enumerate(zip(a.events, b.events)):
        if one != other:
            return "events", f"event {number} (of call {a.events[:number].count(('call ends',))}):\n  {one}\n  {other}"
    if len(a.events) != len(b.events):
        return "events", f"{len(a.events)} and {len(b.events)} events"
    return None


class Judge:
    """Compares programs by themselves with what AutoGraph makes of them."""

    def __init__(self, module, _=None):
        self.module = module
        self.counts = collections.Counter()
        self.seconds = self.patience = 0

    def forms(self):
        """The ways in which a function is run; each gives a function of a function, its arguments and a list."""
        autograph = self.module.autograph
        converted = autograph.to_graph(attempt)
        with_features = autograph.to_graph(attempt, experimental_optional_features=autograph.experimental.Feature.ALL)
        return {
            "converted": converted,
            "with all features": with_features,
            "traced": lambda *given: self.module.function(lambda: attempt(*given))() and None,
            "by itself": lambda f, arguments, out: attempt(autograph.to_graph(f), arguments, out),
        }

    def finding(self, source, thorough=False, only=None):
        """A Finding, or None. Not every way is gone each time unless `thorough`."""
        try:
            expected = run(source, attempt)
        except TooLong:
            self.counts["take too long"] += 1
            return None
        self.counts["calls"] += len(expected.calls)
        self.counts["calls that fail"] += sum(given[0] == "fails" for given, _ in expected.calls)
        for form, way in self.forms().items():
            if only not in (None, form) or (not thorough and form in ("by itself",)):
                continue
            try:
                got = run(source, way, self.module.autograph.experimental.do_not_convert)
            except TooLong:
                return Finding(form, "takes too long", "")
            found = difference(expected, got, form == "by itself")
            if found:
                return Finding(form, *found)
        return None
