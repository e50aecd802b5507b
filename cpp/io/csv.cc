// Files are cut into records by their quotes, records into fields by looking at them.
#include "io/csv.h"

#include <algorithm>

namespace graphwright {

void split_csv(std::string_view record, const CsvFormat& format, std::vector<std::string>& fields,
               const std::function<bool(size_t)>& wanted) {
  fields.clear();
  size_t at = 0;
  for (;;) {
    std::string& field = fields.emplace_back();
    if (format.quotes && at < record.size() && record[at] == '"') {
      for (++at;; ++at) {
        const size_t quote = record.find('"', at);
        GW_CHECK_ARG(quote != std::string_view::npos, "Quoted field has to end with quote followed by delim or end");
        field.append(record, at, quote - at);
        at = quote + 1;
        if (at == record.size() || record[at] != '"') break;
        field += '"';
      }
      GW_CHECK_ARG(at == record.size() || record[at] == format.delimiter,
                   "Quote inside a string has to be escaped by another quote");
    } else {
      const size_t end = std::min(record.find(format.delimiter, at), record.size());
      field.assign(record, at, end - at);
      at = end;
      GW_CHECK_ARG((wanted && !wanted(fields.size() - 1)) ||
                       field.find_first_of(format.quotes ? "\"\r\n" : "\r\n") == std::string::npos,
                   "Unquoted fields cannot have quotes/CRLFs inside");
    }
    if (at == record.size()) return;
    ++at;
  }
}

bool CsvReader::next(std::string& record) {
  record.clear();
  // A quote begins a quoted field where a field begins, and ends it where that can end. Others are mistakes, after
  // which the next record begins where it would have without them.
  bool quoted = false, begun = false, at_field = true;
  for (;;) {
    if (!in_line_) {
      if (!stream_.read_line(line_)) {
        GW_CHECK_ARG(!quoted, "Reached end of file ", stream_.path(), " without closing quoted field in record");
        return begun;
      }
      at_ = 0;
      in_line_ = true;
    }
    begun = true;
    const size_t from = at_;
    for (; at_ < line_.size(); ++at_) {
      const char c = line_[at_];
      if (c == '\r' && !quoted) break;
      if (c == '"' && quoted) {
        const char next = at_ + 1 < line_.size() ? line_[at_ + 1] : '\n';
        if (next == '"') ++at_;
        quoted = next != format_.delimiter && next != '\n' && next != '\r';
      } else if (c == '"' && at_field) {
        quoted = format_.quotes;
      }
      at_field = c == format_.delimiter && !quoted;
    }
    record.append(line_, from, at_ - from);
    if (at_ < line_.size()) {  // a carriage return, perhaps followed by a newline
      in_line_ = ++at_ < line_.size();
      return true;
    }
    in_line_ = false;
    if (!quoted) return true;
    record += '\n';
  }
}

}  // namespace graphwright
