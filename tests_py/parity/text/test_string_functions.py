"""Functions of strings give TensorFlow's bytes, dtypes and errors."""

import numpy as np
import pytest

from support.same_values import assert_same_values, parameters


def names(module):
    return {
        "s": module.constant(["hello", "", "가나다", "a b  c", " x "]),
        "n": module.constant(["1", "2.5", "-3", "1e3", "  4 "]),
        "st": module.strings,
        "np": np,
    }


# ruff: noqa: E501
PATTERNS = r"""
st.regex_replace("hello","l","L")
st.regex_replace("hello","l","L",replace_global=False)
st.regex_replace("hello","(l)(o)",r"\2\1")
st.regex_replace("hello","(","x")
st.regex_replace("hello","l",r"\1")
st.regex_replace("hello","l",r"\9x")
st.regex_replace("hello","","-")
st.regex_replace("hello","x*","-")
st.regex_replace("가나다","나","x")
st.regex_replace("가나다",".","x")
st.regex_replace("hello\nworld","^w","x")
st.regex_replace("hello\nworld","(?m)^w","x")
st.regex_replace("hello\nworld","o.w","x")
st.regex_replace("hello\nworld","(?s)o.w","x")
st.regex_replace("Hello","(?i)h","x")
st.regex_replace("aaa","a{2}","b")
st.regex_replace("abc123",r"\d+","#")
st.regex_replace("abc 123",r"\s","_")
st.regex_replace("abc.def",r"\.","")
st.regex_replace("abc",r"[[:alpha:]]","x")
st.regex_replace("a<b>c<d>","<.*?>","")
st.regex_replace("a<b>c<d>","<.*>","")
st.regex_replace("foo","(?P<n>o)","[\\1]")
st.regex_replace("foo","(?=o)","x")
st.regex_replace("foo",r"(o)\1","x")
st.regex_replace("foo","o$","x")
st.regex_replace("foo",r"\bf","x")
st.regex_replace("foo","\\","x")
st.regex_replace("foo","o","\\\\")
st.regex_replace("foo","o","\\0\\0")
st.regex_replace("foo","o|f","x")
st.regex_replace("foo","[^o]","x")
st.regex_replace("foo","[","x")
st.regex_replace("foo","a**","x")
st.regex_replace("é","\\W","x")
st.regex_replace("é","\\pL","x")
st.regex_replace("foo bar","\\w+","<\\0>")
st.regex_full_match(["a","ab","b"],"a.*")
st.regex_full_match("a","a|b")
st.regex_full_match("ab","a|ab")
st.regex_full_match("a\n","a")
st.regex_full_match("a","[")
"""

PARTS = r"""
st.length(s)
st.length(s,unit="UTF8_CHAR")
st.length(s,unit="BAD")
st.length(1)
st.length("abc")
st.join([s,s])
st.join([s,"-"],separator="+")
st.join([["a","b"],["c"]])
st.join([])
st.join(["a"])
st.join([1,2])
st.upper(s)
st.upper(["äß"],encoding="utf-8")
st.upper(["äß"])
st.upper(["ä"],encoding="bad")
st.lower(["ÄI"],encoding="utf-8")
st.strip([" a\t\n","b"])
st.substr("hello",1,3)
st.substr("hello",10,3)
st.substr("hello",-3,2)
st.substr("hello",-10,2)
st.substr(["hello","ab"],[0,1],[1,1])
st.substr(["hello","ab"],[0,1,2],[1,1,1])
st.substr("hello",1,-1)
st.substr("hello",5,1)
st.substr("hello",6,1)
st.substr("",0,1)
st.substr("가나다",1,1,unit="UTF8_CHAR")
st.substr("hello",[0,1],[1,2])
st.substr("hello",1.,2.)
st.substr(1,1,2)
st.split("a b  c")
st.split("a b  c"," ")
st.split("a,b,,c",",")
st.split("a,b,,c",",",maxsplit=1)
st.split("")
st.split("","," )
st.split("a--b","--")
st.split(1)
st.bytes_split("hello")
st.reduce_join([["a","b"],["c","d"]])
st.reduce_join([["a","b"],["c","d"]],axis=0)
st.reduce_join([["a","b"],["c","d"]],axis=1,separator="-")
st.reduce_join([["a","b"],["c","d"]],axis=[1,0])
st.reduce_join([["a","b"],["c","d"]],axis=2)
st.reduce_join([["a","b"],["c","d"]],keepdims=True)
st.reduce_join("a")
st.reduce_join(tf.zeros([0],tf.string))
st.unsorted_segment_join(["a","b","c"],[1,0,1],2)
st.unsorted_segment_join(["a","b","c"],[1,0,1],2,"-")
st.unsorted_segment_join(["a","b","c"],[1,0,5],2)
st.unsorted_segment_join(["a","b","c"],[1,-1,0],2)
"""

NUMBERS = r"""
st.as_string([1,2])
st.as_string([1.5,2.25])
st.as_string([1.5,-2.25],precision=1)
st.as_string([1e10,1e-10])
st.as_string([1e10,1e-10],scientific=True)
st.as_string([1e10,1e-10],shortest=True)
st.as_string([1.5],width=8)
st.as_string([1.5],width=8,fill="0")
st.as_string([1.5],width=8,fill="-")
st.as_string([1.5],width=8,fill=" ")
st.as_string([1.5],width=8,fill="+")
[st.as_string(x,fill=f,width=w) for x in ([3,-3],[1.5,-1.5],[True],["a"],[1+2j],tf.constant([7],tf.uint8)) for f in ("","0","+","-"," ","#") for w in (-1,0,1,8)]
[st.as_string([1.5,-1.5,float("nan"),float("inf")],fill=f,precision=0) for f in ("","0","+","-"," ","#")]
[st.as_string([1.5,-1e30],fill=f,**{how:True}) for f in ("","0","+","-"," ","#") for how in ("scientific","shortest")]
st.as_string([1.5],fill="ab")
st.as_string([1],precision=2)
st.as_string([True,False])
st.as_string([1+2j])
st.as_string(["a"])
st.as_string([float("nan"),float("inf"),-float("inf")])
st.as_string(tf.constant([1,200],tf.uint8))
st.as_string(tf.constant([2**63-1],tf.int64))
st.as_string(tf.constant([1.5],tf.float64))
st.as_string(tf.constant([1.5],tf.float16))
st.as_string(tf.constant([1.5],tf.bfloat16))
st.as_string([1.5],scientific=True,shortest=True)
st.as_string(0.1)
st.as_string(tf.constant(0.1,tf.float64))
st.to_number(n)
st.to_number(n,tf.float64)
st.to_number("12",tf.int32)
st.to_number("12.5",tf.int32)
st.to_number("99999999999",tf.int32)
st.to_number("99999999999",tf.int64)
st.to_number("abc")
st.to_number("")
st.to_number("nan")
st.to_number("inf")
st.to_number("-Infinity")
st.to_number("0x10")
st.to_number("1e400")
st.to_number("1e-400")
st.to_number("+5",tf.int32)
st.to_number(" 5 ",tf.int32)
st.to_number("5x",tf.int32)
st.to_number("1",tf.uint8)
st.to_number("1",tf.float16)
st.to_number(1)
st.to_hash_bucket(["a","b"],10)
st.to_hash_bucket_fast(["a","b","가"],1000)
st.to_hash_bucket_strong(["a","b"],1000,[1,2])
st.to_hash_bucket_strong(["a","b"],1000,[1])
st.to_hash_bucket_fast(["a"],0)
st.to_hash_bucket_fast([1],10)
st.format("x={}",3)
st.format("x={} {}",(3,[1,2]))
st.format("x={}",[1.5,2.5])
st.format("x={}",tf.range(20))
st.format("x={}",tf.range(20),summarize=2)
st.format("x={}","a")
st.format("x={}",tf.constant(["a","b"]))
st.format("x",())
st.format("{} {}",(1,))
st.format("<> {}",5,placeholder="<>")
st.format("x={}",tf.constant([[1,2],[3,4]]))
st.format("x={}",tf.constant([True]))
"""

UNICODE = r"""
st.unicode_decode("가a","UTF-8")
st.unicode_decode(b"\xff","UTF-8")
st.unicode_decode(b"\xff","UTF-8",errors="strict")
st.unicode_decode(b"\xffa","UTF-8",errors="ignore")
st.unicode_decode(b"\xff","UTF-8",replacement_char=65)
st.unicode_decode("a","bad")
st.unicode_decode("a\x01","UTF-8",replace_control_characters=True)
st.unicode_decode_with_offsets("가a","UTF-8")
st.unicode_split("가a","UTF-8")
st.unicode_split_with_offsets("가a","UTF-8")
st.unicode_encode([44032,97],"UTF-8")
st.unicode_encode([[44032],[97]],"UTF-8")
st.unicode_encode([44032,97],"UTF-16-BE")
st.unicode_encode([-1],"UTF-8")
st.unicode_encode([55296],"UTF-8")
st.unicode_encode([55296],"UTF-8",errors="strict")
st.unicode_encode([44032],"bad")
st.unicode_encode(44032,"UTF-8")
st.unicode_transcode("가","UTF-8","UTF-16-BE")
st.unicode_transcode("가","UTF-8","UTF-32-BE")
st.unicode_transcode(b"\xff","UTF-8","UTF-8")
st.unicode_transcode(b"\xff","UTF-8","UTF-8",errors="strict")
st.unicode_transcode("가","UTF-8","bad")
st.unicode_transcode(["a\x01b\n", "\x7f\x00"],"UTF-8","UTF-8",replace_control_characters=True)
st.unicode_transcode(["a\x01b\n", "\x7f\x00"],"UTF-8","UTF-8",errors="ignore",replace_control_characters=True)
st.unicode_transcode(["a\x01b"],"UTF-8","UTF-8",errors="strict",replace_control_characters=True)
st.unicode_decode("a\x01b","UTF-8",errors="strict",replace_control_characters=True)
st.unicode_decode_with_offsets("a\x01b","UTF-8",errors="ignore",replace_control_characters=True)[1]
st.unicode_transcode("é","UTF-8","US-ASCII")
st.unicode_transcode(b"\xe9","ISO-8859-1","UTF-8")
st.unicode_script([97,44032,1234567])
"""

OTHERS = r"""
tf.io.decode_raw("abcd",tf.uint8)
tf.io.decode_raw("abcd",tf.int16)
tf.io.decode_raw("abc",tf.int16)
tf.io.decode_raw(["abcd","ef"],tf.uint8)
tf.io.decode_raw("abcd",tf.int16,little_endian=False)
tf.io.decode_raw("abcd",tf.uint8,fixed_length=6)
tf.io.encode_base64("hello")
tf.io.encode_base64("hello",pad=True)
tf.io.decode_base64("aGVsbG8")
tf.io.decode_base64("aGVsbG8=")
tf.io.decode_base64("a")
tf.io.decode_base64("a+/b")
tf.constant("a")+"b"
tf.constant(["a","b"])+["c","d"]
"x"+tf.constant(["a","b"])
tf.constant("a")*2
tf.constant("a")<"b"
tf.constant("a")=="a"
tf.constant(["a","b"])=="a"
tf.constant(["a"])[0]
tf.constant([["a","b"]])[0,1]
tf.reverse(["a","b"],[0])
tf.concat([["a"],["b"]],0)
tf.equal(["a"],["a"])
tf.size(["a","b"])
tf.shape("a")
tf.as_string(3.5)
"""


EXPRESSIONS = parameters(
    {
        "patterns": PATTERNS,
        "parts": PARTS,
        "numbers": NUMBERS,
        "unicode": UNICODE,
        "others": OTHERS,
    }
)


@pytest.mark.parametrize("expression", EXPRESSIONS)
def test_expression(expression, tensorflow, gw):
    assert_same_values(expression, tensorflow, gw, names)
