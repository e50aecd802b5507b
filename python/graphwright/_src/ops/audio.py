"""Sound files: tf.audio.decode_wav, tf.audio.encode_wav."""

from __future__ import annotations

from collections import namedtuple

from graphwright import _core
from graphwright._src.base.export import export

TYPE_CHECKING = False
if TYPE_CHECKING:
    from graphwright._src.tensor.typing import TensorLike

Tensor = _core.Tensor

_decode_wav = _core.op("DecodeWav")
_encode_wav = _core.op("EncodeWav")

DecodeWav = namedtuple("DecodeWav", ["audio", "sample_rate"])


@export("audio.decode_wav")
def decode_wav(
    contents: TensorLike, desired_channels: int = -1, desired_samples: int = -1, name: str | None = None
) -> DecodeWav:
    """Returns the sound in a WAV file of 16-bit samples (tf.audio.decode_wav).

    Args:
      contents: the file's bytes, a string scalar.
      desired_channels: how many channels the result has: more than the file has repeat its last one; -1 for its own.
      desired_samples: how many samples the result has: what is missing is silence; -1 for those in the file.
      name: the name of the node in a graph.

    Returns:
      A named tuple of `audio`, float32 [samples, channels] between -1 and 1, and `sample_rate`, how many samples there
      are in a second, an int32 scalar.

    Raises:
      tf.errors.InvalidArgumentError: this is no such file.

    >>> import graphwright as tf
    >>> file = tf.audio.encode_wav([[0.0], [0.5], [-0.5]], 16000)
    >>> sound = tf.audio.decode_wav(file)
    >>> sound.audio[:, 0].numpy(), int(sound.sample_rate)
    (array([ 0. ,  0.5, -0.5], dtype=float32), 16000)
    """
    return DecodeWav(
        *_decode_wav(contents, desired_channels=desired_channels, desired_samples=desired_samples, name=name)
    )


@export("audio.encode_wav")
def encode_wav(audio: TensorLike, sample_rate: TensorLike, name: str | None = None) -> Tensor:
    """Returns a WAV file of 16-bit samples (tf.audio.encode_wav).

    Args:
      audio: float32 [samples, channels]; what is beyond -1 or 1 is cut.
      sample_rate: how many samples there are in a second, an int32 scalar.
      name: the name of the node in a graph.

    Returns:
      The file's bytes, a string scalar.

    Raises:
      tf.errors.InvalidArgumentError: `audio` is no matrix, or the sample rate not positive.

    >>> import graphwright as tf
    >>> tf.audio.encode_wav([[0.0], [1.0]], 8000).numpy()[-4:]
    b'\\x00\\x00\\xff\\x7f'
    """
    return _encode_wav(audio, sample_rate, name=name)
