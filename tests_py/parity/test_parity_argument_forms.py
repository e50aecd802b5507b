"""Public functions with arguments of every kind give TensorFlow's values, of its dtypes.

GRAPHWRIGHT_ARGUMENT_FORMS sets how many calls of each function are tried ("all").
"""

import itertools
import warnings

import pytest
from argument_forms import FORMS, VALUES, functions, outcome, same, traced_outcome

from selection import selected


def calls_of(name, count):
    """Some of the kinds of values and forms of calls, others for each function."""
    every = list(itertools.product(VALUES, FORMS))
    return selected(every, "GRAPHWRIGHT_ARGUMENT_FORMS", count, name)


@pytest.mark.parametrize("outcome", [outcome, traced_outcome])
def test_values(outcome, gw, tensorflow):
    ours, theirs = functions(gw), functions(tensorflow)
    # Each function by one of its names.
    theirs = {
        name: theirs[name] for name in {id(function): name for name, function in reversed(theirs.items())}.values()
    }
    wrong, refused, agreed = [], [], 0
    count = 2 if outcome is traced_outcome else 4
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for name, function in theirs.items():
            for value, form in calls_of(name, count):
                kind, wanted = outcome(tensorflow, function, value, form)
                if kind == "error":
                    continue
                kind, got = outcome(gw, ours[name], value, form) if name in ours else ("error", "no such name")
                if kind == "error":
                    refused.append(f"{name}{form}, v: {value}: {got}, TensorFlow {wanted}")
                elif same(got, wanted):
                    agreed += 1
                else:
                    wrong.append(f"{name}{form}, v: {value}: {got}, TensorFlow {wanted}")
    print(f"{agreed} calls agree, {len(refused)} are refused here")
    assert not wrong, "\n".join([f"{len(wrong)} differ", *wrong[:300]])
    assert len(refused) <= 0.06 * agreed, "\n".join([f"{len(refused)} of {agreed} are refused", *refused[:200]])
