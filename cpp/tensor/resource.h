// Resource: base of the objects behind resource handles (variables, tables, generators …).
#pragma once

#include "base/dtype.h"
#include "base/ref.h"
#include "base/shape.h"

namespace graphwright {

class Resource : public RefCounted {
 public:
  // For resources that hold a tensor: its dtype and what is known of its shape; kInvalid for others.
  virtual DType value_dtype() const { return DType::kInvalid; }
  virtual Shape value_shape() const { return Shape::unknown(); }
};

}  // namespace graphwright
