"""A program made smaller, statement by statement, as long as a test holds (delta debugging over the syntax)."""

from __future__ import annotations

import ast
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_BODIES = ("body", "orelse", "finalbody")
_BLOCKS = (ast.For, ast.While, ast.If, ast.With, ast.Try)


def reduce(source: str, holds: Callable[[str], bool], seconds: float) -> str:
    """Returns a smaller program for which the test holds, as it does for `source`.

    Args:
      source: the program.
      holds: the test of another program's text.
      seconds: after how many no further one is tried.
    """
    return _Reduction(source, holds, seconds).run()


class _Reduction:
    def __init__(self, source: str, holds: Callable[[str], bool], seconds: float) -> None:
        self._tree = ast.parse(source)
        self._holds = holds
        self._deadline = time.monotonic() + seconds
        self._tried: dict[str, bool] = {ast.unparse(self._tree): True}

    def run(self) -> str:
        """Tries everything again and again until nothing helps."""
        before = None
        while before != (now := ast.unparse(self._tree)) and not self._is_late():
            before = now
            self._drop_statements()
            self._open_compounds()
            self._drop_parts()
        return ast.unparse(self._tree) + "\n"

    def _is_late(self) -> bool:
        return time.monotonic() > self._deadline

    def _passes(self) -> bool:
        """Tells whether the test holds for the tree as it is now."""
        if self._is_late():
            return False
        text = ast.unparse(self._tree)
        if text not in self._tried:
            self._tried[text] = self._holds(text + "\n")
        return self._tried[text]

    def _try(self, owner: ast.AST, field: str, value: object) -> bool:
        """Sets a field where the test holds then."""
        old = getattr(owner, field)
        setattr(owner, field, value)
        try:
            if self._passes():
                return True
        except (ValueError, AttributeError):  # no program any more
            pass
        setattr(owner, field, old)
        return False

    def _bodies(self) -> Iterator[tuple[ast.AST, str]]:
        """Gives all lists of statements, the outer ones first."""
        for node in list(ast.walk(self._tree)):
            for field in _BODIES:
                if isinstance(getattr(node, field, None), list):
                    yield node, field

    def _drop_statements(self) -> None:
        for owner, field in self._bodies():
            size = len(getattr(owner, field))
            while size >= 1:
                end = len(getattr(owner, field))
                while end > 0:
                    begin = max(0, end - size)
                    statements = getattr(owner, field)
                    left = statements[:begin] + statements[end:]
                    if not left and field == "body" and not isinstance(owner, ast.Module):
                        left = [ast.Pass()]
                    if [type(node) for node in left] != [type(node) for node in statements] or len(left) != len(
                        statements
                    ):
                        self._try(owner, field, left)
                    end = begin
                size //= 2

    def _open_compounds(self) -> None:
        """Puts what is in a loop, a branch or a `with` in its place."""
        for owner, field in self._bodies():
            position = 0
            while position < len(getattr(owner, field)):
                statements = getattr(owner, field)
                node = statements[position]
                inner = [*getattr(node, "body", []), *getattr(node, "orelse", [])]
                # What a `raise` depends on is what there is to see.
                opens = isinstance(node, _BLOCKS) and not any(isinstance(each, ast.Raise) for each in inner)
                if not (opens and self._try(owner, field, statements[:position] + inner + statements[position + 1 :])):
                    position += 1

    def _drop_parts(self) -> None:
        """Leaves out decorators, base classes, keywords of calls, and what is only printed around a call."""
        for node in list(ast.walk(self._tree)):
            for field in ("decorator_list", "bases", "keywords"):
                for part in list(getattr(node, field, None) or []):
                    self._try(node, field, [each for each in getattr(node, field) if each is not part])
            if isinstance(node, (ast.Expr, ast.Assign, ast.Return)) and isinstance(node.value, ast.Call):
                for argument in list(node.value.args):
                    if isinstance(argument, ast.Call) and self._try(node, "value", argument):
                        break
            if isinstance(node, ast.Return) and node.value is not None:
                self._try(node, "value", None)
