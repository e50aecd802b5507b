"""Makes a call that ends the process small."""

import copy

import numpy as np


def steps(call):
    """Calls that are a little smaller, the boldest first."""
    for name in call.attrs:
        smaller = copy.deepcopy(call)
        del smaller.attrs[name]
        yield smaller
    for name, value in call.inputs.items():
        if isinstance(value, list):
            for place in range(len(value)):
                smaller = copy.deepcopy(call)
                del smaller.inputs[name][place]
                yield smaller
        places = enumerate(value) if isinstance(value, list) else [(None, value)]
        for place, array in places:
            if not isinstance(array, np.ndarray):
                continue
            for made in smaller_arrays(array):
                smaller = copy.deepcopy(call)
                if place is None:
                    smaller.inputs[name] = made
                else:
                    smaller.inputs[name][place] = made
                yield smaller


def smaller_arrays(array):
    """Arrays with fewer axes, smaller sizes, or plainer elements."""
    for axis in range(array.ndim):
        if array.shape[axis] > 0:
            yield array.take(0, axis)
            yield array.take(range((array.shape[axis] + 1) // 2 if array.shape[axis] > 1 else 0), axis)
    if array.dtype == object:
        return
    for number in (0, 1):
        if array.size and np.any(array != number):
            yield np.full_like(array, number)


def made_small(call, fails, rounds=40):
    """The smallest call found that still fails; `fails(calls)` tells for each of many calls."""
    for _ in range(rounds):
        smaller = list(steps(call))
        found = (
            next((c for c, failed in zip(smaller, fails(smaller), strict=True) if failed), None) if smaller else None
        )
        if found is None:
            return call
        call = found
    return call
