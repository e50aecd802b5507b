// Snappy blocks: bytes with repetitions as references back, quick to write and to read.
#pragma once

#include <string>
#include <string_view>

namespace graphwright {

// At most 4 GiB - 1 bytes.
std::string snappy_compress(std::string_view bytes);
// Throws DataLoss where the bytes are no such block.
std::string snappy_decompress(std::string_view block);

}  // namespace graphwright
