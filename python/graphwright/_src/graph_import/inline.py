"""Functions as messages: calls replaced by the nodes of what they call."""

from __future__ import annotations

from graphwright._src.messages.classes import NodeDef

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphwright._src.messages.classes import FunctionDef, FunctionDefLibrary

_CALLS = ("PartitionedCall", "StatefulPartitionedCall")
_DEEPEST = 1000  # functions that call themselves never end


def inline_calls(function: FunctionDef, library: FunctionDefLibrary) -> None:
    """Puts the nodes of called functions in place of the calls, under the calls' names.

    Args:
      function: a FunctionDef, which is changed.
      library: the FunctionDefLibrary with what it calls; calls of others stay.

    Raises:
      ValueError: calls are nested too deeply.
    """
    known = {each.signature.name: each for each in library.function}
    for _ in range(_DEEPEST):
        if not _inline_once(function, known):
            return
    raise ValueError(f"the function {function.signature.name!r} calls functions more than {_DEEPEST} deep")


def _inline_once(function: FunctionDef, known: dict[str, Any]) -> bool:
    nodes: list[NodeDef] = []
    results: dict[str, str] = {}  # what a call gave -> where that comes from now
    finished: dict[str, list[str]] = {}  # a call -> the nodes that have to be done before it is
    for node in function.node_def:
        called = known.get(node.attr["f"].func.name) if node.op in _CALLS else None
        if called is None:
            kept = NodeDef()
            kept.CopyFrom(node)
            nodes.append(kept)
            continue
        body = _Body(node, called)
        nodes += body.nodes()
        for i, arg in enumerate(called.signature.output_arg):
            results[f"{node.name}:output:{i}"] = body.moved(called.ret[arg.name])
        finished[node.name] = [f"{node.name}/{name}" for name in called.control_ret.values()] or body.sources()
    if not finished:
        return False

    def found(text: str) -> str:
        while text in results:
            text = results[text]
        return text

    for node in nodes:
        inputs = list(node.input)
        del node.input[:]
        after: list[str] = []
        for text in inputs:
            if not text.startswith("^"):
                node.input.append(found(text))
            else:
                after += finished.get(text[1:], [text[1:]])
        node.input.extend(f"^{name}" for name in dict.fromkeys(after))
    for name, text in list(function.ret.items()):
        function.ret[name] = found(text)
    for name, text in list(function.control_ret.items()):
        if text in finished:
            function.control_ret.pop(name)
    del function.node_def[:]
    function.node_def.extend(nodes)
    return True


class _Body:
    """The nodes of a called function, renamed for the place of the call."""

    def __init__(self, call: NodeDef, function: FunctionDef) -> None:
        self._call = call
        self._function = function
        given = [text for text in call.input if not text.startswith("^")]
        names = [arg.name for arg in function.signature.input_arg]
        self._arguments = dict(zip(names, given, strict=True))
        self._before = [text for text in call.input if text.startswith("^")]

    def moved(self, text: str) -> str:
        """Returns what "node:result:0", or an argument, is called at the place of the call."""
        return self._arguments[text] if text in self._arguments else f"{self._call.name}/{text}"

    def nodes(self) -> list[NodeDef]:
        """Returns the renamed nodes; those without inputs wait for what the call waited for."""
        made = []
        for node in self._function.node_def:
            copy = NodeDef()
            copy.CopyFrom(node)
            copy.name = f"{self._call.name}/{node.name}"
            del copy.input[:]
            for text in node.input:
                copy.input.append(f"^{self._call.name}/{text[1:]}" if text.startswith("^") else self.moved(text))
            if not node.input:
                copy.input.extend(self._before)
            made.append(copy)
        return made

    def sources(self) -> list[str]:
        """Returns the nodes that give the results."""
        texts = [self.moved(text) for text in self._function.ret.values() if text not in self._arguments]
        return list(dict.fromkeys(text.partition(":")[0] for text in texts))
