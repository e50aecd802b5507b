"""The view of editors and type checkers: stubs of every public name, tutorials without errors, completions."""

import ast
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import graphwright
from graphwright import _core
from graphwright._src.base._names import NAMES
from house.imports import homes

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = Path(graphwright.__file__).resolve().parent

# The mode of pyright's own command line. What it would guess from the sources of untyped libraries (Keras) says
# nothing about ours, and in cells names are bound by those before them.
SETTINGS = {
    "typeCheckingMode": "standard",
    "useLibraryCodeForTypes": False,
    "reportMissingModuleSource": "none",
    "reportPossiblyUnboundVariable": "none",
    "reportUnusedExpression": "none",
}

# What is found in tutorials, rightly, as no checker can know better: a mistake that a cell shows, attributes that a
# program sets from outside, and one that is None until a method has run.
EXPECTED = (
    r'"__setitem__" method not defined on type "Tensor"',
    r'attribute "count" for class "Once"',
    r'"(assign|numpy)" is not a known attribute of "None"',
)


def check(folder: Path, *included: Path, **settings: str) -> dict[str, list[str]]:
    """Returns what pyright finds in the programs of a folder, or in what is included: file -> messages of errors."""
    pytest.importorskip("basedpyright", reason="basedpyright, of the extra `test`, is not installed")
    config = folder / "pyrightconfig.json"
    config.write_text(json.dumps({**SETTINGS, **settings, "include": [*map(str, included)] or ["*.py"]}))
    run = subprocess.run(
        [sys.executable, "-m", "basedpyright", "--outputjson", "-p", config, "--pythonpath", sys.executable],
        capture_output=True,
        text=True,
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(PACKAGE.parent)},
    )
    found = json.loads(run.stdout)
    assert found["summary"]["filesAnalyzed"] >= sum(len(list(room.rglob("*.py"))) for room in included or [folder])
    messages: dict[str, list[str]] = {}
    for finding in found["generalDiagnostics"]:
        if finding["severity"] == "error":
            text = f"{finding['range']['start']['line'] + 1}: {finding['message']}"
            messages.setdefault(Path(finding["file"]).name, []).append(text)
    return messages


def program_of(notebook: Path) -> str:
    """Returns the code cells of a notebook, which takes graphwright for tensorflow, as a program; lines of magic pass."""
    cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
    text = "\n\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "code")
    text = re.sub(r"^( *)[%!].*", r"\1pass", text, flags=re.MULTILINE)
    return re.sub(r"^import tensorflow as tf$", "import graphwright as tf", text, flags=re.MULTILINE)


def test_the_stubs_are_current():
    run = subprocess.run(
        [sys.executable, ROOT / "tools/write_stubs.py", "--check"],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(PACKAGE.parent)},
    )
    assert run.returncode == 0, run.stderr


def test_every_namespace_has_a_stub():
    for path in (*NAMES, "raw_ops"):
        stem = PACKAGE / path.replace(".", "/")
        assert (stem / "__init__.pyi").is_file() or stem.with_suffix(".pyi").is_file(), path
    assert (PACKAGE / "py.typed").is_file()


def test_the_core_has_what_its_stub_says():
    """And users' classes have no public member that the stub leaves out."""
    tree = ast.parse((PACKAGE / "_core.pyi").read_text(encoding="utf-8"))
    described, attributes = {}, {}
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and node.name != "__getattr__":
            assert callable(getattr(_core, node.name)), node.name
        elif isinstance(node, ast.ClassDef):
            described[node.name] = {inner.name for inner in node.body if isinstance(inner, ast.FunctionDef)}
            attributes[node.name] = {inner.target.id for inner in node.body if isinstance(inner, ast.AnnAssign)}
    described["EagerTensor"] |= described["Tensor"]
    described["Tensor"] -= {"numpy", "_numpy"}  # said of all tensors, as it cannot be known which are eager
    for name, members in described.items():
        if name == "_Slice":
            continue
        kind = getattr(_core, name)
        missing = {member for member in members if not hasattr(kind, member)}
        assert not missing, (name, missing)
        left_out = {member for member in vars(kind) if member[0] != "_"} - members - attributes[name]
        assert not left_out, (name, left_out)


def test_every_public_name_has_a_type(tmp_path):
    names = [*homes(), *(f"raw_ops.{name}" for name in _core.registered_ops())]
    lines = ["import graphwright as tf", *(f"tf.{name}" for name in names)]
    (tmp_path / "names.py").write_text("\n".join(lines))
    found = check(tmp_path, reportUnknownMemberType="error")
    assert not found, "\n".join(found["names.py"][:20])


def test_tutorials_have_no_type_errors(tmp_path):
    notebooks = sorted((ROOT / "notebooks").glob("*/*.ipynb"))
    assert len(notebooks) > 10
    for notebook in notebooks:
        (tmp_path / f"{notebook.parent.name}_{notebook.stem}.py").write_text(program_of(notebook), encoding="utf-8")
    for example in (ROOT / "examples").glob("**/*.py"):
        (tmp_path / f"example_{example.name}").write_text(example.read_text(encoding="utf-8"), encoding="utf-8")
    found = check(tmp_path)
    expected = re.compile("|".join(EXPECTED))
    lines = [f"{file}:{text}" for file, texts in found.items() for text in texts if not expected.search(text)]
    assert not lines, "\n".join(lines)


def test_mistakes_are_found(tmp_path):
    """Names that are not there, arguments that a function does not take, members that a result does not have."""
    program = """import graphwright as tf
tf.no_such_name
tf.math.no_such_name
tf.reshape([1], [1], axis=1)
tf.data.Dataset.range(3).no_such_member
tf.Variable(1.0).no_such_member

@tf.function
def f(x, y):
    return tf.add(x, y)

f(1)
(tf.Variable(1.0) + 1).no_such_member
tf.constant(1.0).shape.no_such_member
"""
    (tmp_path / "mistakes.py").write_text(program)
    lines = {int(text.partition(":")[0]) for text in check(tmp_path)["mistakes.py"]}
    assert lines == {2, 3, 4, 5, 6, 12, 13, 14}


def test_rooms_have_no_type_errors(tmp_path):
    found = check(tmp_path, PACKAGE / "_src", typeCheckingMode="basic")
    assert not found, "\n".join(f"{file}:{text}" for file, texts in found.items() for text in texts)


class Editor:
    """Speaks to a language server as editors do."""

    def __init__(self, folder: Path):
        self._server = subprocess.Popen(
            [sys.executable, "-c", "from basedpyright.langserver import main; main()", "--stdio"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=folder,
            env={**os.environ, "PYTHONPATH": str(PACKAGE.parent)},
        )
        self._number = 0
        self._uri = (folder / "program.py").as_uri()
        documentation = {"documentationFormat": ["plaintext"]}
        abilities = {
            "workspace": {"configuration": True, "workspaceFolders": True},
            "textDocument": {
                "completion": {
                    "completionItem": {**documentation, "resolveSupport": {"properties": ["documentation"]}}
                },
                "signatureHelp": {"signatureInformation": documentation},
            },
        }
        root = folder.as_uri()
        self.ask(
            "initialize",
            processId=os.getpid(),
            rootUri=root,
            capabilities=abilities,
            workspaceFolders=[{"uri": root, "name": "program"}],
        )
        self._send(method="initialized", params={})
        self._version = 0

    def _send(self, **message) -> None:
        text = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self._server.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(text), text))
        self._server.stdin.flush()

    def _receive(self) -> dict:
        size = 0
        while (line := self._server.stdout.readline().strip()) or not size:
            if line.lower().startswith(b"content-length:"):
                size = int(line.partition(b":")[2])
            assert self._server.poll() is None, "the language server has ended"
        return json.loads(self._server.stdout.read(size))

    def ask(self, method: str, **params):
        """Returns the answer to a request; what the server asks in the meantime gets the settings, or nothing."""
        self._number += 1
        self._send(id=self._number, method=method, params=params)
        while True:
            message = self._receive()
            if message.get("method") == "workspace/configuration":
                settings = {"pythonPath": sys.executable, "defaultInterpreterPath": sys.executable}
                self._send(id=message["id"], result=[dict(settings) for _ in message["params"]["items"]])
            elif "method" in message and "id" in message:
                self._send(id=message["id"], result=None)
            elif message.get("id") == self._number:
                assert "error" not in message, message
                return message["result"]

    def at_the_end_of(self, text: str, method: str):
        """Returns the answer to a request about the place behind the text of a program."""
        self._version += 1
        document = {"uri": self._uri, "version": self._version}
        if self._version == 1:
            opened = {**document, "languageId": "python", "text": text}
            self._send(method="textDocument/didOpen", params={"textDocument": opened})
        else:
            changed = {"textDocument": document, "contentChanges": [{"text": text}]}
            self._send(method="textDocument/didChange", params=changed)
        lines = text.split("\n")
        place = {"line": len(lines) - 1, "character": len(lines[-1])}
        return self.ask(method, textDocument={"uri": self._uri}, position=place)

    def completions(self, text: str) -> dict[str, dict]:
        """Name -> what the server says of it."""
        items = self.at_the_end_of(text, "textDocument/completion")["items"]
        return {item["label"].partition("(")[0]: item for item in items}

    def documentation(self, item: dict) -> str:
        """Returns the documentation of a completion."""
        answer = self.ask("completionItem/resolve", **item).get("documentation", "")
        return answer if isinstance(answer, str) else answer["value"]

    def close(self) -> None:
        self._server.kill()
        self._server.communicate()


@pytest.fixture(scope="module")
def editor(tmp_path_factory):
    pytest.importorskip("basedpyright", reason="basedpyright, of the extra `test`, is not installed")
    folder = tmp_path_factory.mktemp("program")
    (folder / "program.py").write_text("")
    found = Editor(folder)
    yield found
    found.close()


COMPLETED = {
    "tf.": ("reshape", "function", "math", "data", "Variable", "constant", "float32", "keras"),
    "tf.math.": ("add", "subtract", "reduce_sum", "special"),
    "tf.nn.": ("relu", "softmax", "conv2d"),
    "tf.data.Dataset.": ("range", "map", "from_tensor_slices", "batch"),
    "tf.compat.v1.": ("placeholder", "Session", "global_variables_initializer", "subtract"),
    "tf.raw_ops.": ("Conv2D", "AddV2"),
    "tf.constant(1.0).": ("numpy", "shape", "dtype"),
    "tf.Variable(1.0).": ("assign_add", "numpy", "read_value"),
    "tf.data.Dataset.range(3).map(abs).": ("batch", "prefetch"),
}


@pytest.mark.parametrize("text", COMPLETED)
def test_editors_complete(editor, text):
    found = editor.completions(f"import graphwright as tf\n{text}")
    assert set(COMPLETED[text]) <= set(found)
    for name in COMPLETED[text]:
        if name not in ("float32", "keras", "math", "data", "special"):
            kind, _, documentation = editor.documentation(found[name]).partition("\n\n")
            assert name in kind and len(documentation) > 3, name


@pytest.mark.parametrize(
    ("call", "parameters"),
    [
        ("tf.reshape(", ["tensor", "shape", "name"]),
        ("tf.math.subtract(", ["x", "y", "name"]),
        ("tf.data.Dataset.range(3).take(", ["count", "name"]),
        ("tf.raw_ops.AddV2(", ["x", "y", "name"]),
        ("tf.function(lambda first, second: first)(", ["first", "second"]),
    ],
)
def test_editors_show_signatures(editor, call, parameters):
    found = editor.at_the_end_of(f"import graphwright as tf\n{call}", "textDocument/signatureHelp")["signatures"][0]
    shown = [
        found["label"][slice(*p["label"])] if isinstance(p["label"], list) else p["label"] for p in found["parameters"]
    ]
    assert [re.match(r"\w+", text)[0] for text in shown if text[0] not in "*/"] == parameters
    if "lambda" not in call:
        documentation = found["documentation"]
        assert len(documentation if isinstance(documentation, str) else documentation["value"]) > 3


def test_jedi_completes():
    """Completes as Jupyter and others do."""
    jedi = pytest.importorskip("jedi")
    for text, names in list(COMPLETED.items())[:4]:
        found = {
            completion.name: completion for completion in jedi.Script(f"import graphwright as tf\n{text}").complete()
        }
        assert set(names) <= set(found)
    signature = jedi.Script("import graphwright as tf\ntf.reshape(").get_signatures()[0]
    assert [parameter.name for parameter in signature.params] == ["tensor", "shape", "name"]
    assert "Returns the elements of a tensor" in signature.docstring()
