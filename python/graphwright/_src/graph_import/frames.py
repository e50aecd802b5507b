"""Loops and branches in a list of nodes that TensorFlow 1 wrote: frames (Enter, Exit), Switch and Merge.

Only names are looked at here; `graph_rebuild` makes While and If of what is found.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from typing import Any

    from graphwright._src.messages.classes import NodeDef

ENTERS = frozenset(("Enter", "RefEnter"))
EXITS = frozenset(("Exit", "RefExit"))
NEXTS = frozenset(("NextIteration", "RefNextIteration"))
MERGES = frozenset(("Merge", "RefMerge"))
SWITCHES = frozenset(("Switch", "RefSwitch"))
SWITCHES_OF_MANY = frozenset(("_SwitchN",))
STRUCTURE = ENTERS | EXITS | NEXTS | MERGES | SWITCHES | SWITCHES_OF_MANY | {"LoopCond"}

_PORTS = {"output_false": 0, "output_true": 1, "output": 0, "value_index": 1, "outputs": 0}

# A condition under which a node runs: what decides, and which branch.
Literal = tuple[str, int]
Literals = frozenset[Literal]
NEVER_IN_DOUBT: Literals = frozenset()


def has_frames(nodes: Iterable[Any]) -> bool:
    """Tells whether nodes of TensorFlow 1's control flow are among these."""
    return any(node.op in STRUCTURE for node in nodes)


class Input:
    """An input of a node: `text` as written, the name of its source and which output of that; source None: from outside."""

    __slots__ = ("port", "source", "text")

    def __init__(self, text: str, source: str | None, port: int) -> None:
        self.text = text
        self.source = source
        self.port = port


class Frame:
    """A loop."""

    def __init__(self, path: tuple[str, ...]) -> None:
        self.path = path
        self.members: list[str] = []
        self.enters: list[str] = []
        self.exits: list[str] = []
        self.variables: dict[str, tuple[str, str]] = {}  # Merge: its Enter and its NextIteration
        self.condition = ""


class Choice:
    """The value that a Merge hands on: that of `branches[i]` where the decider is i; a leaf is the number of an input."""

    __slots__ = ("branches", "decider")

    def __init__(self, decider: str, branches: dict[int, Choice | int]) -> None:
        self.decider = decider
        self.branches = branches


class Frames:
    """Loops and branches among nodes.

    Args:
      nodes: the messages.
      outside: whether the text of an input stands for a value from outside.

    Raises:
      ValueError: they contradict themselves; the message names a node.
    """

    def __init__(self, nodes: Sequence[Any], outside: Callable[[str], bool]) -> None:
        self.by_name = {node.name: node for node in nodes}
        self.inputs: dict[str, list[Input]] = {}
        self.controls: dict[str, list[str]] = {}
        for node in nodes:
            self._read(node, outside)
        self.frame_of: dict[str, tuple[str, ...]] = {}
        self.frames: dict[tuple[str, ...], Frame] = {}
        order = self._sorted(lambda name: [] if self._is_loop_variable_back_edge(name) else self.sources(name))
        for name in order:
            self._place(name)
        self._check_frames(order)
        self.order = self._sorted(self._before)
        self.position = {name: i for i, name in enumerate(self.order)}
        self.lives: dict[str, Literals] = {}
        self.enters_live: dict[str, Literals] = {}  # of Enters, in the frame around theirs
        self.choices: dict[str, Choice] = {}
        # The Merges of branches that a node depends on, as bits.
        self.merges_before: dict[str, int] = {}
        self._bits: dict[str, int] = {}
        # What decides, by the names that literals have for it; and which of these tell between more than two branches.
        self.deciders: dict[str, Input] = {}
        self.deciders_of_many: set[str] = set()
        for name in self.order:
            self._find_conditions(name)

    # ---- edges ----

    def _read(self, node: NodeDef, outside: Callable[[str], bool]) -> None:
        inputs: list[Input] = []
        controls: list[str] = []
        for text in node.input:
            if text.startswith("^"):
                if text[1:] not in self.by_name:
                    raise ValueError(f"Node {node.name!r}: Unknown input node {text!r}")
                controls.append(text[1:])
                continue
            if controls:
                raise ValueError(f"Node {node.name!r}: Control dependencies must come after regular dependencies")
            source, *rest = text.split(":")
            if outside(text):
                inputs.append(Input(text, None, 0))
                continue
            if source not in self.by_name:
                raise ValueError(f"Node {node.name!r}: Unknown input node {text!r}")
            port = 0
            if rest and rest[-1].isdigit() and len(rest[-1]) < 9:
                port = int(rest[-1]) + (_PORTS.get(rest[0], 0) if len(rest) > 1 else 0)
            inputs.append(Input(text, source, port))
        self.inputs[node.name] = inputs
        self.controls[node.name] = controls

    def sources(self, name: str) -> list[str]:
        """Returns the nodes that a node takes something from, or waits for."""
        return [i.source for i in self.inputs[name] if i.source is not None] + self.controls[name]

    def _is_loop_variable_back_edge(self, name: str) -> bool:
        return self.by_name[name].op in NEXTS

    def _sorted(self, before: Callable[[str], Iterable[str]]) -> list[str]:
        """Returns all names, each after those that `before` gives for it."""
        order: list[str] = []
        done: set[str] = set()
        waiting: set[str] = set()
        for first in self.by_name:
            if first in done:
                continue
            path: list[tuple[str, Iterator[str]]] = [(first, iter(before(first)))]
            waiting.add(first)
            while path:
                name, rest = path[-1]
                for source in rest:
                    if source in waiting:
                        raise ValueError(f"Node {name!r} is part of a cycle that is not the loop of a NextIteration")
                    if source not in done:
                        waiting.add(source)
                        path.append((source, iter(before(source))))
                        break
                else:
                    path.pop()
                    waiting.discard(name)
                    done.add(name)
                    order.append(name)
        return order

    # ---- frames ----

    def _place(self, name: str) -> None:
        """Finds the frame of a node from those of its sources."""
        node = self.by_name[name]
        if node.op in NEXTS:  # its source may come later; the Merge that it leads to tells
            return
        known = [(source, self._given_in(source)) for source in self.sources(name) if source in self.frame_of]
        path = known[0][1] if known else ()
        for source, other in known:
            if other != path and node.op not in MERGES:
                raise ValueError(
                    f"Node {name!r} ({node.op}) has inputs from different frames. The input {known[0][0]!r} is in frame "
                    f"{'/'.join(path)!r}. The input {source!r} is in frame {'/'.join(other)!r}."
                )
        if node.op in ENTERS:
            frame_name = node.attr["frame_name"].s.decode("utf-8", "replace") if "frame_name" in node.attr else ""
            if not frame_name:
                raise ValueError(f"Node {name!r} ({node.op}) has no frame name")
            path = (*path, frame_name)
            frame = self.frames.setdefault(path, Frame(path))
            frame.enters.append(name)
        elif node.op in EXITS:
            if not path:
                raise ValueError(f"Node {name!r} ({node.op}) is in no loop")
            self.frames[path].exits.append(name)
        self.frame_of[name] = path
        if path in self.frames:
            self.frames[path].members.append(name)

    def _given_in(self, name: str) -> tuple[str, ...]:
        """Returns the frame in which a node's outputs are used."""
        path = self.frame_of[name]
        return path[:-1] if self.by_name[name].op in EXITS else path

    def _check_frames(self, order: list[str]) -> None:
        for name in order:
            node = self.by_name[name]
            if node.op not in NEXTS:
                continue
            sources = self.sources(name)
            if not self.inputs[name] or self.inputs[name][0].source is None:
                raise ValueError(f"Node {name!r} ({node.op}) is in no loop")
            unplaced = [source for source in sources if source not in self.frame_of]
            if unplaced:
                raise ValueError(f"Node {name!r} ({node.op}) follows upon {unplaced[0]!r}, which is in no iteration")
            path = self._given_in(sources[0])
            if path not in self.frames or any(self._given_in(source) != path for source in sources):
                raise ValueError(f"Node {name!r} ({node.op}) is in no loop")
            self.frame_of[name] = path
            self.frames[path].members.append(name)
        for name in order:
            node = self.by_name[name]
            path = self.frame_of[name]
            if any(self._given_in(source) != path for source in self.sources(name)) and node.op not in ENTERS:
                raise ValueError(f"Node {name!r} ({node.op}) has inputs from different frames")
            if node.op == "LoopCond":
                if not path:
                    raise ValueError(f"Node {name!r} (LoopCond) is in no loop")
                if self.frames[path].condition:
                    raise ValueError(
                        f"Node {name!r} (LoopCond): the frame {path[-1]!r} has another one, "
                        f"{self.frames[path].condition!r}"
                    )
                if len(self.inputs[name]) != 1 or self.inputs[name][0].source is None:
                    raise ValueError(f"Node {name!r} (LoopCond) takes one tensor of its loop")
                self.frames[path].condition = name
            elif node.op in MERGES:
                self._read_loop_variable(node, path)
            elif node.op in SWITCHES or node.op in SWITCHES_OF_MANY:
                if len(self.inputs[name]) != 2:
                    raise ValueError(
                        f"Node {name!r} ({node.op}) takes 2 inputs, but {len(self.inputs[name])} are given"
                    )
            elif (node.op in ENTERS or node.op in EXITS or node.op in NEXTS) and len(self.inputs[name]) != 1:
                raise ValueError(f"Node {name!r} ({node.op}) takes 1 input, but {len(self.inputs[name])} are given")
        users = {merge_next for frame in self.frames.values() for _, merge_next in frame.variables.values()}
        for name in order:
            if self.by_name[name].op in NEXTS and name not in users:
                raise ValueError(f"Node {name!r} ({self.by_name[name].op}) leads to no Merge")
        for frame in self.frames.values():
            if not frame.exits:
                continue
            if not frame.condition:
                raise ValueError(f"Node {frame.exits[0]!r} (Exit): the frame {frame.path[-1]!r} has no LoopCond")
            if not frame.variables:
                raise ValueError(
                    f"Node {frame.condition!r} (LoopCond): nothing changes in the frame {frame.path[-1]!r}; a Merge of an "
                    "Enter and a NextIteration is missing"
                )
            for name in frame.exits:
                if not self.is_loop_switch(self.inputs[name][0].source) or self.inputs[name][0].port != 0:
                    raise ValueError(
                        f"Node {name!r} (Exit) does not take what a Switch gives when the loop of the frame "
                        f"{frame.path[-1]!r} ends"
                    )

    def _read_loop_variable(self, node: NodeDef, path: tuple[str, ...]) -> None:
        sources = [i.source for i in self.inputs[node.name]]
        if not sources or None in sources:
            raise ValueError(f"Node {node.name!r} ({node.op}) takes the results of branches or a loop's variable")
        following = [s for s in sources if s is not None and self.by_name[s].op in NEXTS]
        if not following:
            return
        entering = [s for s in sources if s is not None and self.by_name[s].op in ENTERS]
        if len(sources) != 2 or len(following) != 1 or len(entering) != 1 or self.frame_of[entering[0]] != path:
            raise ValueError(
                f"Node {node.name!r} ({node.op}): a loop's variable takes an Enter and a NextIteration of its loop, got "
                f"{[f'{s} ({self.by_name[s].op})' for s in sources if s is not None]}"
            )
        self.frames[path].variables[node.name] = (entering[0], following[0])

    def is_loop_switch(self, name: str | None) -> bool:
        """Tells whether a node is a Switch that ends or goes on with a loop."""
        if name is None or self.by_name[name].op not in SWITCHES:
            return False
        decider = self.inputs[name][1].source
        return decider is not None and self.by_name[decider].op == "LoopCond"

    def is_loop_variable(self, name: str) -> bool:
        """Tells whether a node is a Merge of an Enter and a NextIteration."""
        frame = self.frames.get(self.frame_of[name])
        return frame is not None and name in frame.variables

    def _before(self, name: str) -> list[str]:
        """Returns what comes before a node where a loop comes before all that uses its results."""
        if self.by_name[name].op in NEXTS:
            return self.sources(name)
        sources = self.sources(name)
        if self.is_loop_variable(name):
            sources = [source for source in sources if self.by_name[source].op not in NEXTS]
        elif self.by_name[name].op in EXITS:
            path = self.frame_of[name]
            sources += [m for m in self.frames[path].members if self.by_name[m].op not in EXITS]
            sources += [
                enter
                for other, frame in self.frames.items()
                if len(other) > len(path) and other[: len(path)] == path
                for enter in frame.enters
            ]
        return sources

    # ---- conditions ----

    def bit_of(self, name: str) -> int:
        """Returns the bit of a Merge of branches in `merges_before`."""
        return self._bits[name]

    def literal_of(self, given: Input) -> Literal:
        """Returns the condition under which an output of a Switch is there."""
        return self._decider_of(given.source or ""), given.port

    def _decider_of(self, name: str) -> str:
        """Returns what decides at a Switch: the text of its predicate, behind Identities."""
        given = self.inputs[name][1]
        seen = 0
        while given.source is not None and self.by_name[given.source].op in ("Identity", "RefIdentity"):
            before = self.inputs[given.source]
            seen += 1
            if len(before) != 1 or seen > len(self.by_name):
                break
            given = before[0]
        decider = given.text.removesuffix(":0") if given.text.count(":") == 1 else given.text
        self.deciders.setdefault(decider, given)
        if self.by_name[name].op in SWITCHES_OF_MANY:
            self.deciders_of_many.add(decider)
        return decider

    def live_of(self, given: Input) -> Literals:
        """Returns the conditions under which a value is there."""
        if given.source is None:
            return NEVER_IN_DOUBT
        live = self.lives[given.source]
        op = self.by_name[given.source].op
        if op in SWITCHES_OF_MANY or (op in SWITCHES and not self.is_loop_switch(given.source)):
            live = live | {self.literal_of(given)}
        return live

    def _find_conditions(self, name: str) -> None:
        node = self.by_name[name]
        if node.op in NEXTS:
            if self.live_of(self.inputs[name][0]):
                raise ValueError(f"Node {name!r} ({node.op}) hands on what is not there in every iteration")
            self.lives[name] = NEVER_IN_DOUBT
            self.merges_before[name] = 0
            return
        before = 0
        for source in self.sources(name):
            before |= self.merges_before.get(source, 0) | self._bits.get(source, 0)
        if node.op in EXITS:
            frame = self.frames[self.frame_of[name]]
            live = NEVER_IN_DOUBT
            for enter in frame.enters:
                live |= self.enters_live[enter]
            for member in frame.members:
                before |= self.merges_before.get(member, 0) | self._bits.get(member, 0)
            if self.live_of(self.inputs[name][0]):
                raise ValueError(f"Node {name!r} ({node.op}) takes what is not there whenever the loop ends")
        elif node.op in MERGES and not self.is_loop_variable(name):
            live = self._choose(node)
            self._bits[name] = 1 << len(self._bits)
        else:
            live = NEVER_IN_DOUBT
            for given in self.inputs[name]:
                if not (self.is_loop_variable(name) and self.by_name[given.source or ""].op in NEXTS):
                    live |= self.live_of(given)
            for control in self.controls[name]:
                if node.op != "ControlTrigger":  # runs whether the others did or not
                    live |= self.lives[control]
            if node.op in ENTERS:
                self.enters_live[name] = live
                live = NEVER_IN_DOUBT
            elif (node.op == "LoopCond" or self.is_loop_variable(name)) and live:
                raise ValueError(f"Node {name!r} ({node.op}) takes what is not there in every iteration")
        self.lives[name] = live
        self.merges_before[name] = before

    def _choose(self, node: NodeDef) -> Literals:
        """Finds what decides between the inputs of a Merge; gives the conditions that are left."""
        found = self._choice([(i, self.live_of(given)) for i, given in enumerate(self.inputs[node.name])])
        if found is None or not isinstance(found[0], Choice):
            raise ValueError(
                f"Node {node.name!r} ({node.op}): no Switch decides which of its inputs is there: "
                f"{[given.text for given in self.inputs[node.name]]}"
            )
        self.choices[node.name] = found[0]
        return found[1]

    def _choice(self, inputs: list[tuple[int, Literals]]) -> tuple[Choice | int, Literals] | None:
        if len(inputs) == 1:
            return inputs[0]
        if len(inputs) == 2 and (between_two := _between(*inputs)) is not None:
            return between_two
        shared = set.intersection(*({decider for decider, _ in live} for _, live in inputs))
        for decider in sorted(shared):
            parts: dict[int, list[tuple[int, Literals]]] = {}
            for i, live in inputs:
                branches = [branch for other, branch in live if other == decider]
                if len(branches) != 1:
                    break
                parts.setdefault(branches[0], []).append((i, live))
            else:
                if len(parts) < 2:
                    continue
                found = {branch: self._choice(part) for branch, part in parts.items()}
                if any(choice is None for choice in found.values()):
                    continue
                rests = {choice[1] - {(decider, branch)} for branch, choice in found.items() if choice is not None}
                if len(rests) == 1:
                    branches_found = {branch: choice[0] for branch, choice in found.items() if choice is not None}
                    return Choice(decider, branches_found), rests.pop()
        return None


def _between(a: tuple[int, Literals], b: tuple[int, Literals]) -> tuple[Choice, Literals] | None:
    """Returns what decides between two values. One that decides again within a branch of its own may be there twice."""
    for decider, branch in sorted(a[1]):
        for other, other_branch in sorted(b[1]):
            if decider != other or branch == other_branch:
                continue
            rest_a, rest_b = a[1] - {(decider, branch)}, b[1] - {(decider, other_branch)}
            if all(name == decider for name, _ in rest_a ^ rest_b):
                return Choice(decider, {branch: a[0], other_branch: b[0]}), rest_a | rest_b
    return None
