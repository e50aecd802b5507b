// RowSource: a data set whose elements are the rows of tensors, which can be made in any order.
#pragma once

#include "data/dataset.h"

namespace graphwright::data {

class RowSource : public Dataset {
 public:
  // True where they are rows: element i of each iterator is then row(i), and its skip() stops at their end.
  virtual bool has_rows() const = 0;
  virtual void row(int64_t i, Element& out) const = 0;
};

}  // namespace graphwright::data
