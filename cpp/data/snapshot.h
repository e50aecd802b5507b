// Elements in the files of a snapshot: "<run>/<shard>.shard/<part>.snapshot", records each of which is a component.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "data/dataset.h"
#include "io/record_file.h"

namespace graphwright::data {

// "", "NONE", "GZIP", "ZLIB", "SNAPPY"; "AUTO" is the last of these. Throws InvalidArgument for others.
Compression snapshot_compression(std::string_view name);

// The metadata of a whole snapshot: the file "snapshot.metadata".
struct SnapshotFacts {
  std::string hash, run;
  int64_t created = 0;  // microseconds
  int64_t version = 0;
  std::vector<DType> dtypes;
  int64_t count = 0;  // of elements, 0 for unknown
  bool finalized = false;
};
void write_snapshot_facts(const std::string& folder, const SnapshotFacts& facts);
// False where there is no such file.
bool read_snapshot_facts(const std::string& folder, SnapshotFacts& facts);

// Writes the elements of one run.
class SnapshotWriter {
 public:
  // Each file is the `part`-th of its shard.
  SnapshotWriter(std::string run_folder, Compression compression, int64_t part = 0);
  void write(int64_t shard, const Element& element);
  // Files are closed; elements that follow go into further ones.
  void next_part();
  void finish();
  int64_t part() const { return part_; }

 private:
  const std::string folder_;
  const Compression compression_;
  int64_t part_;
  std::map<int64_t, std::unique_ptr<RecordWriter>> files_;
};

// A data set of data sets, of the elements of each shard of a run, in the order of their numbers.
Ref<Dataset> snapshot_shards(const std::string& run_folder, Compression compression, std::vector<DType> types,
                             std::vector<Shape> shapes);

// The elements of such a data set.
const std::vector<Ref<Dataset>>& shards_of(const Dataset& shards);

// The elements of all shards of a run, one shard after the other.
Ref<Dataset> snapshot_elements(const std::string& run_folder, Compression compression, std::vector<DType> types,
                               std::vector<Shape> shapes);
// The files of one shard, in their order; none where the folder is not there.
std::vector<std::string> snapshot_parts(const std::string& shard_folder);
// The elements of such files.
Ref<Dataset> snapshot_files(std::vector<std::string> files, Compression compression, std::vector<DType> types,
                            std::vector<Shape> shapes);

}  // namespace graphwright::data
