"""The choice of a sweep's cases that a run tries."""

import os
import random


def selected(cases, variable, default, seed):
    """As many of the cases as the environment's variable says ("all" or a number), else `default`: the same ones for a seed."""
    asked = os.environ.get(variable, str(default))
    return list(cases) if asked == "all" else random.Random(seed).sample(cases, int(asked))


def some(cases, share, seed=0):
    """A share of a sweep's cases, at least one, always the same for a seed; all of them where GRAPHWRIGHT_TESTS is "all"."""
    cases = list(cases)
    if os.environ.get("GRAPHWRIGHT_TESTS") == "all" or not cases:
        return cases
    count = max(1, round(share * len(cases)))
    return [cases[place] for place in sorted(random.Random(seed).sample(range(len(cases)), count))]


class Names:
    """Stands for a module and its values where only the names of cases are asked for."""

    def __getattr__(self, name):
        return self

    def __call__(self, *args, **kwargs):
        return self
