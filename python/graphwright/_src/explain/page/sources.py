"""Lines of the program that a page cites: stacks by number, and the text of their lines."""

from __future__ import annotations

import linecache

from graphwright._src.base.package_folder import OWN_FILES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

_MOST_FRAMES = 8
_AROUND = 2
_LONGEST = 200
NOWHERE = -1


class Sources:
    """Collects stacks, each of which is kept once."""

    def __init__(self) -> None:
        self.stacks: list[list[tuple[str, int, str]]] = []
        self._numbers: dict[tuple[tuple[str, int, str], ...], int] = {}

    def number_of(self, stack: Sequence[tuple[str, int, str]] | None) -> int:
        """Returns the number of a stack, outermost frame first: of those of its frames that are not of this package."""
        frames = tuple(frame for frame in reversed(stack or ()) if not frame[0].startswith(OWN_FILES))[:_MOST_FRAMES]
        if not frames:
            return NOWHERE
        number = self._numbers.setdefault(frames, len(self.stacks))
        if number == len(self.stacks):
            self.stacks.append(list(frames))
        return number

    def texts(self, lines: Sequence[str] = ()) -> dict[str, dict[int, str]]:
        """Returns the text of the lines of all stacks and of `lines` ("file.py:12"), with a few around each."""
        wanted: dict[str, set[int]] = {}
        for stack in self.stacks:
            for file, line, _ in stack:
                wanted.setdefault(file, set()).add(line)
        for place in lines:
            file, _, number = place.rpartition(":")
            if file and number.isdigit():
                wanted.setdefault(file, set()).add(int(number))
        found = {}
        for file, numbers in wanted.items():
            source = linecache.getlines(file)
            around = sorted({k for n in numbers for k in range(n - _AROUND, n + _AROUND + 1) if 1 <= k <= len(source)})
            found[file] = {k: source[k - 1].rstrip("\n")[:_LONGEST] for k in around}
        return {file: texts for file, texts in found.items() if texts}
