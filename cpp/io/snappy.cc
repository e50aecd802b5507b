// A block: the length of the bytes as a varint, then pieces: literal bytes (tag 0) and copies of what was before (tags
// 1 to 3: with an offset of 11, 16 or 32 bits).
#include "io/snappy.h"

#include <bit>
#include <cstring>
#include <vector>

#include "base/error.h"
#include "io/fields.h"

namespace graphwright {
namespace {

constexpr size_t kWindow = size_t{1} << 16;  // references reach so far back at most
constexpr int kHashBits = 14;

uint32_t four_at(const char* at) {
  uint32_t bits;
  std::memcpy(&bits, at, 4);
  return bits;
}

void put_literal(std::string& out, const char* from, size_t size) {
  if (size == 0) return;
  const size_t last = size - 1;
  if (last < 60) {
    out += static_cast<char>(last << 2);
  } else {
    const int bytes = (std::bit_width(last) + 7) / 8;
    out += static_cast<char>((59 + bytes) << 2);
    for (int i = 0; i < bytes; ++i) out += static_cast<char>(last >> (8 * i));
  }
  out.append(from, size);
}

void put_copy(std::string& out, size_t offset, size_t size) {
  // Short ones near by take two bytes; no piece is longer than 64, and none of what is cut shorter than 4.
  while (size > 0) {
    const size_t piece = size <= 64 ? size : size < 68 ? 60 : 64;
    if (piece >= 4 && piece < 12 && offset < 2048) {
      out += static_cast<char>(1 | (piece - 4) << 2 | (offset >> 8) << 5);
      out += static_cast<char>(offset);
    } else {
      out += static_cast<char>(2 | (piece - 1) << 2);
      out += static_cast<char>(offset);
      out += static_cast<char>(offset >> 8);
    }
    size -= piece;
  }
}

[[noreturn]] void fail_block(const char* why) { fail(Code::kDataLoss, "not a whole block of snappy's format: ", why); }

}  // namespace

std::string snappy_compress(std::string_view bytes) {
  GW_CHECK_ARG(bytes.size() <= UINT32_MAX, "a block of ", bytes.size(), " bytes is too long for snappy's format");
  std::string out;
  put_varint(out, bytes.size());
  std::vector<uint32_t> places(size_t{1} << kHashBits, UINT32_MAX);  // by hash: where four such bytes were last
  const char* begin = bytes.data();
  const size_t size = bytes.size();
  size_t at = 0, literal = 0;
  while (at + 4 <= size) {
    const uint32_t four = four_at(begin + at);
    uint32_t& place = places[(four * 0x1e35a7bdu) >> (32 - kHashBits)];
    const uint32_t before = place;
    place = static_cast<uint32_t>(at);
    if (before == UINT32_MAX || at - before >= kWindow || four_at(begin + before) != four) {
      at += 1 + ((at - literal) >> 5);  // less and less often where nothing repeats
      continue;
    }
    put_literal(out, begin + literal, at - literal);
    size_t length = 4;
    while (at + length < size && begin[before + length] == begin[at + length]) ++length;
    put_copy(out, at - before, length);
    at += length;
    literal = at;
  }
  put_literal(out, begin + literal, size - literal);
  return out;
}

std::string snappy_decompress(std::string_view block) {
  uint64_t size = 0;
  if (!take_varint(block, size) || size > UINT32_MAX) fail_block("it has no length");
  // A copy of 64 bytes takes 3: a length beyond that is not believed.
  if (size > (block.size() + 1) * 64) fail_block("its length is more than it can hold");
  std::string out;
  out.reserve(size);
  const auto number = [&](int bytes) {
    if (block.size() < static_cast<size_t>(bytes)) fail_block("it ends in the midst of a piece");
    uint64_t value = 0;
    for (int i = 0; i < bytes; ++i) value |= uint64_t{static_cast<uint8_t>(block[static_cast<size_t>(i)])} << (8 * i);
    block.remove_prefix(static_cast<size_t>(bytes));
    return value;
  };
  while (!block.empty()) {
    const auto tag = static_cast<uint32_t>(number(1));
    if ((tag & 3) == 0) {
      uint64_t length = tag >> 2;
      if (length >= 60) length = number(static_cast<int>(length) - 59);
      ++length;
      if (length > block.size() || length > size - out.size()) fail_block("a literal is too long");
      out.append(block.substr(0, length));
      block.remove_prefix(length);
      continue;
    }
    const size_t length = (tag & 3) == 1 ? 4 + (tag >> 2 & 7) : 1 + (tag >> 2);
    const uint64_t offset = (tag & 3) == 1 ? (uint64_t{tag >> 5} << 8) + number(1) : number((tag & 3) == 2 ? 2 : 4);
    if (offset == 0 || offset > out.size() || length > size - out.size()) fail_block("a copy is of what is not there");
    for (size_t i = 0; i < length; ++i) out += out[out.size() - offset];
  }
  if (out.size() != size) fail_block("it is shorter than its length says");
  return out;
}

}  // namespace graphwright
