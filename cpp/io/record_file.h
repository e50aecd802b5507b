// TFRecord files: records of bytes, each with its length and checksums of both.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "io/compression.h"

namespace graphwright {

class RecordReader {
 public:
  // Begins `offset` bytes behind the begin of the (decompressed) file.
  RecordReader(const std::string& path, Compression compression, size_t buffer_size, uint64_t offset = 0);
  // Gives the next record; false at the end, and where fewer than the 12 bytes before a record are left. Throws
  // DataLoss, which names file and offset, for a record that is not whole or whose checksums do not fit.
  bool next(std::string& record);
  // The same, where nobody wants to see it: its checksum is not looked at.
  bool skip();
  // The place where the last record begins.
  uint64_t begin() const { return begin_; }

 private:
  // The length of the next record, none at the end.
  std::optional<uint64_t> begin_record();
  template <class... Args>
  [[noreturn]] void fail_record(const char* what, const Args&... why) const;

  InputStream stream_;
  uint64_t begin_ = 0;  // of the record that is being read
};

class RecordWriter {
 public:
  RecordWriter(const std::string& path, Compression compression, const CompressionSettings& settings = {},
               FileWriter::Mode mode = FileWriter::Mode::kDirect)
      : stream_(path, compression, settings, mode) {}
  void write(std::string_view record);
  void flush() { stream_.flush(); }
  void finish() { stream_.finish(); }

 private:
  OutputStream stream_;
};

}  // namespace graphwright
