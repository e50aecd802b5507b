"""The operators that rewritten code calls. It knows them as attributes of one object, `ag__`, of which there is one
for each set of options: `ag__.if_stmt`, `ag__.converted_call` and so on."""

from __future__ import annotations

from graphwright._src.autograph.operators.conditional import if_exp, if_stmt
from graphwright._src.autograph.operators.elements import (
    get_item,
    in_list,
    list_add,
    list_append,
    list_clear,
    list_extend,
    list_insert,
    list_pop,
    set_item,
    update_item,
    updated,
)
from graphwright._src.autograph.operators.iteration import items, list_of, register_iterable, unpack
from graphwright._src.autograph.operators.logical import (
    and_,
    and_test,
    assert_stmt,
    eq,
    in_,
    is_known,
    not_,
    not_eq,
    or_,
    or_test,
)
from graphwright._src.autograph.operators.loops import for_stmt, loop_options, merge_options, while_stmt
from graphwright._src.autograph.operators.variables import (
    Undefined,
    UndefinedReturnValue,
    deleted,
    is_defined,
    ld,
    ld_free,
    ldu,
    put_attribute,
    put_item,
    ret,
    returned,
    undefined,
    visible,
    visible_names,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

__all__ = ["Operators", "register_iterable"]


class Operators:
    """The object that rewritten code knows as `ag__`.

    Args:
      converted_call: gives what is to be called in place of a function: its converted form, or itself.
    """

    __slots__ = ("converted_call",)

    def __init__(self, converted_call: Callable[..., Any]) -> None:
        self.converted_call = converted_call

    if_stmt = staticmethod(if_stmt)
    if_exp = staticmethod(if_exp)
    while_stmt = staticmethod(while_stmt)
    for_stmt = staticmethod(for_stmt)
    loop_options = staticmethod(loop_options)
    merge_options = staticmethod(merge_options)
    and_ = staticmethod(and_)
    or_ = staticmethod(or_)
    and_test = staticmethod(and_test)
    or_test = staticmethod(or_test)
    is_known = staticmethod(is_known)
    not_ = staticmethod(not_)
    in_ = staticmethod(in_)
    eq = staticmethod(eq)
    not_eq = staticmethod(not_eq)
    assert_stmt = staticmethod(assert_stmt)
    items = staticmethod(items)
    list_of = staticmethod(list_of)
    unpack = staticmethod(unpack)
    get_item = staticmethod(get_item)
    set_item = staticmethod(set_item)
    update_item = staticmethod(update_item)
    updated = staticmethod(updated)
    list_append = staticmethod(list_append)
    list_pop = staticmethod(list_pop)
    list_extend = staticmethod(list_extend)
    list_insert = staticmethod(list_insert)
    list_clear = staticmethod(list_clear)
    list_add = staticmethod(list_add)
    in_list = staticmethod(in_list)
    slice = slice
    deleted = staticmethod(deleted)
    ld = staticmethod(ld)
    ld_free = staticmethod(ld_free)
    ldu = staticmethod(ldu)
    ret = staticmethod(ret)
    returned = staticmethod(returned)
    undefined = staticmethod(undefined)
    visible = staticmethod(visible)
    visible_names = staticmethod(visible_names)
    is_defined = staticmethod(is_defined)
    put_attribute = staticmethod(put_attribute)
    put_item = staticmethod(put_item)
    Undefined = Undefined
    UndefinedReturnValue = UndefinedReturnValue
