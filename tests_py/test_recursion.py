"""Python's recursion limit is what it was after contexts that raise it, in whatever order they end."""

import sys

from graphwright.recursion import MoreFrames


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
        assert list(pool.map(trace, range(40))) == [-number - 1 for number in range(40)]
    assert sys.getrecursionlimit() == before
