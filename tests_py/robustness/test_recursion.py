"""Python's recursion limit is what it was after contexts that raise it, in whatever order they end."""

import sys

from graphwright._src.base.recursion_limit import MoreFrames


def test_contexts_of_threads_end_in_any_order():
    before = sys.getrecursionlimit()
    first, second = MoreFrames(100), MoreFrames(30)
    first.__enter__()
    second.__enter__()
    assert sys.getrecursionlimit() == before + 130
    first.__exit__()
    assert sys.getrecursionlimit() == before + 30
    second.__exit__()
    assert sys.getrecursionlimit() == before


def test_a_limit_that_the_user_sets_stays():
    before = sys.getrecursionlimit()
    try:
        with MoreFrames(100):
            sys.setrecursionlimit(before + 7)
            with MoreFrames(50):
                assert sys.getrecursionlimit() == before + 57
            assert sys.getrecursionlimit() == before + 7
        assert sys.getrecursionlimit() == before + 7
    finally:
        sys.setrecursionlimit(before)


def test_traces_with_conditions_in_threads(gw):
    from concurrent.futures import ThreadPoolExecutor

    def trace(number):
        @gw.function
        def f(x):
            return x + 1 if x > 0 else (x + 2 if x > -number else gw.function(lambda y: y - 1 if y < 3 else y)(x))

        return int(f(gw.constant(-number)))

    before = sys.getrecursionlimit()
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(trace, range(20))) == [-number - 1 for number in range(20)]
    assert sys.getrecursionlimit() == before


def test_functions_that_call_themselves_end_as_soon_as_pythons(gw):
    import time

    import pytest

    @gw.function
    def endless(x):
        return endless(x + 1)

    deepest = 0

    @gw.function
    def deep(x, n):
        nonlocal deepest
        deepest = n
        return x if n == 0 else deep(x, n - 1) + 1

    start = time.thread_time()
    with pytest.raises(RecursionError, match="does it call itself without end"):
        endless(gw.constant(1))
    assert time.thread_time() - start < 15  # 1 s in a process of its own
    assert int(deep(gw.constant(0), 300)) == 300 and deepest == 0
    assert sys.getrecursionlimit() < 10_000
