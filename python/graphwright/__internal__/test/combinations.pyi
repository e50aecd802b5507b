"""The public names of tf.__internal__.test.combinations. Written by tools/write_stubs.py, not by hand."""
from graphwright._src.testing.combinations import (
    NamedObject as NamedObject,
    OptionalParameter as OptionalParameter,
    ParameterModifier as ParameterModifier,
    TestCombination as TestCombination,
    combine as combine,
    generate_plainly as generate,
    times as times,
)

__all__ = [
    "NamedObject", "OptionalParameter", "ParameterModifier", "TestCombination", "combine", "generate", "times",
]
