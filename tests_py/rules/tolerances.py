"""Prints how far results may be from TensorFlow's, for each function: `python tests_py/rules/tolerances.py`.

A unit is one in the last place of the result, measured against the element itself, but not below a twentieth of the largest
element. Gradients may be off by four times as much, second derivatives by sixteen times, and dtypes that a row does not ask
for by at least 16 units. Integers, bools, strings, shapes and dtypes are equal.
"""

import collections

from rules.samples.table import SAMPLES


def table() -> str:
    """A table in Markdown: functions by the error that they may have."""
    groups = collections.defaultdict(set)
    for sample in SAMPLES:
        groups[sample.ulp, sample.half_ulp].add(sample.name.partition(" ")[0])
    lines = ["| float32, float64 | float16, bfloat16 | functions |", "|---|---|---|"]
    for (ulp, half_ulp), names in sorted(groups.items()):
        lines.append(f"| {ulp:g} | {half_ulp:g} | {', '.join(sorted(names))} |")
    return "\n".join(lines)


if __name__ == "__main__":
    print(table())
