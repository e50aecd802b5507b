"""Scenes: what a picture of a graph shows - boxes and lines, with inner graphs inside of boxes, and what is folded away."""

from __future__ import annotations

import os

from graphwright import _core
from graphwright._src.base.package_folder import OWN_FILES
from graphwright._src.graph.operation import node_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    from graphwright._core import Tensor
    from graphwright._src.tensor.dtypes import DType
    from graphwright._src.tensor.tensor_shape import TensorShape

# Above this many boxes, name scopes are folded; and of what is left then, no more than this many are shown.
MOST_BOXES = 60
_MOST_INNER_BOXES = 30
_MOST_DEPTH = 3
_LEAST_FOLDED = 3
_LONGEST = 28
_MOST_LINES_TO_MORE = 6

_TITLES = {"then_branch": "then", "else_branch": "else", "cond": "condition", "body": "body"}
_OPERATIONS = ("op", "state", "unused", "control", "scope", "more")
_CONTROL_FLOW = {
    "If": "if",
    "StatelessIf": "if",
    "While": "while",
    "StatelessWhile": "while",
    "Case": "case",
    "StatelessCase": "case",
}


class Box:
    """One box of a scene.

    Attributes:
      kind: "op", "state" (an op on a variable), "unused" (an op whose results nobody takes), "argument", "capture", "constant",
        "result", "control" (with inner scenes), "scope" (folded) or "more".
      title: what is written in it, and `lines` below that.
      tip: what a pointer over it shows.
      inner: titles and scenes of inner graphs.
      label: what is written at its outgoing lines: dtype and shape.
      node: the name of the node that it stands for, after those of the nodes around it, as `path_into` makes them; "" where
        there is none.
    """

    __slots__ = ("kind", "title", "lines", "tip", "inner", "label", "members", "node")

    def __init__(self, kind: str, title: str, lines: list[str] | None = None, tip: str = "", label: str = "") -> None:
        self.kind = kind
        self.title = shortened(title)
        self.lines = [shortened(line) for line in lines or ()]
        self.tip = tip
        self.inner: list[tuple[str, Scene]] = []
        self.label = label
        self.members = 1
        self.node = ""


class Scene:
    """Boxes, in an order in which values flow, and lines between them.

    Attributes:
      lines: (from, to, whether it merely orders the two).
      folded: titles and scenes of what is not shown here, to be shown elsewhere.
    """

    def __init__(self) -> None:
        self.boxes: list[Box] = []
        self.lines: list[tuple[int, int, bool]] = []
        self.folded: list[tuple[str, Scene]] = []


def shortened(text: str, most: int = _LONGEST) -> str:
    """Returns the text, cut in the middle where it is long."""
    if len(text) <= most:
        return text
    return f"{text[: most - most // 3 - 1]}…{text[len(text) - most // 3 :]}"


def type_text(dtype: DType, shape: TensorShape) -> str:
    """Returns a dtype and a shape as they are written at lines: "float32 [2, ?]"."""
    if dtype.name == "resource":
        return "resource"
    if shape.rank is None:
        return f"{dtype.name} of any rank"
    if not shape.rank:
        return dtype.name
    return f"{dtype.name} [{', '.join('?' if size is None else str(size) for size in shape.as_list())}]"


def path_into(node: Any, attr: str, number: int) -> str:
    """Returns what comes before the names of nodes in a graph of a node: as they are called where calls are inlined, and with the
    role of the graph where there are several.

    Args:
      node: a loop, a branch, a call.
      attr, number: its attribute that has the graph, and which of all its graphs that is.
    """
    count = sum(graph is not None for graphs in node.functions.values() for graph in graphs)
    return f"{node.name}/" if count == 1 else f"{node.name}/{attr}{number}/"


def value_text(tensor: Tensor) -> str:
    """Returns a constant as text: its value where that is short."""
    count = tensor.shape.num_elements()
    if tensor.dtype.name in ("resource", "variant") or count is None or count > 6:
        return type_text(tensor.dtype, tensor.shape)
    value = tensor.numpy()
    text = _plain(value.tolist() if hasattr(value, "tolist") else value)
    return text if len(text) <= _LONGEST else type_text(tensor.dtype, tensor.shape)


def _plain(value: object) -> str:
    if isinstance(value, list):
        return f"[{', '.join(map(_plain, value))}]"
    if type(value) is not float:
        return repr(value)
    text = f"{value:.6g}"
    return text if set(text) & set(".en") else f"{text}.0"


def scene_of(core: _core.FuncGraph | _core.GraphFunction, captures: dict[int, str] | None = None) -> Scene:
    """Returns the scene of a core graph.

    Args:
      core: the graph.
      captures: by the `_id` of a placeholder, the name of the captured value that it stands for.
    """
    return _Maker(core, None, captures or {}, 0, "").make()


class _Maker:
    def __init__(
        self,
        core: _core.FuncGraph | _core.GraphFunction,
        names: list[str] | None,
        captures: dict[int, str],
        depth: int,
        role: str,
        path: str = "",
    ) -> None:
        self._core = core
        # What inputs stand for in the graph around; None for the outermost graph.
        self._names = names
        self._captures = captures
        self._depth = depth
        self._role = role
        self._path = path
        self._nodes = list(core.nodes())
        # By the id of a tensor, the node that gives it.
        self._owner = {tensor._id: i for i, node in enumerate(self._nodes) for tensor in node.outputs}
        self._by_key = {node.key: i for i, node in enumerate(self._nodes)}
        # What a node passes on as it is counts as what it takes that from.
        for node in self._nodes:
            if node.type == "Identity" and node.inputs:
                source = self._owner.get(node.inputs[0]._id)
                if source is not None:
                    self._owner[node.outputs[0]._id] = source
        self._inputs = [[self._owner.get(tensor._id) for tensor in node.inputs] for node in self._nodes]
        # The positions of outputs that somebody takes, by node.
        self._taken: dict[int, set[int]] = {}
        for tensor in [*(tensor for node in self._nodes for tensor in node.inputs), *core.outputs]:
            owner = self._owner.get(tensor._id)
            if owner is not None:
                self._taken.setdefault(owner, set()).add(tensor.value_index)
        self._scene = Scene()
        # By node, its box; nodes without one are written into those that take them.
        self._box_of: dict[int, int] = {}

    def make(self) -> Scene:
        """Returns the scene."""
        results = self._results()
        shown = self._shown({owner for _, owner in results})
        for i in shown:
            self._box_of[i] = len(self._scene.boxes)
            box = self._box(i)
            box.node = self._path + self._nodes[i].name
            self._scene.boxes.append(box)
        for i in shown:
            self._connect(i)
        self._add_results(results)
        most = _MOST_INNER_BOXES if self._depth else MOST_BOXES
        if len(self._scene.boxes) > most:
            self._fold_scopes(shown)
        if len(self._scene.boxes) > most:
            _cut(self._scene, most)
        return self._scene

    def _results(self) -> list[tuple[int, int]]:
        """Positions of outputs, and the nodes that give them; of a loop's body those that change."""
        found = []
        inputs = self._core.inputs
        for position, tensor in enumerate(self._core.outputs):
            owner = self._owner.get(tensor._id)
            stays = (
                self._role == "body"
                and position < len(inputs)
                and owner is not None
                and self._owner.get(inputs[position]._id) == owner
            )
            if owner is not None and not stays:
                found.append((position, owner))
        return found

    def _shown(self, wanted: set[int]) -> list[int]:
        readers: dict[int, list[int]] = {}
        for i, owners in enumerate(self._inputs):
            if self._nodes[i].type == "Identity" and self._owner.get(self._nodes[i].outputs[0]._id) != i:
                continue
            for owner in owners:
                if owner is not None:
                    readers.setdefault(owner, []).append(i)
        shown = []
        for i, node in enumerate(self._nodes):
            if node.outputs and self._owner[node.outputs[0]._id] != i:
                continue  # passes on what another one gives
            if node.type == "NoOp" and not node.outputs:
                continue
            if node.type == "Placeholder" and i not in wanted:
                # Parts of a state that nobody looks at here.
                if self._names is not None and i not in readers:
                    continue
                if node.outputs[0].dtype.name == "resource" and i in readers and self._written_into(readers[i]):
                    continue
            if node.type == "Const" and i not in wanted and self._written_into(readers.get(i, ())):
                continue
            shown.append(i)
        return shown

    def _written_into(self, readers: Iterable[int]) -> bool:
        return all(not self._nodes[reader].functions for reader in readers)

    # ---- boxes ----

    def _box(self, i: int) -> Box:
        node = self._nodes[i]
        label = self._label(i, node)
        if node.type == "Placeholder":
            return self._input_box(node, label)
        if node.type == "Const":
            return Box("constant", value_text(node.attr("value")), tip=self._tip(node), label=label)
        graphs = [(attr, graph) for attr, found in node.functions.items() for graph in found if graph is not None]
        if node.type in ("_FusedElementwise", "_FusedAssign"):
            steps = str(node.attr("f")).split("+")
            rows = ["+".join(steps[at : at + 3]) for at in range(0, len(steps), 3)]
            return Box("op", "fused", rows[:4], self._tip(node), label)
        if graphs:
            return self._control_box(i, node, graphs, label)
        if node.outputs and not self._taken.get(i) and not _core.op_def(node.type)["is_stateful"]:
            return Box("unused", node.type, [*self._facts_of(i, node), "not needed"], self._tip(node), label)
        touches = any(tensor.dtype.name == "resource" for tensor in node.inputs)
        return Box("state" if touches else "op", node.type, self._facts_of(i, node), self._tip(node), label)

    def _input_box(self, node: _core.Node, label: str) -> Box:
        if node.outputs[0]._id in self._captures:
            return Box("capture", self._name_of_input(node), tip=f"{node.name}: captured from outside", label=label)
        return Box("argument", self._name_of_input(node), tip=node.name, label=label)

    def _facts_of(self, i: int, node: _core.Node) -> list[str]:
        """Lines for the inputs that have no lines drawn to them: constants and variables."""
        rows = []
        names = None
        for k, owner in enumerate(self._inputs[i]):
            source = None if owner is None else self._nodes[owner]
            if source is None or owner in self._box_of:
                continue
            if source.type == "Const":
                text = value_text(source.attr("value"))
            elif source.type == "Placeholder" and source.outputs[0].dtype.name == "resource":
                rows.append(self._name_of_input(source))
                continue
            else:
                continue
            if names is None:
                names = [arg["name"] for arg in _core.op_def(node.type)["inputs"]]
            name = names[k] if k < len(names) and len(names) == len(node.inputs) else str(k)
            rows.append(f"{name} = {text}")
        return rows if len(rows) <= 4 else [*rows[:3], f"… {len(rows) - 3} more"]

    def _name_of_input(self, node: _core.Node) -> str:
        """Returns what a placeholder stands for."""
        tensor = node.outputs[0]
        captured = self._captures.get(tensor._id)
        if captured is not None:
            return captured
        if self._names is not None:
            for position, other in enumerate(self._core.inputs):
                if other._id == tensor._id and position < len(self._names):
                    return self._names[position]
        return node.name

    def _control_box(self, i: int, node: _core.Node, graphs: list[tuple[str, Any]], label: str) -> Box:
        word = _CONTROL_FLOW[node.type] if node.type in _CONTROL_FLOW else node.type
        box = Box("control", word, tip=self._tip(node), label=label)
        names = self._input_names(i, node)
        if word == "call" or node.type.endswith("PartitionedCall"):
            box.title = shortened(f"call {plain_name(graphs[0][1].name)}")
        for number, (attr, graph) in enumerate(graphs):
            title = _TITLES.get(attr, "" if attr == "f" else f"{attr} {number}" if attr != "branches" else str(number))
            mine = names[1:] if word in ("if", "case") else names
            if word == "while":
                mine = _state_names(mine, graphs)
            path = self._path + path_into(node, attr, number)
            inner = _Maker(graph, mine, {}, self._depth + 1, attr, path).make()
            if self._depth + 1 >= _MOST_DEPTH:
                count = count_boxes(inner)
                box.lines.append(shortened(f"{title or 'body'}: {count} operation{'s' * (count != 1)}"))
                self._scene.folded.append((f"{node.name}: {title}", inner))
            else:
                box.inner.append((title, inner))
        return box

    def _input_names(self, i: int, node: _core.Node) -> list[str]:
        names = []
        for k, owner in enumerate(self._inputs[i]):
            source = None if owner is None else self._nodes[owner]
            if source is None:
                names.append(f"input {k}")
            elif source.type == "Placeholder":
                names.append(self._name_of_input(source))
            elif source.type == "Const":
                names.append(value_text(source.attr("value")))
            else:
                names.append(source.name.rpartition("/")[2])
        return names

    def _label(self, i: int, node: _core.Node) -> str:
        taken = [tensor for k, tensor in enumerate(node.outputs) if k in self._taken.get(i, ())]
        texts = list(dict.fromkeys(type_text(tensor.dtype, tensor.shape) for tensor in taken))
        if not texts:
            return ""
        if len(texts) > 2:
            return f"{len(taken)} values"
        text = " | ".join(texts)
        if len(texts) == 1 and len(taken) > 1:
            text += f" ×{len(taken)}"
        return text

    def _tip(self, node: _core.Node) -> str:
        line = user_line(node.stack)
        return f"{node.name} ({node.type})" + (f"\n{line}" if line else "")

    # ---- lines ----

    def _connect(self, i: int) -> None:
        mine = self._box_of[i]
        known = set()
        for owner in self._inputs[i]:
            theirs = None if owner is None else self._box_of.get(owner)
            if theirs is not None and theirs not in known:
                known.add(theirs)
                self._scene.lines.append((theirs, mine, False))
        for operation in self._nodes[i].control_inputs:
            theirs = self._box_of.get(self._by_key.get(node_of(operation).key, -1))
            if theirs is not None and theirs not in known and theirs != mine:
                known.add(theirs)
                self._scene.lines.append((theirs, mine, True))

    def _add_results(self, results: list[tuple[int, int]]) -> None:
        for position, owner in results:
            if owner not in self._box_of:
                continue
            if self._role == "body":
                title = f"next {self._state_name(position)}"
            elif self._role == "cond":
                title = "go on?"
            else:
                title = "result" if len(results) == 1 else f"result {position}"
            self._scene.lines.append((self._box_of[owner], len(self._scene.boxes), False))
            self._scene.boxes.append(Box("result", title))

    def _state_name(self, position: int) -> str:
        return self._names[position] if self._names and position < len(self._names) else str(position)

    # ---- folding ----

    def _fold_scopes(self, shown: list[int]) -> None:
        """Puts the nodes of each name scope into one box."""
        prefix = os.path.commonprefix([self._nodes[i].name for i in shown if self._nodes[i].type != "Placeholder"])
        prefix = prefix[: prefix.rfind("/") + 1]
        scopes: dict[str, list[int]] = {}
        for i in shown:
            name = self._nodes[i].name
            if self._nodes[i].type in ("Placeholder",) or not name.startswith(prefix):
                continue
            scope, slash, _ = name[len(prefix) :].partition("/")
            if slash:
                scopes.setdefault(scope, []).append(self._box_of[i])
        scopes = {scope: boxes for scope, boxes in scopes.items() if len(boxes) >= _LEAST_FOLDED}
        if scopes:
            fold(self._scene, scopes)


def fold(scene: Scene, groups: dict[str, list[int]]) -> None:
    """Replaces groups of boxes by one each; what was in them goes to `scene.folded`."""
    new_of: dict[int, int] = {}
    boxes: list[Box] = []
    group_of = {box: name for name, members in groups.items() for box in members}
    made: dict[str, int] = {}
    for i, box in enumerate(scene.boxes):
        name = group_of.get(i)
        if name is None:
            new_of[i] = len(boxes)
            boxes.append(box)
            continue
        if name not in made:
            made[name] = len(boxes)
            folded = Box("scope", f"{name}/", [f"{len(groups[name])} operations"])
            folded.members = sum(scene.boxes[k].members for k in groups[name])
            boxes.append(folded)
        new_of[i] = made[name]
    for name, members in groups.items():
        scene.folded.append((f"{name}/", _part(scene, members)))
        labels = {scene.boxes[a].label for a, b, _ in scene.lines if a in members and b not in members}
        boxes[made[name]].label = labels.pop() if len(labels) == 1 else ""
    lines = dict.fromkeys((new_of[a], new_of[b], c) for a, b, c in scene.lines if new_of[a] != new_of[b])
    scene.boxes = boxes
    scene.lines = list(lines)


def _part(scene: Scene, members: list[int]) -> Scene:
    """Returns some boxes of a scene, with what they take from the others and give to them."""
    part = Scene()
    place = {box: i for i, box in enumerate(members)}
    part.boxes = [scene.boxes[box] for box in members]
    outside: dict[tuple[str, int], int] = {}
    for a, b, control in scene.lines:
        if a in place and b in place:
            part.lines.append((place[a], place[b], control))
        elif b in place and not control:
            if ("from", a) not in outside:
                outside["from", a] = len(part.boxes)
                source = scene.boxes[a]
                part.boxes.append(Box("argument", source.title, tip=source.tip, label=source.label))
            part.lines.append((outside["from", a], place[b], False))
        elif a in place and not control:
            if ("to", a) not in outside:
                outside["to", a] = len(part.boxes)
                part.boxes.append(Box("result", f"to {scene.boxes[b].title}"))
                part.lines.append((place[a], outside["to", a], False))
    if len(part.boxes) > MOST_BOXES:
        _cut(part, MOST_BOXES)
    return part


def _cut(scene: Scene, most: int) -> None:
    """Keeps the first boxes, and one that stands for the rest."""
    kept = most - 1
    gone = len(scene.boxes) - kept
    more = Box("more", f"… {sum(box.members for box in scene.boxes[kept:])} more")
    more.members = gone
    lines = dict.fromkeys((a, min(b, kept), c) for a, b, c in scene.lines if a < kept)
    to_more = [line for line in lines if line[1] == kept and not line[2]]
    scene.boxes = [*scene.boxes[:kept], more]
    # A few of the lines that lead to the rest tell where it goes on.
    scene.lines = [line for line in lines if line[1] < kept] + to_more[-_MOST_LINES_TO_MORE:]


def _state_names(names: list[str], graphs: list[tuple[str, Any]]) -> list[str]:
    """Names for what a loop carries: those of outside for what stays as it is, numbers for what changes."""
    body = dict(graphs).get("body")
    if body is None:
        return names
    inputs, outputs = body.inputs, body.outputs
    named = []
    for i, name in enumerate(names):
        stays = i < len(outputs) and outputs[i]._id == inputs[i]._id
        named.append(name if stays else f"state {i}")
    return named


def count_boxes(scene: Scene) -> int:
    """Returns how many operations a scene stands for, inner ones among them."""
    total = 0
    for box in scene.boxes:
        if box.kind in _OPERATIONS:
            total += box.members + sum(count_boxes(inner) for _, inner in box.inner)
    return total


def plain_name(name: str) -> str:
    """Returns the name of a traced function without what tracing added: "f" for "__inference_f_12"."""
    for prefix, word in (("__inference_", ""), ("__forward_", ""), ("__backward_", "gradient of ")):
        if name.startswith(prefix):
            name = word + name[len(prefix) :]
    base, _, number = name.rpartition("_")
    return base if base and number.isdigit() else name


def user_line(stack: Sequence[tuple[str, int, str]] | None) -> str:
    """Returns the innermost line of a program among the frames in which a node was made, as "file.py:12, in f"."""
    for file, line, function in reversed(stack or []):
        if not file.startswith(OWN_FILES):
            return f"{file}:{line}, in {function}"
    return ""
