// Streams of bytes from and to files, compressed as gzip, zlib, snappy or not at all.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "io/file.h"

namespace graphwright {

// kSnappy: blocks with their lengths, as snapshots of data sets have them.
enum class Compression : uint8_t { kNone, kGzip, kZlib, kSnappy };

// "" is none, "GZIP", "ZLIB"; throws InvalidArgument for others.
Compression compression_of(std::string_view name);

// zlib's knobs, with its meanings and defaults.
struct CompressionSettings {
  int level = -1;
  int window_bits = 15;
  int memory_level = 8;
  int strategy = 0;
};

// Decompresses bytes that come in pieces of any size.
class Inflater {
 public:
  explicit Inflater(Compression compression);
  ~Inflater();
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;

  struct Progress {
    size_t taken = 0, given = 0;
    bool ended = false;  // at the end of a compressed stream; another one may follow
  };
  // Throws DataLoss where the input is no such stream.
  Progress inflate(std::string_view input, char* to, size_t size);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// Compresses bytes that come in pieces of any size.
class Deflater {
 public:
  Deflater(Compression compression, const CompressionSettings& settings);
  ~Deflater();
  Deflater(const Deflater&) = delete;
  Deflater& operator=(const Deflater&) = delete;

  enum class Flush : uint8_t { kNone, kSync, kFinish };
  // Appends what comes out to `out`.
  void deflate(std::string_view input, Flush flush, std::string& out);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// All of `bytes`, which may be several streams one after the other, decompressed; throws DataLoss where they are none,
// or end in the midst of one.
std::string decompress(std::string_view bytes, Compression compression);

// A file read from front to end, through a buffer.
class InputStream {
 public:
  // Throws as FileReader does.
  InputStream(const std::string& path, Compression compression, size_t buffer_size);

  const std::string& path() const { return file_.path(); }
  // Bytes given so far, after decompression.
  uint64_t position() const { return position_; }
  // Up to `size` bytes; gives how many: less only at the end. Throws DataLoss in a compressed stream that is broken or
  // ends too early.
  size_t read(void* to, size_t size);
  // The bytes up to the next "\n" or the end, without it; false where there are none at all.
  bool read_line(std::string& line);
  // Passes over bytes; gives over how many: less only at the end.
  uint64_t skip(uint64_t size);
  bool at_end();
  // The greatest number of bytes that may still come, as far as that is known.
  uint64_t most_left() const;

 private:
  // Makes the buffer hold something, unless nothing is left.
  bool fill();
  bool fill_with_block();
  bool is_plain() const { return compression_ == Compression::kNone; }

  FileReader file_;
  const Compression compression_;
  uint64_t offset_ = 0, position_ = 0;
  std::unique_ptr<Inflater> inflater_;
  bool in_stream_ = false;
  size_t capacity_;
  std::unique_ptr<char[]> raw_;  // where there is an inflater
  size_t raw_begin_ = 0, raw_end_ = 0;
  std::unique_ptr<char[]> buffer_;
  size_t begin_ = 0, end_ = 0;
};

// A file written from front to end.
class OutputStream {
 public:
  OutputStream(const std::string& path, Compression compression, const CompressionSettings& settings,
               FileWriter::Mode mode);
  // Ends the stream, unless that is of a file which is there as a whole or not at all.
  ~OutputStream();
  OutputStream(const OutputStream&) = delete;
  OutputStream& operator=(const OutputStream&) = delete;

  const std::string& path() const { return file_.path(); }
  void write(std::string_view bytes);
  // Hands all that was written to the system.
  void flush();
  // Ends the stream and closes the file; a second call does nothing.
  void finish();

 private:
  void deflate(std::string_view bytes, Deflater::Flush flush);
  void write_block();

  FileWriter file_;
  const bool in_blocks_;
  std::string block_;
  std::unique_ptr<Deflater> deflater_;
  std::string out_;
  bool finished_ = false;
};

}  // namespace graphwright
