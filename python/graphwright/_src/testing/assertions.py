"""Assertions about strings, containers, processes and text forms, which tf.test.TestCase has beside those on tensors."""

from __future__ import annotations

import contextlib
import json
import math
import os
import re
import subprocess
import tempfile
import unittest
import urllib.parse
from collections import Counter
from typing import Any, NoReturn

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence, Sized
    from contextlib import AbstractContextManager


class TemporaryFile:
    """A file made for a test: `full_path`, and its contents as text or bytes."""

    def __init__(self, full_path: str) -> None:
        self.full_path = full_path

    def __fspath__(self) -> str:
        return self.full_path

    def read_text(self, encoding: str = "utf8", errors: str = "strict") -> str:
        """Returns what the file holds, as text."""
        with open(self.full_path, encoding=encoding, errors=errors) as file:
            return file.read()

    def read_bytes(self) -> bytes:
        """Returns what the file holds."""
        with open(self.full_path, "rb") as file:
            return file.read()

    def write_text(self, text: str, mode: str = "w", encoding: str = "utf8", errors: str = "strict") -> None:
        """Puts text into the file."""
        with open(self.full_path, mode, encoding=encoding, errors=errors) as file:
            file.write(text)

    def write_bytes(self, data: bytes, mode: str = "wb") -> None:
        """Puts bytes into the file."""
        with open(self.full_path, mode) as file:
            file.write(data)


class TemporaryDirectory:
    """A folder made for a test: `full_path`, and ways to make more in it."""

    def __init__(self, full_path: str) -> None:
        self.full_path = full_path

    def __fspath__(self) -> str:
        return self.full_path

    def create_file(
        self, file_path: str | None = None, content: str | bytes | None = None, mode: str = "w"
    ) -> TemporaryFile:
        """Returns a file in this folder with the content given."""
        path = os.path.join(self.full_path, file_path or _new_name())
        os.makedirs(os.path.dirname(path), exist_ok=True)
        return _written(path, content, mode)

    def mkdir(self, dir_path: str | None = None) -> TemporaryDirectory:
        """Returns a folder in this one."""
        path = os.path.join(self.full_path, dir_path or _new_name())
        os.makedirs(path, exist_ok=True)
        return TemporaryDirectory(path)


def _new_name() -> str:
    return f"tmp{os.urandom(6).hex()}"


def _written(
    path: str, content: str | bytes | None, mode: str, encoding: str = "utf8", errors: str = "strict"
) -> TemporaryFile:
    if isinstance(content, bytes) and "b" not in mode:
        mode += "b"
    options: dict[str, Any] = {} if "b" in mode else {"encoding": encoding, "errors": errors}
    with open(path, mode, **options) as file:
        if content:
            file.write(content)
    return TemporaryFile(path)


class Assertions(unittest.TestCase):
    """Assertions on plain Python values, and files of a test's own."""

    tempfile_cleanup = "always"
    maxDiff = 80 * 20

    def __init__(self, methodName: str = "runTest") -> None:
        super().__init__(methodName)
        self._recorded: dict[str, Any] = {}

    if TYPE_CHECKING:

        def assertAllClose(
            self, a: object, b: object, rtol: float = 1e-6, atol: float = 1e-6, msg: object = None
        ) -> None:
            """Of the class that has these assertions."""

        def _formatMessage(self, msg: object, standardMsg: str) -> str: ...

    def _told(self, msg: object, text: str) -> NoReturn:
        self.fail(self._formatMessage(msg, text))

    def fail(self, msg: object = None, user_msg: object = None) -> NoReturn:
        """Fails with a message, and one more where it is given."""
        super().fail(msg if user_msg is None else f"{msg} : {user_msg}")

    # ---- containers ----

    def assertEmpty(self, container: Sized, msg: object = None) -> None:
        """Fails unless the container has no items."""
        if len(container):
            self._told(msg, f"{container!r} has length of {len(container)}, not 0")

    def assertNotEmpty(self, container: Sized, msg: object = None) -> None:
        """Fails where the container has no items."""
        if not len(container):
            self._told(msg, f"{container!r} has length of 0")

    def assertLen(self, container: Sized, expected_len: int, msg: object = None) -> None:
        """Fails unless the container has that many items."""
        if len(container) != expected_len:
            self._told(msg, f"{container!r} has length of {len(container)}, expected {expected_len}")

    def assertItemsEqual(self, first: Iterable[Any], second: Iterable[Any], msg: object = None) -> None:
        """Fails unless both have the same items the same number of times."""
        self.assertCountEqual(first, second, msg)

    def assertSameElements(self, expected_seq: Iterable[Any], actual_seq: Iterable[Any], msg: object = None) -> None:
        """Fails unless both have the same items, however often."""
        expected, actual = list(expected_seq), list(actual_seq)
        missing = [item for item in expected if item not in actual]
        extra = [item for item in actual if item not in expected]
        if missing or extra:
            self._told(msg, f"expected, but missing: {missing!r}; unexpected: {extra!r}")

    def assertNoCommonElements(
        self, expected_seq: Iterable[Any], actual_seq: Iterable[Any], msg: object = None
    ) -> None:
        """Fails where both have an item in common."""
        actual = list(actual_seq)
        common = [item for item in expected_seq if item in actual]
        if common:
            self._told(msg, f"common elements: {common!r}")

    def assertContainsSubset(
        self, expected_subset: Iterable[Any], actual_set: Iterable[Any], msg: object = None
    ) -> None:
        """Fails unless all of the first are in the second."""
        missing = set(expected_subset) - set(actual_set)
        if missing:
            self._told(msg, f"missing elements {missing!r}\nexpected: {expected_subset!r}\nactual: {actual_set!r}")

    def assertSequenceStartsWith(self, prefix: Any, whole: Any, msg: object = None) -> None:
        """Fails unless `whole` begins with `prefix`, a sequence or one item."""
        try:
            prefix_len = len(prefix)
        except TypeError:
            prefix, prefix_len = [prefix], 1
        if prefix_len and list(whole[:prefix_len]) != list(prefix):
            self._told(msg, f"prefix: {prefix!r} not found at the start of {whole!r}")

    def assertContainsSubsequence(
        self, container: Iterable[Any], subsequence: Iterable[Any], msg: object = None
    ) -> None:
        """Fails unless the items of the second are in the first in that order, others between them allowed."""
        items = iter(container)
        for item in subsequence:
            if not any(item == other for other in items):
                self._told(msg, f"{subsequence!r} is not a subsequence of {container!r}")

    def assertContainsExactSubsequence(
        self, container: Iterable[Any], subsequence: Iterable[Any], msg: object = None
    ) -> None:
        """Fails unless the items of the second are in the first one after the other."""
        container, subsequence = list(container), list(subsequence)
        count = len(subsequence)
        if not any(container[i : i + count] == subsequence for i in range(len(container) - count + 1)):
            self._told(msg, f"{subsequence!r} is not an exact subsequence of {container!r}")

    def assertContainsInOrder(self, strings: Iterable[str], target: str, msg: object = None) -> None:
        """Fails unless the strings are in the text in that order."""
        place = 0
        for string in [strings] if isinstance(strings, str) else strings:
            found = target.find(string, place)
            if found < 0:
                self._told(msg, f"did not find {string!r} in {target[place:]!r}")
            place = found

    def assertTotallyOrdered(self, *groups: Iterable[Any], **kwargs: object) -> None:
        """Fails unless comparisons order the groups, and hold equal within each."""
        msg = kwargs.get("msg")
        for i, group in enumerate(groups):
            for one in group:
                for other in group:
                    if not (one == other and one <= other and one >= other and hash(one) == hash(other)):
                        self._told(msg, f"{one!r} and {other!r} are of one group, but not equal")
                for later in (item for rest in groups[i + 1 :] for item in rest):
                    if not (one < later and one <= later and later > one and later >= one and one != later):
                        self._told(msg, f"{one!r} does not come before {later!r}")

    def assertMappingEqual(
        self,
        a: Mapping[Any, Any],
        b: Mapping[Any, Any],
        msg: object = None,
        mapping_type: type = dict,
        check_values_equality: Callable[[Any, Any], bool] = lambda a, b: a == b,
    ) -> None:
        """Fails unless both mappings have the same keys with equal values."""
        differing = {key for key in a if key in b and not check_values_equality(a[key], b[key])}
        missing, extra = set(b) - set(a), set(a) - set(b)
        if differing or missing or extra:
            self._told(msg, f"mappings differ: values of {differing!r}; only in a: {extra!r}; only in b: {missing!r}")

    def assertDictEqual(self, a: Any, b: Any, msg: object = None) -> None:
        """Fails unless both dictionaries are equal, or have the same keys with values that are close as arrays."""
        self.assertIsInstance(a, dict, self._formatMessage(msg, "First argument is not a dictionary"))
        self.assertIsInstance(b, dict, self._formatMessage(msg, "Second argument is not a dictionary"))
        try:
            return super().assertDictEqual(a, b, msg)
        except Exception:  # arrays and tensors have no one truth, NaN is not equal to itself
            self.assertSameElements(a, b, msg)
        for key, value in a.items():
            self.assertAllClose(value, b[key], msg=msg)

    def assertDictContainsSubset(
        self, subset: Mapping[Any, Any], dictionary: Mapping[Any, Any], msg: object = None
    ) -> None:
        """Fails unless all items of the first dictionary are in the second. (Python's own went with version 3.12.)"""
        self.assertDictEqual(dictionary, {**dictionary, **subset}, msg)

    # The name that Python took away in version 3.12.
    assertRaisesRegexp = unittest.TestCase.assertRaisesRegex

    def _almost(self, first: Any, second: Any, places: int | None, msg: object, delta: float | None) -> None:
        if delta is None:
            self.assertAlmostEqual(first, second, places, msg)
        elif places is None:
            self.assertAlmostEqual(first, second, None, msg, delta)
        else:
            raise TypeError("specify delta or places not both")

    def assertDictAlmostEqual(
        self,
        a: Mapping[Any, Any],
        b: Mapping[Any, Any],
        places: int | None = None,
        msg: object = None,
        delta: float | None = None,
    ) -> None:
        """Fails unless both have the same keys with almost equal values."""
        self.assertSameElements(a, b, msg)
        for key in a:
            self._almost(a[key], b[key], places, msg, delta)

    def assertSequenceAlmostEqual(
        self,
        expected_seq: Collection[Any],
        actual_seq: Collection[Any],
        places: int | None = None,
        msg: object = None,
        delta: float | None = None,
    ) -> None:
        """Fails unless both sequences have almost equal items."""
        self.assertLen(actual_seq, len(expected_seq), msg)
        for expected, actual in zip(expected_seq, actual_seq, strict=True):
            self._almost(expected, actual, places, msg, delta)

    def assertDataclassEqual(self, first: object, second: object, msg: object = None) -> None:
        """Fails unless both are of one dataclass with equal fields."""
        self.assertIs(type(first), type(second), msg)
        self.assertEqual(first, second, msg)

    def assertSameStructure(self, a: object, b: object, aname: str = "a", bname: str = "b", msg: object = None) -> None:
        """Fails unless dicts, sequences and values within them are equal; names where they differ."""
        problems: list[str] = []
        _differences(a, b, aname, bname, problems)
        if problems:
            self._told(msg, "; ".join(problems[:20]))

    # ---- text ----

    def assertStartsWith(self, actual: str | bytes, expected_start: Any, msg: object = None) -> None:
        """Fails unless a string begins like that."""
        if not actual.startswith(expected_start):
            self._told(msg, f"{actual!r} does not start with {expected_start!r}")

    def assertNotStartsWith(self, actual: str | bytes, unexpected_start: Any, msg: object = None) -> None:
        """Fails where a string begins like that."""
        if actual.startswith(unexpected_start):
            self._told(msg, f"{actual!r} does start with {unexpected_start!r}")

    def assertEndsWith(self, actual: str | bytes, expected_end: Any, msg: object = None) -> None:
        """Fails unless a string ends like that."""
        if not actual.endswith(expected_end):
            self._told(msg, f"{actual!r} does not end with {expected_end!r}")

    def assertNotEndsWith(self, actual: str | bytes, unexpected_end: Any, msg: object = None) -> None:
        """Fails where a string ends like that."""
        if actual.endswith(unexpected_end):
            self._told(msg, f"{actual!r} does end with {unexpected_end!r}")

    def assertRegexMatch(self, actual_str: Any, regexes: Any, message: object = None) -> None:
        """Fails unless one of the expressions is found in the text."""
        if isinstance(regexes, (str, bytes)):
            self._told(
                message, f"regexes is string or bytes; use assertRegex for pattern matching instead: {regexes!r}"
            )
        if not any(re.search(regex, actual_str) for regex in regexes):
            self._told(message, f"{actual_str!r} contains no match of {regexes!r}")

    def assertJsonEqual(self, first: str, second: str, msg: object = None) -> None:
        """Fails unless two texts in JSON mean the same."""
        self.assertSameStructure(json.loads(first), json.loads(second), "first", "second", msg)

    def assertUrlEqual(self, a: str, b: str, msg: object = None) -> None:
        """Fails unless two URLs are the same but for the order of their parameters."""
        one, other = urllib.parse.urlparse(a), urllib.parse.urlparse(b)
        for part in ("scheme", "netloc", "path", "fragment"):
            self.assertEqual(getattr(one, part), getattr(other, part), msg)
        self.assertEqual(sorted(one.params.split(";")), sorted(other.params.split(";")), msg)
        self.assertDictEqual(
            urllib.parse.parse_qs(one.query, keep_blank_values=True),
            urllib.parse.parse_qs(other.query, keep_blank_values=True),
            msg,
        )

    # ---- classes and numbers ----

    def assertIsSubclass(self, cls: type, superclass: type | tuple[type, ...], msg: object = None) -> None:
        """Fails unless the first is a subclass of the second."""
        if not issubclass(cls, superclass):
            self._told(msg, f"{cls!r} is not a subclass of {superclass!r}")

    def assertNotIsSubclass(self, cls: type, superclass: type | tuple[type, ...], msg: object = None) -> None:
        """Fails where the first is a subclass of the second."""
        if issubclass(cls, superclass):
            self._told(msg, f"{cls!r} is a subclass of {superclass!r}")

    def assertBetween(self, value: Any, minv: Any, maxv: Any, msg: object = None) -> None:
        """Fails unless minv <= value <= maxv."""
        if not minv <= value <= maxv:
            self._told(msg, f"{value!r} unexpectedly not between {minv!r} and {maxv!r} inclusive")

    def assertNear(self, f1: float, f2: float, err: float, msg: object = None) -> None:
        """Fails unless |f1 - f2| <= err; equal infinities are near."""
        if f1 != f2 and not math.fabs(f1 - f2) <= err:
            self._told(msg, f"{f1:f} != {f2:f} +/- {err:f}")

    # ---- errors and processes ----

    @contextlib.contextmanager
    def assertRaisesWithPredicateMatch(
        self,
        exception_type: type[BaseException] | tuple[type[BaseException], ...],
        expected_err_re_or_predicate: str | Callable[[BaseException], Any],
    ) -> Iterator[None]:
        """Returns a context that fails unless an exception is raised whose text matches, or that a predicate accepts."""

        def accepts(error: BaseException) -> Any:
            if isinstance(expected_err_re_or_predicate, str):
                return re.search(expected_err_re_or_predicate, str(error)) is not None
            return expected_err_re_or_predicate(error)

        try:
            yield
        except exception_type as error:
            if not accepts(error):
                raise AssertionError(f"Exception of type {type(error)}: {error}") from error
        else:
            self.fail(f"{getattr(exception_type, '__name__', exception_type)} not raised")

    def assertRaisesWithLiteralMatch(
        self,
        expected_exception: type[BaseException] | tuple[type[BaseException], ...],
        expected_exception_message: str,
        callable_obj: Callable[..., Any] | None = None,
        *args: object,
        **kwargs: object,
    ) -> Any:
        """Fails unless an exception with just that text is raised, by the callable or in the context."""
        context = self.assertRaisesRegex(expected_exception, f"^{re.escape(expected_exception_message)}$")
        if callable_obj is None:
            return context
        with context:
            callable_obj(*args, **kwargs)
        return None

    def assertCommandSucceeds(
        self,
        command: str | Sequence[str],
        regexes: Any = (b"",),
        env: Mapping[str, str] | None = None,
        close_fds: bool = True,
        msg: object = None,
    ) -> None:
        """Fails unless a command exits with 0 and its output matches one of the expressions."""
        code, output = _run(command, env, close_fds)
        if code != 0:
            self._told(msg, f"running {command!r} failed with {code}:\n{output.decode(errors='replace')}")
        self._output_matches(output, regexes, msg)

    def assertCommandFails(
        self,
        command: str | Sequence[str],
        regexes: Any,
        env: Mapping[str, str] | None = None,
        close_fds: bool = True,
        msg: object = None,
    ) -> None:
        """Fails unless a command exits with something else than 0 and its output matches one of the expressions."""
        code, output = _run(command, env, close_fds)
        if code == 0:
            self._told(msg, f"running {command!r} unexpectedly succeeded:\n{output.decode(errors='replace')}")
        self._output_matches(output, regexes, msg)

    def _output_matches(self, output: bytes, regexes: Any, msg: object) -> None:
        patterns = [regexes] if isinstance(regexes, (str, bytes)) else regexes
        patterns = [regex.encode() if isinstance(regex, str) else regex for regex in patterns]
        if not any(re.search(regex, output, re.MULTILINE) for regex in patterns):
            self._told(msg, f"the output {output!r} matches none of {patterns!r}")

    # ---- files and notes ----

    def create_tempdir(self, name: str | None = None, cleanup: object = None) -> TemporaryDirectory:
        """Returns a folder for this test; it goes when the test ends."""
        base = self.get_temp_dir()
        path = os.path.join(base, name) if name else tempfile.mkdtemp(dir=base)
        os.makedirs(path, exist_ok=True)
        return TemporaryDirectory(path)

    def create_tempfile(
        self,
        file_path: str | None = None,
        content: str | bytes | None = None,
        mode: str = "w",
        encoding: str = "utf8",
        errors: str = "strict",
        cleanup: object = None,
    ) -> TemporaryFile:
        """Returns a file for this test with the content given; it goes when the test ends."""
        path = os.path.join(self.get_temp_dir(), file_path or _new_name())
        os.makedirs(os.path.dirname(path), exist_ok=True)
        return _written(path, content, mode, encoding, errors)

    def get_temp_dir(self) -> str:
        """Returns a folder for this test's files; it goes when the test ends."""
        directory = getattr(self, "_temporary", None)
        if directory is None:
            holder = tempfile.TemporaryDirectory()
            self.addCleanup(holder.cleanup)
            directory = self._temporary = holder.name
            self.addCleanup(delattr, self, "_temporary")
        return directory

    def enter_context(self, manager: AbstractContextManager[Any]) -> Any:
        """Enters a context that is left when the test ends."""
        return self._enter(manager)

    def _enter(self, manager: AbstractContextManager[Any]) -> Any:
        value = manager.__enter__()
        self.addCleanup(manager.__exit__, None, None, None)
        return value

    def record_property(self, property_name: str, property_value: object) -> None:
        """Keeps a note about this test."""
        self._recorded[property_name] = property_value

    def get_recorded_properties(self, subtest: object = None) -> dict[str, Any]:
        """Returns the notes about this test."""
        return self._recorded


def _run(command: str | Sequence[str], env: Mapping[str, str] | None, close_fds: bool) -> tuple[int, bytes]:
    process = subprocess.run(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        close_fds=close_fds,
        env=env,
        shell=isinstance(command, str),
        check=False,
    )
    return process.returncode, process.stdout


def _differences(a: object, b: object, aname: str, bname: str, problems: list[str]) -> None:
    if isinstance(a, dict) and isinstance(b, dict):
        problems += [f"{aname} has [{key!r}], but {bname} does not" for key in a if key not in b]
        problems += [f"{aname} lacks [{key!r}], but {bname} has it" for key in b if key not in a]
        for key in a:
            if key in b:
                _differences(a[key], b[key], f"{aname}[{key!r}]", f"{bname}[{key!r}]", problems)
    elif isinstance(a, (list, tuple)) and isinstance(b, (list, tuple)):
        if len(a) != len(b):
            problems.append(f"{aname} has length {len(a)}, but {bname} has length {len(b)}")
        for place, (one, other) in enumerate(zip(a, b, strict=False)):
            _differences(one, other, f"{aname}[{place}]", f"{bname}[{place}]", problems)
    elif isinstance(a, (set, frozenset)) and isinstance(b, (set, frozenset)):
        if Counter(a) != Counter(b):
            problems.append(f"{aname} is {a!r}, but {bname} is {b!r}")
    elif a != b:
        problems.append(f"{aname} is {a!r}, but {bname} is {b!r}")
