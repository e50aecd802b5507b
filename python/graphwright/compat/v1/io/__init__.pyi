"""The public names of tf.compat.v1.io. Written by tools/write_stubs.py, not by hand."""
from graphwright._src.composite.sparse.messages import deserialize_many_sparse as deserialize_many_sparse
from graphwright._src.graph_import.write_graph import write_graph as write_graph
from graphwright._src.ops.files import (
    TFRecordOptions as TFRecordOptions,
    TFRecordWriter as TFRecordWriter,
    decode_compressed as decode_compressed,
    matching_files as matching_files,
    parse_tensor as parse_tensor,
    read_file as read_file,
    serialize_tensor as serialize_tensor,
    write_file as write_file,
)
from graphwright._src.ops.image_codecs import (
    decode_and_crop_jpeg as decode_and_crop_jpeg,
    decode_bmp as decode_bmp,
    decode_gif as decode_gif,
    decode_image as decode_image,
    decode_jpeg as decode_jpeg,
    decode_jxl as decode_jxl,
    decode_png as decode_png,
    decode_webp as decode_webp,
    encode_jpeg as encode_jpeg,
    encode_png as encode_png,
    extract_jpeg_shape as extract_jpeg_shape,
    is_jpeg as is_jpeg,
)
from graphwright._src.ops.proto_messages import decode_proto as decode_proto, encode_proto as encode_proto
from graphwright._src.ops.queue import (
    PaddingFIFOQueue as PaddingFIFOQueue,
    PriorityQueue as PriorityQueue,
    QueueBase as QueueBase,
    RandomShuffleQueue as RandomShuffleQueue,
)
from graphwright._src.text.csv import decode_csv_v1 as decode_csv
from graphwright._src.text.parsing_config import (
    FixedLenFeature as FixedLenFeature,
    FixedLenSequenceFeature as FixedLenSequenceFeature,
    RaggedFeature as RaggedFeature,
    SparseFeature as SparseFeature,
    VarLenFeature as VarLenFeature,
)
from graphwright._src.text.parsing_sequences import (
    decode_json_example as decode_json_example,
    parse_sequence_example as parse_sequence_example,
    parse_single_sequence_example as parse_single_sequence_example,
)
from graphwright._src.text.strings import decode_base64 as decode_base64, encode_base64 as encode_base64
from graphwright._src.v1.io import (
    TFRecordCompressionType as TFRecordCompressionType,
    decode_raw as decode_raw,
    match_filenames_once as match_filenames_once,
    parse_example as parse_example,
    parse_single_example as parse_single_example,
    serialize_many_sparse as serialize_many_sparse,
    serialize_sparse as serialize_sparse,
    tf_record_iterator as tf_record_iterator,
)
from graphwright.compat.v1.io import gfile as gfile

__all__ = [
    "FixedLenFeature", "FixedLenSequenceFeature", "PaddingFIFOQueue", "PriorityQueue", "QueueBase", "RaggedFeature",
    "RandomShuffleQueue", "SparseFeature", "TFRecordCompressionType", "TFRecordOptions", "TFRecordWriter",
    "VarLenFeature", "decode_and_crop_jpeg", "decode_base64", "decode_bmp", "decode_compressed", "decode_csv",
    "decode_gif", "decode_image", "decode_jpeg", "decode_json_example", "decode_jxl", "decode_png", "decode_proto",
    "decode_raw", "decode_webp", "deserialize_many_sparse", "encode_base64", "encode_jpeg", "encode_png",
    "encode_proto", "extract_jpeg_shape", "gfile", "is_jpeg", "match_filenames_once", "matching_files", "parse_example",
    "parse_sequence_example", "parse_single_example", "parse_single_sequence_example", "parse_tensor", "read_file",
    "serialize_many_sparse", "serialize_sparse", "serialize_tensor", "tf_record_iterator", "write_file", "write_graph",
]
