"""tf.lookup: tables give what TensorFlow's give, eagerly and in functions, and live as long as somebody refers to them."""

import gc
import threading

import numpy as np
import pytest

from support.one_line_cases import check


def cases(tf):
    lookup = tf.lookup
    words = tf.constant(["a", "b", "zz"])

    def static(keys, values, default=-1, **options):
        return lookup.StaticHashTable(lookup.KeyValueTensorInitializer(keys, values, **options), default)

    def static_of(initializer):
        return lookup.StaticHashTable(initializer, -1)

    def mutable(default=-1, value_dtype=tf.int64):
        return lookup.experimental.MutableHashTable(tf.string, value_dtype, default)

    def dense(**options):
        return lookup.experimental.DenseHashTable(tf.int64, tf.int64, -1, 0, -2, **options)

    def inserted(table, keys, values):
        table.insert(keys, values)
        return table

    def ints(*values):
        return tf.constant(values, tf.int64)

    table = static(["a", "b"], [1, 2])
    vectors = inserted(
        lookup.experimental.MutableHashTable(tf.int64, tf.float32, [0.0, 0.5]), ints(1, 2), [[1, 2], [3, 4]]
    )
    filled = inserted(dense(), ints(1, 2), ints(3, 4))

    def removed():
        table = inserted(mutable(), ["a", "b", "c"], [1, 2, 3])
        table.remove(tf.constant(["b", "nowhere"]))
        return table.lookup(tf.constant(["a", "b", "c"])), table.size()

    def made_inside(x):
        return static(["a", "b"], [5, 6]).lookup(x)

    def made_of(keys):
        return static(keys, [7, 8, 9]).lookup(words)

    def counted(x):
        counts = mutable(0)
        for word in tf.unstack(x, 4):
            counts.insert(word, counts.lookup(word) + 1)
        return counts.lookup(tf.constant(["a", "b", "c"]))

    def vocabulary(buckets=2, **options):
        return lookup.StaticVocabularyTable(
            lookup.KeyValueTensorInitializer(["a", "b"], ints(0, 1)), buckets, **options
        )

    return {
        "lookup": lambda: table.lookup(words),
        "matrix": lambda: table.lookup(tf.constant([["a"], ["c"]])),
        "scalar": lambda: table.lookup(tf.constant("b")),
        "no keys": lambda: table.lookup(tf.constant([], tf.string)),
        "brackets": lambda: table[words],
        "size": lambda: table.size(),
        "ragged": lambda: table.lookup(tf.ragged.constant([["a"], ["c", "b"]])).to_tensor(),
        "sparse": lambda: tf.sparse.to_dense(table.lookup(tf.sparse.from_dense([["a", ""], ["", "b"]]))),
        "ragged numbers": lambda: vocabulary().lookup(tf.ragged.constant([["b"], ["a", "c"]])).to_tensor(),
        "wrong keys": lambda: table.lookup(tf.constant([1])),
        "no table": (lambda: lookup.StaticHashTable(None, 1),),
        "keys that are None": (lambda: table.lookup(None),),
        "wrong default": (lambda: static(["a"], [1], "x"),),
        "default is a vector": (lambda: static(["a"], [1], [1, 2]),),
        "default is a float": (lambda: static(["a"], [1], 1.5),),
        "key twice": (lambda: static(["a", "a"], [1, 1]).size(),),
        "key twice with other values": (lambda: static(["a", "a"], [1, 2]),),
        "unequal lengths": (lambda: static(["a", "a"], [1, 2, 3]),),
        "nothing in it": (lambda: static(tf.constant([], tf.string), ints()),),
        "keys of rank 2": (lambda: static([["a", "b"]], [[1, 2]]).size(),),
        "scalar key": (lambda: static("a", 1).lookup(words),),
        "dtypes": (lambda: static([1, 2], [3, 4], 0.5, key_dtype=tf.int64, value_dtype=tf.float32).lookup(ints(2, 7)),),
        "wrong dtypes": (lambda: static(tf.constant([1, 2]), [3, 4], key_dtype=tf.int64),),
        "strings to strings": (lambda: static(["a"], ["x"], "?").lookup(words),),
        "strings to bools": (lambda: static(["a"], [True], False).lookup(words),),
        "numbers to strings": (lambda: static(ints(1, 2), ["x", "y"], "").lookup(ints(2, 3)),),
        "int32 to float64": (
            lambda: static([1, 2], tf.constant([0.5, 1.5], tf.float64), 0.0).lookup(tf.constant([2, 3])),
        ),
        "made in a function": (lambda: tf.function(made_inside)(words),),
        "filled in a function": (lambda: tf.function(made_of)(tf.constant(["a", "zz", "c"])),),
        "passed to a function": (lambda: tf.function(lambda t, x: t.lookup(x))(table, words),),
        "traced once": (lambda: [tf.function(made_inside)(words), tf.function(made_inside)(words)],),
        "words of a data set": (lambda: [int(x) for x in tf.data.Dataset.from_tensor_slices(words).map(table.lookup)],),
        "insert": (lambda: inserted(mutable(), ["a", "b", "a"], [1, 2, 3]).lookup(words),),
        "insert of too many": (lambda: inserted(mutable(), ["a", "b"], [1, 2, 3]),),
        "insert of vectors": (lambda: inserted(mutable(), ["a", "b"], [[1], [2]]),),
        "insert of wrong keys": (lambda: inserted(mutable(), [1], [1]),),
        "insert of floats": (lambda: inserted(mutable(), ["a"], [1.5]),),
        "remove": removed,
        "remove of wrong keys": (lambda: mutable().remove(tf.constant([1])),),
        "counts in a function": lambda: counted(tf.constant(["a", "b", "a", "a"])),
        "other defaults": (lambda: mutable().lookup(words, dynamic_default_values=ints(7, 8, 9)),),
        "another default": (lambda: mutable().lookup(words, dynamic_default_values=tf.constant(7, tf.int64)),),
        "wrong number of defaults": (lambda: mutable().lookup(words, dynamic_default_values=ints(7, 8)),),
        "vectors": lambda: vectors.lookup(ints(2, 5)),
        "vectors of a matrix": lambda: vectors.lookup(tf.constant([[2, 5]], tf.int64)),
        "vectors too long": (lambda: vectors.insert(ints(1), [[1, 2, 3]]),),
        "a number for a vector": (lambda: vectors.insert(ints(1), [1.0]),),
        "matrices": (lambda: lookup.experimental.MutableHashTable(tf.int64, tf.float32, [[0.0]]),),
        "dense": lambda: (filled.lookup(ints(1, 5)), filled.size()),
        "dense, empty key": lambda: filled.lookup(ints(0)),
        "dense, deleted key": (lambda: filled.insert(ints(-2), ints(1)),),
        "dense, removed": (
            lambda: (filled.erase(ints(1)), filled.lookup(ints(1, 2)), filled.insert(ints(1), ints(3))),
        ),
        "dense, equal keys": (lambda: lookup.experimental.DenseHashTable(tf.int64, tf.int64, -1, 0, 0),),
        "dense, three buckets": (lambda: dense(initial_num_buckets=3),),
        "vocabulary": lambda: vocabulary(3).lookup(tf.constant(["a", "b", "king", "crimson", ""])),
        "vocabulary's size": lambda: vocabulary(3).size(),
        "only buckets": lambda: lookup.StaticVocabularyTable(None, 5).lookup(words),
        "no buckets": (lambda: vocabulary(0),),
        "vocabulary of floats": (
            lambda: lookup.StaticVocabularyTable(lookup.KeyValueTensorInitializer(["a"], [0]), 1),
        ),
        "vocabulary's name": (
            lambda: [vocabulary(name="mine").name, vocabulary().key_dtype.name, vocabulary().value_dtype.name],
        ),
        "gradient": (lambda: gradient(tf),),
        "no file": (lambda: lookup.TextFileInitializer("", tf.string, -2, tf.int64, -1),),
        "no such file": (
            lambda: lookup.StaticHashTable(lookup.TextFileInitializer("/nowhere", tf.string, -2, tf.int64, -1), -1),
        ),
        "no such column": (lambda: lookup.TextFileInitializer("x", tf.string, -3, tf.int64, -1),),
        "numbers of lines as text": (lambda: lookup.TextFileInitializer("x", tf.string, -2, tf.string, -1),),
        "no lines": (lambda: lookup.TextFileInitializer("x", tf.string, -2, tf.int64, -1, vocab_size=0),),
        "indices of lines": (lambda: [lookup.TextFileIndex.WHOLE_LINE, lookup.TextFileIndex.LINE_NUMBER],),
    }


def gradient(tf):
    x = tf.constant(1.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        table = tf.lookup.experimental.MutableHashTable(tf.string, tf.float32, 0.0)
        table.insert(["a"], [x])
        y = table.lookup(["a"])
    return tape.gradient(y, x)


NAMES = list(cases(__import__("graphwright")))
# In TensorFlow, tables made in functions can be the same one, for they have the same name.
DIFFERENT = {"counts in a function in function", "remove in function"}


@pytest.mark.parametrize("name", NAMES)
def test_tables(name, tensorflow, gw):
    check(cases, name, tensorflow, gw, DIFFERENT)


def test_initializers_of_graphs(tensorflow, gw):
    def outcomes(tf):
        v1, fill = tf.compat.v1, tf.lookup.KeyValueTensorInitializer
        with tf.Graph().as_default(), v1.Session() as session:
            words = tf.constant(["a", "z"])
            tables = [
                v1.lookup.StaticVocabularyTable(fill(["a", "b"], np.array([0, 1])), 2),
                v1.lookup.StaticVocabularyTable(None, 2),
                v1.lookup.StaticHashTable(fill(["a"], [3]), -1),
            ]
            session.run([table.initializer for table in tables])
            found = [session.run(table.lookup(words)).tolist() for table in tables]
        eager = v1.lookup.StaticVocabularyTable(fill(["a"], np.array([0])), 2)
        return found, eager.initializer, hasattr(tf.lookup.StaticVocabularyTable(None, 2), "initializer")

    assert outcomes(gw) == outcomes(tensorflow)


def test_file(tensorflow, gw, tmp_path):
    good, bad = tmp_path / "good.txt", tmp_path / "bad.txt"
    good.write_text("a 1\nb 2\n")
    bad.write_text("a 1\na x\na\n")

    def outcomes(tf):
        found = []
        for name, key, value, options in (
            (good, 0, 1, {"delimiter": " "}), (good, 0, 1, {"delimiter": "ab"}), (good, 0, 5, {"delimiter": " "}),
            (bad, 0, 1, {"delimiter": " "}), (bad, 0, -1, {"delimiter": " "}), (good, -2, -1, {"vocab_size": 9}),
        ):  # fmt: skip
            try:
                init = tf.lookup.TextFileInitializer(str(name), tf.string, key, tf.int64, value, **options)
                table = tf.lookup.StaticHashTable(init, -1, experimental_is_anonymous=True)
                found.append(table.lookup(tf.constant(["a", "b", "c"])).numpy().tolist())
            except Exception as error:
                found.append(type(error).__name__)
        return found

    assert outcomes(gw) == outcomes(tensorflow)


def test_raw_errors(tensorflow, gw):
    def outcomes(tf):
        ops, found = tf.raw_ops, []
        table = ops.AnonymousHashTable(key_dtype=tf.string, value_dtype=tf.int64)
        one = tf.constant([1], tf.int64)

        def note(call):
            try:
                result = call()
                found.append(result if result is None else result.numpy().tolist())
            except Exception as error:
                found.append(type(error).__name__)

        def find(keys=("a",), default=0, dtype=tf.int64):
            return lambda: ops.LookupTableFindV2(
                table_handle=table, keys=tf.constant(keys), default_value=tf.constant(default, dtype)
            )

        note(find())
        note(lambda: ops.LookupTableSizeV2(table_handle=table))
        note(lambda: ops.LookupTableExportV2(table_handle=table, Tkeys=tf.string, Tvalues=tf.int64))
        for keys in ("a", "b"):  # the second one is ignored
            note(lambda keys=keys: ops.InitializeTableV2(table_handle=table, keys=[keys], values=one))
        note(lambda: ops.InitializeTableV2(table_handle=table, keys=[1], values=one))
        note(lambda: ops.LookupTableInsertV2(table_handle=table, keys=["c"], values=one))
        note(lambda: ops.LookupTableRemoveV2(table_handle=table, keys=["c"]))
        note(find(("a", "b")))
        note(find((1,)))
        note(find(dtype=tf.int32))
        note(lambda: ops.LookupTableSizeV2(table_handle=tf.Variable(1).handle))
        return found

    assert outcomes(gw) == outcomes(tensorflow)


def test_many_keys(gw):
    """Growing, removing and adding again keeps keys and values together."""
    rng = np.random.default_rng(0)
    ints = gw.lookup.experimental.MutableHashTable(gw.int64, gw.int64, -1)
    words = gw.lookup.experimental.MutableHashTable(gw.string, gw.string, "")
    expected = {}
    for _ in range(60):
        keys = rng.integers(0, 3000, 100)
        if rng.random() < 0.4:
            ints.remove(gw.constant(keys))
            words.remove(gw.constant([b"%d" % key for key in keys]))
            for key in keys:
                expected.pop(int(key), None)
        else:
            values = rng.integers(0, 10**9, 100)
            ints.insert(keys, values)
            words.insert([b"%d" % key for key in keys], [b"%d" % value for value in values])
            expected.update(zip(keys.tolist(), values.tolist(), strict=True))
    assert ints.size().numpy() == words.size().numpy() == len(expected)
    found = dict(zip(*(part.numpy().tolist() for part in ints.export()), strict=True))
    assert found == expected
    everything = np.arange(3000)
    wanted = [expected.get(key, -1) for key in range(3000)]
    assert ints.lookup(everything).numpy().tolist() == wanted
    texts = words.lookup([b"%d" % key for key in everything]).numpy().tolist()
    assert texts == [b"%d" % value if value >= 0 else b"" for value in wanted]


def test_vectors_of_strings_as_keys(gw):
    table = gw.lookup.experimental.DenseHashTable(gw.string, gw.int64, -1, empty_key=["", ""], deleted_key=["-", "-"])
    table.insert([["a", "bc"], ["ab", "c"]], [1, 2])
    assert table.lookup([["a", "bc"], ["ab", "c"], ["abc", ""]]).numpy().tolist() == [1, 2, -1]
    keys, values = table.export()
    assert keys.numpy().tolist() == [[b"a", b"bc"], [b"ab", b"c"]] and values.numpy().tolist() == [1, 2]


def test_threads(gw):
    table = gw.lookup.experimental.MutableHashTable(gw.int64, gw.int64, -1)

    def work(start):
        for i in range(200):
            table.insert(gw.constant([start + i], gw.int64), gw.constant([i], gw.int64))
            assert table.lookup(gw.constant([start + i], gw.int64)).numpy()[0] == i

    threads = [threading.Thread(target=work, args=(k * 1000,)) for k in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert table.size().numpy() == 800


def test_functions_keep_tables(gw):
    """A function that has captured a table keeps it; the table's own object may go."""

    def make():
        init = gw.lookup.KeyValueTensorInitializer(["a"], [5])
        table = gw.lookup.StaticHashTable(init, -1)
        return gw.function(lambda x: table.lookup(x)).get_concrete_function(gw.TensorSpec([None], gw.string))

    function = make()
    gc.collect()
    assert function(gw.constant(["a", "b"])).numpy().tolist() == [5, -1]
    assert function.output_shapes.as_list() == [None]


def test_lines_of_vocabulary_files(tensorflow, gw, tmp_path):
    """Empty lines are refused wherever they are read, and so are files without lines."""

    def content(tf, path, size):
        index = tf.lookup.TextFileIndex
        try:
            table = tf.lookup.StaticHashTable(
                tf.lookup.TextFileInitializer(
                    str(path), tf.string, index.WHOLE_LINE, tf.int64, index.LINE_NUMBER, vocab_size=size
                ),
                -1,
            )
            keys, values = table.export()
            return sorted(zip(keys.numpy().tolist(), values.numpy().tolist(), strict=True))
        except tf.errors.OpError as error:
            return type(error).__name__

    for number, text in enumerate(("a\n\nb\n", "\na\n", "a\nb\n\n", "", "a", "a\r\nb\r\n", "\r\n", "a\n \nb\n")):
        path = tmp_path / f"vocabulary{number}"  # TensorFlow keeps tables by the names of their files
        path.write_bytes(text.encode())
        for size in (None, 1, 2, 3):
            assert content(gw, path, size) == content(tensorflow, path, size), (text, size)
