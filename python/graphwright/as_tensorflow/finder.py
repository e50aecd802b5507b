"""The import finder that serves `tensorflow` and `tensorflow.*` from graphwright."""

from __future__ import annotations

import importlib
import sys
import types
from importlib.abc import Loader
from importlib.machinery import ModuleSpec
from typing import Any

import graphwright
from graphwright._src.base.export import OF_OTHERS, public_names
from graphwright._version import API_VERSION as API_VERSION
from graphwright.as_tensorflow import absent_names, class_names, generated_ops, messages, more_paths
from graphwright.as_tensorflow.generated_ops import GeneratedOpsModule
from graphwright.as_tensorflow.python_paths import (
    COMPILER_NAMES,
    COMPILER_PATHS,
    INNER_NAMES,
    LITE_NAMES,
    LITE_PATHS,
    OTHER_NAMES,
    PATHS,
    RENAMED,
    TOOLS_NAMES,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator


def _make_root() -> types.ModuleType:
    """Returns the module `tensorflow`: graphwright's public names, and the version of the API instead of graphwright's own.

    A plain module, for Python reads the attributes of no other class as quickly: names move into its dict when they
    are first asked for.
    """
    root = types.ModuleType("tensorflow", graphwright.__doc__)
    members = root.__dict__

    def find(name: str) -> Any:
        if name == "__all__":
            return sorted(public_names(""))
        if name == "__git_version__":
            return graphwright.version.GIT_VERSION
        if name == "enable_v2_behavior":  # TensorFlow has it in `compat.v2`, which is this same module here
            return graphwright.compat.v1.enable_v2_behavior
        if name in public_names("") or name == "keras" or name in OF_OTHERS:
            members[name] = value = getattr(graphwright, name)
            return value
        reason = f"it is graphwright {graphwright.__version__}, which has no tf.{name}"
        raise AttributeError(f"module 'tensorflow' has no attribute '{name}': {reason}", name=name, obj=root)

    members.update(
        __version__=API_VERSION,
        __file__=graphwright.__file__,
        __path__=[],
        __getattr__=find,
        __dir__=lambda: sorted(public_names("") | members.keys()),
    )
    return root


_root = _make_root()
more_paths.add_to(INNER_NAMES)


class PythonPathModule(types.ModuleType):
    """A module `tensorflow.python.…`: finds its names in the public namespaces of graphwright that hold them, and those of
    `inner` in the files beside this one: "file: names; file: names", without a file those of inner_names.py.
    """

    def __init__(self, name: str, namespaces: tuple[str, ...], inner: str = "", others: str = "") -> None:
        super().__init__(name, f"Names of {name} that graphwright has.")
        self.__path__: list[str] = []
        self._namespaces = namespaces
        self._inner: dict[str, str] = {}  # names -> the file beside this one that has them
        for part in inner.split(";"):
            holder, colon, names = part.rpartition(":")
            self._inner |= dict.fromkeys(names.split(), holder.strip() if colon else "inner_names")
        self._others = dict(other.split("=") for other in others.split())

    def __getattr__(self, name: str) -> Any:
        if name == "__all__":
            return [public for public in dir(self) if not public.startswith("_")]
        if not name.startswith("__"):
            if name in self._inner:
                return getattr(importlib.import_module(f"graphwright.as_tensorflow.{self._inner[name]}"), name)
            for namespace, public in self._places(name):
                module = _public_module(namespace)
                if module is not None and public in public_names(namespace):
                    found = self.__dict__[name] = getattr(module, public)
                    return found
            if self.__name__.removeprefix("tensorflow.python.") in generated_ops.BESIDES:
                function = generated_ops.function_of_op(name)
                if function is not None:
                    self.__dict__[name] = function
                    return function
            path = self.__name__.removeprefix("tensorflow.")
            if name in absent_names.of_module(path):
                return absent_names.of_module(path)[name]
            if _finder.resolve(f"{self.__name__}.{name}".removeprefix("tensorflow.")) is not None:
                return importlib.import_module(f"{self.__name__}.{name}")  # TensorFlow itself imports them all
        message = f"module {self.__name__!r} has no attribute '{name}' in graphwright {graphwright.__version__}"
        raise AttributeError(message, name=name, obj=self)

    def _places(self, name: str) -> Iterator[tuple[str, str]]:
        """Gives the namespaces in which a name may be found, with what it is called there."""
        if name in self._others:
            namespace, _, public = self._others[name].rpartition(".")
            yield namespace, public
        public = RENAMED.get(name, name)
        for namespace in self._namespaces:
            yield namespace, public
        # `sum_v1` is compat.v1's `sum`, `sum_v2` that of `tf`; classes are called SumV1 and SumV2.
        plain = name[:-2].removesuffix("_")
        for namespace in self._namespaces if name[-2:] in ("v1", "v2", "V1", "V2") else ():
            if (namespace + ".").startswith("compat.v1.") == (name[-1] == "1"):
                yield namespace, plain

    def __dir__(self) -> list[str]:
        return sorted(set(self._inner).union(self._others, self.__dict__, *map(public_names, self._namespaces)))


def _public_module(path: str) -> types.ModuleType | None:
    """Returns the namespace `tf.<path>` of graphwright, or None where there is none."""
    module: Any = graphwright
    above = ""
    for name in path.split(".") if path else ():
        module = getattr(module, name, None) if name in public_names(above) else None
        if not isinstance(module, types.ModuleType):
            return None
        above = f"{above}.{name}" if above else name
    return module


class Finder(Loader):
    """Finds every module whose name is `tensorflow` or starts with `tensorflow.`, and no other.

    Names that graphwright does not have end here in an ImportError: a TensorFlow that is installed, too, must not serve
    them, for its tensors are not ours.
    """

    def find_spec(self, fullname: str, path: object = None, target: object = None) -> ModuleSpec | None:
        """Returns the import system's question: a spec for our modules, None for all others."""
        root, _, rest = fullname.partition(".")
        if root != "tensorflow":
            return None
        module = self.resolve(rest)
        if module is None:
            message = f"No module named {fullname!r}: graphwright {graphwright.__version__} does not serve it"
            raise ModuleNotFoundError(message, name=fullname)
        spec = ModuleSpec(fullname, self, origin=graphwright.__file__, is_package=True)
        spec.loader_state = module
        return spec

    def resolve(self, path: str) -> types.ModuleType | None:
        """Returns the module `tensorflow.<path>`, or None where there is none."""
        if path == "_api":
            return PythonPathModule("tensorflow._api", ())
        # Where TensorFlow's public namespaces lie; editors write imports from there.
        if f"{path}.".startswith("_api.v2."):
            path = path[len("_api.v2.") :]
            path = "" if path == "v2" else path
        if path in ("", "compat.v2"):
            return _root
        path = path.removeprefix("compat.v2.")
        top = path.partition(".")[0]
        if top in _INNER and path.endswith("_pb2"):
            return messages.resolve(path)
        if path == "python.keras.protobuf":
            return PythonPathModule(f"tensorflow.{path}", ())
        if path != "python.layers.utils" and path.startswith(("python.keras.", "python.layers.")):
            from graphwright.as_tensorflow import keras_paths

            return keras_paths.resolve(path)
        if top in _INNER and (top != "lite" or path.startswith("lite.python")):
            return _inner_module(top, path, *_INNER[top])
        if top == "keras":
            return _keras_module(path)
        if top == "graphwright":  # as classes say that they are of
            return importlib.import_module(path)
        return _public_module(path)

    def create_module(self, spec: ModuleSpec) -> types.ModuleType | None:
        """Returns a module of this file as it is; for a module of graphwright None, and `exec_module` puts it in place."""
        module = spec.loader_state
        return module if module is _root or isinstance(module, (PythonPathModule, GeneratedOpsModule)) else None

    def exec_module(self, module: types.ModuleType) -> None:
        """Puts `graphwright.math` itself, its own spec intact, under the name `tensorflow.math`."""
        spec = module.__spec__
        if spec is not None and spec.loader_state is not module:
            sys.modules[spec.name] = spec.loader_state
            spec.loader_state = None


_finder = Finder()


def _keras_module(path: str) -> types.ModuleType | None:
    """`tensorflow.keras.layers` is what Keras itself offers as that."""
    keras = graphwright.keras
    name = keras.__name__ + path[len("keras") :]
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name != name:
            raise
        return None


# Folders of TensorFlow that are no public namespaces -> their modules' namespaces, and their modules' other names.
_INNER: dict[str, tuple[dict[str, tuple[str, ...]], dict[str, str]]] = {
    "python": (PATHS, INNER_NAMES),
    "compiler": (COMPILER_PATHS, COMPILER_NAMES),
    "core": ({}, {}),
    "tsl": ({}, {}),
    "tools": ({}, TOOLS_NAMES),
    "dtensor": ({}, {}),
    "lite": (LITE_PATHS, LITE_NAMES),
}
for _path in absent_names.paths():
    _top, _, _inner_path = _path.partition(".")
    _INNER[_top][1].setdefault(_inner_path, "")


def _inner_module(
    root: str, path: str, namespaces: dict[str, tuple[str, ...]], names: dict[str, str]
) -> types.ModuleType | None:
    inner = path[len(root) + 1 :]
    if root == "python" and generated_ops.PATHS.fullmatch(inner):
        return GeneratedOpsModule(f"tensorflow.{path}")
    if root == "python" and inner in generated_ops.PACKAGES:
        return PythonPathModule(f"tensorflow.{path}", ())
    others = OTHER_NAMES.get(inner, "") if root == "python" else ""
    has_ops = root == "python" and inner in generated_ops.BESIDES
    if others or has_ops or inner in namespaces or inner in names:
        return PythonPathModule(f"tensorflow.{path}", namespaces.get(inner, ()), names.get(inner, ""), others)
    if not inner or any(known.startswith(inner + ".") for known in (*namespaces, *names)) or messages.is_folder(path):
        return PythonPathModule(f"tensorflow.{path}", ())
    return None


def install() -> None:
    """Puts the finder before all others and imports `tensorflow` through it; does nothing where that has been done.

    Raises:
      ImportError: the real TensorFlow has already been imported in this process.
    """
    present = sys.modules.get("tensorflow")
    if present is _root:
        return
    others = [name for name in sys.modules if name == "tensorflow" or name.startswith("tensorflow.")]
    if others:
        version = getattr(present, "__version__", "of unknown version")
        raise ImportError(
            f"graphwright.as_tensorflow: the real TensorFlow ({version}) has already been imported in this process; "
            "import graphwright.as_tensorflow before anything that imports tensorflow"
        )
    sys.meta_path.insert(0, _finder)
    class_names.install()
    __import__("tensorflow")
    for compat in (graphwright.compat, graphwright.compat.v1.compat):
        vars(compat)["v2"] = _root
