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

  // The declared types of its elements, when it is made. Throws InvalidArgument where they are others; nothing
  // stands for anything.
  void declare(std::vector<DType> types, std::vector<Shape> shapes);
  void check_declared(const std::vector<DType>& types, const std::vector<Shape>& shapes) const;
  // Begins to go through a data set, instead of any other one.
  void begin(const Dataset& dataset);
  // True where there was another element. Throws FailedPrecondition before begin().
  bool next(Element& out);
  // The position. First, `check` is told the op that keeps what no state has, "" for none; it may throw.
  std::string save(const std::function<void(const std::string&)>& check);
  // Goes on from there. Throws NotFound, and stays where it was, where the state is that of something else.
  void restore(std::string_view state);

 private:
  void check_begun(const char* what) const;

  std::mutex mutex_;
  Ref<Cancellation> cancellation_;
  Input input_;
  Ref<const Dataset> dataset_;  // that it goes through
  std::vector<DType> types_;
  std::vector<Shape> shapes_;
};

// A new one, of what the op's attrs say.
Ref<IteratorResource> declared_iterator(const KernelContext& ctx);

}  // namespace graphwright::data
