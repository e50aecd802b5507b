"""Rows for tables: tf.lookup and its raw ops. Tables whose order is not fixed are sorted before they are compared."""

# fmt: off
# ruff: noqa: E501
import os
import tempfile

from support.sampling import Sample, fixed, strings

words = strings("a", "b", "c", "nowhere", "")
numbers = fixed([3, -1, 7, 3], "int64")


def static(tf, **dtypes):
    keys = tf.constant(["a", "b", "c"])
    return tf.lookup.StaticHashTable(tf.lookup.KeyValueTensorInitializer(keys, [1, 2, 3], **dtypes), -1)


def found(tf, x):
    table = static(tf, value_dtype=tf.int64)
    return [table.lookup(x), table[x], table.size()]


def all_of(tf, table):
    """Keys and values of a table, sorted by values."""
    keys, values = table.export()
    order = tf.argsort(values)
    return [tf.gather(keys, order), tf.gather(values, order)]


def vocabulary(tf, x):
    values = tf.constant([0, 1, 2], tf.int64)
    table = tf.lookup.StaticVocabularyTable(tf.lookup.KeyValueTensorInitializer(["a", "b", "c"], values), 5)
    alone = tf.lookup.StaticVocabularyTable(None, 3)
    return [table.lookup(x), table.size(), alone.lookup(x), alone.size()]


def vocabulary_of_numbers(tf, x):
    values = tf.constant([0, 1], tf.int64)
    init = tf.lookup.KeyValueTensorInitializer(tf.constant([7, 3], tf.int64), values)
    return [tf.lookup.StaticVocabularyTable(init, 4).lookup(x), tf.lookup.StaticVocabularyTable(init, 2, tf.int32).lookup(tf.cast(x, tf.int32))]


def changed(tf, x):
    table = tf.lookup.experimental.MutableHashTable(tf.string, tf.float32, -0.5)
    table.insert(["b", "c", "d"], [1.0, 2.0, 3.0])
    before = table.lookup(x)
    table.insert(x, tf.ones_like(before) * 8)
    table.remove(tf.constant(["d", "e"]))
    return [before, table.lookup(x), table.lookup(x, tf.zeros_like(before)), table.lookup(["c", "d"]), table.size()]


def vectors(tf, x):
    table = tf.lookup.experimental.MutableHashTable(tf.int64, tf.int32, [0, 0])
    table.insert(tf.constant([3, 7], tf.int64), [[1, 2], [3, 4]])
    return [table.lookup(x), *all_of(tf, changed_numbers(tf))]


def changed_numbers(tf):
    table = tf.lookup.experimental.MutableHashTable(tf.int64, tf.int64, -1)
    keys = tf.range(40, dtype=tf.int64)
    table.insert(keys * 3, keys)
    table.remove(keys * 2)
    return table


def dense(tf, x):
    table = tf.lookup.experimental.DenseHashTable(tf.int64, tf.int64, -1, empty_key=-100, deleted_key=-101, initial_num_buckets=4)
    keys = tf.range(20, dtype=tf.int64)
    table.insert(keys, keys * 2)
    table.erase(tf.constant([7], tf.int64))
    table.insert_or_assign(x, x)
    return [table.lookup(x), table.lookup(keys), table.size()]


def dense_of_vectors(tf, x):
    table = tf.lookup.experimental.DenseHashTable(tf.int64, tf.float32, [0.0, -1.0], empty_key=[0, 0], deleted_key=[-1, -1])
    keys = tf.stack([x, x + 1], 1)
    table.insert(keys[:2], [[1.0, 2.0], [3.0, 4.0]])
    table.remove(keys[1:2])
    return [table.lookup(keys), table.size()]


def from_file(tf, x):
    name = os.path.join(tempfile.gettempdir(), f"graphwright_vocabulary_{os.getpid()}.txt")
    with open(name, "w", newline="") as file:
        file.write("a\t10\t0.5\nb\t20\t1.5\r\nc\t-30\t2.5\n")
    index = tf.lookup.TextFileIndex

    def table(*arguments, default, **options):
        return tf.lookup.StaticHashTable(tf.lookup.TextFileInitializer(name, *arguments, **options), default, experimental_is_anonymous=True)

    by_line = table(tf.string, 0, tf.int64, index.LINE_NUMBER, default=-1, value_index_offset=5)
    columns = table(tf.string, 0, tf.int64, 1, default=-1, vocab_size=2)
    numbers = table(tf.string, 0, tf.float32, 2, default=-1.0)
    lines = table(tf.int64, index.LINE_NUMBER, tf.string, index.WHOLE_LINE, default="?")
    return [by_line.lookup(x), columns.lookup(x), columns.size(), numbers.lookup(x), lines.lookup(tf.constant([0, 1, 9], tf.int64))]


def raw_static(tf, x):
    """A table by raw ops, which is filled twice: the second time does nothing."""
    table = tf.raw_ops.HashTableV2(key_dtype=tf.string, value_dtype=tf.int64)
    tf.raw_ops.InitializeTableV2(table_handle=table, keys=["a", "b"], values=tf.constant([1, 2], tf.int64))
    tf.raw_ops.InitializeTableV2(table_handle=table, keys=["a", "b"], values=tf.constant([5, 6], tf.int64))
    with tf.control_dependencies([tf.raw_ops.LookupTableSizeV2(table_handle=table)]):
        return tf.raw_ops.LookupTableFindV2(table_handle=table, keys=x, default_value=tf.constant(-1, tf.int64))


def raw_mutable(op, *inputs, **attrs):
    def call(tf, x):
        given = dict(zip(("empty_key", "deleted_key"), [tf.constant(i, tf.int64) for i in inputs], strict=False))
        if not inputs:
            given["key_dtype"] = tf.int64
        table = getattr(tf.raw_ops, op)(value_dtype=tf.int64, **attrs, **given)
        y = tf.stack([x, x], 1) if attrs else x
        if not inputs:  # TensorFlow's dense tables do not take back what they export
            tf.raw_ops.LookupTableImportV2(table_handle=table, keys=x + 100, values=y)
        tf.raw_ops.LookupTableInsertV2(table_handle=table, keys=x, values=y)
        tf.raw_ops.LookupTableRemoveV2(table_handle=table, keys=x[:1])
        default = tf.constant([0, 0], tf.int64) if attrs else tf.constant(0, tf.int64)
        found = tf.raw_ops.LookupTableFindV2(table_handle=table, keys=x, default_value=default)
        keys, _ = tf.raw_ops.LookupTableExportV2(table_handle=table, Tkeys=tf.int64, Tvalues=tf.int64)
        return [found, tf.sort(keys)] if not inputs else [found]

    return call


options = {"grad": False, "known_shape": False, "portable": False}
LOOKUP_SAMPLES = [
    Sample("lookup.StaticHashTable", ((4,), (), (0,), (2, 2)), ("string",), args=(words,), call=found, **options),
    Sample("lookup.StaticHashTable export", ((),), ("string",), args=(words,), call=lambda tf, x: all_of(tf, static(tf)), **options),
    Sample("lookup.StaticVocabularyTable", ((4,), (2, 3)), ("string",), args=(words,), call=vocabulary, **options),
    Sample("lookup.StaticVocabularyTable of numbers", ((4,),), ("int64",), args=(numbers,), call=vocabulary_of_numbers, **options),
    Sample("lookup.TextFileInitializer", ((4,),), ("string",), args=(words,), call=from_file, ops=["InitializeTableFromTextFileV2"], **options),
    Sample("lookup.experimental.MutableHashTable", ((4,), (2, 2)), ("string",), args=(words,), call=changed, traceable=False, **options),
    Sample("lookup.experimental.MutableHashTable of vectors", ((4,),), ("int64",), args=(numbers,), call=vectors, traceable=False, **options),
    Sample("lookup.experimental.DenseHashTable", ((4,),), ("int64",), args=(numbers,), call=dense, traceable=False, **options),
    Sample("lookup.experimental.DenseHashTable of vectors", ((4,),), ("int64",), args=(fixed([3, 5, 7, 3], "int64"),), call=dense_of_vectors, traceable=False, **options),
    Sample("raw_ops.HashTableV2", ((4,),), ("string",), args=(words,), call=raw_static, traceable=False, **options),
    *(Sample(f"raw_ops.{name}", ((4,),), ("int64",), args=(numbers,), call=raw_mutable(name, *inputs, **attrs), traceable=False, **options) for name, inputs, attrs in (
        ("MutableHashTableV2", (), {}), ("AnonymousMutableHashTable", (), {}), ("MutableHashTableOfTensorsV2", (), {"value_shape": [2]}),
        ("AnonymousMutableHashTableOfTensors", (), {"value_shape": [2]}), ("MutableDenseHashTableV2", (-50, -51), {}),
        ("AnonymousMutableDenseHashTable", (-50, -51), {}))),
    Sample("raw_ops.AnonymousHashTable", ((2,),), ("string",), args=(strings("a"),), grad=False, traceable=False, portable=False,
           call=lambda tf, x: tf.raw_ops.LookupTableSizeV2(table_handle=tf.raw_ops.AnonymousHashTable(key_dtype=tf.string, value_dtype=tf.int64))),
]
