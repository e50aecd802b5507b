"""Loops and branches that TensorFlow 1 wrote as frames, Switch and Merge, appended to a graph as While, If and Case.

What is inside of a loop or branch goes into a function of that; an Exit or Merge becomes an Identity of its name. A
node of a branch that has no effects is also there outside under its own name, for those who ask for it: it fails where
the branch is not taken.
"""

from __future__ import annotations

from collections import ChainMap

from graphwright import _core
from graphwright._src.control_flow import branches_and_loops as control_flow
from graphwright._src.graph.graph import default_graph
from graphwright._src.graph.names import input_name
from graphwright._src.graph.operation import last_operation_of
from graphwright._src.graph_import.frames import (
    ENTERS,
    EXITS,
    MERGES,
    NEVER_IN_DOUBT,
    NEXTS,
    SWITCHES,
    SWITCHES_OF_MANY,
    Choice,
    Frame,
    Frames,
    Input,
    Literals,
)
from graphwright._src.tensor import dtypes, tensor_shape

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any

    from graphwright._src.messages.classes import NodeDef
    from graphwright._src.tensor.tensor_shape import TensorShape

# How often the shapes of a loop's variables are made more general before they are given up.
_ATTEMPTS = 4


class _Scope:
    """A graph, or a part of one that runs under further conditions, while nodes are appended to it."""

    def __init__(self, parent: _Scope | None, path: tuple[str, ...], literals: Literals, **maps: Any) -> None:
        self.parent = parent
        self.path = path
        self.literals = literals
        self.tensors: Any = parent.tensors.new_child() if parent else maps["tensors"]
        self.operations: Any = parent.operations.new_child() if parent else maps["operations"]
        self.done: set[str] = set()
        self.entered: dict[str, Any] = {}  # what Enters of this loop bring in
        self.final: dict[Any, Any] = {}  # values of the loop's variables
        self.pending = 0  # the Merges to come, as bits
        self.wanted: list[str] = []
        # Nodes with effects that a ControlTrigger here waits for and that run in some branch, for no Merge.
        self.effects: list[str] = []
        self.homes: dict[str, Any] = {}  # the operations that run what was moved into branches
        self.waits_for: set[str] = set()  # operations outside with effects that come before this
        self.guards = False  # whether values that may not be there fail where they are not

    def has_moved(self, name: str) -> bool:
        """Tells whether a branch runs a node already."""
        scope: _Scope | None = self
        while scope is not None:
            if name in scope.homes:
                return True
            scope = scope.parent
        return False

    def has(self, name: str) -> bool:
        scope: _Scope | None = self
        while scope is not None:
            if name in scope.done:
                return True
            scope = scope.parent
        return False


class Rebuilder:
    """Appends nodes to the graph that is being built.

    Args:
      frames: what the nodes are.
      tensors: values by the texts of inputs, of what comes from outside; the outermost nodes' are added.
      operations: by names, likewise.
      append: (node, inputs, dependencies, tensors, operations) appends a plain node.
      keep: (node, outputs, tensors) notes what a node gives.
      has_effects: whether a node of the messages, by itself, acts on something.
    """

    def __init__(
        self,
        frames: Frames,
        tensors: dict[str, Any],
        operations: dict[str, Any],
        append: Callable,
        keep: Callable,
        has_effects: Callable[[Any], bool],
    ) -> None:
        self.frames = frames
        self.append = append
        self.keep = keep
        self.root = _Scope(None, (), NEVER_IN_DOUBT, tensors=ChainMap(tensors), operations=ChainMap(operations))
        self.acts: dict[str, bool] = {}  # whether a node, or what it takes, has effects
        self.moved: set[str] = set()  # into functions
        for name in frames.order:
            before = frames.sources(name)
            if frames.by_name[name].op in EXITS:  # after the whole loop
                before = [*before, *frames.frames[frames.frame_of[name]].members]
            self.acts[name] = has_effects(frames.by_name[name]) or any(
                self.acts.get(source, False) for source in before
            )
        used = {given for inputs in frames.inputs.values() for given in inputs}
        # Merges that tell which of their inputs it was: where somebody asks, or might ask.
        self.indexed = {given.source for given in used if given.port == 1 and given.source is not None}
        self.indexed |= {name for name in frames.choices if frames.frame_of[name] == () and not frames.lives[name]}

    def run(self, results: Iterable[str] | None) -> None:
        """Appends all nodes.

        Args:
          results: the names of the nodes that a function gives something of; None in a graph, where all can be asked for.
        """
        names = self.frames.order
        self._enter(self.root, names)
        self._run(self.root, names)
        if results is None:
            self._run_in_doubt(names)
        elif in_doubt := [name for name in results if name in self.frames.by_name and not self.root.has(name)]:
            self._run_in_doubt(self._slice(self.root, in_doubt))

    # ---- scopes ----

    def _enter(self, scope: _Scope, names: Sequence[str]) -> None:
        scope.wanted = [
            name
            for name in names
            if name in self.frames.choices
            and self.frames.frame_of[name] == scope.path
            and self.frames.lives[name] <= scope.literals
        ]
        for name in scope.wanted:
            scope.pending |= self.frames.bit_of(name)
        frames = self.frames
        conditional = [
            control
            for name in names
            if frames.by_name[name].op == "ControlTrigger" and frames.frame_of[name] == scope.path
            for control in frames.controls[name]
            if self.acts[control] and not frames.lives[control] <= scope.literals
        ]
        if conditional:
            results = [given.source for name in scope.wanted for given in frames.inputs[name] if given.source]
            covered = set(self._slice(scope, results))
            scope.effects = [name for name in dict.fromkeys(conditional) if name not in covered]

    def _run(self, scope: _Scope, names: Iterable[str]) -> None:
        for name in names:
            if not scope.has(name):
                self._emit(scope, name)

    def _emit(self, scope: _Scope, name: str) -> None:
        frames = self.frames
        node = frames.by_name[name]
        path = frames.frame_of[name]
        if node.op in EXITS and path[:-1] == scope.path and path != scope.path:
            if frames.lives[name] <= scope.literals:
                self._emit_loop(scope, frames.frames[path])
            return
        if path != scope.path or not frames.lives[name] <= scope.literals:
            return
        if name in frames.choices:
            self._emit_choices(scope, name)
            return
        if node.op in ENTERS or node.op in NEXTS or node.op in EXITS or node.op in MERGES or node.op == "LoopCond":
            return
        if node.op in SWITCHES or node.op in SWITCHES_OF_MANY:
            if scope.guards:
                self._emit_switch(scope, name)
            return
        if node.op == "ControlTrigger" and not scope.guards:
            self._emit_effects(scope, frames.controls[name])
        inputs = [self._value(scope, given, node) for given in frames.inputs[name]]
        self.append(node, inputs, self._dependencies(scope, name), scope.tensors, scope.operations)
        scope.done.add(name)

    def _slice(self, scope: _Scope, targets: Iterable[str]) -> list[str]:
        """Returns what has to be appended to a scope before these, and these, in order."""
        frames = self.frames
        found: set[str] = set()
        waiting = [name for name in targets if not scope.has(name)]
        depth = len(scope.path)
        while waiting:
            name = waiting.pop()
            if name in found:
                continue
            found.add(name)
            path = frames.frame_of[name]
            if path[:depth] != scope.path or (path == scope.path and frames.by_name[name].op in ENTERS):
                found.discard(name)
                continue
            if frames.by_name[name].op in EXITS:
                waiting += [m for m in frames.frames[path].members if m not in found]
            waiting += [s for s in frames.sources(name) if s not in found and not scope.has(s)]
        return sorted(found, key=frames.position.__getitem__)

    def _dependencies(self, scope: _Scope, name: str) -> list[Any]:
        """Returns the operations that a node waits for. Those without effects only said under which conditions it runs."""
        found = []
        for control in self.frames.controls[name]:
            if not scope.guards and not self.acts[control]:
                continue
            if control in scope.operations.maps[0]:
                found.append(scope.operations[control])
            elif control in scope.homes:
                if scope.homes[control] not in found:
                    found.append(scope.homes[control])
            elif control in scope.operations:
                scope.waits_for.add(control)
        return found

    def _inherit(self, scope: _Scope, inner: _Scope) -> list[Any]:
        """Returns what the node around `inner`, in `scope`, waits for."""
        found = []
        for name in sorted(inner.waits_for):
            if name in scope.operations.maps[0]:
                found.append(scope.operations[name])
            else:
                scope.waits_for.add(name)
        return found

    # ---- values ----

    def _value(self, scope: _Scope, given: Input, node: NodeDef) -> Any:
        """Returns the value of a node's input in a scope."""
        frames = self.frames
        while given.source is not None:
            source = given.source
            op = frames.by_name[source].op
            inner: _Scope | None = scope
            if op in SWITCHES or op in SWITCHES_OF_MANY:
                if scope.guards and not frames.is_loop_switch(source):
                    return self._guarded(scope, given, node)
                given = frames.inputs[source][0]
            elif op == "LoopCond":
                given = frames.inputs[source][0]
            elif op in ENTERS:
                while inner is not None and source not in inner.entered:
                    inner = inner.parent
                if inner is None:
                    raise ValueError(f"Node {node.name!r} ({node.op}): {given.text!r} is not there")
                return inner.entered[source]
            elif op in NEXTS:
                raise ValueError(f"Node {node.name!r} ({node.op}): {given.text!r} leads to a Merge only")
            elif op in MERGES and frames.is_loop_variable(source):
                while inner is not None and source not in inner.final:
                    inner = inner.parent
                if inner is None or given.port:
                    raise ValueError(
                        f"Node {node.name!r} ({node.op}): {given.text!r} is known while a loop runs, and not here"
                    )
                return inner.final[source]
            else:
                break
        key = given.text if given.text in scope.tensors else given.text.removesuffix(":0")
        if key in scope.tensors:
            return scope.tensors[key]
        if given.source in scope.operations:
            outputs = scope.operations[given.source].outputs
            raise ValueError(
                f"Node {node.name!r}: Connecting to invalid output {given.port} of source node {given.source} which has "
                f"{len(outputs)} outputs."
            )
        raise ValueError(f"Node {node.name!r} ({node.op}): {given.text!r} is not there when it is needed")

    def _after(self, value: object, dependencies: list[Any], name: str | None = None) -> Any:
        if not dependencies and name is None:
            return value
        if not isinstance(value, _core.Tensor):
            return value
        with default_graph().control_dependencies(dependencies):
            return _core.op("Identity")(value, name=name)

    def _keep(self, scope: _Scope, name: str, values: list[Any]) -> None:
        """Appends the Identity that a Merge or Exit becomes."""
        node = self.frames.by_name[name]
        if len(values) > 1:
            with default_graph().control_dependencies(self._dependencies(scope, name)):
                values = list(_core.op("IdentityN")(values, name=name))
        else:
            values = [self._after(values[0], self._dependencies(scope, name), name)]
        if isinstance(values[0], _core.Tensor):
            scope.operations[name] = values[0].op
        self.keep(node, values, scope.tensors)
        scope.done.add(name)

    # ---- branches ----

    def _emit_choices(self, scope: _Scope, name: str) -> None:
        """Appends the If that a Merge is the result of, with all that are ready and decided by the same."""
        frames = self.frames
        choice = frames.choices[name]
        group = [name]
        for other in scope.wanted:
            if other == name or scope.has(other) or frames.merges_before[other] & scope.pending:
                continue
            alike = frames.choices[other]
            if alike.decider != choice.decider or alike.branches.keys() != choice.branches.keys():
                continue
            if frames.lives[other] == frames.lives[name]:
                group.append(other)
        for other in group[1:]:
            self._run(scope, [n for n in self._slice(scope, [other]) if n not in group])
        results = self._decide(scope, [(merge, frames.choices[merge]) for merge in group])
        for merge, values in zip(group, results, strict=True):
            self._keep(scope, merge, values)
            scope.pending &= ~frames.bit_of(merge)

    def _emit_effects(self, scope: _Scope, names: Sequence[str]) -> None:
        """Appends Ifs that have effects only, for nodes of branches that no Merge gives the result of."""
        frames = self.frames
        scope.effects = [name for name in scope.effects if _may_hold(frames.lives[name] | scope.literals)]
        while left := [name for name in names if name in scope.effects]:
            open_literals = sorted(
                literal
                for literal in frames.lives[left[0]] - scope.literals
                if self.frames.live_of(frames.deciders[literal[0]]) <= scope.literals
            )
            if not open_literals:
                raise ValueError(f"Node {left[0]!r} ({frames.by_name[left[0]].op}): no Switch decides whether it runs")
            self._run(scope, self._slice(scope, [left[0]]))
            if left[0] in scope.effects:
                self._branch(scope, left[0], open_literals[0][0], [0, 1], [])

    def _decide(self, scope: _Scope, merges: list[tuple[str, Choice]]) -> list[list[Any]]:
        """Returns the results of Merges that one value decides, by an If or a Case."""
        first, choice = merges[0]
        return self._branch(scope, first, choice.decider, sorted(choice.branches), merges)

    def _branch(
        self, scope: _Scope, first: str, decided_by: str, keys: list[int], merges: list[tuple[str, Choice]]
    ) -> list[list[Any]]:
        """Appends an If or a Case: for results, and for the effects that depend on the same."""
        frames = self.frames
        node = frames.by_name[first]
        decider = self._value(scope, frames.deciders[decided_by], node)
        many = decided_by in frames.deciders_of_many
        if keys != list(range(len(keys))) or (not many and len(keys) != 2):
            raise ValueError(f"Node {first!r} ({node.op}) takes the results of the branches {keys} only")
        if not many and decider.dtype != dtypes.bool:
            raise ValueError(f"Node {first!r} ({node.op}): what decides is no bool, but {decider.dtype.name}")
        here = [
            name
            for name in scope.effects
            if any(literal[0] == decided_by for literal in frames.lives[name] - scope.literals)
            and not frames.merges_before[name] & scope.pending
        ]
        for name in here:
            self._run(scope, self._slice(scope, [name]))
        scope.effects = [name for name in scope.effects if name not in here]
        wanted = control_flow.node_name(f"{first.rpartition('/')[0] or first}/{'case' if many else 'if'}")
        branches, waiting, moved = [], [], set()
        for key in keys:
            branch = control_flow.Branch(wanted, f"branch{key}" if many else ("false", "true")[key], all_effects=True)
            branch.graph.name_scopes = []
            literal = (decided_by, key)
            inner = _Scope(scope, scope.path, scope.literals | {literal})

            def trace(inner: _Scope = inner, key: int = key, literal: tuple[str, int] = literal) -> list[Any]:
                targets = [s for m, c in merges for leaf in _leaves(c.branches[key]) for s in self._origin(m, leaf)]
                effects = [name for name in here if literal in frames.lives[name]]
                effects += self._effects_before(scope, [m for m, _ in merges], literal)
                names = self._slice(inner, targets + effects)
                self._enter(inner, names)
                inner.effects += [name for name in effects if not frames.lives[name] <= inner.literals]
                self._run(inner, names)
                self._emit_effects(inner, effects)
                return [value for m, c in merges for value in self._result(inner, m, c.branches[key])]

            branch.set_outputs(branch.trace(trace))
            waiting += self._inherit(scope, inner)
            branches.append(branch)
            moved |= inner.done | inner.homes.keys()
        self.moved |= moved
        for i, (a, b) in enumerate(zip(branches[0].outputs, branches[1].outputs, strict=True)):
            if a.dtype != b.dtype:
                raise ValueError(
                    f"Node {first!r} ({node.op}): the result {i} of its branches is {a.dtype.name} or {b.dtype.name}"
                )
        graph = default_graph()
        with graph.control_dependencies(waiting):
            if many:
                outputs = control_flow.case_node(wanted, decider, branches)
            else:
                outputs = control_flow.if_node(wanted, decider, branches[1], branches[0])
        operation = last_operation_of(graph)
        scope.homes.update((name, operation) for name in moved if self.acts[name])
        given = iter(outputs if merges else ())
        return [[next(given) for _ in range(2 if merge in self.indexed else 1)] for merge, _ in merges]

    def _effects_before(self, scope: _Scope, merges: list[str], literal: tuple[str, int]) -> list[str]:
        """Returns what acts in one branch only, and Merges wait for."""
        controls = dict.fromkeys(control for merge in merges for control in self.frames.controls[merge])
        return [
            name
            for name in controls
            if self.acts[name] and literal in self.frames.lives[name] - scope.literals and not scope.has_moved(name)
        ]

    def _origin(self, merge: str, leaf: int) -> list[str]:
        source = self.frames.inputs[merge][leaf].source
        return [] if source is None else [source]

    def _result(self, scope: _Scope, merge: str, choice: Choice | int) -> list[Any]:
        """Returns what one branch gives for a Merge."""
        if isinstance(choice, Choice):
            return self._decide(scope, [(merge, choice)])[0]
        given = self.frames.inputs[merge][choice]
        value = self._value(scope, given, self.frames.by_name[merge])
        value = value if isinstance(value, _core.Tensor) else self._plain(value, merge)
        index = [_core.convert_to_tensor(choice, dtypes.int32)] if merge in self.indexed else []
        return [value, *index]

    def _plain(self, value: Any, name: str) -> Any:
        handle = getattr(value, "handle", None)
        if handle is None:
            node = self.frames.by_name[name]
            raise NotImplementedError(f"Node {name!r} ({node.op}): what it hands on cannot be the result of a branch")
        return value.seen_by([])

    # ---- loops ----

    def _is_unchanged(self, merge: str, following: str) -> bool:
        """Tells whether each iteration of a loop hands on a variable as it is."""
        frames = self.frames
        given = frames.inputs[following][0]
        for _ in range(len(frames.by_name)):
            if given.source is None or given.source == merge:
                break
            node = frames.by_name[given.source]
            if frames.inputs[node.name] and (
                frames.is_loop_switch(given.source) or node.op in ("Identity", "RefIdentity")
            ):
                given = frames.inputs[given.source][0]
            else:
                break
        return given.source == merge

    def _emit_loop(self, scope: _Scope, frame: Frame) -> None:
        """Appends the While that a frame is, and the results that its Exits are."""
        frames = self.frames
        condition = frames.by_name[frame.condition]
        entered = {
            enter: self._after(
                self._value(scope, frames.inputs[enter][0], frames.by_name[enter]), self._dependencies(scope, enter)
            )
            for enter in frame.enters
        }
        varying = [m for m, (_, following) in frame.variables.items() if not self._is_unchanged(m, following)]
        varying = varying or list(frame.variables)
        fixed = {m: entered[enter] for m, (enter, _) in frame.variables.items() if m not in varying}
        initial = [entered[frame.variables[m][0]] for m in varying]
        for merge, value in zip(varying, initial, strict=True):
            if not isinstance(value, _core.Tensor):
                raise NotImplementedError(f"Node {merge!r} (RefMerge): references that change within loops")
        wanted = control_flow.node_name(f"{frame.condition.rpartition('/')[0] or frame.condition}/loop")
        shapes = [value.shape for value in initial]
        for attempt in range(_ATTEMPTS):
            if attempt == _ATTEMPTS - 1:
                shapes = [tensor_shape.TensorShape(None)] * len(shapes)
            inner: list[_Scope] = []
            cond, body = (
                self._trace_part(scope, frame, kind, wanted, entered, fixed, varying, initial, shapes, inner)
                for kind in ("cond", "body")
            )
            following_shapes = [t.shape for t in body.outputs]
            if all(
                control_flow.is_less_specific(before, after)
                for before, after in zip(shapes, following_shapes, strict=True)
            ):
                break
            shapes = [_common(before, after) for before, after in zip(shapes, following_shapes, strict=True)]
        for merge, value, after in zip(varying, initial, body.outputs, strict=True):
            if value.dtype != after.dtype:
                raise ValueError(
                    f"Node {merge!r} (Merge) takes {value.dtype.name} when the loop begins, and {after.dtype.name} after an "
                    "iteration"
                )
        attr = frames.by_name[frame.enters[0]].attr
        parallel = attr["parallel_iterations"].i if "parallel_iterations" in attr else 10
        waiting = [operation for part in inner for operation in self._inherit(scope, part)]
        if cond.outputs[0].dtype != dtypes.bool or cond.outputs[0].shape.rank not in (0, None):
            raise ValueError(
                f"Node {condition.name!r} (LoopCond) takes a scalar of dtype bool, got {cond.outputs[0].dtype.name} of "
                f"shape {cond.outputs[0].shape}"
            )
        with default_graph().control_dependencies(waiting):
            outputs = control_flow.while_node(wanted, initial, cond, body, max(1, parallel))
        after = _Scope(scope, frame.path, NEVER_IN_DOUBT)
        after.operations.maps[0] = scope.operations.maps[0]
        after.tensors.maps[0] = scope.tensors.maps[0]
        after.final = {**fixed, **dict(zip(varying, outputs, strict=True))}
        after.entered = entered
        after.done = {*frame.variables, *frame.enters}
        for name in frame.exits:
            given = frames.inputs[name][0]
            data = frames.inputs[given.source or ""][0]
            if data.source is not None:
                names = self._slice(after, [data.source])
                self._enter(after, names)
                self._run(after, names)
            self._keep(scope, name, [self._value(after, data, frames.by_name[name])])

    def _trace_part(
        self,
        scope: _Scope,
        frame: Frame,
        kind: str,
        wanted: str,
        entered: dict[str, Any],
        fixed: dict[str, Any],
        varying: list[str],
        initial: list[Any],
        shapes: list[Any],
        scopes: list[_Scope],
    ) -> control_flow.Branch:
        """Returns the condition or the body of a loop as a graph."""
        frames = self.frames
        branch = control_flow.Branch(wanted, kind, all_effects=True)
        branch.graph.name_scopes = []
        inner = _Scope(scope, frame.path, NEVER_IN_DOUBT)
        inner.entered = entered
        inner.done = {*frame.variables, *frame.enters}
        inner.final = dict(fixed)
        for merge, value, shape in zip(varying, initial, shapes, strict=True):
            inner.final[merge] = branch.graph.add_input(value.dtype, shape, input_name(merge.rpartition("/")[2]))
        scopes.append(inner)

        def trace() -> list[Any]:
            if kind == "cond":
                ends = [frame.condition]
            else:
                ends = [frame.variables[merge][1] for merge in varying]
            names = self._slice(inner, ends)
            self._enter(inner, names)
            self._run(inner, names)
            self.moved |= inner.done
            return [
                self._after(
                    self._tensor(self._value(inner, frames.inputs[end][0], frames.by_name[end]), end),
                    self._dependencies(inner, end),
                )
                for end in ends
            ]

        branch.set_outputs(branch.trace(trace))
        return branch

    def _tensor(self, value: object, name: str) -> Any:
        if isinstance(value, _core.Tensor):
            return value
        raise NotImplementedError(
            f"Node {name!r} ({self.frames.by_name[name].op}): references that change within loops"
        )

    # ---- nodes of branches, asked for by name ----

    def _run_in_doubt(self, names: Sequence[str]) -> None:
        """Appends what no Merge makes certain: nodes that fail where their branch is not taken."""
        frames = self.frames
        scope = _Scope(self.root, (), frozenset(literal for live in frames.lives.values() for literal in live))
        scope.tensors, scope.operations = self.root.tensors, self.root.operations
        scope.guards = True
        lacking: set[str] = set()
        for name in names:
            if scope.has(name) or frames.frame_of[name] != ():
                if frames.by_name[name].op not in EXITS or scope.has(name) or frames.frame_of[name][:-1] != ():
                    continue
            op = frames.by_name[name].op
            composite = name in frames.choices or op in EXITS
            if (
                any(source in lacking for source in frames.sources(name))
                or (name in self.moved and (self.acts[name] or composite))
                or (composite and any(member in self.moved for member in self._slice(self.root, [name])))
            ):
                lacking.add(name)
                continue
            if name in frames.choices:
                scope.wanted = [name]
            self._emit(scope, name)

    def _emit_switch(self, scope: _Scope, name: str) -> None:
        node = self.frames.by_name[name]
        value = self._value(scope, self.frames.inputs[name][0], node)
        if isinstance(value, _core.Tensor):
            outputs = _core.op("IdentityN")([value, value], name=name)
            scope.operations[name] = outputs[0].op
            self.keep(node, list(outputs), scope.tensors)
        scope.done.add(name)

    def _guarded(self, scope: _Scope, given: Input, node: NodeDef) -> Any:
        """Returns a Switch's output that fails to be there where the other branch is taken."""
        key = (given.source, given.port)
        if key not in scope.final:
            frames = self.frames
            name, branch = frames.literal_of(given)
            value = self._value(scope, frames.inputs[given.source or ""][0], node)
            decider = self._value(scope, frames.deciders[name], node)
            if name not in frames.deciders_of_many and decider.dtype != dtypes.bool:
                raise ValueError(f"Node {given.source!r}: what decides is no bool, but {decider.dtype.name}")
            if name in frames.deciders_of_many:
                taken = _core.op("Equal")(decider, branch)
            else:
                taken = decider if branch else _core.op("LogicalNot")(decider)
            assertion = _core.op("Assert")(taken, [f"Retval does not have value: {given.text} is in no branch taken"])
            value = value if isinstance(value, _core.Tensor) else self._plain(value, node.name)
            scope.final[key] = self._after(value, [assertion])
        return scope.final[key]


def _may_hold(literals: Literals) -> bool:
    """Tells whether no two of these conditions want different branches of one decision."""
    return len({decider for decider, _ in literals}) == len(literals)


def _leaves(choice: Choice | int) -> list[int]:
    return [choice] if isinstance(choice, int) else [i for part in choice.branches.values() for i in _leaves(part)]


def _common(a: TensorShape, b: TensorShape) -> TensorShape:
    """Returns the most specific shape that both have."""
    if a.rank is None or b.rank is None or a.rank != b.rank:
        return tensor_shape.TensorShape(None)
    return tensor_shape.TensorShape([x if x == y else None for x, y in zip(a.as_list(), b.as_list(), strict=True)])
