// source_block: where in a file's text the statement or block ends that starts on a given line.
#pragma once

#include <cstddef>
#include <string_view>

namespace graphwright::autograph {

// The number of characters from the start of `text` to the end of its first compound statement (a `def` with its
// decorators and its whole block) or simple statement. Understands strings, f-strings, brackets, comments and continued
// lines, no more.
size_t block_length(std::string_view text);

}  // namespace graphwright::autograph
