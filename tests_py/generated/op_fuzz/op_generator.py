"""Makes calls of raw ops that are nearly right: calls of the rows with something changed, and calls of random tensors.

`make_call(stock, seed, number)` gives the same call for the same numbers.
"""

from __future__ import annotations

import copy
import random
from typing import Any

import numpy as np

from generated.op_fuzz.op_calls import Call, Made, OfVariable, Stock, Type
from support.sampling import numpy_dtype

# fmt: off
INTEGERS = (
    -(2**63), -(2**62), -(2**31) - 1, -(2**31), -128, -3, -2, -1, 0, 1, 2, 3, 5, 7, 100, 2**31 - 1, 2**31,
    2**40, 2**62, 2**63 - 1,
)
SMALL_INTEGERS = (-5, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 9)
FLOATS = (0.0, -0.0, 1.0, -1.5, 1e38, -1e38, 1e-45, 3e9, float("nan"), float("inf"), float("-inf"))
SHAPES = (
    (), (), (0,), (1,), (2,), (3,), (4,), (2, 3), (3, 2), (3, 3), (0, 2), (2, 0), (1, 1, 1), (2, 2, 3),
    (2, 4, 4, 1), (1, 5, 5, 2), (1, 0, 2, 3),
    (1, 3, 3, 3, 2), (1,) * 9, (2,) + (1,) * 11,
)
SIZES = (0, 1, 1, 2, 3, 4, 5, 8)
STRINGS = (
    b"", b"a", b"1.5", b"-", b"\xff\xfe", b"\x00", b"\xed\xa0\x80", b"=", b"ab==", b"aGk", b"Inf", b"1e999", b"0x1p3",
    b"%d", b"{}", b"\\", b"(", b"a{1000}{1000}", b"(a*)*b", b"[z-a]", b"\\p{Foo}",
    b"x" * 300, b"hello world", b"Hello", "日本".encode(),
)
WORDS = (
    "", "SAME", "VALID", "EXPLICIT", "NHWC", "NCHW", "NDHWC", "REFLECT", "SYMMETRIC",
    "ij,jk->ik", "...i->i...", "UTF-8", "UTF-16-BE", "nonsense",
    "strict", "replace", "MIN_COMBINED", "half_to_even",
)
DTYPES = (
    "float32", "int32", "int64", "float64", "bool", "string", "complex64", "uint8", "int8", "float16", "bfloat16",
    "uint16", "uint32", "uint64",
    "int16", "complex128",
)
FOR_TOOLS = ("metadata", "container", "shared_name", "debug_name")  # attributes that change no result
MOST_ELEMENTS = 5000
# fmt: on


def make_call(stock: Stock, seed: int, number: int, ops: list[str] | None = None) -> Call:
    """The call with this number."""
    rng = random.Random(f"{seed} {number}")
    op = rng.choice(ops or sorted(stock.definitions))
    known = stock.calls[op]
    if not known or rng.random() < 0.12:
        return random_call(rng, stock.definitions[op], op)
    call = copy.deepcopy(rng.choice(known))
    for _ in range(rng.choice((0, 1, 1, 1, 1, 2, 2, 3))):
        change(rng, stock.definitions[op], call)
    return call


# --- calls of random tensors --------------------------------------------------------------------------------------------


def random_array(rng: random.Random, dtype: str, shape: tuple[int, ...]) -> np.ndarray:
    """A tensor's value: usual numbers, or now and then wild ones."""
    count = int(np.prod(shape))
    if dtype == "string":
        made = np.empty(count, object)
        made[:] = [rng.choice(STRINGS) for _ in range(count)]
        return made.reshape(shape)
    wild = rng.random() < 0.15
    if dtype == "bool":
        numbers: list[Any] = [rng.random() < 0.5 for _ in range(count)]
    elif "int" in dtype:
        limits = np.iinfo(numpy_dtype(dtype))
        numbers = [rng.choice(INTEGERS) if wild else rng.randint(-1, 4) for _ in range(count)]
        numbers = [min(max(n, int(limits.min)), int(limits.max)) for n in numbers]
    else:
        numbers = [rng.choice(FLOATS) if wild else rng.uniform(-3, 3) for _ in range(count)]
    return converted(np.array(numbers, object), dtype).reshape(shape)


def converted(array: np.ndarray, dtype: str) -> np.ndarray:
    """An array with another dtype."""
    if dtype == "string":
        made = np.empty(array.shape, object)
        made[...] = b"1"
        return made
    if array.dtype == object and any(isinstance(item, bytes) for item in array.flat):
        return np.ones(array.shape, numpy_dtype(dtype))
    with np.errstate(all="ignore"):
        if array.dtype.kind == "c" and not dtype.startswith("complex"):
            array = array.real
        return array.astype(numpy_dtype(dtype))


def random_attribute(rng: random.Random, attr: dict[str, Any]) -> Any:
    """A value of the attribute's kind, or None to leave it out."""
    if attr["has_default"] and rng.random() < 0.6:
        return None
    kind = attr["type"]
    inner = kind.removeprefix("list(").rstrip(")")
    if kind.startswith("list("):
        return [_one(rng, attr, inner) for _ in range(rng.choice((0, 1, 2, 3, 4, 4, 5)))]
    return _one(rng, attr, inner)


def _one(rng: random.Random, attr: dict[str, Any], kind: str) -> Any:
    if kind == "int":
        return rng.choice(INTEGERS) if rng.random() < 0.2 else rng.choice(SMALL_INTEGERS)
    if kind == "float":
        return rng.choice(FLOATS)
    if kind == "bool":
        return rng.random() < 0.5
    if kind == "string":
        return rng.choice(attr["strings"]) if attr["strings"] and rng.random() < 0.9 else rng.choice(WORDS)
    if kind == "type":
        return Type(rng.choice(attr["types"] or DTYPES) if rng.random() < 0.9 else rng.choice(DTYPES))
    if kind == "shape":
        if rng.random() < 0.1:
            return [rng.choice(INTEGERS) for _ in range(rng.randint(0, 3))]
        return [rng.randint(-1, 4) for _ in range(rng.randint(0, 4))]
    return None


def random_call(rng: random.Random, definition: dict[str, Any], op: str) -> Call:
    """A call with tensors of any shapes and of dtypes that the op mostly takes."""
    attrs = {attr["name"]: attr for attr in definition["attrs"]}
    chosen: dict[str, str] = {}
    base = rng.choice(SHAPES)

    def array_of(argument):
        if argument["type"]:
            dtype = argument["type"]
        else:
            allowed = [t for t in attrs.get(argument["type_attr"], {}).get("types", ()) if t in DTYPES] or DTYPES
            dtype = chosen.setdefault(argument["type_attr"] or argument["name"], rng.choice(allowed))
        if dtype == "resource":
            return OfVariable(random_array(rng, "float32", rng.choice(SHAPES)))
        if dtype == "variant":
            inputs = {name: np.full((), -1, np.int32) for name in ("element_shape", "max_num_elements")}
            return Made(Call("EmptyTensorList", inputs, {"element_dtype": Type("float32")}), 0)
        return random_array(rng, dtype, base if rng.random() < 0.5 else rng.choice(SHAPES))

    inputs: dict[str, Any] = {}
    for argument in definition["inputs"]:
        if argument["number_attr"] or argument["type_list_attr"]:
            inputs[argument["name"]] = [array_of(argument) for _ in range(rng.choice((0, 1, 2, 3)))]
        else:
            inputs[argument["name"]] = array_of(argument)
    made = {name: random_attribute(rng, attr) for name, attr in attrs.items() if not attr["inferred"]}
    made = {name: value for name, value in made.items() if name not in FOR_TOOLS}
    return Call(op, inputs, {name: value for name, value in made.items() if value is not None})


# --- changes of calls that are right ------------------------------------------------------------------------------------


def change(rng: random.Random, definition: dict[str, Any], call: Call) -> None:
    """Changes one thing of a call."""
    changes = (
        [change_shape] * 4
        + [change_size] * 3
        + [change_values] * 4
        + [change_dtypes] * 2
        + [change_dtype]
        + [change_attribute] * 4
    )
    rng.choice(changes)(rng, definition, call)


def _places(call: Call) -> list[tuple[Any, Any]]:
    """Where the arrays of a call lie: containers and keys."""
    found: list[tuple[Any, Any]] = []
    for name, value in call.inputs.items():
        if isinstance(value, list):
            found += [(value, i) for i, item in enumerate(value) if isinstance(item, np.ndarray)]
        elif isinstance(value, np.ndarray):
            found.append((call.inputs, name))
    return found


def reshaped(rng: random.Random, array: np.ndarray, shape: tuple[int, ...]) -> np.ndarray:
    """An array of this shape with elements of another; the array itself where that would be large."""
    if int(np.prod(shape)) > MOST_ELEMENTS:
        return array
    if array.size == 0 or int(np.prod(shape)) == 0:
        return np.zeros(shape, array.dtype) if array.dtype != object else np.full(shape, b"a", object)
    return np.resize(array, shape)


def change_shape(rng: random.Random, definition: dict[str, Any], call: Call) -> None:
    """Gives one tensor another shape: another size, an axis more or fewer, or anything; or a list another length."""
    lists = [value for value in call.inputs.values() if isinstance(value, list)]
    if lists and rng.random() < 0.3:
        chosen = rng.choice(lists)
        if chosen and rng.random() < 0.5:
            del chosen[rng.randrange(len(chosen))]
        elif chosen:
            chosen.append(copy.deepcopy(rng.choice(chosen)))
        return
    places = _places(call)
    if not places:
        return
    where, key = rng.choice(places)
    array = where[key]
    shape = list(array.shape)
    kind = rng.random()
    if kind < 0.55 and shape:
        shape[rng.randrange(len(shape))] = rng.choice(SIZES)
    elif kind < 0.7:
        shape.insert(rng.randint(0, len(shape)), rng.choice((1, 1, 2)))
    elif kind < 0.85 and shape:
        del shape[rng.randrange(len(shape))]
    else:
        shape = list(rng.choice(SHAPES))
    where[key] = reshaped(rng, array, tuple(shape))


def change_size(rng: random.Random, definition: dict[str, Any], call: Call) -> None:
    """Gives all axes of one size another one, which often keeps the call right."""
    sizes = sorted({size for where, key in _places(call) for size in where[key].shape})
    if not sizes:
        return
    old, new = rng.choice(sizes), rng.choice(SIZES)
    for where, key in _places(call):
        array = where[key]
        if old in array.shape:
            where[key] = reshaped(rng, array, tuple(new if size == old else size for size in array.shape))


def change_values(rng: random.Random, definition: dict[str, Any], call: Call) -> None:
    """Changes elements of a tensor to something special."""
    places = [(where, key) for where, key in _places(call) if where[key].size]
    if not places:
        return
    where, key = rng.choice(places)
    array = where[key] = where[key].copy()
    for _ in range(rng.choice((1, 1, 2, array.size))):
        place = rng.randrange(array.size)
        if array.dtype == object:
            array.flat[place] = rng.choice(STRINGS)
        elif array.dtype.kind in "iu":
            limits = np.iinfo(array.dtype)
            number = rng.choice(INTEGERS) if rng.random() < 0.25 else rng.choice(SMALL_INTEGERS)
            array.flat[place] = min(max(number, int(limits.min)), int(limits.max))
        elif array.dtype.kind == "b":
            array.flat[place] = not array.flat[place]
        else:
            with np.errstate(all="ignore"):
                array.flat[place] = rng.choice(FLOATS) if rng.random() < 0.5 else rng.uniform(-5, 5)


def change_dtypes(rng: random.Random, definition: dict[str, Any], call: Call) -> None:
    """Gives all tensors that share a type attribute another dtype."""
    shared = sorted({a["type_attr"] for a in definition["inputs"] if a["type_attr"]})
    if not shared:
        return change_dtype(rng, definition, call)
    name = rng.choice(shared)
    allowed = next((a["types"] for a in definition["attrs"] if a["own_name"] == name), [])
    allowed = [t for t in allowed if t in DTYPES] or list(DTYPES)
    dtype = rng.choice(allowed) if rng.random() < 0.9 else rng.choice(DTYPES)
    for argument in definition["inputs"]:
        if argument["type_attr"] == name:
            value = call.inputs[argument["name"]]
            if isinstance(value, list):
                value[:] = [converted(item, dtype) if isinstance(item, np.ndarray) else item for item in value]
            elif isinstance(value, np.ndarray):
                call.inputs[argument["name"]] = converted(value, dtype)
            elif isinstance(value, OfVariable):
                value.value = converted(value.value, dtype)
    for attr in definition["attrs"]:
        if (
            not attr["inferred"]
            and attr["name"] in call.attrs
            and isinstance(call.attrs[attr["name"]], Type)
            and rng.random() < 0.3
        ):
            call.attrs[attr["name"]] = Type(dtype)


def change_dtype(rng: random.Random, definition: dict[str, Any], call: Call) -> None:
    """Gives one tensor another dtype."""
    places = _places(call)
    if places:
        where, key = rng.choice(places)
        where[key] = converted(where[key], rng.choice(DTYPES))


def change_attribute(rng: random.Random, definition: dict[str, Any], call: Call) -> None:
    """Gives an attribute another value, or changes one of its items."""
    attrs = [attr for attr in definition["attrs"] if not attr["inferred"] and attr["name"] not in FOR_TOOLS]
    if not attrs:
        return change_values(rng, definition, call)
    attr = rng.choice(attrs)
    name, kind = attr["name"], attr["type"].removeprefix("list(").rstrip(")")
    old = call.attrs.get(name)
    if isinstance(old, list) and old and rng.random() < 0.75:
        items = list(old)
        place = rng.randrange(len(items))
        choice = rng.random()
        if choice < 0.7:
            made = rng.choice(SMALL_INTEGERS) if attr["type"] == "shape" else _one(rng, attr, kind)
            if made is not None:
                items[place] = made
        elif choice < 0.85:
            del items[place]
        else:
            items.insert(place, items[place])
        call.attrs[name] = items
        return
    made = random_attribute(rng, {**attr, "has_default": False})
    if made is not None:
        call.attrs[name] = made
