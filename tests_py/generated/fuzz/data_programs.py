"""Random pipelines of tf.data: sources, transformations in order and in parallel, errors at any element, ends of every kind.

`program(seed)` gives a Program, the source of a function `f(path)` that gives a data set, and PLAN, in which ways it is gone
through beside the eager one. `path(name)` is a file of the run's own. What else it reads is in data_outcomes.py: `data` is
tf.data.Dataset; `raising`, `scripted` and `failing` give functions of a number that raise at one number.
"""

import random

from generated.fuzz.programs import Program

SCALAR, ROW, PAIR, WINDOW = "scalar", "row", "pair", "window"

EXCEPTIONS = ("ValueError", "TypeError", "KeyError", "StopIteration", "NotImplementedError", "RuntimeError")
EXCEPTIONS += ("MemoryError", "IndexError", "ZeroDivisionError", "StopAsyncIteration", "OSError", "AssertionError")

# name: a text for a source of numbers; `{n}` is a small number, `{at}` one of its first, `{error}` an exception
SOURCES = {
    "range": "data.range({n})",
    "range_from": "data.range({at}, {n}, 2)",
    "tensors": "data.from_tensors(number_of({at}))",
    "slices": "data.from_tensor_slices(numbers({at}, 7, {at}, 0, 4, {at}))",
    "empty": "data.range(0)",
    "generator": "data.from_generator(counting({n}), output_signature=number)",
    "generator_raises": "data.from_generator(counting({n}, {at}, {error}), output_signature=number)",
    "list": "tf.data.experimental.from_list([5, 3, {at}]).map(wide)",
    "random": "data.random(seed={at}).take({n}).map(lambda x: x % 100)",
    "rows_apart": "data.from_tensor_slices([numbers(1, 2), numbers({at}, 4), numbers(5, 0)]).unbatch()",
    "concatenated": "data.range({at}).concatenate(data.range(10, 10 + {n}))",
}
ENDLESS = {
    "endless_range": "data.range(1, {n} + 2).repeat()",
    "counter": "data.counter()",
    "endless_tensor": "data.from_tensors(numbers({at})).unbatch().repeat()",
}

# name: from what kind to what kind of element, whether an endless input does no harm, texts
TRANSFORMATIONS = {
    "map": (SCALAR, SCALAR, True, "d.map(lambda x: x * 2 + {at}{parallel})"),
    "map_modulo": (SCALAR, SCALAR, True, "d.map(lambda x: x % {n}{parallel})"),
    "map_raises": (SCALAR, SCALAR, True, "d.map(raising({error}, {at}){parallel})"),
    "map_scripted": (SCALAR, SCALAR, True, "d.map(scripted({error}, {at}){parallel})"),
    "map_fails": (SCALAR, SCALAR, True, "d.map(failing({at}){parallel})"),
    "map_divides": (SCALAR, SCALAR, True, "d.map(lambda x: 12 // (x - {at}){parallel})"),
    "map_reads_iterator": (SCALAR, SCALAR, True, "d.map(reading(data.range({n})))"),
    "filter": (SCALAR, SCALAR, True, "d.filter(lambda x: x % 2 == {at} % 2)"),
    "filter_none": (SCALAR, SCALAR, False, "d.filter(lambda x: x < 0)"),
    "filter_raises": (SCALAR, SCALAR, True, "d.filter(lambda x: raising({error}, {at})(x) >= 0)"),
    "filter_fails": (SCALAR, SCALAR, True, "d.filter(lambda x: failing({at})(x) != 1)"),
    "take": (None, None, True, "d.take({n})"),
    "take_none": (None, None, True, "d.take(0)"),
    "take_all": (None, None, True, "d.take(-1)"),
    "skip": (None, None, True, "d.skip({at})"),
    "skip_all": (None, None, False, "d.skip(-1)"),
    "shard": (None, None, True, "d.shard({two}, {two} - 1)"),
    "shard_first": (None, None, True, "d.shard({two}, 0)"),
    "repeat": (None, None, True, "d.repeat({two})"),
    "repeat_never": (None, None, True, "d.repeat(0)"),
    "repeat_endless": (None, None, True, "d.repeat().take({n} + 9)"),
    "take_while": (SCALAR, SCALAR, False, "d.take_while(lambda x: x != {at})"),
    "take_while_raises": (SCALAR, SCALAR, True, "d.take_while(lambda x: raising({error}, {at})(x) >= 0)"),
    "scan": (SCALAR, SCALAR, True, "d.scan(number_of(1), lambda s, x: (s + x, s * 2 - x))"),
    "scan_fails": (SCALAR, SCALAR, True, "d.scan(number_of(1), lambda s, x: (s + failing({at})(x), s))"),
    "scan_raises": (SCALAR, SCALAR, True, "d.scan(number_of(1), lambda s, x: (s + raising({error}, {at})(x), s))"),
    "unique": (SCALAR, SCALAR, False, "d.unique()"),
    "cache": (None, None, True, "d.cache()"),
    "cache_repeat": (None, None, False, "d.cache().repeat(2)"),
    "cache_file": (None, None, True, "d.cache(path('{letter}'))"),
    "cache_file_repeat": (None, None, False, "d.cache(path('{letter}')).repeat(2)"),
    "prefetch": (None, None, True, "d.prefetch({two})"),
    "prefetch_auto": (None, None, True, "d.prefetch(tf.data.AUTOTUNE)"),
    "shuffle": (None, None, True, "d.shuffle({n}, seed={at})"),
    "shuffle_same": (None, None, True, "d.shuffle({n}, seed={at}, reshuffle_each_iteration=False)"),
    "shuffle_repeat": (None, None, False, "d.shuffle({n}, seed={at}).repeat({two})"),
    "ignore_errors": (None, None, True, "d.ignore_errors()"),
    "enumerate": (SCALAR, PAIR, True, "d.enumerate({at})"),
    "zip": (SCALAR, PAIR, True, "data.zip((d, {other}))"),
    "zip_before": (SCALAR, PAIR, True, "data.zip(({other}, d))"),
    "zip_caches": (
        SCALAR,
        PAIR,
        False,
        "data.zip((d.cache(path('{letter}')), {other}.cache(path('{letter}z')))).repeat(2)",
    ),
    "sum_of_pair": (PAIR, SCALAR, True, "d.map(lambda a, b: a * 3 + b{parallel})"),
    "filter_pair": (PAIR, PAIR, True, "d.filter(lambda a, b: (a + b) % 2 == 0)"),
    "concatenate": (SCALAR, SCALAR, True, "d.concatenate({other})"),
    "concatenate_behind": (SCALAR, SCALAR, True, "{other}.concatenate(d)"),
    "batch": (SCALAR, ROW, True, "d.batch({two}{drop}{batch_parallel})"),
    "batch_large": (SCALAR, ROW, False, "d.batch({n} + 1{drop})"),
    "padded_batch": (SCALAR, ROW, True, "d.padded_batch({two}{drop})"),
    "rebatch": (ROW, ROW, True, "d.rebatch({two})"),
    "rebatch_turns": (ROW, ROW, True, "d.rebatch([1, {two}]{drop})"),
    "unbatch": (ROW, SCALAR, True, "d.unbatch()"),
    "rows_summed": (ROW, SCALAR, True, "d.map(lambda x: tf.reduce_sum(x){parallel})"),
    "window": (SCALAR, WINDOW, True, "d.window({two}{shift}{drop})"),
    "windows_flat": (WINDOW, SCALAR, True, "d.flat_map(lambda w: w)"),
    "windows_batched": (WINDOW, ROW, True, "d.flat_map(lambda w: w.batch({two}))"),
    "windows_mapped": (WINDOW, WINDOW, True, "d.map(lambda w: w.map(lambda x: x + {at}))"),
    "windows_fail": (WINDOW, WINDOW, True, "d.map(lambda w: w.map(failing({at})))"),
    "windows_interleaved": (WINDOW, SCALAR, True, "d.interleave(lambda w: w, cycle_length={two}{parallel})"),
    "windows_reduced": (WINDOW, SCALAR, True, "d.map(lambda w: w.reduce(number_of(0), lambda s, x: s * 2 + x))"),
    "flat_map": (SCALAR, SCALAR, True, "d.flat_map(lambda x: data.range(x, x + {two}))"),
    "flat_map_some": (SCALAR, SCALAR, False, "d.flat_map(lambda x: data.range(x % 3))"),
    "flat_map_fails": (SCALAR, SCALAR, True, "d.flat_map(lambda x: data.range(2).map(lambda y: failing({at})(y + x)))"),
    "flat_map_raises": (SCALAR, SCALAR, True, "d.flat_map(lambda x: data.from_tensors(raising({error}, {at})(x)))"),
    "interleave": (
        SCALAR,
        SCALAR,
        True,
        "d.interleave(lambda x: data.range(x, x + 3), cycle_length={two}, block_length={block}{parallel})",
    ),
    "interleave_some": (
        SCALAR,
        SCALAR,
        False,
        "d.interleave(lambda x: data.range(x % 4).map(lambda y: y + 10 * x), {two}, {block}{parallel})",
    ),
    "interleave_fails": (
        SCALAR,
        SCALAR,
        True,
        "d.interleave(lambda x: data.range(3).map(lambda y: failing({at})(y + x)), {two}, {block}{parallel})",
    ),
    "interleave_raises": (
        SCALAR,
        SCALAR,
        True,
        "d.interleave(lambda x: data.from_tensors(raising({error}, {at})(x)).repeat(2), {two}, {block}{parallel})",
    ),
    "interleave_shuffled": (
        SCALAR,
        SCALAR,
        True,
        "d.interleave(lambda x: data.range(x, x + 3).shuffle(2, seed=1), {two}, {block}{parallel})",
    ),
    "group": (SCALAR, ROW, False, "d.group_by_window(lambda x: x % 2, lambda k, w: w.batch({two}), {n})"),
    "group_sizes": (
        SCALAR,
        ROW,
        False,
        "d.group_by_window(lambda x: x % 3, lambda k, w: w.batch(4), window_size_func=lambda k: k + 1)",
    ),
    "group_key_fails": (
        SCALAR,
        ROW,
        False,
        "d.group_by_window(lambda x: failing({at})(x) % 2, lambda k, w: w.batch(2), {two})",
    ),
    "group_key_raises": (
        SCALAR,
        ROW,
        False,
        "d.group_by_window(lambda x: raising({error}, {at})(x) % 2, lambda k, w: w.batch(2), {two})",
    ),
    "group_fails": (
        SCALAR,
        ROW,
        False,
        "d.group_by_window(lambda x: x % 3, lambda k, w: w.batch(2 + failing({at})(k)), {two})",
    ),
    "group_raises": (
        SCALAR,
        ROW,
        False,
        "d.group_by_window(lambda x: x % 3, lambda k, w: w.batch(2 + raising({error}, {at})(k)), {two})",
    ),
    "bucket": (
        ROW,
        ROW,
        False,
        "d.bucket_by_sequence_length(lambda x: tf.size(x), [2, 3], [1, 2, 2], pad_to_bucket_boundary=False)"
        ".map(lambda x: tf.reshape(x, [-1]))",
    ),
    "reduce_groups": (SCALAR, SCALAR, False, "d.apply(grouped(lambda x: x % 3))"),
    "reduce_groups_fails": (SCALAR, SCALAR, False, "d.apply(grouped(lambda x: failing({at})(x) % 3))"),
    "sample": (SCALAR, SCALAR, False, "data.sample_from_datasets([d, {other}], {weights}, seed={at}{stop})"),
    "sample_three": (
        SCALAR,
        SCALAR,
        False,
        "data.sample_from_datasets([{other}, d, {other}], [{zero}, 1.0, 0.5], seed={at}{stop})",
    ),
    "sample_endless": (
        SCALAR,
        SCALAR,
        True,
        "data.sample_from_datasets([data.range(4).repeat(), d], [0.0, 1.0]{stop})",
    ),
    "choose": (SCALAR, SCALAR, True, "data.choose_from_datasets([d, {other}], data.range(2).repeat({n}){stop})"),
    "choose_beyond": (SCALAR, SCALAR, True, "data.choose_from_datasets([d, {other}], data.range(3).repeat(2){stop})"),
    "assert_cardinality": (SCALAR, SCALAR, False, "d.apply(tf.data.experimental.assert_cardinality({n}))"),
    "options": (None, None, True, "d.with_options(threads({two}))"),
    "snapshot": (SCALAR, SCALAR, False, "d.snapshot(path('{letter}'))"),
    "ragged_batch": (ROW, ROW, True, "d.ragged_batch(2).map(lambda x: tf.reduce_sum(x, -1))"),
    "as_pairs": (SCALAR, PAIR, True, "d.map(lambda x: (x, x * x){parallel})"),
    "sets_of_sets": (SCALAR, WINDOW, True, "d.map(lambda x: data.range(x % 4))"),
    "global_take": (SCALAR, SCALAR, True, "d.map(lambda x: data.range(x + 1).skip(x).get_single_element())"),
    "single_fails": (SCALAR, SCALAR, True, "d.map(lambda x: data.range(x % 3).get_single_element())"),
}

# What leaves little to look at.
RARE = {"empty", "take_none", "repeat_never", "skip_all", "filter_none", "tensors", "list"}
# What TensorFlow says again and again once it has said it, so that nothing may wait for the end.
STICKY = {"assert_cardinality", "group_fails", "group_raises"}
# Whose order is left open: nothing may follow.
LAST = {
    "map_unordered": "d.map(lambda x: x * 2, num_parallel_calls=3, deterministic=False)",
    "map_unordered_fails": "d.map(failing({at}), num_parallel_calls=3, deterministic=False)",
    "interleave_unordered": "d.interleave(lambda x: data.range(x, x + 3), 2, num_parallel_calls=2, deterministic=False)",
}
WAYS = ("reduce", "in a function", "made in a function", "broken off", "restored")


class Writer:
    """Writes one program."""

    def __init__(self, seed):
        self.random = random.Random(f"data {seed}")
        self.features = set()
        self.sticky, self.letters = False, 0

    def chance(self, probability):
        return self.random.random() < probability

    def choose(self, *options):
        return self.random.choice(options)

    def letter(self):
        """For the files of one place in the pipeline."""
        self.letters += 1
        return f"file{self.letters}"

    def filled(self, text):
        """A text with its gaps filled."""
        parallel = self.choose("", "", "", ", num_parallel_calls=2", ", num_parallel_calls=tf.data.AUTOTUNE")
        if parallel and self.chance(0.2):
            parallel += ", deterministic=True"
        return text.format(
            n=self.choose(1, 2, 3, 4, 5, 6, 7, 8, 9, 12),
            at=self.random.randrange(0, 6),
            two=self.random.randrange(2, 4) if "parallel" in text else self.random.randrange(1, 4),
            block=self.random.randrange(1, 4),
            error=repr(self.choose(*EXCEPTIONS)),
            letter=self.letter(),
            parallel=parallel,
            batch_parallel=self.choose("", "", "", ", num_parallel_calls=2"),
            drop=self.choose("", "", ", drop_remainder=True"),
            shift=self.choose("", "", ", shift=1", ", shift=2", ", shift=4", ", shift=1, stride=2"),
            stop=self.choose("", ", stop_on_empty_dataset=True", ", stop_on_empty_dataset=False"),
            zero=self.choose("0.0", "0.5"),
            weights=self.choose("None", "[0.0, 1.0]", "[1.0, 0.0]", "[0.5, 0.5]", "[0.0, 0.0]", "[0.9, 0.1]"),
            other=self.random.choice([self.source, self.source, lambda: "data.range(4)"])()
            if "{other}" in text
            else "",
        )

    def source(self, endless=0.0):
        kinds = ENDLESS if self.chance(endless) else SOURCES
        name = self.choose(*kinds)
        if name in RARE and self.chance(0.7):
            name = "range"
        self.features.add(name)
        self.is_endless = kinds is ENDLESS
        return self.filled(kinds[name])

    def step(self, kind, endless):
        """A transformation of elements of that kind: its name, text and what it gives."""
        while True:
            name = self.choose(*TRANSFORMATIONS)
            takes, gives, harmless, text = TRANSFORMATIONS[name]
            if takes not in (None, kind) or (endless and not harmless):
                continue
            if kind == WINDOW and takes is None and name.startswith(("cache_file", "snapshot")):
                continue
            if (self.sticky and name == "ignore_errors") or (name in RARE and self.chance(0.75)):
                continue
            self.sticky |= name in STICKY
            return name, text, gives or kind

    def write(self):
        kind, lines = SCALAR, []
        lines.append(f"d = {self.source(endless=0.12)}")
        endless = self.is_endless
        for _ in range(self.choose(1, 2, 3, 3, 4, 5, 6)):
            if endless and self.chance(0.5):
                lines.append(self.filled("d = d.take({n} + 4)"))
                endless = False
            name, text, kind = self.step(kind, endless)
            self.features.add(name)
            endless = endless and name not in ("take", "take_none", "repeat_endless", "repeat_never")
            lines.append(f"d = {self.filled(text)}")
        if kind == WINDOW and self.chance(0.7):
            lines.append("d = d.flat_map(lambda w: w.batch(3))")
            kind = ROW
        also = ["restored"] if kind == WINDOW else self.random.sample(WAYS, 2)
        if kind == SCALAR and not self.sticky and self.chance(0.08):
            name = self.choose(*LAST)
            self.features.add(name)
            lines.append(f"d = {self.filled(LAST[name])}")
            also = []
        self.features |= set(also)
        plan = {
            "signature": None,
            "calls": [1],
            "gradient": "none",
            "also": also,
            "passed": self.random.randrange(0, 5),
        }
        body = "".join(f"    {line}\n" for line in [*lines, "return d"])
        return Program(f"PLAN = {plan}\ndef f(path):\n{body}", frozenset(self.features))


def program(seed):
    """The program with this number."""
    return Writer(seed).write()


def all_features():
    """The names that a Program's features are taken from."""
    return {*SOURCES, *ENDLESS, *TRANSFORMATIONS, *LAST, *WAYS}


__all__ = ["Program", "all_features", "program"]
