// The streams to which PrintV2 and Print write.
#pragma once

#include <string_view>

namespace graphwright {

// `stream` is "stdout", "stderr", "log(info)", "log(warning)", "log(error)" or "file://…".
using PrintSink = void (*)(std::string_view stream, std::string_view text);
// Replaces the C library's streams; bind/ writes to Python's.
void set_print_sink(PrintSink sink);
// Writes to one of the first five of these.
void print_text(std::string_view stream, std::string_view text);

}  // namespace graphwright
