"""The public names of tf.compat.v1.strings. Written by tools/write_stubs.py, not by hand."""
from graphwright._src.text.printing import string_format as format
from graphwright._src.text.strings import (
    as_string as as_string,
    bytes_split as bytes_split,
    join as join,
    lower as lower,
    regex_full_match as regex_full_match,
    regex_replace as regex_replace,
    strip as strip,
    to_hash_bucket_fast as to_hash_bucket_fast,
    to_hash_bucket_strong as to_hash_bucket_strong,
    unicode_decode as unicode_decode,
    unicode_decode_with_offsets as unicode_decode_with_offsets,
    unicode_encode as unicode_encode,
    unicode_script as unicode_script,
    unicode_split as unicode_split,
    unicode_split_with_offsets as unicode_split_with_offsets,
    unicode_transcode as unicode_transcode,
    unsorted_segment_join as unsorted_segment_join,
    upper as upper,
)
from graphwright._src.text.strings_ngrams import ngrams as ngrams
from graphwright._src.v1.io import reduce_join as reduce_join
from graphwright._src.v1.math import (
    string_length as length,
    string_to_hash_bucket as to_hash_bucket,
    string_to_number as to_number,
    strings_split as split,
    substr as substr,
)

__all__ = [
    "as_string", "bytes_split", "format", "join", "length", "lower", "ngrams", "reduce_join", "regex_full_match",
    "regex_replace", "split", "strip", "substr", "to_hash_bucket", "to_hash_bucket_fast", "to_hash_bucket_strong",
    "to_number", "unicode_decode", "unicode_decode_with_offsets", "unicode_encode", "unicode_script", "unicode_split",
    "unicode_split_with_offsets", "unicode_transcode", "unsorted_segment_join", "upper",
]
