"""Connectionist temporal classification: tf.nn.ctc_loss and its decoders."""

from __future__ import annotations

from graphwright import _core
from graphwright._src.base.export import export
from graphwright._src.composite.maps import map_fn
from graphwright._src.composite.ragged.construction import boolean_mask
from graphwright._src.composite.sparse.sparse_tensor import SparseTensor
from graphwright._src.ops.array import ensure_shape
from graphwright._src.ops.array_index import sequence_mask
from graphwright._src.tensor import dtypes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from graphwright._src.tensor.typing import DTypeLike, ShapeLike, TensorLike

Tensor = _core.Tensor

_sparse_loss = _core.op("CTCLoss")
_dense_loss = _core.op("_DenseCTCLoss")
_greedy = _core.op("CTCGreedyDecoder")
_beam_search = _core.op("CTCBeamSearchDecoder")
_transpose: Callable[..., Tensor] = _core.op("Transpose")
_cast: Callable[..., Tensor] = _core.op("Cast")
_concat = _core.op("ConcatV2")
_shape = _core.op("Shape")


def _widened(logits: TensorLike) -> tuple[Tensor, Any]:
    """Logits as float32 or float64, and the dtype that the loss gets."""
    logits = _core.convert_to_tensor(logits)
    dtype = logits.dtype
    if dtype in (dtypes.float16, dtypes.bfloat16):
        logits = _cast(logits, DstT=dtypes.float32)
    return logits, dtype


def _as(value: TensorLike, dtype: DTypeLike) -> Tensor:
    value = _core.convert_to_tensor(value, None, dtype)
    return value if value.dtype == dtype else _cast(value, DstT=dtype)


def _blank_last(logits: Tensor, labels: SparseTensor, blank: int) -> tuple[Tensor, Any]:
    """Logits [time, batch, classes] with the blank as the last class, and labels by their new numbers."""
    classes = logits.shape[2]
    if classes is None:
        raise ValueError("ctc_loss needs logits with a known number of classes where `labels` is a `SparseTensor`.")
    if blank < 0:
        blank += classes
    if not 0 <= blank < classes:
        raise ValueError(f"`blank_index` must be in [{-classes}, {classes}), got {blank - classes}")
    values = labels.values
    if blank != classes - 1:
        logits = _concat([logits[:, :, :blank], logits[:, :, blank + 1 :], logits[:, :, blank : blank + 1]], 2)
        shifted = _core.op("Sub")(values, 1)
        at_blank = _core.op("Equal")(values, blank)  # stands for no class; the op says so
        values = _core.op("SelectV2")(_core.op("Greater")(values, blank), shifted, values)
        values = _core.op("SelectV2")(at_blank, -1, values)
    return logits, SparseTensor(labels.indices, values, labels.dense_shape)


@export("nn.ctc_loss", v1="nn.ctc_loss_v2")
def ctc_loss(
    labels: TensorLike,
    logits: TensorLike,
    label_length: TensorLike | None,
    logit_length: TensorLike,
    logits_time_major: bool = True,
    unique: Sequence[Any] | None = None,
    blank_index: int | None = None,
    name: str | None = None,
) -> Tensor:
    """Minus the log of the probability of labels whose times are not known (tf.nn.ctc_loss).

    Args:
      labels: the labels, a tensor [batch, most labels], or a `tf.SparseTensor` of int32 with that shape.
      logits: a tensor [time, batch, classes], one class of which stands for no label (the blank).
      label_length: how many labels each example has, a vector; None for sparse labels.
      logit_length: how many frames each example has, a vector.
      logits_time_major: False for logits [batch, time, classes].
      unique: what `tf.nn.ctc_unique_labels` gave for the labels; the result does not depend on it.
      blank_index: the number of the blank; a negative one counts from the end. 0 without it, for dense labels.
      name: the name of the node in a graph.

    Returns:
      A vector, one loss for each example. Where dense labels do not fit into the frames it is about 707. (There is no
      second derivative.)

    Raises:
      ValueError: sparse labels without `blank_index`.
      tf.errors.InvalidArgumentError: a label is no class; an example of sparse labels has none, or more than frames.

    >>> import graphwright as tf
    >>> logits = tf.math.log([[[0.2, 0.8]], [[0.6, 0.4]]])
    >>> tf.nn.ctc_loss([[1]], logits, label_length=[1], logit_length=[2], blank_index=0).numpy().round(3)
    array([0.128], dtype=float32)
    """
    logits, dtype = _widened(logits)
    if not logits_time_major:
        logits = _transpose(logits, [1, 0, 2])
    logit_length = _as(logit_length, dtypes.int32)
    if isinstance(labels, SparseTensor):
        if blank_index is None:
            raise ValueError("Argument `blank_index` must be provided when `labels` is a `SparseTensor`.")
        if labels.dtype != dtypes.int32:
            raise ValueError(
                f"Tensor conversion requested dtype int32 for Tensor with dtype {labels.dtype.name}: labels"
            )
        moved, renumbered = _blank_last(logits, labels, blank_index)
        loss = _sparse_loss(moved, renumbered.indices, renumbered.values, logit_length, name=name)[0]
    else:
        labels = _as(labels, dtypes.int32)
        lengths: Any = label_length
        lengths = _as(lengths, dtypes.int32)
        blank = 0 if blank_index is None else blank_index
        loss = _dense_loss(logits, labels, lengths, logit_length, blank_index=blank, name=name or "ctc_loss")[0]
    return loss if loss.dtype == dtype else _cast(loss, DstT=dtype)


@export("compat.v1.nn.ctc_loss")
def ctc_loss_v1(
    labels: TensorLike,
    inputs: TensorLike | None = None,
    sequence_length: TensorLike | None = None,
    preprocess_collapse_repeated: bool = False,
    ctc_merge_repeated: bool = True,
    ignore_longer_outputs_than_inputs: bool = False,
    time_major: bool = True,
    logits: TensorLike | None = None,
) -> Tensor:
    """Returns the loss of `tf.nn.ctc_loss` for sparse labels, with the last class as the blank (tf.compat.v1.nn.ctc_loss).

    Args:
      labels: a `tf.SparseTensor` of int32 [batch, most labels].
      inputs: logits [time, batch, classes].
      sequence_length: how many frames each example has.
      preprocess_collapse_repeated: whether equal labels in a row count as one.
      ctc_merge_repeated: whether a label that goes on for several frames counts as one.
      ignore_longer_outputs_than_inputs: whether examples with more labels than frames get the loss 0, not an error.
      time_major: False for logits [batch, time, classes].
      logits: another name for `inputs`.

    Raises:
      TypeError: `labels` is not sparse.

    >>> import graphwright as tf
    >>> labels = tf.SparseTensor([[0, 0]], [0], [1, 1])
    >>> logits = tf.math.log([[[0.8, 0.2]], [[0.4, 0.6]]])
    >>> tf.compat.v1.nn.ctc_loss(labels, logits, [2]).numpy().round(3)
    array([0.128], dtype=float32)
    """
    if not isinstance(labels, SparseTensor):
        raise TypeError(f"Expected argument `labels` to be a SparseTensor. Received: labels={labels}")
    given: Any = inputs if logits is None else logits
    logits, dtype = _widened(given)
    if not time_major:
        logits = _transpose(logits, [1, 0, 2])
    loss = _sparse_loss(
        logits,
        labels.indices,
        labels.values,
        sequence_length,
        preprocess_collapse_repeated=preprocess_collapse_repeated,
        ctc_merge_repeated=ctc_merge_repeated,
        ignore_longer_outputs_than_inputs=ignore_longer_outputs_than_inputs,
    )[0]
    return loss if loss.dtype == dtype else _cast(loss, DstT=dtype)


def _decoded(indices: TensorLike, values: TensorLike, shape: ShapeLike) -> Any:
    return SparseTensor(indices, values, shape)


@export("nn.ctc_greedy_decoder")
def ctc_greedy_decoder(
    inputs: TensorLike, sequence_length: TensorLike, merge_repeated: bool = True, blank_index: int | None = None
) -> tuple[list[Any], Tensor]:
    """Returns the likeliest class of each frame, without blanks (tf.nn.ctc_greedy_decoder).

    Args:
      inputs: logits [time, batch, classes].
      sequence_length: how many frames each example has.
      merge_repeated: whether a class that goes on for several frames counts once.
      blank_index: the number of the blank; the last class without it.

    Returns:
      A list of one `tf.SparseTensor` [batch, most labels] of int64, and minus the sums of the logits, [batch, 1].

    Raises:
      tf.errors.FailedPreconditionError: an example has more frames than there are.

    >>> import graphwright as tf
    >>> frames = tf.one_hot([[0], [0], [2], [1]], 3)
    >>> decoded, _ = tf.nn.ctc_greedy_decoder(frames, [4])
    >>> tf.sparse.to_dense(decoded[0]).numpy()
    array([[0, 1]])
    """
    options = {} if blank_index is None else {"blank_index": blank_index}
    *parts, score = _greedy(inputs, sequence_length, merge_repeated=merge_repeated, **options)
    return [_decoded(*parts)], score


def _searched(inputs: TensorLike, sequence_length: TensorLike, **options: Any) -> tuple[list[Any], Tensor]:
    indices, values, shapes, score = _beam_search(inputs, sequence_length, **options)
    return [_decoded(*parts) for parts in zip(indices, values, shapes, strict=True)], score


@export("nn.ctc_beam_search_decoder", v1="nn.ctc_beam_search_decoder_v2")
def ctc_beam_search_decoder(
    inputs: TensorLike, sequence_length: TensorLike, beam_width: int = 100, top_paths: int = 1
) -> tuple[list[Any], Tensor]:
    """Returns the likeliest sequences of labels, each over all its alignments (tf.nn.ctc_beam_search_decoder).

    Args:
      inputs: logits [time, batch, classes]; the last class is the blank.
      sequence_length: how many frames each example has.
      beam_width: how many beginnings are kept at each frame.
      top_paths: how many sequences are wanted.

    Returns:
      A list of `top_paths` tensors `tf.SparseTensor` [batch, most labels] of int64, and their log probabilities, a tensor
      [batch, top_paths].

    Raises:
      tf.errors.InvalidArgumentError: more paths are wanted than the beam is wide, or than there are sequences.

    >>> import graphwright as tf
    >>> frames = 9.0 * tf.one_hot([[0], [0], [2], [1]], 3)
    >>> decoded, _ = tf.nn.ctc_beam_search_decoder(frames, [4], beam_width=5)
    >>> tf.sparse.to_dense(decoded[0]).numpy()
    array([[0, 1]])
    """
    return _searched(inputs, sequence_length, beam_width=beam_width, top_paths=top_paths, merge_repeated=False)


@export("compat.v1.nn.ctc_beam_search_decoder")
def ctc_beam_search_decoder_v1(
    inputs: TensorLike,
    sequence_length: TensorLike,
    beam_width: int = 100,
    top_paths: int = 1,
    merge_repeated: bool = True,
) -> tuple[list[Any], Tensor]:
    """`tf.nn.ctc_beam_search_decoder` which can merge equal labels of a result (tf.compat.v1.nn.ctc_beam_search_decoder).

    >>> import graphwright as tf
    >>> frames = 9.0 * tf.one_hot([[0], [2], [0]], 3)
    >>> decoded, _ = tf.compat.v1.nn.ctc_beam_search_decoder(frames, [3], beam_width=5)
    >>> tf.sparse.to_dense(decoded[0]).numpy()
    array([[0]])
    """
    return _searched(inputs, sequence_length, beam_width=beam_width, top_paths=top_paths, merge_repeated=merge_repeated)


@export("nn.ctc_unique_labels")
def ctc_unique_labels(labels: TensorLike, name: str | None = None) -> list[Tensor]:
    """Returns the different labels of each row, and where each label stands among them (tf.nn.ctc_unique_labels).

    Args:
      labels: a tensor [batch, n]; floats are compared as they are, and rounded towards zero in the result.

    Returns:
      The labels of each row without repetitions, filled up with zeros, of int64, and an int32 tensor of their positions:
      both of shape [batch, n].

    >>> import graphwright as tf
    >>> unique, positions = tf.nn.ctc_unique_labels([[3, 4, 4, 3]])
    >>> unique.numpy(), positions.numpy()
    (array([[3, 4, 0, 0]]), array([[0, 1, 1, 0]], dtype=int32))
    """
    labels = _core.convert_to_tensor(labels, None, dtypes.int64)
    length = labels.shape[1] if labels.shape.rank == 2 and labels.shape[1] is not None else _shape(labels)[1]

    def of_row(row: Tensor) -> tuple[Tensor, Tensor]:
        found, positions = _core.op("Unique")(row)
        found = found if found.dtype == dtypes.int64 else _core.op("Cast")(found, DstT=dtypes.int64)
        missing = length - _shape(found)[0]
        found = _core.op("Pad")(found, [[0, missing]])
        return ensure_shape(found, row.shape), ensure_shape(positions, row.shape)

    signature = (dtypes.int64, dtypes.int32)
    return list(map_fn(of_row, labels, fn_output_signature=signature))


@export("nn.collapse_repeated")
def collapse_repeated(labels: TensorLike, seq_length: TensorLike, name: str | None = None) -> tuple[Tensor, Tensor]:
    """Rows in which equal labels that follow each other are one (tf.nn.collapse_repeated).

    Args:
      labels: a tensor [batch, n].
      seq_length: how many labels of each row count, a vector.

    Returns:
      A tensor [batch, most labels left], filled up with zeros, and how many labels are left of each row.

    >>> import graphwright as tf
    >>> rows, lengths = tf.nn.collapse_repeated([[1, 1, 2, 2], [3, 4, 4, 0]], [4, 2])
    >>> rows.numpy(), lengths.numpy()
    (array([[1, 2],
           [3, 4]], dtype=int32), array([2, 2], dtype=int32))
    """
    labels = ensure_shape(labels, [None, None])
    seq_length = _core.convert_to_tensor(seq_length)
    first = _core.op("OnesLike")(_cast(labels[:, :1], DstT=dtypes.bool))
    changes = _concat([first, _core.op("NotEqual")(labels[:, 1:], labels[:, :-1])], 1)
    inside = sequence_mask(seq_length, maxlen=_shape(labels)[1])
    kept = ensure_shape(_core.op("LogicalAnd")(changes, inside), [None, None])
    lengths = _core.op("Sum")(_cast(kept, DstT=seq_length.dtype), [1])
    ragged = boolean_mask(labels, kept)
    return ragged.to_tensor(), lengths
