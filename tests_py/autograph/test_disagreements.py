"""Errors about branches and iterations that disagree tell both values and the lines that set them."""

import inspect

import pytest


def _lines_told(gw, function, kind):
    with pytest.raises(kind) as caught:
        gw.function(function)(gw.constant(3))
    return [line.strip() for line in str(caught.value).splitlines() if "line " in line or "branch: " in line]


def _line_of(function, text):
    lines, first = inspect.getsourcelines(function)
    (found,) = [number for number, line in enumerate(lines, first) if text in line]
    return found


def test_branches_tell_both_values_and_lines(gw):
    def f(x):
        if x > 0:
            y = 1
        else:
            y = 2.5
        return y

    told = _lines_told(gw, f, TypeError)
    assert f"main branch: 1, line {_line_of(f, 'y = 1')}: y = 1" in told
    assert f"else branch: 2.5, line {_line_of(f, 'y = 2.5')}: y = 2.5" in told


def test_a_branch_that_leaves_a_variable_alone_tells_the_line_before(gw):
    def f(x):
        y = x
        if x > 0:
            y = "text"
        return y

    told = _lines_told(gw, f, TypeError)
    assert f"main branch: 'text', line {_line_of(f, 'text')}: y = \"text\"" in told
    assert any(
        line.startswith("else branch: <tf.Tensor 'x:0'") and f"line {_line_of(f, 'y = x')}" in line for line in told
    )


def test_a_variable_without_a_value_is_named(gw):
    def f(x):
        if x > 0:
            y = x
        return y

    told = _lines_told(gw, f, ValueError)
    assert any(line.startswith("main branch: <tf.Tensor 'x:0'") and line.endswith(": y = x") for line in told)
    assert "else branch: <undefined variable 'y'>" in told


def test_iterations_tell_both_values_and_lines(gw):
    class Holder:
        pass

    def f(x):
        h = Holder()
        h.v = gw.zeros([2])
        for _ in gw.range(x):
            h.v = gw.concat([h.v, h.v], 0)
        return h.v

    told = _lines_told(gw, f, ValueError)
    before, after = _line_of(f, "gw.zeros"), _line_of(f, "gw.concat")
    assert any(
        line.startswith("before the loop: <tf.Tensor") and f"line {before}: h.v = gw.zeros([2])" in line
        for line in told
    )
    assert any(
        line.startswith("after one iteration: <tf.Tensor") and f"line {after}: h.v = gw.concat" in line for line in told
    )


def test_results_are_told_as_return_statements(gw):
    def f(x):
        if x > 0:
            return x
        return 2.5

    told = _lines_told(gw, f, TypeError)
    assert any(line.startswith("main branch: ") and line.endswith(": return x") for line in told)
    assert any(line.startswith("else branch: 2.5") and line.endswith(": return 2.5") for line in told)


def test_long_values_are_cut(gw):
    def f(x):
        if x > 0:
            y = "a" * 1000
        else:
            y = 1
        return y

    told = _lines_told(gw, f, TypeError)
    assert all(len(line) < 200 for line in told)
