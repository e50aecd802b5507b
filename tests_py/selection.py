"""Which of a sweep's cases a run tries."""

import os
import random


def selected(cases, variable, default, seed):
    """As many of the cases as the environment's variable says ("all" or a number), else `default`: the same ones for a seed."""
    asked = os.environ.get(variable, str(default))
    return list(cases) if asked == "all" else random.Random(seed).sample(cases, int(asked))


class Names:
    """Stands for a module and its values where only the names of cases are asked for."""

    def __getattr__(self, name):
        return self

    def __call__(self, *args, **kwargs):
        return self
