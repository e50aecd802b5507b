// A record: its length (8 bytes), the masked checksum of the length (4), the bytes, their masked checksum (4).
#include "io/record_file.h"

#include <algorithm>
#include <cstring>

#include "io/crc32c.h"

namespace graphwright {
namespace {

constexpr size_t kHeader = 12, kFooter = 4;
// So much memory is believed to a length before the bytes are there.
constexpr uint64_t kBelieved = uint64_t{1} << 24;

}  // namespace

RecordReader::RecordReader(const std::string& path, Compression compression, size_t buffer_size, uint64_t offset)
    : stream_(path, compression, buffer_size) {
  const uint64_t skipped = offset > 0 ? stream_.skip(offset) : 0;
  GW_CHECK(skipped == offset, Code::kOutOfRange, path, ": an offset of ", offset, " lies behind its end at ", skipped);
}

template <class... Args>
void RecordReader::fail_record(const char* what, const Args&... why) const {
  fail(Code::kDataLoss, what, " record at ", begin_, " in ", stream_.path(), ": ", why...);
}

std::optional<uint64_t> RecordReader::begin_record() {
  begin_ = stream_.position();
  char header[kHeader];
  const size_t count = stream_.read(header, kHeader);
  if (count < kHeader) return {};  // as in TensorFlow, also where the bytes before a record are cut short
  uint64_t length;
  uint32_t crc;
  std::memcpy(&length, header, 8);
  std::memcpy(&crc, header + 8, 4);
  if (crc32c(0, header, 8) != unmask_crc(crc))
    fail_record("corrupted", "the checksum of its length is wrong (is this a TFRecord file, and of this compression?)");
  if (length > stream_.most_left())
    fail_record("truncated", "it has ", length, " bytes, of which ", stream_.most_left(), " are there at most");
  return length;
}

bool RecordReader::next(std::string& record) {
  const std::optional<uint64_t> length = begin_record();
  if (!length) return false;
  record.clear();
  while (record.size() < *length) {
    const size_t done = record.size();
    const auto wanted = static_cast<size_t>(std::min(*length - done, std::max<uint64_t>(kBelieved, done)));
    record.resize(done + wanted);
    const size_t count = stream_.read(record.data() + done, wanted);
    if (count < wanted) fail_record("truncated", "the file ends after ", done + count, " of its ", *length, " bytes");
  }
  char footer[kFooter];
  if (stream_.read(footer, kFooter) < kFooter) fail_record("truncated", "the file ends before its checksum does");
  uint32_t crc;
  std::memcpy(&crc, footer, kFooter);
  if (crc32c(record) != unmask_crc(crc)) fail_record("corrupted", "the checksum of its ", *length, " bytes is wrong");
  return true;
}

bool RecordReader::skip() {
  const std::optional<uint64_t> length = begin_record();
  if (!length) return false;
  if (stream_.skip(*length) < *length || stream_.skip(kFooter) < kFooter)
    fail_record("truncated", "the file ends before it does");
  return true;
}

void RecordWriter::write(std::string_view record) {
  char header[kHeader], footer[kFooter];
  const uint64_t length = record.size();
  std::memcpy(header, &length, 8);
  uint32_t crc = mask_crc(crc32c(0, header, 8));
  std::memcpy(header + 8, &crc, 4);
  crc = mask_crc(crc32c(record));
  std::memcpy(footer, &crc, kFooter);
  stream_.write({header, kHeader});
  stream_.write(record);
  stream_.write({footer, kFooter});
}

}  // namespace graphwright
