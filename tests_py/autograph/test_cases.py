"""Small cases of all statements and expressions that AutoGraph converts, and of calls from converted code."""

from __future__ import annotations

import functools

import pytest

from support import small_cases


@functools.cache
def _cases(file, tag):
    return small_cases.load(file, tag)


def _parameters(file):
    return [pytest.param(file, name, id=name) for name in _cases(file, "graphwright")]


def _check(file, name, gw, tensorflow):
    case = _cases(file, "graphwright")[name]

    def eager():
        gw.config.run_functions_eagerly(True)
        try:
            return small_cases.run(_cases(file, "eager")[name], gw)
        finally:
            gw.config.run_functions_eagerly(False)

    theirs = small_cases.run(_cases(file, "tensorflow")[name], tensorflow)
    small_cases.check(case.mark, small_cases.run(case, gw), eager, theirs)


@pytest.mark.parametrize(("file", "name"), _parameters("cases_builtins"))
def test_builtins(file, name, gw, tensorflow):
    _check(file, name, gw, tensorflow)


@pytest.mark.parametrize(("file", "name"), _parameters("cases_calls"))
def test_calls(file, name, gw, tensorflow):
    _check(file, name, gw, tensorflow)


@pytest.mark.parametrize(("file", "name"), _parameters("cases_control_flow"))
def test_control_flow(file, name, gw, tensorflow):
    _check(file, name, gw, tensorflow)


@pytest.mark.parametrize(("file", "name"), _parameters("cases_directives"))
def test_directives(file, name, gw, tensorflow):
    _check(file, name, gw, tensorflow)


@pytest.mark.parametrize(("file", "name"), _parameters("cases_exits"))
def test_exits(file, name, gw, tensorflow):
    _check(file, name, gw, tensorflow)


@pytest.mark.parametrize(("file", "name"), _parameters("cases_functions"))
def test_functions(file, name, gw, tensorflow):
    _check(file, name, gw, tensorflow)


@pytest.mark.parametrize(("file", "name"), _parameters("cases_given_functions"))
def test_given_functions(file, name, gw, tensorflow):
    _check(file, name, gw, tensorflow)


@pytest.mark.parametrize(("file", "name"), _parameters("cases_items"))
def test_items(file, name, gw, tensorflow):
    _check(file, name, gw, tensorflow)


@pytest.mark.parametrize(("file", "name"), _parameters("cases_loops"))
def test_loops(file, name, gw, tensorflow):
    _check(file, name, gw, tensorflow)


@pytest.mark.parametrize(("file", "name"), _parameters("cases_match_and_targets"))
def test_match_and_targets(file, name, gw, tensorflow):
    _check(file, name, gw, tensorflow)


@pytest.mark.parametrize(("file", "name"), _parameters("cases_operators"))
def test_operators(file, name, gw, tensorflow):
    _check(file, name, gw, tensorflow)


@pytest.mark.parametrize(("file", "name"), _parameters("cases_programs"))
def test_programs(file, name, gw, tensorflow):
    _check(file, name, gw, tensorflow)
