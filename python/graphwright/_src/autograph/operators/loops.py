"""`while` and `for`: Python's own loops where condition or iterable are known, else `tf.while_loop`."""

from __future__ import annotations

from collections import namedtuple

from graphwright._src.autograph import symbolic
from graphwright._src.autograph.operators import closure_lists, elements, iteration, leaks, places, staging
from graphwright._src.autograph.operators.conditional import if_stmt, is_flag, is_guarded
from graphwright._src.autograph.operators.variables import Undefined, UndefinedReturnValue, keep_state, no_state
from graphwright._src.autograph.structure_list import LISTS
from graphwright._src.base.logger import log_warning
from graphwright._src.control_flow.assertion import Assert
from graphwright._src.control_flow.branches_and_loops import while_loop
from graphwright._src.ops import array, math_binary
from graphwright._src.tensor import nest
from graphwright._src.tensor.tensor_shape import TensorShape

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

    from graphwright._core import Tensor

_UNROLL_WARNING = 50_000  # iterations of a Python loop that adds to a graph
_MAYBE_ENDLESS = 500  # iterations that a Python loop over what may have no end has in a graph


_OPTIONS = "parallel_iterations swap_memory maximum_iterations shape_invariants"


class LoopOptions(namedtuple("LoopOptions", _OPTIONS, defaults=(None,) * 4)):
    """The options of a loop, as `set_loop_options` sets them; for the meaning see there."""

    __slots__ = ()


def loop_options(directive: Callable, *args: object, **kwargs: object) -> LoopOptions:
    """Returns the options that a call of `set_loop_options` gives. Any other function of that name is just called."""
    from graphwright._src.autograph.directives import set_loop_options

    if directive is not set_loop_options:
        directive(*args, **kwargs)
        return LoopOptions()
    return LoopOptions(*args, **kwargs)


def merge_options(*given: LoopOptions) -> LoopOptions:
    """Returns the options of several calls: what a later one sets counts."""
    merged = LoopOptions()
    for options in given:
        merged = LoopOptions(*[old if new is None else new for old, new in zip(merged, options, strict=True)])
    return merged


def while_stmt(
    test: Callable[[], Any],
    body: Callable[[], None],
    get_state: Callable[[], tuple] = no_state,
    set_state: Callable[[tuple], None] = keep_state,
    names: tuple[str, ...] = (),
    options: Callable[[], LoopOptions] | None = None,
) -> None:
    """Runs a `while` loop.

    Args:
      test: evaluates the condition.
      body: runs one iteration.
      get_state: the values of the variables that the loop writes and that matter in later iterations or after it.
      set_state: sets them.
      names: the variables' names.
      options: gives the options that the user set for the loop.

    As long as the condition is known it is a Python loop; from the first condition on that is a tensor of a graph,
    the rest is a loop of that graph.
    """
    in_graph = symbolic.in_graph()
    if in_graph:
        # What the first test adds to the graph would be in it twice.
        with symbolic.scratch_graph():
            condition = staging.known_truth(test())
    else:
        condition = test()
    watch = _UnrollWatch("while")
    while not symbolic.is_staged(condition):
        if not condition:
            return
        body()
        watch.count()
        condition = staging.known_truth(test())
    loop = _StagedLoop("while loop", get_state, set_state, names, options, lambda item: body(), body)
    loop.run([], test, lambda own: (None, []))


def _begin_with(item: object, place: int, get_state: Callable[[], tuple], set_state: Callable[[tuple], None]) -> None:
    """Gives a target of a loop that may run never what the range begins with, as in TensorFlow."""
    state = get_state()
    if isinstance(state[place], Undefined):
        set_state((*state[:place], item, *state[place + 1 :]))


def for_stmt(
    iterable: Any,
    extra_test: Callable[[], Any] | None,
    body: Callable[[Any], None],
    get_state: Callable[[], tuple] = no_state,
    set_state: Callable[[tuple], None] = keep_state,
    names: tuple[str, ...] = (),
    iterate_names: str = "",
    options: Callable[[], LoopOptions] | None = None,
) -> None:
    """Runs a `for` loop.

    Args:
      iterable: what is iterated over.
      extra_test: False once the loop was left by `break` or `return`; None where it has neither.
      body: runs one iteration with the item given.
      get_state: as in `while_stmt`.
      set_state: as in `while_stmt`.
      names: as in `while_stmt`.
      iterate_names: the loop's target as the user wrote it.
      options: as in `while_stmt`.
    """
    handler = iteration.handler_of(iterable)
    if handler is not None:
        handler(iterable, extra_test, body, get_state, set_state, names, options)
        return
    staged = iteration.staged_items(iterable)
    if staged is not None:
        if isinstance(staged, iteration.RangeItems) and iterate_names in names:
            _begin_with(staged.start()[0], names.index(iterate_names), get_state, set_state)
        loop = _StagedLoop("for loop", get_state, set_state, names, options, body)
        loop.relaxes_shapes = staged.relaxes_shapes
        loop.draws_anew = staged.draws_anew
        if staged.runs_to_the_end:
            loop.options = loop.options._replace(maximum_iterations=None)
        loop.run(staged.start(), extra_test, staged.advance, staged.in_range, staged.after_body)
        return
    watch = _UnrollWatch("for")
    iterator = iter(iterable)
    kind = type(iterable)
    endless = extra_test is not None and symbolic.in_graph() and not iteration.has_end(iterable)
    # Where the loop ends, by an exception too, so does the iterator, unless others have it.
    iterable = None
    try:
        for item in iterator:
            body(item)
            watch.count()
            if extra_test is None:
                continue
            goes_on = extra_test()
            if symbolic.is_staged(goes_on):
                _finish_masked(kind, endless, iterator, extra_test, body, get_state, set_state, names)
                return
            if not goes_on:
                return
    finally:
        item = iterator = None


def _finish_masked(
    kind: type,
    endless: bool,
    iterator: Iterable[Any],
    extra_test: Callable[[], Any],
    body: Callable[[Any], None],
    get_state: Callable[[], tuple],
    set_state: Callable[[tuple], None],
    names: tuple[str, ...],
) -> None:
    """Runs the rest of a Python loop that a tensor may have ended: each iteration runs if none before it ended the loop."""
    left = _MAYBE_ENDLESS if endless else None
    for item in iterator:
        if left is not None:
            left -= 1
            if left < 0:
                raise NotImplementedError(
                    "break and return statements which depend on a TF condition are not supported in Python for loops over "
                    f"{kind.__name__}, which may have no end and gave over {_MAYBE_ENDLESS} items: iterate over "
                    "a tensor, a range or a list"
                )
        if_stmt(extra_test(), lambda item=item: body(item), None, get_state, set_state, names, len(names))


class _UnrollWatch:
    """Warns once when a Python loop adds a great many operations to a graph."""

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self.iterations = 0
        self.nodes = symbolic.graph_size()

    def count(self) -> None:
        self.iterations += 1
        if self.iterations == _UNROLL_WARNING and symbolic.graph_size() - self.nodes >= _UNROLL_WARNING:
            log_warning(
                f"Large unrolled loop: this Python {self.kind} loop has run {self.iterations} times and added "
                f"{symbolic.graph_size() - self.nodes} operations to the graph. Did you mean to use a TF loop, "
                "as over tf.range?"
            )


class _ShapeChanged(Exception):  # noqa: N818
    """A tensor came out of an iteration with a shape that it did not go in with: `shape` is what both have in common."""

    def __init__(self, place: tuple[int, int], shape: TensorShape) -> None:
        super().__init__(place, shape)
        self.place, self.shape = place, shape


class _StagedLoop:
    """One loop that becomes part of a graph: its variables' values, checked around an iteration."""

    def __init__(
        self,
        kind: str,
        get_state: Callable[[], tuple],
        set_state: Callable[[tuple], None],
        names: tuple[str, ...],
        options: Callable[[], LoopOptions] | None,
        body: Callable[[Any], None],
        written: Callable | None = None,
    ) -> None:
        self.kind = kind
        self.get_state = get_state
        self.set_state = set_state
        self.names = names
        self.options = LoopOptions() if options is None else options()
        self.body = body
        self.written = body if written is None else written  # the body as the user wrote it
        self.relaxes_shapes = False  # whether a tensor whose shape changes keeps what its shapes have in common
        self.draws_anew = False  # whether what the body draws from seeds begins anew with each run
        self._relaxed: dict[tuple[int, int], Any] = {}  # by position of the variable and of the tensor in it
        self.made_up: list[int] = []  # positions of variables that got a value only for the loop's sake
        self._made_up_shapes: dict[int, list[Any]] = {}
        self._entered: tuple = ()  # the variables' values as the body gets them
        self._reached: list[closure_lists.Place] = []

    def run(
        self,
        own: list[Any],
        test: Callable[[], Any] | None,
        advance: Callable[[list[Any]], tuple[Any, list[Any]]],
        in_range: Callable[[list[Any]], Any] | None = None,
        after_body: Callable[[list[Any], Any], list[Any]] | None = None,
    ) -> None:
        """Adds the loop to the graph.

        Args:
          own: tensors that the iteration itself carries along, such as an index.
          test: the condition apart from `in_range`; None where there is none.
          advance: from `own`, the item for the body and the next `own`.
          in_range: from `own`, whether there is another item.
          after_body: from the next `own` and `test`, what `own` is after an iteration.
        """
        self._reached = closure_lists.places(self.get_state(), self.written)
        self._carry(closure_lists.staged(self._reached))
        first = before = self.get_state()
        while True:
            try:
                self._stage(before, own, test, advance, in_range, after_body)
                return
            except staging.NeedsTensorList as need:
                self.set_state(first)
                changed = staging.with_tensor_list(before, self._entered, self.names, need) if self._entered else None
                if changed is None:
                    place = closure_lists.replaced(self._reached, need)
                    if place is None:
                        raise
                    changed = (place.get(), *before)
                    first = (need.target, *first)
                    self._carry([place])
                before = changed
            except _ShapeChanged as change:
                self.set_state(first)
                self._relaxed[change.place] = change.shape
            except BaseException:
                self.set_state(first)
                raise

    def _carry(self, found: list[closure_lists.Place]) -> None:
        """Makes lists that the body reaches otherwise variables of the loop."""
        if found:
            self._relaxed.clear()
            self.get_state, self.set_state = closure_lists.with_places(found, self.get_state, self.set_state)
            self.names = (*[place.name for place in found], *self.names)

    def _stage(
        self,
        before: tuple,
        own: list[Any],
        test: Callable[[], Any] | None,
        advance: Callable[[list[Any]], tuple[Any, list[Any]]],
        in_range: Callable[[list[Any]], Any] | None,
        after_body: Callable[[list[Any], Any], list[Any]] | None,
    ) -> None:
        known: dict[int, Any] = {}
        self.made_up = []
        self._made_up_shapes = {}
        self._entered = ()
        parts = self._initial_parts(before, own, test, advance)
        entry = [tensor for part in parts for tensor in part.flow]
        invariants = self._invariants(before, parts)
        counts = bool(self.made_up)
        # Whether the loop ran at all, where something has a value only if it did.
        head = [*own, array.constant(False)] if counts else list(own)
        if not head and not entry:
            head = [array.constant(0)]

        def unpack(flow: tuple) -> tuple[list[Any], list[Any]]:
            return list(flow[: len(own)]), list(flow[len(head) :])

        def set_flow(flow: list[Any]) -> None:
            start = 0
            values = []
            for part in parts:
                values.append(part.pack(flow[start : start + len(part.flow)]))
                start += len(part.flow)
            self.set_state(tuple(values))

        def condition(*flow: object) -> Any:
            mine, state = unpack(flow)
            set_flow(state)
            goes_on = None
            if test is not None:
                goes_on = staging.check_condition(staging.known_truth(test()), self.kind)
            inside = None if in_range is None else in_range(mine)
            if goes_on is None or inside is None:
                return inside if goes_on is None else goes_on
            return math_binary.logical_and(inside, goes_on)

        def iteration_of(*flow: object) -> list[Any]:
            mine, state = unpack(flow)
            set_flow(state)
            self._entered = entered = self.get_state()
            item, mine = advance(mine)
            elements.entered_lists.append(
                {id(value) for value in entered if type(value) is list} | closure_lists.plain(self._reached)
            )
            lists = leaks.lists_of(self.written)
            try:
                self.body(item)
            finally:
                elements.entered_lists.pop()
                if lists:
                    leaks.note(lists, self.written)
            # A flag that no iteration changes is known after the loop, as it was before.
            for i, (name, a, b) in enumerate(zip(self.names, entered, self.get_state(), strict=True)):
                if a is b and is_flag(name) and type(before[i]) is bool:
                    known[i] = before[i]
            if after_body is not None:
                mine = after_body(mine, test)
            after = self._check(parts, invariants)
            mine += [array.constant(True)] if counts else list(flow[len(own) : len(head)])
            return [*mine, *after]

        results = self._while_loop(condition, iteration_of, [*head, *entry], invariants, parts, len(head))
        set_flow(list(results[len(head) :]))
        if known:
            self.set_state(tuple([known.get(i, value) for i, value in enumerate(self.get_state())]))
        if counts:
            self._assert_ran(results[len(own)])

    def _while_loop(
        self,
        condition: Callable,
        iteration_of: Callable,
        variables: list[Any],
        invariants: list[list[Any]],
        parts: list[staging.Parts],
        head: int,
    ) -> list[Any]:
        options: dict[str, Any] = {}
        for name in ("parallel_iterations", "swap_memory", "maximum_iterations"):
            if getattr(self.options, name) is not None:
                options[name] = getattr(self.options, name)
        flat = [shape for shapes in invariants for shape in shapes]
        entry = [tensor for part in parts for tensor in part.flow]
        if any(
            shape is not None and not (hasattr(tensor, "shape") and _same_shape(shape, tensor.shape))
            for shape, tensor in zip(flat, entry, strict=False)
        ):
            known = [variable.shape for variable in variables[:head]]
            known += [staging.invariant_of(tensor, shape) for shape, tensor in zip(flat, entry, strict=True)]
            options["shape_invariants"] = known
        results = while_loop(condition, iteration_of, variables, **options)
        results = list(results) if isinstance(results, (list, tuple)) else [results]
        if self.draws_anew:
            symbolic.let_draw_anew(results[0])
        return results

    def _initial_parts(
        self,
        before: tuple,
        own: list[Any],
        test: Callable[[], Any] | None,
        advance: Callable[[list[Any]], tuple[Any, list[Any]]],
    ) -> list[staging.Parts]:
        """Returns the state on entry. A variable without a value gets one of the kind that an iteration gives it."""
        parts = [staging.Parts(value) for value in before]
        missing = [i for i, part in enumerate(parts) if part.missing or part.value is None]
        if not missing:
            return parts
        try:
            with symbolic.scratch_graph():
                # Entered with tensors, as in the loop.
                self.set_state(staging.own_lists([part.pack(part.flow) for part in parts]))
                if test is not None:
                    test()
                item, _ = advance([symbolic.placeholder(tensor) for tensor in own])
                self.body(item)
                after = [staging.Parts(value) for value in self.get_state()]
                specs = {i: after[i] for i in missing if not after[i].missing and after[i].value is not None}
        except Exception as error:
            if getattr(error, "_graphwright_missing_return", False):
                raise NotImplementedError(
                    "a return statement cannot be placed inside this loop over tensors unless one follows it, so that "
                    "the function gives a value in any case"
                ) from error
            names = ", ".join(f"'{self.names[i]}'" for i in missing if parts[i].undefined)
            if not names:
                raise  # the failure has nothing to do with missing values
            raise ValueError(
                f"{names} must be defined before the loop\nNote: AutoGraph tried to define it automatically, but ran "
                f"into a {type(error).__name__}: {error}"
            ) from error
        finally:
            self.set_state(before)
        for i, model in specs.items():
            if not model.replaceable:
                self._fail_undefined(i, "is no tensor after an iteration")
            try:
                parts[i] = staging.Parts(model.made_up())
            except TypeError as error:
                self._fail_undefined(i, str(error))
            self._made_up_shapes[i] = [tensor.shape for tensor in model.flow]
            # A result is only used where the flag beside it says that there is one.
            if not isinstance(before[i], UndefinedReturnValue) or not is_guarded(self.names):
                self.made_up.append(i)
        return parts

    def _fail_undefined(self, position: int, reason: str) -> None:
        raise ValueError(
            f"'{self.names[position]}' must be defined before the loop\nNote: AutoGraph tried to define it "
            f"automatically, but it {reason}"
        )

    def _assert_ran(self, ran: Tensor) -> None:
        names = ", ".join(self.names[i] for i in self.made_up)
        Assert(ran, [f"loop must iterate at least once to initialize {names}"])

    def _invariants(self, before: tuple, parts: list[staging.Parts]) -> list[list[Any]]:
        """For each tensor that flows the static shape that it keeps; None for kinds of tensors without one."""
        wanted: dict[int, Any] = {}
        for value, shape in self.options.shape_invariants or ():
            for i, item in enumerate(before):
                if item is value and not isinstance(value, (Undefined, UndefinedReturnValue)):
                    wanted[i] = shape
        invariants = []
        for i, part in enumerate(parts):
            shapes = [staging.shape_of(tensor) for tensor in part.flow]
            if i in self._made_up_shapes:
                shapes = list(self._made_up_shapes[i])
            if i in wanted:
                given = wanted[i]
                many = len(part.flow) > 1 or nest.is_nested(part.value)
                flat = nest.flatten(given) if many and not _is_shape(given) else [given]
                flat = flat * len(part.flow) if len(flat) == 1 else flat
                for position, (tensor, shape) in enumerate(zip(part.flow, flat, strict=False)):
                    if shapes[position] is None:
                        shapes[position] = staging.invariant_without_shape(tensor, shape)
                        continue
                    shape = staging.shape_of_invariant(tensor, shape)
                    if not staging.conforms(tensor.shape, shape):
                        raise ValueError(
                            f"'{self.names[i]}' has shape {tensor.shape} before the loop, which does not conform with "
                            f"the shape invariant {shape}."
                        )
                    shapes[position] = shape
            invariants.append([self._relaxed.get((i, position), shape) for position, shape in enumerate(shapes)])
        return invariants

    def _check(self, parts: list[staging.Parts], invariants: list[list[Any]]) -> list[Any]:
        """Returns the tensors after an iteration; raises where a variable became something else."""
        flow = []
        for position, (name, entry, value, shapes) in enumerate(
            zip(self.names, parts, self.get_state(), invariants, strict=False)
        ):
            if type(value) in LISTS and (
                type(entry.value) is list or (type(entry.value) is type(value) and not entry.value.allows(value))
            ):
                raise staging.NeedsTensorList(self._entered[position], value.dtype, value.element_shape, value.origin)
            if elements.changes_length(entry.value, value):
                raise elements.need_of(self._entered[position], value or entry.value)
            try:
                flow += self._check_variable(position, entry, value, shapes)
            except (TypeError, ValueError) as error:
                places.add(
                    error,
                    ("before the loop", entry.value, places.before_statement(name)),
                    ("after one iteration", value, places.in_function(self.written, name)),
                )
                raise
        return flow

    def _check_variable(self, position: int, entry: staging.Parts, value: Any, shapes: list[Any]) -> list[Any]:
        name = self.names[position]
        if type(entry.value) in LISTS:
            value = staging.like_tensor_list(value, entry.value)
            staging.check_same_dtype_of_lists(name, entry.value, value, ("before the loop", "after one iteration"))
        after = staging.Parts(value)
        if entry.missing:
            return []  # it has no value after an iteration, either
        if after.missing:
            raise ValueError(f"'{name}' must be defined at the end of the iteration.")
        if value is None and entry.value is not None:
            raise ValueError(f"'{name}' is None at the end of the iteration.")
        if type(entry.value) in LISTS:
            return after.flow
        staging.check_same_structure(name, entry, after, "does not have the same nested structure after one iteration.")
        for leaf, slot, after_leaf, after_slot in zip(
            entry.leaves, entry.slots, after.leaves, after.slots, strict=False
        ):
            if slot >= 0 and after_slot >= 0:
                self._check_tensor((position, slot), entry.flow[slot], after.flow[after_slot], shapes[slot])
            elif slot >= 0 or after_slot >= 0 or leaf is not after_leaf:
                raise TypeError(
                    f"'{name}' is {leaf!r} before the loop, but {after_leaf!r} after one iteration: in a loop over "
                    "tensors, only tensors, numbers and structures of these can change"
                )
        return after.flow

    def _check_tensor(self, place: tuple[int, int], entry: Any, after: Any, invariant: Any) -> None:
        name = self.names[place[0]]
        dtypes = staging.dtype_of(entry), staging.dtype_of(after)
        if dtypes[0] != dtypes[1]:
            raise TypeError(
                f"'{name}' has dtype {dtypes[0].name} before the loop, but dtype {dtypes[1].name} after one iteration"
            )
        shape = staging.shape_of(after)
        if invariant is None or shape is None or staging.conforms(shape, invariant):
            return
        if self.relaxes_shapes:
            raise _ShapeChanged(place, invariant.most_specific_compatible_shape(shape))
        if _same_shape(invariant, entry.shape):
            raise ValueError(
                f"'{name}' has shape {entry.shape} before the loop, but shape {shape} after one iteration. Use "
                "tf.autograph.experimental.set_loop_options to set shape invariants."
            )
        raise ValueError(
            f"'{name}' has shape {shape} after one iteration, which does not conform with the shape invariant "
            f"{invariant}."
        )


def _same_shape(a: TensorShape, b: TensorShape) -> bool:
    return a.rank == b.rank and (a.rank is None or a.as_list() == b.as_list())


def _is_shape(value: object) -> bool:
    return isinstance(value, TensorShape) or (
        isinstance(value, (list, tuple)) and all(size is None or isinstance(size, int) for size in value)
    )
