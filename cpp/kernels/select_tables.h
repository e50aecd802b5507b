// Choosing between two rows of elements, by ISA level.
#pragma once

#include <cstdint>

namespace graphwright {

// out[i] = condition[i] ? a[i] : b[i]; where `a` (or `b`) is a scalar, its one element serves all i. out may be a or b.
using SelectFn = void (*)(const uint8_t* condition, const void* a, const void* b, void* out, int64_t n);
struct SelectTables {
  SelectFn fns[5][2][2];  // [log2 of the element's size][a is a vector][b is a vector]
};

namespace v2 {
SelectTables select_tables();
}
namespace v3 {
SelectTables select_tables();
}
namespace v4 {
SelectTables select_tables();
}

}  // namespace graphwright
