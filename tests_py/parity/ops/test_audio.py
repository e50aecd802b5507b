"""tf.audio reads and writes the WAV files that TensorFlow does, spectrograms are TensorFlow's, and no bytes make it fail in another way than by an error."""

import random
import struct

import numpy as np
import pytest

from support.compare import same_results
from support.one_line_cases import short_names

# ruff: noqa: E501 - a table of cases, a line each


def wav(
    fmt=1,
    ch=1,
    rate=8000,
    bits=16,
    align=None,
    byterate=None,
    data=b"\0\1\2\3",
    extra=b"",
    pre=b"",
    size=16,
    post=b"",
    dsize=None,
):
    """A WAV file, right or wrong."""
    byterate = rate * ch * bits // 8 if byterate is None else byterate
    align = ch * bits // 8 if align is None else align
    dsize = len(data) if dsize is None else dsize
    head = (
        b"RIFF"
        + struct.pack("<I", 1000)
        + b"WAVE"
        + pre
        + b"fmt "
        + struct.pack("<IHHIIHH", size, fmt, ch, rate, byterate, align, bits)
    )
    return head + extra + b"data" + struct.pack("<I", dsize) + data + post


CASES = r"""
tf.audio.encode_wav(f(4,1)/4,8000)
tf.audio.encode_wav(f(4,2)/8,8000)
tf.audio.encode_wav(f(4),8000)
tf.audio.encode_wav(f(4,1),0)
tf.audio.encode_wav(f(4,1),-5)
tf.audio.encode_wav(f(0,1),8000)
tf.audio.encode_wav(f(1,0),8000)
tf.audio.encode_wav(f(4,1),[8000])
tf.audio.encode_wav([[1.],[-1.],[0.5],[-0.5],[2.],[-3.],[float('nan')],[0.1]],8000).numpy()[44:]
tf.audio.encode_wav([[0.00001],[0.0000153],[0.00002],[-0.00002],[-0.00005],[0.999985],[0.99996],[0.3]],8000).numpy()[44:]
tf.audio.encode_wav([[0.]],8000).numpy()
tf.audio.encode_wav(tf.zeros([2,300],tf.float32),8000)
tf.audio.decode_wav(tf.audio.encode_wav(f(4,2)/8,8000))
tf.audio.decode_wav(tf.audio.encode_wav([[1.],[-1.],[0.5],[-0.5],[2.],[-3.],[0.1]],8000))
tf.audio.decode_wav(tf.audio.encode_wav(f(4,2)/8,8000),desired_channels=1)
tf.audio.decode_wav(tf.audio.encode_wav(f(4,2)/8,8000),desired_channels=3)
tf.audio.decode_wav(tf.audio.encode_wav(f(4,2)/8,8000),desired_samples=2)
tf.audio.decode_wav(tf.audio.encode_wav(f(4,2)/8,8000),desired_samples=6)
tf.audio.decode_wav(tf.audio.encode_wav(f(4,2)/8,8000),desired_samples=0)
tf.audio.decode_wav(tf.audio.encode_wav(f(4,2)/8,8000),desired_channels=0)
tf.audio.decode_wav(tf.audio.encode_wav(f(4,1)/8,8000),2,6)
tf.audio.decode_wav(b"")
tf.audio.decode_wav(b"RIFF")
tf.audio.decode_wav([b"RIFF"])
tf.audio.decode_wav(b"RIFX"+tf.audio.encode_wav(f(4,2)/8,8000).numpy()[4:])
tf.audio.decode_wav(tf.audio.encode_wav(f(4,2)/8,8000).numpy()[:-3])
tf.audio.decode_wav(tf.audio.encode_wav(f(4,2)/8,8000).numpy()[:40])
tf.audio.decode_wav(tf.audio.encode_wav(f(4,2)/8,8000).numpy()[:44])
tf.audio.decode_wav(tf.audio.encode_wav(f(4,2)/8,8000).numpy()+b'abc')
tf.audio.decode_wav(W())
tf.audio.decode_wav(W(fmt=3,bits=32))
tf.audio.decode_wav(W(bits=8))
tf.audio.decode_wav(W(bits=24,data=b"\0\1\2\3\4\5"))
tf.audio.decode_wav(W(bits=32))
tf.audio.decode_wav(W(ch=0))
tf.audio.decode_wav(W(ch=300,data=b"ab"*300))
tf.audio.decode_wav(W(size=18,extra=b"\0\0"))
tf.audio.decode_wav(W(size=40,extra=b"\0"*24))
tf.audio.decode_wav(W(fmt=65534,size=40,extra=b"\0"*24))
tf.audio.decode_wav(W(fmt=65534,size=40,extra=struct.pack("<HHI",22,16,0)+struct.pack("<H",1)+b"\0"*14))
tf.audio.decode_wav(W(size=20,extra=b"\0\0\0\0"))
tf.audio.decode_wav(W(size=15))
tf.audio.decode_wav(W(pre=b"LIST"+struct.pack("<I",4)+b"abcd"))
tf.audio.decode_wav(W(pre=b"JUNK"+struct.pack("<I",4)+b"abcd"))
tf.audio.decode_wav(W(post=b"LIST"+struct.pack("<I",4)+b"abcd"))
tf.audio.decode_wav(W(post=b"LIST"+struct.pack("<I",400)+b"abcd"))
tf.audio.decode_wav(W(data=b"abc"))
tf.audio.decode_wav(W(data=b""))
tf.audio.decode_wav(W(dsize=1000))
tf.audio.decode_wav(W(dsize=0xffffffff))
tf.audio.decode_wav(W(align=3))
tf.audio.decode_wav(W(byterate=3))
tf.audio.decode_wav(W(rate=0))
tf.audio.decode_wav(W(rate=0xffffffff,byterate=0xffffffff*2%2**32))
tf.audio.decode_wav(W(post=b"data"+struct.pack("<I",2)+b"ab"))
tf.audio.decode_wav(W(post=b"da"))
tf.audio.decode_wav(W()[:12]+W()[36:])
tf.audio.decode_wav(W()[:36])
tf.audio.decode_wav(W()[:30])
g(lambda x: tf.audio.decode_wav(x),T([],tf.string))
g(lambda x: tf.audio.decode_wav(x,2,5),T([],tf.string))
g(lambda x: tf.audio.decode_wav(x,-3,5),T([],tf.string))
g(lambda x: tf.audio.decode_wav(x),T([2],tf.string))
g(lambda x: tf.audio.encode_wav(x,3),T([2],tf.float32))
g(lambda x: tf.audio.encode_wav(x,3),T([2,None],tf.float32))
tf.raw_ops.AudioSpectrogram(input=f(20,2)/9,window_size=8,stride=4)
tf.raw_ops.AudioSpectrogram(input=f(20,2)/9,window_size=8,stride=4,magnitude_squared=True)
tf.raw_ops.AudioSpectrogram(input=f(20,1)/9,window_size=7,stride=10)
tf.raw_ops.AudioSpectrogram(input=f(20,1)/9,window_size=3,stride=1)
tf.raw_ops.AudioSpectrogram(input=f(9,3)/9,window_size=9,stride=1)
tf.raw_ops.AudioSpectrogram(input=f(9,3)/9,window_size=10,stride=1)
tf.raw_ops.AudioSpectrogram(input=f(9,0),window_size=4,stride=2)
tf.raw_ops.AudioSpectrogram(input=f(0,2),window_size=4,stride=2)
tf.raw_ops.AudioSpectrogram(input=f(9,1),window_size=1,stride=2)
tf.raw_ops.AudioSpectrogram(input=f(9,1),window_size=0,stride=2)
tf.raw_ops.AudioSpectrogram(input=f(9,1),window_size=4,stride=0)
tf.raw_ops.AudioSpectrogram(input=f(9,1),window_size=4,stride=-1)
tf.raw_ops.AudioSpectrogram(input=f(9),window_size=4,stride=1)
tf.raw_ops.Mfcc(spectrogram=f(1,2,129)+1,sample_rate=16000)
tf.raw_ops.Mfcc(spectrogram=f(2,1,129)+1,sample_rate=8000,dct_coefficient_count=40)
tf.raw_ops.Mfcc(spectrogram=f(1,2,257)+1,sample_rate=44100,lower_frequency_limit=100.,upper_frequency_limit=3000.,filterbank_channel_count=10,dct_coefficient_count=5)
tf.raw_ops.Mfcc(spectrogram=f(1,2,33)+1,sample_rate=16000,filterbank_channel_count=300)
tf.raw_ops.Mfcc(spectrogram=f(1,2,33)+1,sample_rate=16000,lower_frequency_limit=0.)
tf.raw_ops.Mfcc(spectrogram=f(1,2,33)+1,sample_rate=16000,upper_frequency_limit=8000.)
tf.raw_ops.Mfcc(spectrogram=f(1,2,33)+1,sample_rate=16000,upper_frequency_limit=9000.)
tf.raw_ops.Mfcc(spectrogram=f(1,0,33),sample_rate=16000)
tf.raw_ops.Mfcc(spectrogram=-f(1,1,33),sample_rate=16000)
tf.raw_ops.Mfcc(spectrogram=f(1,2,33),sample_rate=0)
tf.raw_ops.Mfcc(spectrogram=f(1,2,33),sample_rate=-5)
tf.raw_ops.Mfcc(spectrogram=f(1,2,33),sample_rate=[16000])
tf.raw_ops.Mfcc(spectrogram=f(1,2,33),sample_rate=16000,upper_frequency_limit=20.)
tf.raw_ops.Mfcc(spectrogram=f(1,2,33),sample_rate=16000,lower_frequency_limit=-1.)
tf.raw_ops.Mfcc(spectrogram=f(1,2,33),sample_rate=16000,filterbank_channel_count=0)
tf.raw_ops.Mfcc(spectrogram=f(1,2,33),sample_rate=16000,dct_coefficient_count=0)
tf.raw_ops.Mfcc(spectrogram=f(1,2,33),sample_rate=16000,dct_coefficient_count=50)
tf.raw_ops.Mfcc(spectrogram=f(1,2,1),sample_rate=16000)
tf.raw_ops.Mfcc(spectrogram=f(2,33),sample_rate=16000)
"""


def names(tf):
    return {**short_names(tf), "W": wav, "struct": struct}


@pytest.mark.parametrize("case", CASES.strip().split("\n"))
def test_values_and_errors(case, tensorflow, gw):
    """Each line gives TensorFlow's values, dtypes and shapes, or raises an exception of TensorFlow's class."""
    same_results(lambda tf: eval(case, names(tf)), tensorflow, gw, 1e-6 if "raw_ops" in case else 1e-7)


def test_hostile_files(gw):
    """Files with bytes changed, left out or added are read or refused with InvalidArgumentError."""
    rng = random.Random(7)
    good = [
        wav(),
        wav(ch=2, data=bytes(range(200))),
        wav(pre=b"JUNK" + struct.pack("<I", 6) + b"abcdef"),
        wav(post=b"LIST" + struct.pack("<I", 4) + b"abcd"),
    ]
    refused = 0
    for _ in range(4000):
        file = bytearray(rng.choice(good))
        for _ in range(rng.randint(1, 6)):
            kind = rng.randrange(4)
            place = rng.randrange(len(file)) if file else 0
            if kind == 0 and file:
                file[place] = rng.choice([0, 1, 255, 127, 128, rng.randrange(256)])
            elif kind == 1:
                del file[place:]
            elif kind == 2:
                file[place:place] = bytes(rng.randrange(256) for _ in range(rng.randint(1, 8)))
            else:
                del file[place : place + rng.randint(1, 8)]
        try:
            sound = gw.audio.decode_wav(
                bytes(file),
                desired_channels=rng.choice([-1, -1, 0, 1, 3]),
                desired_samples=rng.choice([-1, -1, 0, 5, 300]),
            )
            assert np.isfinite(sound.audio.numpy()).all()
        except gw.errors.InvalidArgumentError:
            refused += 1
    assert 1000 < refused < 4000
