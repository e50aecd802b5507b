// IteratorResource: an iterator that lives behind a handle, as tf.data.Iterator and the ops on iterators use it.
#pragma once

#include <mutex>

#include "data/dataset.h"
#include "tensor/resource.h"

namespace graphwright::data {

class IteratorResource final : public Resource {
 public:
  ~IteratorResource() override;

  // The iterator behind a handle; throws InvalidArgument for any other tensor.
  static IteratorResource& of(const Value& handle);

  // Begins to go through a data set, instead of any other one.
  void begin(const Dataset& dataset);
  // Whether there was another element. Throws FailedPrecondition before begin().
  bool next(Element& out);

 private:
  std::mutex mutex_;
  Ref<Cancellation> cancellation_;
  Input input_;
  bool begun_ = false;
};

}  // namespace graphwright::data
