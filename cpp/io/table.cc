// Writing and reading of sorted tables.
#include "io/table.h"

#include <algorithm>
#include <iterator>

#include "io/crc32c.h"
#include "io/fields.h"
#include "io/snappy.h"

namespace graphwright {
namespace {

constexpr size_t kBlockSize = size_t{256} << 10;
constexpr int kRestartInterval = 16;
constexpr size_t kFooterSize = 48;
constexpr size_t kTrailerSize = 5;  // the kind of compression, and the checksum
constexpr uint64_t kMagic = 0xdb4775248b80fb57u;

struct BlockPlace {
  uint64_t offset = 0, size = 0;
};

bool take_place(std::string_view& bytes, BlockPlace& place) {
  return take_varint(bytes, place.offset) && take_varint(bytes, place.size);
}

class TableFile {
 public:
  explicit TableFile(const std::string& path) : path_(path), bytes_(read_file(path)) {}

  TableEntries entries() const {
    require(bytes_.size() >= kFooterSize, "the file is too short to be a table");
    std::string_view footer = std::string_view(bytes_).substr(bytes_.size() - kFooterSize);
    std::string_view magic = footer.substr(kFooterSize - 8);
    uint64_t found = 0;
    take_fixed(magic, found);
    require(found == kMagic, "not a table (bad magic number)");
    BlockPlace meta, index;
    require(take_place(footer, meta) && take_place(footer, index), "the footer is damaged");
    TableEntries all;
    for (const auto& [key, value] : block(index)) {
      BlockPlace place;
      std::string_view rest = value;
      require(take_place(rest, place), "the index is damaged");
      TableEntries some = block(place);
      std::move(some.begin(), some.end(), std::back_inserter(all));
    }
    for (size_t i = 1; i < all.size(); ++i) require(all[i - 1].first < all[i].first, "the keys are not in order");
    return all;
  }

 private:
  void require(bool holds, const char* what) const { GW_CHECK(holds, Code::kDataLoss, path_, ": ", what); }

  TableEntries block(BlockPlace place) const {
    const size_t most = bytes_.size() - kFooterSize;
    require(place.size <= most && place.offset <= most - place.size && most - place.size - place.offset >= kTrailerSize,
            "a block lies outside of the file");
    std::string_view all = std::string_view(bytes_).substr(place.offset, place.size + kTrailerSize);
    std::string_view trailer = all.substr(place.size + 1);
    uint32_t stored = 0;
    take_fixed(trailer, stored);
    require(unmask_crc(stored) == crc32c(all.substr(0, place.size + 1)), "block checksum mismatch");
    const char compression = all[place.size];
    GW_CHECK(compression == 0 || compression == 1, Code::kUnimplemented, path_,
             ": a table with compressed blocks (kind ", static_cast<int>(compression), ")");
    const std::string inflated = compression == 1 ? snappy_decompress(all.substr(0, place.size)) : std::string();
    std::string_view content = compression == 1 ? inflated : all.substr(0, place.size);
    uint32_t restarts = 0;
    require(content.size() >= 4, "a block is too short");
    std::string_view tail = content.substr(content.size() - 4);
    take_fixed(tail, restarts);
    require(restarts <= (content.size() - 4) / 4, "a block's restarts are damaged");
    content = content.substr(0, content.size() - 4 - size_t{4} * restarts);
    TableEntries found;
    std::string key;
    while (!content.empty()) {
      uint64_t shared = 0, own = 0, size = 0;
      require(take_varint(content, shared) && take_varint(content, own) && take_varint(content, size) &&
                  shared <= key.size() && own <= content.size() && size <= content.size() - own,
              "an entry is damaged");
      key.resize(shared);
      key += content.substr(0, own);
      found.emplace_back(key, content.substr(own, size));
      content.remove_prefix(own + size);
    }
    return found;
  }

  const std::string& path_;
  const std::string bytes_;
};

}  // namespace

void TableWriter::Block::add(std::string_view key, std::string_view value) {
  size_t shared = 0;
  if (since_restart % kRestartInterval == 0) {
    restarts.push_back(static_cast<uint32_t>(bytes.size()));
  } else {
    const size_t most = std::min(key.size(), last_key.size());
    while (shared < most && key[shared] == last_key[shared]) ++shared;
  }
  ++since_restart;
  put_varint(bytes, shared);
  put_varint(bytes, key.size() - shared);
  put_varint(bytes, value.size());
  bytes += key.substr(shared);
  bytes += value;
  last_key = key;
}

std::string TableWriter::write(Block& block) {
  if (block.restarts.empty()) block.restarts.push_back(0);
  for (uint32_t restart : block.restarts) put_fixed(block.bytes, restart);
  put_fixed(block.bytes, static_cast<uint32_t>(block.restarts.size()));
  std::string place;
  put_varint(place, file_.position());
  put_varint(place, block.bytes.size());
  block.bytes += '\0';  // not compressed
  put_fixed(block.bytes, mask_crc(crc32c(block.bytes)));
  file_.append(block.bytes);
  block = Block();
  return place;
}

void TableWriter::close_block() {
  if (block_.since_restart == 0) return;
  const std::string last = block_.last_key;
  index_.add(last, write(block_));
}

void TableWriter::add(std::string_view key, std::string_view value) {
  block_.add(key, value);
  if (block_.bytes.size() >= kBlockSize) close_block();
}

void TableWriter::finish() {
  close_block();
  Block meta;
  std::string footer = write(meta);
  footer += write(index_);
  footer.resize(kFooterSize - 8);
  put_fixed(footer, kMagic);
  file_.append(footer);
}

TableEntries read_table(const std::string& path) { return TableFile(path).entries(); }

}  // namespace graphwright
