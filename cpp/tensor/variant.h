// VariantObject: the base of objects behind tensors of dtype variant (tensor lists, data sets, optionals …).
#pragma once

#include "base/error.h"
#include "base/ref.h"

namespace graphwright {

// Such objects never change once others can see them, so tensors share them freely.
class VariantObject : public RefCounted {
 public:
  // The name in messages and reprs: "TensorList".
  virtual const char* type_name() const = 0;
  // The object that is to this one what zeros are to a tensor.
  virtual Ref<RefCounted> zeros_like() const {
    fail(Code::kUnimplemented, "ZerosLike is not defined for a variant that holds a ", type_name());
  }
  // The sum of two such objects.
  virtual Ref<RefCounted> add(const VariantObject& other) const {
    fail(Code::kUnimplemented, "addition is not defined for variants that hold a ", type_name(), " and a ",
         other.type_name());
  }
};

}  // namespace graphwright
