// Streams over the system's zlib, which is opened when the first compressed file is: no part of the build needs it.
#include "io/compression.h"

#include <dlfcn.h>

#include <algorithm>
#include <cstring>

#include "io/snappy.h"

namespace graphwright {
// zlib's interface, which has been the same for decades.
struct ZStream {
  const unsigned char* next_in = nullptr;
  unsigned avail_in = 0;
  unsigned long total_in = 0;
  unsigned char* next_out = nullptr;
  unsigned avail_out = 0;
  unsigned long total_out = 0;
  const char* msg = nullptr;
  void* state = nullptr;
  void* (*zalloc)(void*, unsigned, unsigned) = nullptr;
  void (*zfree)(void*, void*) = nullptr;
  void* opaque = nullptr;
  int data_type = 0;
  unsigned long adler = 0;
  unsigned long reserved = 0;
};

namespace {

constexpr int kOk = 0, kStreamEnd = 1, kNeedDictionary = 2, kBufferError = -5;
constexpr int kNoFlush = 0, kSyncFlush = 2, kFinish = 4;
constexpr int kDeflated = 8;
constexpr int kGzipFormat = 16;  // added to the bits of the window

struct Zlib {
  const char* (*version)();
  int (*inflate_init)(ZStream*, int window_bits, const char* version, int stream_size);
  int (*inflate)(ZStream*, int flush);
  int (*inflate_reset)(ZStream*);
  int (*inflate_end)(ZStream*);
  int (*deflate_init)(ZStream*, int level, int method, int window_bits, int memory_level, int strategy,
                      const char* version, int stream_size);
  int (*deflate)(ZStream*, int flush);
  int (*deflate_end)(ZStream*);
};

const Zlib& zlib() {
  static const Zlib functions = [] {
    void* library = dlopen("libz.so.1", RTLD_LAZY | RTLD_LOCAL);
    GW_CHECK(library != nullptr, Code::kUnimplemented, "compressed files need zlib (libz.so.1): ", dlerror());
    auto find = [&](const char* name, auto& function) {
      void* found = dlsym(library, name);
      GW_CHECK(found != nullptr, Code::kUnimplemented, "libz.so.1 has no function ", name);
      function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(found);
    };
    Zlib z{};
    find("zlibVersion", z.version);
    find("inflateInit2_", z.inflate_init);
    find("inflate", z.inflate);
    find("inflateReset", z.inflate_reset);
    find("inflateEnd", z.inflate_end);
    find("deflateInit2_", z.deflate_init);
    find("deflate", z.deflate);
    find("deflateEnd", z.deflate_end);
    return z;
  }();
  return functions;
}

constexpr size_t kLeastBuffer = size_t{1} << 12, kMostBuffer = size_t{1} << 26;
constexpr size_t kPiece = size_t{1} << 16;
constexpr size_t kBlock = size_t{1} << 18;  // of bytes before they are compressed
// zlib counts in 32 bits.
constexpr size_t kMostAtOnce = size_t{1} << 30;

[[noreturn]] void fail_stream(const ZStream& stream, int code) {
  fail(Code::kDataLoss, "inflate() failed with error ", code, ": ", stream.msg ? stream.msg : "incomplete data");
}

}  // namespace

Compression compression_of(std::string_view name) {
  if (name.empty()) return Compression::kNone;
  if (name == "GZIP") return Compression::kGzip;
  if (name == "ZLIB") return Compression::kZlib;
  fail(Code::kInvalidArgument, "Unsupported compression_type \"", name, "\": it must be \"\", \"GZIP\" or \"ZLIB\".");
}

// ---- inflate and deflate ----

struct Inflater::State {
  ZStream stream;
  bool ended = false;
};

Inflater::Inflater(Compression compression) : state_(std::make_unique<State>()) {
  const int window = 15 + (compression == Compression::kGzip ? kGzipFormat : 0);
  const int code = zlib().inflate_init(&state_->stream, window, zlib().version(), sizeof(ZStream));
  GW_CHECK(code == kOk, Code::kInternal, "inflateInit2() failed with error ", code);
}

Inflater::~Inflater() { zlib().inflate_end(&state_->stream); }

Inflater::Progress Inflater::inflate(std::string_view input, char* to, size_t size) {
  ZStream& stream = state_->stream;
  if (state_->ended) {
    zlib().inflate_reset(&stream);
    state_->ended = false;
  }
  const size_t most_in = std::min(input.size(), kMostAtOnce), most_out = std::min(size, kMostAtOnce);
  stream.next_in = reinterpret_cast<const unsigned char*>(input.data());
  stream.avail_in = static_cast<unsigned>(most_in);
  stream.next_out = reinterpret_cast<unsigned char*>(to);
  stream.avail_out = static_cast<unsigned>(most_out);
  const int code = zlib().inflate(&stream, kNoFlush);
  if (code == kNeedDictionary || (code < 0 && code != kBufferError)) fail_stream(stream, code);
  state_->ended = code == kStreamEnd;
  return {most_in - stream.avail_in, most_out - stream.avail_out, state_->ended};
}

struct Deflater::State {
  ZStream stream;
};

Deflater::Deflater(Compression compression, const CompressionSettings& settings) : state_(std::make_unique<State>()) {
  const int window = std::abs(settings.window_bits) + (compression == Compression::kGzip ? kGzipFormat : 0);
  const int code = zlib().deflate_init(&state_->stream, settings.level, kDeflated, window, settings.memory_level,
                                       settings.strategy, zlib().version(), sizeof(ZStream));
  GW_CHECK_ARG(code == kOk, "deflateInit2() failed with error ", code, " for level ", settings.level, ", window bits ",
               settings.window_bits, ", memory level ", settings.memory_level, ", strategy ", settings.strategy);
}

Deflater::~Deflater() { zlib().deflate_end(&state_->stream); }

void Deflater::deflate(std::string_view input, Flush flush, std::string& out) {
  ZStream& stream = state_->stream;
  const int how = flush == Flush::kNone ? kNoFlush : flush == Flush::kSync ? kSyncFlush : kFinish;
  auto piece = std::make_unique_for_overwrite<char[]>(kPiece);
  for (bool last = false; !last;) {
    const size_t count = std::min(input.size(), kMostAtOnce);
    last = count == input.size();
    stream.next_in = reinterpret_cast<const unsigned char*>(input.data());
    stream.avail_in = static_cast<unsigned>(count);
    input.remove_prefix(count);
    do {
      stream.next_out = reinterpret_cast<unsigned char*>(piece.get());
      stream.avail_out = kPiece;
      const int code = zlib().deflate(&stream, last ? how : kNoFlush);
      GW_CHECK(code >= 0 || code == kBufferError, Code::kInternal, "deflate() failed with error ", code);
      out.append(piece.get(), kPiece - stream.avail_out);
    } while (stream.avail_out == 0);
  }
}

std::string decompress(std::string_view bytes, Compression compression) {
  if (compression == Compression::kNone || bytes.empty()) return std::string(bytes);
  Inflater inflater(compression);
  auto piece = std::make_unique_for_overwrite<char[]>(kPiece);
  std::string out;
  for (;;) {
    const Inflater::Progress progress = inflater.inflate(bytes, piece.get(), kPiece);
    out.append(piece.get(), progress.given);
    bytes.remove_prefix(progress.taken);
    if (progress.ended && bytes.empty()) return out;
    if (!progress.ended && progress.taken == 0 && progress.given == 0)
      fail(Code::kDataLoss, "inflate() failed: the compressed bytes end too early");
  }
}

// ---- InputStream ----

InputStream::InputStream(const std::string& path, Compression compression, size_t buffer_size)
    : file_(path), compression_(compression), capacity_(std::clamp(buffer_size, kLeastBuffer, kMostBuffer)) {
  if (compression == Compression::kGzip || compression == Compression::kZlib) {
    inflater_ = std::make_unique<Inflater>(compression);
    raw_ = std::make_unique_for_overwrite<char[]>(capacity_);
  } else {
    // A small file needs no more; one that has no size, as those of /proc, gets some.
    capacity_ = std::clamp<size_t>(file_.size() + 1, kLeastBuffer, capacity_);
  }
  buffer_ = std::make_unique_for_overwrite<char[]>(capacity_);
}

bool InputStream::fill() {
  if (begin_ < end_) return true;
  begin_ = end_ = 0;
  if (compression_ == Compression::kSnappy) return fill_with_block();
  if (!inflater_) {
    end_ = file_.read(offset_, buffer_.get(), capacity_);
    offset_ += end_;
    return end_ > 0;
  }
  for (;;) {
    if (raw_begin_ == raw_end_) {
      raw_begin_ = 0;
      raw_end_ = file_.read(offset_, raw_.get(), capacity_);
      offset_ += raw_end_;
      if (raw_end_ == 0 && !in_stream_) return false;
    }
    try {
      const Inflater::Progress progress =
          inflater_->inflate({raw_.get() + raw_begin_, raw_end_ - raw_begin_}, buffer_.get(), capacity_);
      GW_CHECK(progress.taken > 0 || progress.given > 0 || raw_begin_ < raw_end_, Code::kDataLoss,
               "the compressed file ends too early");
      raw_begin_ += progress.taken;
      end_ = progress.given;
      in_stream_ = !progress.ended;
    } catch (const Error& error) {
      fail(error.code(), error.message(), " (in ", path(), ", before byte ", offset_, ")");
    }
    if (end_ > 0) return true;
  }
}

// A length of four bytes, the highest first, and the block.
bool InputStream::fill_with_block() {
  do {
    unsigned char header[4];
    const size_t count = file_.read(offset_, header, sizeof(header));
    if (count == 0) return false;
    GW_CHECK(count == sizeof(header), Code::kDataLoss, path(), ": ends in the midst of a block's length");
    offset_ += sizeof(header);
    const size_t size = size_t{header[0]} << 24 | size_t{header[1]} << 16 | size_t{header[2]} << 8 | header[3];
    GW_CHECK(offset_ + size <= file_.size(), Code::kDataLoss, path(), ": ends in the midst of a block at ", offset_);
    std::string block(size, '\0');
    file_.read_exactly(offset_, block.data(), size);
    offset_ += size;
    const std::string bytes = snappy_decompress(block);
    if (bytes.size() > capacity_) {
      capacity_ = bytes.size();
      buffer_ = std::make_unique_for_overwrite<char[]>(capacity_);
    }
    std::memcpy(buffer_.get(), bytes.data(), bytes.size());
    end_ = bytes.size();
  } while (end_ == 0);
  return true;
}

size_t InputStream::read(void* to, size_t size) {
  auto* bytes = static_cast<char*>(to);
  size_t done = 0;
  while (done < size) {
    // Large pieces of plain files go past the buffer.
    if (is_plain() && begin_ == end_ && size - done >= capacity_) {
      const size_t count = file_.read(offset_, bytes + done, size - done);
      offset_ += count;
      done += count;
      break;
    }
    if (!fill()) break;
    const size_t count = std::min(size - done, end_ - begin_);
    std::memcpy(bytes + done, buffer_.get() + begin_, count);
    begin_ += count;
    done += count;
  }
  position_ += done;
  return done;
}

bool InputStream::read_line(std::string& line) {
  line.clear();
  bool any = false;
  while (fill()) {
    any = true;
    const char* from = buffer_.get() + begin_;
    const auto* end = static_cast<const char*>(std::memchr(from, '\n', end_ - begin_));
    const size_t count = end ? static_cast<size_t>(end - from) : end_ - begin_;
    line.append(from, count);
    begin_ += count + (end ? 1 : 0);
    position_ += count + (end ? 1 : 0);
    if (end) return true;
  }
  return any;
}

uint64_t InputStream::skip(uint64_t size) {
  uint64_t done = 0;
  while (done < size) {
    if (is_plain() && begin_ == end_) {
      const uint64_t left = file_.size() > offset_ ? file_.size() - offset_ : 0;
      const uint64_t count = std::min(size - done, left);
      offset_ += count;
      done += count;
      if (count > 0) continue;
    }
    if (!fill()) break;
    const uint64_t count = std::min<uint64_t>(size - done, end_ - begin_);
    begin_ += count;
    done += count;
  }
  position_ += done;
  return done;
}

bool InputStream::at_end() { return !fill(); }

uint64_t InputStream::most_left() const {
  if (!is_plain()) return UINT64_MAX;
  const uint64_t left = file_.size() > offset_ ? file_.size() - offset_ : 0;
  return left + (end_ - begin_);
}

// ---- OutputStream ----

OutputStream::OutputStream(const std::string& path, Compression compression, const CompressionSettings& settings,
                           FileWriter::Mode mode)
    : file_(path, mode), in_blocks_(compression == Compression::kSnappy) {
  if (compression == Compression::kGzip || compression == Compression::kZlib)
    deflater_ = std::make_unique<Deflater>(compression, settings);
}

OutputStream::~OutputStream() {
  if (file_.mode() == FileWriter::Mode::kWhole) return;
  try {
    finish();
  } catch (const Error&) {  // NOLINT: whoever wants to know calls finish()
  }
}

void OutputStream::deflate(std::string_view bytes, Deflater::Flush flush) {
  out_.clear();
  deflater_->deflate(bytes, flush, out_);
  file_.append(out_);
}

void OutputStream::write_block() {
  if (block_.empty()) return;
  const std::string packed = snappy_compress(block_);
  const auto size = static_cast<uint32_t>(packed.size());
  const char header[] = {static_cast<char>(size >> 24), static_cast<char>(size >> 16), static_cast<char>(size >> 8),
                         static_cast<char>(size)};
  file_.append(header, sizeof(header));
  file_.append(packed);
  block_.clear();
}

void OutputStream::write(std::string_view bytes) {
  GW_CHECK(!finished_, Code::kFailedPrecondition, path(), ": the file is closed");
  if (deflater_) {
    deflate(bytes, Deflater::Flush::kNone);
  } else if (in_blocks_) {
    while (!bytes.empty()) {
      const size_t count = std::min(bytes.size(), kBlock - block_.size());
      block_ += bytes.substr(0, count);
      bytes.remove_prefix(count);
      if (block_.size() == kBlock) write_block();
    }
  } else {
    file_.append(bytes);
  }
}

void OutputStream::flush() {
  GW_CHECK(!finished_, Code::kFailedPrecondition, path(), ": the file is closed");
  if (deflater_) deflate({}, Deflater::Flush::kSync);
  write_block();
  file_.flush();
}

void OutputStream::finish() {
  if (finished_) return;
  finished_ = true;
  if (deflater_) deflate({}, Deflater::Flush::kFinish);
  write_block();
  file_.finish();
}

}  // namespace graphwright
