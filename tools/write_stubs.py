"""Writes the type stubs of the public namespaces: `graphwright/__init__.pyi`, `graphwright/math/__init__.pyi` and so on.

A function or class that a file defines by name is imported from there, so that its signature and docstring stay in one
place. What functions make (`subtract = binary(…)`), values and raw ops are declared with what the objects say of themselves.

python tools/write_stubs.py            writes them
python tools/write_stubs.py --check    exit status 1 where one is out of date
"""

from __future__ import annotations

import ast
import builtins
import functools
import inspect
import pathlib
import sys
import textwrap
import types
from typing import Any

import list_names
import message_stubs

_PACKAGE = pathlib.Path(__file__).resolve().parents[1] / "python/graphwright"
_ROOT = "graphwright"
_FILES = f"{_ROOT}._src"
_BY_HAND = ("_core.pyi", "_src/function/typed.pyi")
_FIRST_LINE = '"""{} Written by tools/write_stubs.py, not by hand."""\n'
_WIDTH = 120

# What the namespace itself does not say: modules that come from elsewhere, and what `__getattr__` makes.
_MORE = {
    "": "from graphwright._version import __version__ as __version__\n\n__git_version__: str\n",
    "compat": "import graphwright\n\nv2 = graphwright\n",
    "compat.v1": "__version__: str\n__git_version__: str\n",
    "compat.v1.compat": "import graphwright\nimport graphwright.compat.v1\n\nv1 = graphwright.compat.v1\nv2 = graphwright\n",
}
_MODULES = ("compat.v2", "compat.v1.compat.v1", "compat.v1.compat.v2")

# Keras' own namespaces, as of Keras 3, below `graphwright.keras`.
_KERAS = (
    "activations applications backend callbacks config constraints datasets distribution dtype_policies export "
    "initializers layers legacy losses metrics mixed_precision models ops optimizers preprocessing quantizers random "
    "regularizers saving tree utils visualization wrappers"
).split()
_KERAS_TEXT = """from typing import Any

from keras{path} import *

def __getattr__(name: str) -> Any: ...
"""

# Attr types of raw ops, as Python sees them.
_ATTRS = {"bool": "bool", "int": "int", "float": "float", "string": "str | bytes", "func": "_Any"}


class _Scope:
    """The text of one stub: imports by module, and declarations."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.imports: dict[str, set[str]] = {}
        self.sources: dict[str, tuple[str, str]] = {}  # alias -> module and name
        self.modules: set[str] = set()
        self.declarations: dict[str, str] = {}  # name -> text
        self.public: set[str] = set()

    def private(self, name: str) -> str:
        """Returns the stub's name for something that the namespace does not publish."""
        plain = name.lstrip("_")
        return f"_{plain}" if plain in self.public else plain

    def take(self, module: str, name: str, alias: str) -> str:
        """Imports `name` of a module as `alias`; what is public is imported `as`, which says that others may use it."""
        while self.sources.setdefault(alias, (module, name)) != (module, name):
            if alias in self.public:
                raise NameError(f"tf.{self.path}: {alias} is {module}.{name} and {self.sources[alias]}")
            alias += "_"
        plain = alias == name and alias not in self.public
        self.imports.setdefault(module, set()).add(name if plain else f"{name} as {alias}")
        return alias

    def text(self) -> str:
        """Returns the stub's text."""
        first = f"The public names of tf.{self.path}." if self.path else "The public names of tf."
        lines = [_FIRST_LINE.format(first)]
        lines += [f"import {module}\n" for module in sorted(self.modules)]
        for module in sorted(self.imports):
            lines.append(_import(module, sorted(self.imports[module])))
        lines.append("\n" + _all(self.public))
        if self.path in _MORE:
            lines.append("\n" + _MORE[self.path])
        lines += [f"\n{self.declarations[name]}" for name in sorted(self.declarations)]
        return "".join(lines)


def _is_message(obj: Any) -> bool:
    return isinstance(obj, type) and obj.__module__ == message_stubs.MODULE


def _import(module: str, names: list[str]) -> str:
    line = f"from {module} import {', '.join(names)}\n"
    if len(line) <= _WIDTH:
        return line
    return f"from {module} import (\n" + "".join(f"    {name},\n" for name in names) + ")\n"


def _all(names: set[str]) -> str:
    return (
        "__all__ = [\n"
        + textwrap.fill(
            ", ".join(f'"{name}"' for name in sorted(names)),
            _WIDTH,
            initial_indent="    ",
            subsequent_indent="    ",
            break_long_words=False,
        )
        + ",\n]\n"
    )


@functools.cache
def _tree(module: str) -> ast.Module:
    return ast.parse(pathlib.Path(sys.modules[module].__file__).read_text(encoding="utf-8"))


@functools.cache
def _definitions(module: str) -> dict[str, ast.AST]:
    """The names that a file's top level gives to functions, classes, imports and values, also below `if TYPE_CHECKING`."""
    found: dict[str, ast.AST] = {}

    def walk(body: list[ast.stmt]) -> None:
        for node in body:
            if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
                found[node.name] = node
            elif isinstance(node, (ast.Import, ast.ImportFrom)):
                for name in node.names:
                    found[name.asname or name.name.partition(".")[0]] = node
            elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
                found.setdefault(node.target.id, node)
            elif isinstance(node, ast.Assign):
                for target in node.targets:
                    if isinstance(target, ast.Name):
                        found.setdefault(target.id, node)
            elif isinstance(node, ast.If):
                walk(node.body)
                walk(node.orelse)
            elif isinstance(node, ast.Try):
                walk(node.body)

    walk(_tree(module).body)
    return found


class Writer:
    """Collects what each namespace publishes, and writes it as stubs."""

    def __init__(self) -> None:
        homes = list_names.collect().homes
        from graphwright import _core
        from graphwright._src.base import export

        self.core = _core
        self.export = export
        self.homes = {name: f"{_FILES}.{home}" for name, home in homes.items()}
        # What warns that it is deprecated is published in place of what the file defines.
        self.objects: dict[str, Any] = {
            name: obj.__wrapped__ if inspect.getattr_static(obj, "is_deprecated", False) else obj
            for name, obj in export._names.items()
        }
        self.scopes: dict[str, _Scope] = {}
        self.declared: dict[int, str] = {}  # id of an object -> the public name with which a stub declares it
        self.places: dict[int, tuple[str, str] | None] = {}

    def scope(self, path: str) -> _Scope:
        """Returns the stub of a namespace."""
        if path not in self.scopes:
            self.scopes[path] = _Scope(path)
            if path:
                parent, _, last = path.rpartition(".")
                above = self.scope(parent)
                above.public.add(last)
                above.take(f"{_ROOT}.{parent}" if parent else _ROOT, last, last)
        return self.scopes[path]

    def files(self) -> dict[str, str]:
        """Path below the package -> text of a stub."""
        for name in self.objects:
            path, _, last = name.rpartition(".")
            self.scope(path).public.add(last)
        for name in self.objects:
            self._publish(name)
        for name, (module, part) in self.export.OF_OTHERS.items():
            path, _, last = name.rpartition(".")
            scope = self.scope(path)
            scope.public.add(last)
            above, _, inner = module.rpartition(".")
            scope.take(*((module, part) if part else (above, inner)), last)
        root = self.scope("")
        root.public.add("keras")
        root.take(_ROOT, "keras", "keras")
        self._raw_ops()
        self._flags()
        paths = [*self.scopes, "keras", *(f"keras.{name}" for name in _KERAS)]
        texts = {path: scope.text() for path, scope in self.scopes.items()}
        first = _FIRST_LINE.format("Keras as tf.keras: the package keras, where it is installed.")
        texts["keras"] = first + _KERAS_TEXT.format(path="")
        for name in _KERAS:
            texts[f"keras.{name}"] = first + _KERAS_TEXT.format(path=f".{name}")
        inner = {path.rpartition(".")[0] for path in paths}
        found = {}
        for path, text in texts.items():
            stem = path.replace(".", "/")
            file = f"{stem}/__init__.pyi".lstrip("/") if path in inner or not path else f"{stem}.pyi"
            found[file] = text
        messages = {obj.__name__ for obj in self.objects.values() if _is_message(obj)}
        found[message_stubs.FILE] = message_stubs.text_of(messages | message_stubs.imported_names(_PACKAGE))
        return found

    # ---- where a name comes from ----

    def _publish(self, name: str) -> None:
        path, _, last = name.rpartition(".")
        scope = self.scope(path)
        obj = self.objects[name]
        if name in _MODULES:
            return
        place = self._place(name, obj)
        if place is not None:
            scope.take(*place, last)
            return
        shared = isinstance(obj, type) or inspect.isroutine(obj) or type(obj) is self.core.DirectFunction
        if shared and id(obj) in self.declared:
            first, _, inner = self.declared[id(obj)].rpartition(".")
            if first == path:
                scope.declarations[last] = f"{last} = {inner}\n"
            else:
                scope.take(f"{_ROOT}.{first}" if first else _ROOT, inner, last)
            return
        if shared:
            self.declared[id(obj)] = name
        if isinstance(obj, type):
            scope.declarations[last] = self._class(scope, last, obj)
        elif shared:
            scope.declarations[last] = self._function(scope, last, obj, self.homes[name])
        else:
            scope.declarations[last] = f"{last}: {self._type_of(scope, obj)}\n"

    def _place(self, name: str, obj: Any) -> tuple[str, str] | None:
        """Returns the module and name by which a function or class can be imported; None for what no file defines by name."""
        key = id(obj)
        if key not in self.places:
            self.places[key] = self._find_place(name, obj)
        return self.places[key]

    def _find_place(self, name: str, obj: Any) -> tuple[str, str] | None:
        own = getattr(obj, "__name__", None)
        if isinstance(obj, type) and getattr(self.core, own, None) is obj:
            return f"{_ROOT}._core", own
        if _is_message(obj):
            return message_stubs.MODULE, own
        if isinstance(obj, type) and obj.__module__ == "numpy":
            return "numpy", own
        for module in dict.fromkeys((self.export._defined_in.get(name), self.homes.get(name))):
            if module is None or not module.startswith(_FILES):
                continue
            members = vars(sys.modules[module])
            for known, node in sorted(_definitions(module).items(), key=lambda item: item[0] != own):
                if members.get(known) is obj and isinstance(node, (ast.FunctionDef, ast.ClassDef)):
                    return module, known
        return None

    # ---- declarations ----

    def _type_of(self, scope: _Scope, value: Any) -> str:
        """Returns the annotation of a value."""
        kind = type(value)
        if value is None:
            return "None"
        if kind in (int, float, str, bytes, bool):
            return self._builtin(scope, kind.__name__)
        if kind is tuple and all(isinstance(item, type) for item in value):
            of = scope.take("typing", "Any", scope.private("Any"))
            return f"{self._builtin(scope, 'tuple')}[{self._builtin(scope, 'type')}[{of}], ...]"
        if kind is frozenset and value:
            item = self._type_of(scope, next(iter(value)))
            return f"{self._builtin(scope, 'frozenset')}[{item}]"
        if kind.__name__ == "FileDescriptor":
            return scope.take("google.protobuf.descriptor", "FileDescriptor", "_FileDescriptor")
        module = sys.modules.get(kind.__module__)
        if kind.__module__.startswith(_FILES) and getattr(module, kind.__name__, None) is kind:
            return scope.take(kind.__module__, kind.__name__, scope.private(kind.__name__))
        raise TypeError(f"tf.{scope.path}: no annotation for {value!r}")

    def _builtin(self, scope: _Scope, name: str) -> str:
        """Returns a name of Python's, also where the namespace has one like it."""
        if f"{scope.path}.{name}".lstrip(".") in self.objects:
            scope.modules.add("builtins")
            return f"builtins.{name}"
        return name

    def _annotation(self, scope: _Scope, text: Any, module: str) -> str:
        """Returns an annotation of a file's function, with its names as the stub knows them."""
        if text is inspect.Parameter.empty:
            return scope.take("typing", "Any", scope.private("Any"))
        if isinstance(text, type):
            text = text.__name__
        if not isinstance(text, str):
            return scope.take("typing", "Any", scope.private("Any"))
        tree = ast.parse(text, mode="eval")
        for node in ast.walk(tree):
            if isinstance(node, ast.Name):
                node.id = self._name_of_type(scope, node.id, module)
        return ast.unparse(tree)

    def _name_of_type(self, scope: _Scope, name: str, module: str) -> str:
        node = _definitions(module).get(name)
        alias = scope.private(name)
        if node is None:
            if name == "Any":
                return scope.take("typing", "Any", scope.private("Any"))
            if not hasattr(builtins, name):
                raise NameError(f"{module}: no definition of {name}")
            return self._builtin(scope, name)
        if isinstance(node, ast.ImportFrom):
            original = next(item.name for item in node.names if (item.asname or item.name) == name)
            return scope.take(str(node.module), original, alias)
        if isinstance(node, ast.Import):
            item = next(item for item in node.names if (item.asname or item.name.partition(".")[0]) == name)
            scope.modules.add(item.name if item.asname is None else f"{item.name} as {alias}")
            return name if item.asname is None else alias
        if isinstance(node, ast.Assign) and ast.unparse(node.value) == f"_core.{name}":
            return scope.take(f"{_ROOT}._core", name, alias)
        return scope.take(module, name, alias)

    def _function(self, scope: _Scope, last: str, obj: Any, module: str) -> str:
        """Returns a function that another one made: its signature, and its docstring."""
        code = getattr(inspect.unwrap(obj), "__globals__", None) or {}
        module = code.get("__name__", module)
        return f"def {last}{self._signature(scope, obj, module)}:" + _body(inspect.getdoc(obj))

    def _signature(self, scope: _Scope, obj: Any, module: str) -> str:
        signature = inspect.signature(obj)
        parameters = []
        for parameter in signature.parameters.values():
            default = parameter.default
            if default is not parameter.empty:
                default = default if type(default) in (int, float, str, bool, bytes, types.NoneType) else ...
            annotation = parameter.annotation
            if parameter.name == "self":
                annotation = parameter.empty
            else:
                annotation = _Text(self._annotation(scope, annotation, module))
            parameters.append(parameter.replace(annotation=annotation, default=_shown(default, parameter.empty)))
        result = self._annotation(scope, signature.return_annotation, module)
        return str(signature.replace(parameters=parameters, return_annotation=_Text(result)))

    def _class(self, scope: _Scope, last: str, obj: type) -> str:
        """Returns a class that a function made: its bases, and its own methods."""
        bases = []
        for base in obj.__bases__:
            if base is not object:
                place = self._base_place(base)
                bases.append(scope.take(*place, scope.private(place[1])))
        lines = [f"class {last}" + (f"({', '.join(bases)})" if bases else "") + ":", _docstring(obj.__doc__ or "")]
        for name, member in vars(obj).items():
            if not isinstance(member, types.FunctionType):
                continue
            base = next((base for base in obj.__bases__ if hasattr(base, name)), None)
            abstract = name in getattr(base, "__abstractmethods__", ())
            if name == "__init__" or base is None or abstract:
                member = getattr(base, name) if abstract else member
                place = getattr(inspect.unwrap(member), "__globals__", member.__globals__)[
                    "__name__"
                ]  # of the annotations
                signature = self._signature(scope, member, place)
                if name == "__init__":
                    signature = signature.rpartition(" -> ")[0] + " -> None"
                lines.append(f"    def {name}{signature}: ...")
        return "\n".join(line for line in lines if line) + "\n"

    def _base_place(self, base: type) -> tuple[str, str]:
        if base is tuple:
            return "builtins", "tuple"
        names = self.export.names_of(base)
        for name in names:
            place = self._place(name, base)
            if place is not None:
                return place
        module = sys.modules.get(base.__module__)
        if getattr(module, base.__name__, None) is base:
            return base.__module__, base.__name__
        raise TypeError(f"no file defines {base} by name")

    # ---- namespaces that files make ----

    def _flags(self) -> None:
        from absl import flags

        scope = self.scope("compat.v1.flags")
        for name in flags.__all__:
            scope.public.add(name)
            scope.take("absl.flags", name, name)

    def _raw_ops(self) -> None:
        from graphwright._src.ops import raw_ops

        scope = self.scope("raw_ops")
        of_v1 = self.scope("compat.v1.raw_ops")
        of_v1.imports[f"{_ROOT}.raw_ops"] = {"*"}
        of_v1.public = scope.public
        for name in ("Any", "NamedTuple"):
            scope.take("typing", name, f"_{name}")
        scope.take(f"{_ROOT}._core", "Tensor", "_Tensor")
        for name in sorted(raw_ops.public_names().union(self.core.registered_ops())):
            scope.public.add(name)
            function = getattr(raw_ops, name)
            if name in self.core.registered_ops():
                scope.declarations[name] = self._raw_op(name, function)
            else:
                scope.declarations[name] = f"def {name}(**kwargs: _Any) -> _Any:" + _body(function.__doc__)

    def _raw_op(self, name: str, function: Any) -> str:
        definition = self.core.op_def(name)
        attrs = {attr["name"]: attr["type"] for attr in definition["attrs"]}
        words = []
        for parameter in inspect.signature(function).parameters.values():
            kind = attrs.get(parameter.name, "")
            annotation = _ATTRS.get(kind, "_Any")
            default = ""
            if parameter.name == "name":
                annotation = "str | None"
            if parameter.default is not parameter.empty:
                value = parameter.default
                default = f" = {value!r}" if type(value) in (int, float, str, bool, types.NoneType) else " = ..."
                if type(value) is float and not value - value == 0:
                    default = " = ..."
            words.append(f"{parameter.name}: {annotation}{default}")
        outputs = definition["outputs"]
        lists = [bool(output["number_attr"] or output["type_list_attr"]) for output in outputs]
        of = ["list[_Tensor]" if many else "_Tensor" for many in lists]
        text = ""
        if not outputs:
            result = "_Any"
        elif len(outputs) == 1:
            result = of[0]
        else:
            result = f"_{name}"
            rows = [f"    {output['name']}: {kind}{_hides(output['name'])}\n" for output, kind in zip(outputs, of)]
            text = f"class _{name}(_NamedTuple):\n" + "".join(rows) + "\n"
        return text + f"def {name}(*, {', '.join(words)}) -> {result}:" + _body(definition["doc"])


def _hides(name: str) -> str:
    """Returns the comment behind a field of a named tuple that has the name of a method of tuples, "" behind others."""
    return "  # type: ignore[assignment]" if hasattr(tuple, name) else ""


class _Text(str):
    """Text whose repr is itself, as `inspect.Signature` shows annotations and defaults by repr."""

    def __repr__(self) -> str:
        return str(self)


def _shown(default: Any, empty: Any) -> Any:
    if default is empty:
        return empty
    if isinstance(default, float) and not default - default == 0:  # inf and nan have no literal
        default = ...
    return _Text("..." if default is ... else repr(default))


def _docstring(text: str) -> str:
    """Returns a docstring, four columns in; "" for none."""
    text = inspect.cleandoc(text)
    if not text:
        return ""
    quoted = text.replace("\\", "\\\\").replace('"""', '\\"\\"\\"')
    if quoted.endswith('"'):
        quoted = quoted[:-1] + '\\"'
    closing = "\n" if "\n" in quoted else ""
    return textwrap.indent(f'"""{quoted}{closing}"""', "    ", lambda line: line.strip() != "")


def _body(doc: str | None) -> str:
    """Returns the text behind the colon of a function."""
    text = _docstring(doc or "")
    return f"\n{text}\n" if text else " ...\n"


def main(arguments: list[str]) -> int:
    """Writes or checks the stubs. Returns the exit status."""
    texts = Writer().files()
    present = {str(file.relative_to(_PACKAGE)) for file in _PACKAGE.rglob("*.pyi")} - set(_BY_HAND)
    stale = sorted(present - set(texts))
    for name, text in texts.items():
        file = _PACKAGE / name
        if name in present and file.read_text(encoding="utf-8") == text:
            continue
        stale.append(name)
        if "--check" not in arguments:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
    if "--check" not in arguments:
        for name in present - set(texts):
            (_PACKAGE / name).unlink()
        return 0
    if stale:
        print(f"out of date, run python {__file__}: {' '.join(sorted(stale))}", file=sys.stderr)
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
