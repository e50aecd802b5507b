"""The imports within the Python package, read from the text of its files with `ast`.

An arrow runs from a file to each file that it uses: by an import at any depth, but for those of type checkers, by
`exported("name")`, or by `tf.name`, where `tf` is the package. `late("file", "name")` and
`late_file("file")` make no arrow, nor does `if_loaded("file")`.
"""

import ast
import functools
from collections.abc import Iterator
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[2] / "python" / "graphwright"
ROOT = PACKAGE.name


@functools.cache
def modules() -> dict[str, Path]:
    """Returns the files of the package by their modules' names, without `graphwright.`; "" is the package itself."""
    found = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = path.relative_to(PACKAGE).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


@functools.cache
def homes() -> dict[str, str]:
    """Returns the module that publishes each public name."""
    tree = ast.parse((PACKAGE / "_src/base/_names.py").read_text(encoding="utf-8"))
    table = next(ast.literal_eval(node.value) for node in tree.body if isinstance(node, ast.AnnAssign))
    return {
        f"{path}.{name}" if path else name: f"_src.{module}"
        for path, by_module in table.items()
        for module, names in by_module.items()
        for name in names.split()
    }


class _Reader(ast.NodeVisitor):
    def __init__(self, module: str):
        self._module = module
        self._package_names: set[str] = set()  # what the file calls the package
        self.used: set[str] = set()
        self.late: set[tuple[str, str]] = set()  # what it uses of later files: these and the names
        self._late_files: dict[str, str] = {}  # what the file calls later files

    def _use(self, module: str | None) -> None:
        if module in modules() and module not in ("", self._module):
            self.used.add(module)

    def _use_name(self, name: str) -> None:
        """Returns a public name, or what lies in one: `nn.relu`, `data.Dataset.range`."""
        parts = name.split(".")
        for end in range(len(parts), 0, -1):
            home = homes().get(".".join(parts[:end]))
            if home is not None:
                return self._use(home)
        return None

    def visit_If(self, node: ast.If) -> None:
        if getattr(node.test, "id", getattr(node.test, "attr", "")) == "TYPE_CHECKING":
            for statement in node.orelse:
                self.visit(statement)
        else:
            self.generic_visit(node)

    def visit_Import(self, node: ast.Import) -> None:
        for alias in node.names:
            root, _, module = alias.name.partition(".")
            if root == ROOT:
                self._use(module)
                if alias.asname is None or not module:
                    self._package_names.add(alias.asname or root)

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        if node.level:  # the runner's files, which work without the package around them
            package = self._module if modules()[self._module].name == "__init__.py" else self._module.rpartition(".")[0]
            root, base = ROOT, f"{package}.{node.module}" if node.module else package
        else:
            root, _, base = (node.module or "").partition(".")
        if root == ROOT:
            for alias in node.names:
                inner = f"{base}.{alias.name}" if base else alias.name
                self._use(inner if inner in modules() else base)
                if not base and inner not in modules():
                    self._use_name(alias.name)

    def visit_Assign(self, node: ast.Assign) -> None:
        if isinstance(node.value, ast.Call) and getattr(node.value.func, "id", "") == "late_file":
            self._late_files[node.targets[0].id] = ast.literal_eval(node.value.args[0])
        self.generic_visit(node)

    def visit_Attribute(self, node: ast.Attribute) -> None:
        parts, inner = [], node
        while isinstance(inner, ast.Attribute):
            parts.append(inner.attr)
            inner = inner.value
        if isinstance(inner, ast.Name) and inner.id in self._late_files:
            self.late.add((self._late_files[inner.id], parts[-1]))
        elif isinstance(inner, ast.Name) and inner.id in self._package_names:
            self._use_name(".".join(reversed(parts)))
        else:
            self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        called = getattr(node.func, "id", getattr(node.func, "attr", ""))
        text = node.args[0].value if node.args and isinstance(node.args[0], ast.Constant) else None
        if isinstance(text, str):
            if called == "late":
                self.late.add((text, ast.literal_eval(node.args[1])))
            elif called == "if_loaded":
                self.late.add((text, ""))
            elif called == "exported":
                self._use_name(text)
            elif called in ("__import__", "import_module") and text.split(".")[0] == ROOT:
                self._use(text.partition(".")[2])
        self.generic_visit(node)


@functools.cache
def _read(module: str) -> _Reader:
    reader = _Reader(module)
    reader.visit(ast.parse(modules()[module].read_text(encoding="utf-8")))
    return reader


@functools.cache
def arrows() -> dict[str, frozenset[str]]:
    """For each module the others that it uses."""
    return {module: frozenset(_read(module).used) for module in modules()}


@functools.cache
def late_calls() -> dict[str, frozenset[tuple[str, str]]]:
    """For each module the functions of later rooms that it calls, as pairs of their module and name."""
    return {module: frozenset(_read(module).late) for module in modules()}


def circles(uses: dict[str, frozenset[str]]) -> Iterator[list[str]]:
    """Gives the modules that use each other, directly or through others: one list for each circle (Tarjan 1972)."""
    number: dict[str, int] = {}
    lowest: dict[str, int] = {}
    path: list[str] = []

    def walk(module: str) -> Iterator[list[str]]:
        number[module] = lowest[module] = len(number)
        path.append(module)
        for other in sorted(uses[module]):
            if other not in number:
                yield from walk(other)
                lowest[module] = min(lowest[module], lowest[other])
            elif other in path:
                lowest[module] = min(lowest[module], number[other])
        if lowest[module] == number[module]:
            circle = path[path.index(module) :]
            del path[path.index(module) :]
            if len(circle) > 1:
                yield sorted(circle)

    for module in sorted(uses):
        if module not in number:
            yield from walk(module)


def _is_private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__")


def _named_in(tree: ast.AST) -> Iterator[str]:
    """Gives the names that a file gives to something: functions, classes, variables, attributes."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            yield node.attr
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id


def _is_own(owner: ast.expr) -> bool:
    """Tells whether it is `self`, `cls` or `super()`."""
    return getattr(owner, "id", "") in ("self", "cls") or (
        isinstance(owner, ast.Call) and getattr(owner.func, "id", "") == "super"
    )


@functools.cache
def private_uses() -> tuple[tuple[str, int, str], ...]:
    """Gives the places where files use what others keep to themselves: module, line, and a name with one underscore.

    It is an attribute of something else than `self`, `cls` or `super()`, in a file that gives this name to nothing, or it is
    imported.
    """
    found = []
    for module, path in modules().items():
        tree = ast.parse(path.read_text(encoding="utf-8"))
        own = set(_named_in(tree))
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute):
                if _is_private(node.attr) and node.attr not in own and not _is_own(node.value):
                    found.append((module, node.lineno, node.attr))
            elif isinstance(node, ast.ImportFrom) and (node.level or (node.module or "").partition(".")[0] == ROOT):
                # What the package itself gives is a module: the core, or the version.
                names = [alias.name for alias in node.names if node.module not in (ROOT, None)]
                found += [(module, node.lineno, name) for name in names if _is_private(name)]
    return tuple(sorted(found))
