"""`if` and conditional expressions: Python's own where the condition is known, else `tf.cond`."""

from __future__ import annotations

import _thread
from types import MethodType

from graphwright._src.autograph import symbolic
from graphwright._src.autograph.operators import closure_lists, elements, leaks, places, staging
from graphwright._src.autograph.operators.variables import Undefined, keep_state, no_state
from graphwright._src.autograph.structure_list import LISTS, make_list
from graphwright._src.base.recursion_limit import MoreFrames
from graphwright._src.control_flow.branches_and_loops import cond

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

_LABELS = ("main", "else")


def if_stmt(
    condition: object,
    body: Callable[[], None],
    orelse: Callable[[], None] | None,
    get_state: Callable[[], tuple] = no_state,
    set_state: Callable[[tuple], None] = keep_state,
    names: tuple[str, ...] = (),
    output_count: int = 0,
) -> None:
    """Returns an `if` statement.

    Args:
      condition: what is tested.
      body: runs the main branch.
      orelse: runs the other branch; None where there is none.
      get_state: the values of all variables that the branches write and that matter before or after.
      set_state: sets them.
      names: the variables' names; the first `output_count` are read after the statement.
      output_count: see `names`.
    """
    condition = staging.known_truth(condition)
    if not symbolic.is_staged(condition):
        if condition:
            body()
        elif orelse is not None:
            orelse()
        return

    reached = closure_lists.places(get_state(), body, orelse)
    if carried := closure_lists.staged(reached):
        get_state, set_state = closure_lists.with_places(carried, get_state, set_state)
        names = (*[place.name for place in carried], *names)
        output_count += len(carried)
    first = before = get_state()

    def run(branch: Callable[[], None] | None) -> tuple:
        set_state(staging.own_lists(before))
        if branch is not None:
            elements.lists_of_branches.append(
                {id(value) for value in before if type(value) is list} | closure_lists.plain(reached)
            )
            lists = leaks.lists_of(branch)
            try:
                branch()
            finally:
                elements.lists_of_branches.pop()
                if lists:
                    leaks.note(lists, branch)
        return get_state()[:output_count]

    try:
        branches = (lambda: run(body)), (lambda: run(orelse))
        while True:
            try:
                results = _stage(condition, "if statement", *branches, names[:output_count], (body, orelse), before)
                break
            except staging.NeedsTensorList as need:
                changed = staging.with_tensor_list(before, before, names, need)
                if changed is None:
                    set_state(first)
                    place = closure_lists.replaced(reached, need)
                    if place is None:
                        raise
                    try:
                        return if_stmt(condition, body, orelse, get_state, set_state, names, output_count)
                    except BaseException:
                        place.set(need.target)
                        raise
                before = changed
    except BaseException:
        set_state(first)
        raise
    set_state((*results, *before[output_count:]))


def if_exp(condition: object, body: Callable[[], Any], orelse: Callable[[], Any], text: str) -> Any:
    """Returns a conditional expression; `text` is the condition as the user wrote it."""
    condition = staging.known_truth(condition)
    if not symbolic.is_staged(condition):
        return body() if condition else orelse()
    if closure_lists.places((), body, orelse):
        return _if_exp_with_lists(condition, body, orelse, text)
    (result,) = _stage(condition, "conditional expression", lambda: (body(),), lambda: (orelse(),), (text,))
    return result


def _if_exp_with_lists(condition: object, body: Callable[[], Any], orelse: Callable[[], Any], text: str) -> Any:
    """Returns a conditional expression as a statement that sets a variable, for its parts may change lists."""
    result: Any = Undefined(text)

    def get_state() -> tuple:
        return (result,)

    def set_state(values: tuple) -> None:
        nonlocal result
        (result,) = values

    def set_to_body() -> None:
        nonlocal result
        result = body()

    def set_to_orelse() -> None:
        nonlocal result
        result = orelse()

    if_stmt(condition, set_to_body, set_to_orelse, get_state, set_state, (text,), 1)
    return result


def is_flag(name: str) -> bool:
    """Tells whether a variable is a flag that the rewriter made: that a function has returned, that a loop was left."""
    return name.startswith(("do_return", "break_", "continue_"))


def is_guarded(names: Sequence[str]) -> bool:
    """Tells whether among the variables is the flag that says if the function has returned."""
    return any(name.startswith("do_return") for name in names)


class _Deeper(_thread._local):
    """Lets `elif` after `elif` nest: each level takes frames of Python's that the user does not see."""

    _FRAMES = 16  # of a level
    _LEVELS = 250  # with more of them, a recursion without end would use up the stack

    def __init__(self) -> None:
        self._levels: list[MoreFrames] = []

    def __enter__(self) -> None:
        more = MoreFrames(self._FRAMES if len(self._levels) < self._LEVELS else 0)
        more.__enter__()
        self._levels.append(more)

    def __exit__(self, *exc_info: object) -> None:
        self._levels.pop().__exit__()


_deeper = _Deeper()


class _NeedsList(Exception):
    """One branch gives a tensor list, the other before it a Python list: try again with a tensor list there, too."""

    def __init__(self, position: int, model: Any) -> None:
        super().__init__()
        self.position = position
        self.model = model


class _NeedsFill(Exception):
    """One branch gives a result, used only where its flag is set, the other none: try again with a made-up value."""

    def __init__(self, position: int, model: staging.Parts) -> None:
        super().__init__()
        self.position = position
        self.model = model


def _stage(
    condition: object,
    statement: str,
    body: Callable[[], tuple],
    orelse: Callable[[], tuple],
    names: Sequence[str],
    written: tuple[Callable | None, Callable | None] = (None, None),
    before: Sequence[Any] = (),
) -> list[Any]:
    """Runs both branches, each in a graph of its own, and returns the values after them.

    `written` are the branches as the user wrote them, to tell where a variable was set; `before` the values that they are
    entered with.
    """
    condition = staging.check_condition(condition, statement)
    fills: dict[int, staging.Parts] = {}
    lists: dict[int, Any] = {}

    def take_apart(values: tuple) -> list[staging.Parts]:
        parts = [staging.Parts(value) for value in values]
        for position, model in lists.items():
            parts[position] = staging.Parts(staging.like_tensor_list(values[position], model))
        for position, model in fills.items():
            if parts[position].unreturned:
                parts[position] = staging.Parts(model.made_up())
        return parts

    def flow_of(parts: list[staging.Parts]) -> list[Any]:
        return [tensor for part in parts for tensor in part.flow]

    main: list[staging.Parts] = []
    other: list[staging.Parts] = []

    def run_body() -> list[Any]:
        main[:] = take_apart(body())
        return flow_of(main)

    def run_orelse() -> list[Any]:
        other[:] = take_apart(orelse())
        for position, (first, second) in enumerate(zip(main, other, strict=True)):
            if type(first.value) in LISTS:
                other[position] = staging.Parts(staging.like_tensor_list(second.value, first.value))
            elif type(first.value) is list and type(second.value) in LISTS:
                model = second.value
                if any(value is first.value for value in before):
                    # Entered with a tensor list, what is nested in the branches is staged once only.
                    raise staging.NeedsTensorList(first.value, model.dtype, model.element_shape, model.origin)
                raise _NeedsList(position, model)
            elif elements.changes_length(first.value, second.value):
                need = elements.need_of(None, first.value or second.value)
                raise _NeedsList(position, make_list([], need.dtype, need.element_shape, names[position], need.place))
        _check(main, other, names, written)
        return flow_of(other)

    with _deeper:
        while True:
            try:
                flow = cond(condition, run_body, run_orelse)
                break
            except _NeedsFill as need:
                fills[need.position] = need.model
            except _NeedsList as need:
                lists[need.position] = need.model
    flow = list(flow) if isinstance(flow, (list, tuple)) else [] if flow is None else [flow]

    results = []
    start = 0
    for name, first, second in zip(names, main, other, strict=False):
        count = len(first.flow)
        if first.unreturned:
            results.append(second.value)  # None, or nothing on either side
        elif is_flag(name) and first.value is second.value:
            results.append(first.value)  # neither branch changed it, or both to a value that is known
        elif any(symbolic.is_variable(leaf) for leaf in first.leaves) and _same_leaves(first, second):
            results.append(first.value)  # the same variables on either side are still these variables
        elif type(first.value) in LISTS:
            results.append(first.value.merged(flow[start : start + count], second.value))
        else:
            results.append(first.pack(flow[start : start + count]))
        start += count
    return results


def _same_leaves(first: staging.Parts, second: staging.Parts) -> bool:
    return len(first.leaves) == len(second.leaves) and all(
        a is b for a, b in zip(first.leaves, second.leaves, strict=False)
    )


def _check(
    main: list[staging.Parts],
    other: list[staging.Parts],
    names: Sequence[str],
    written: tuple[Callable | None, Callable | None],
) -> None:
    """Raises where the branches do not agree on what they leave behind."""
    guarded = is_guarded(names)
    for position, (name, first, second) in enumerate(zip(names, main, other, strict=False)):
        try:
            _check_variable(position, name, first, second, guarded)
        except (TypeError, ValueError) as error:
            if written[0] is not None:
                sides = zip(_LABELS, (first, second), written, strict=True)
                places.add(error, *[_side(f"{label} branch", part, fn, name) for label, part, fn in sides])
            raise


def _side(label: str, part: staging.Parts, function: Callable | None, name: str) -> tuple[str, Any, str]:
    place = places.in_function(function, name)
    if not place and not part.missing:
        place = places.before_statement(name)
    return label, part.value, place


def _check_variable(position: int, name: str, first: staging.Parts, second: staging.Parts, guarded: bool) -> None:
    if first.missing or second.missing:
        _check_missing(position, name, first, second, guarded)
        return
    if type(first.value) in LISTS:
        staging.check_same_dtype_of_lists(name, first.value, second.value, ("in the main branch", "in the else branch"))
        return
    for label, part, counterpart in (("main", first, second), ("else", second, first)):
        if part.value is None and counterpart.value is not None:
            raise ValueError(f"'{name}' is None at the end of the {label} branch.")
    staging.check_same_structure(
        name, first, second, "must have the same nested structure in the main and else branches:"
    )
    for leaf, slot, other_leaf, other_slot in zip(first.leaves, first.slots, second.leaves, second.slots, strict=False):
        if slot >= 0 and other_slot >= 0:
            _check_dtypes(name, first.flow[slot], second.flow[other_slot])
        elif slot >= 0 or other_slot >= 0 or (leaf is not other_leaf and not _equal_objects(leaf, other_leaf)):
            _fail_on_objects(name, leaf, other_leaf)


def _check_missing(position: int, name: str, first: staging.Parts, second: staging.Parts, guarded: bool) -> None:
    if first.missing and second.missing:
        return
    label, present = ("main", second) if first.missing else ("else", first)
    if first.undefined or second.undefined:
        raise ValueError(f"'{name}' must also be initialized in the {label} branch")
    if present.value is None:
        return  # `return` without a value, and none at all
    if guarded and present.replaceable:
        raise _NeedsFill(position, present)
    error: Any = ValueError(f"the {label} branch must also have a return statement.")
    error._graphwright_missing_return = True
    try:
        raise error
    finally:
        del error  # this frame belongs to its traceback


def _check_dtypes(name: str, first: object, second: object) -> None:
    dtypes = [staging.dtype_of(tensor) for tensor in (first, second)]
    if dtypes[0] != dtypes[1]:
        raise TypeError(
            f"'{name}' has dtype {dtypes[0].name} in the main branch, but dtype {dtypes[1].name} in the else branch"
        )


def _equal_objects(first: object, second: object) -> bool:
    # A bound method is a new object each time it is asked for.
    return type(first) is type(second) is MethodType and first == second


def _fail_on_objects(name: str, first: object, second: object) -> None:
    for label, leaf in zip(_LABELS, (first, second), strict=False):
        if leaf is None:
            raise ValueError(f"'{name}' is None at the end of the {label} branch.")
    raise TypeError(
        f"'{name}' is {first!r} in the main branch, but {second!r} in the else branch: where a condition is a tensor, "
        "only tensors, numbers, strings and structures of these can differ"
    )
