// Records of comma separated values: RFC 4180 with a delimiter of choice.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "io/compression.h"

namespace graphwright {

struct CsvFormat {
  char delimiter = ',';
  bool quotes = true;  // whether "…" is a field as a whole, in which "" stands for one quote
};

// The fields of one record; throws InvalidArgument for quotes where none may be, in fields that are `wanted` (all where
// that is empty). A record without bytes has one field.
void split_csv(std::string_view record, const CsvFormat& format, std::vector<std::string>& fields,
               const std::function<bool(size_t)>& wanted = {});

// The records of a file, which end with "\n", "\r" or both, outside of quotes.
class CsvReader {
 public:
  CsvReader(const std::string& path, Compression compression, size_t buffer_size, const CsvFormat& format)
      : stream_(path, compression, buffer_size), format_(format) {}
  // False at the end. Throws InvalidArgument where that comes in the midst of a quoted field.
  bool next(std::string& record);

 private:
  InputStream stream_;
  const CsvFormat format_;
  std::string line_;
  size_t at_ = 0;
  bool in_line_ = false;
};

}  // namespace graphwright
