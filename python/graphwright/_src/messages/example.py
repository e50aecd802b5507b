"""tf.train.Example, SequenceExample and the messages that they are made of."""

from __future__ import annotations

from graphwright._src.base.export import export
from graphwright._src.messages.wire import Field, Message


@export("train.BytesList")
class BytesList(Message):
    """Strings of bytes (tf.train.BytesList)."""

    __slots__ = ()
    _table = {"value": Field(1, "bytes", repeated=True)}


@export("train.FloatList")
class FloatList(Message):
    """float32 numbers (tf.train.FloatList)."""

    __slots__ = ()
    _table = {"value": Field(1, "float", repeated=True)}


@export("train.Int64List")
class Int64List(Message):
    """int64 numbers (tf.train.Int64List)."""

    __slots__ = ()
    _table = {"value": Field(1, "int64", repeated=True)}


@export("train.Feature")
class Feature(Message):
    """The values of one feature, of one of three kinds, which `WhichOneof("kind")` tells (tf.train.Feature).

    >>> import graphwright as tf
    >>> tf.train.Feature(float_list=tf.train.FloatList(value=[1.5]))
    float_list {
      value: 1.5
    }
    <BLANKLINE>
    """

    __slots__ = ()
    _table = {
        "bytes_list": Field(1, BytesList, oneof="kind"),
        "float_list": Field(2, FloatList, oneof="kind"),
        "int64_list": Field(3, Int64List, oneof="kind"),
    }


class FeatureEntry(Message):
    """An entry of the map of features, as it is on the wire."""

    __slots__ = ()
    _table = {"key": Field(1, "string"), "value": Field(2, Feature)}


@export("train.Features")
class Features(Message):
    """Features by name (tf.train.Features)."""

    __slots__ = ()
    FeatureEntry = FeatureEntry
    _table = {"feature": Field(1, Feature, key="string")}


@export("train.Example")
class Example(Message):
    """One record of data (tf.train.Example), which `tf.io.parse_example` reads.

    >>> import graphwright as tf
    >>> one = tf.train.Feature(int64_list=tf.train.Int64List(value=[7]))
    >>> example = tf.train.Example(features=tf.train.Features(feature={"seven": one}))
    >>> tf.train.Example.FromString(example.SerializeToString()).features.feature["seven"].int64_list.value[0]
    7
    """

    __slots__ = ()
    _table = {"features": Field(1, Features)}


@export("train.FeatureList")
class FeatureList(Message):
    """The steps of one feature of a sequence (tf.train.FeatureList)."""

    __slots__ = ()
    _table = {"feature": Field(1, Feature, repeated=True)}


@export("train.FeatureLists")
class FeatureLists(Message):
    """Features of a sequence by name (tf.train.FeatureLists)."""

    __slots__ = ()
    _table = {"feature_list": Field(1, FeatureList, key="string")}


@export("train.SequenceExample")
class SequenceExample(Message):
    """A sequence and what is known of it as a whole (tf.train.SequenceExample)."""

    __slots__ = ()
    _table = {"context": Field(1, Features), "feature_lists": Field(2, FeatureLists)}
