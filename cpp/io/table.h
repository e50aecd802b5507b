// Sorted tables of strings in a file, in the format of LevelDB's: blocks of entries with shared prefixes, each with a
// checksum, an index of the blocks, and a footer that tells where it is.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "io/file.h"

namespace graphwright {

class TableWriter {
 public:
  explicit TableWriter(FileWriter& file) : file_(file) {}
  // Keys come in ascending order, each once.
  void add(std::string_view key, std::string_view value);
  // Writes what is left, and the index; the file is the caller's to finish.
  void finish();

 private:
  struct Block {
    void add(std::string_view key, std::string_view value);
    std::string bytes, last_key;
    std::vector<uint32_t> restarts;
    int since_restart = 0;
  };
  // Gives offset and size of what was written, as two varints.
  std::string write(Block& block);
  void close_block();

  FileWriter& file_;
  Block block_, index_;
};

using TableEntries = std::vector<std::pair<std::string, std::string>>;

// All entries in order, every checksum, length and the order of keys checked. Throws DataLoss that names the file.
TableEntries read_table(const std::string& path);

}  // namespace graphwright
