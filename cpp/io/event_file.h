// Event files, which TensorBoard shows: records of Event messages in a folder of their own.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "io/record_file.h"

namespace graphwright {

// Seconds since 1970.
double wall_time();

// One file, with a name as TensorFlow gives it, that begins with a record of the format's version.
class EventFile {
 public:
  // Makes the folder where it is not there. Throws as FileWriter does.
  EventFile(const std::string& folder, const std::string& suffix);

  const std::string& path() const { return path_; }
  // An Event message with nothing but its time and step and one field of bytes: 4 is a graph, 5 a summary, 6 a text,
  // 9 a meta graph.
  void write(int64_t step, uint32_t field, std::string_view bytes);
  // A whole Event message.
  void write_event(std::string_view event) { records_.write(event); }
  void flush() { records_.flush(); }
  void close() { records_.finish(); }

 private:
  std::string path_;
  RecordWriter records_;
};

}  // namespace graphwright
