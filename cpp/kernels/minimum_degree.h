// Orders of the rows of sparse symmetric matrices in which their Cholesky factors stay sparse.
#pragma once

#include <cstdint>
#include <vector>

namespace graphwright {

// Approximate minimum degree. neighbours[i] are the columns of row i that have an element, each once, its own among
// them; the pattern must be symmetric. Gives the row that is eliminated first, second and so on. Rows that have very
// many elements, or none in the diagonal, come last.
std::vector<int32_t> minimum_degree_order(std::vector<std::vector<int32_t>> neighbours);

}  // namespace graphwright
