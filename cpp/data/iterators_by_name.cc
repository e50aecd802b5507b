// Iterators that a graph names: those that a session initialises, those that begin by themselves, and handles as text.
#include <map>
#include <mutex>
#include <string>

#include "base/at_fork.h"
#include "data/iterator_resource.h"
#include "op/kernel_state.h"
#include "op/older_op.h"
#include "ops/shared_by_name.h"

namespace graphwright::data {
namespace {

constexpr const char* kNoGradient = "a handle is no number";

void set_handle(KernelContext& ctx, Ref<IteratorResource> iterator) {
  ctx.set_output(0, Tensor::handle(DType::kResource, std::move(iterator)));
}

void named_iterator(KernelContext& ctx) {
  set_handle(ctx, shared_by_attrs<IteratorResource>(ctx, [&] { return declared_iterator(ctx); }));
}

void one_shot_iterator(KernelContext& ctx) {
  auto make = [&] {
    auto iterator = declared_iterator(ctx);
    iterator->begin(*UserFunction(ctx, "dataset_factory", 0, 0).dataset({}));
    return iterator;
  };
  Ref<IteratorResource> iterator;
  if (ctx.attr<std::string>("shared_name").empty())
    iterator = kept_state<IteratorResource>(ctx, make);
  else
    iterator = shared_by_attrs<IteratorResource>(ctx, make);
  set_handle(ctx, iterator ? iterator : make());
}

// ---- handles as text. Iterators that have one live as long as the process ----

struct Texts {
  GlobalMutex& mutex = GlobalMutex::make();
  std::map<std::string, Ref<IteratorResource>, std::less<>> iterators;
};

Texts& texts() {
  static auto* all = new Texts;
  return *all;
}

void to_text(KernelContext& ctx) {
  IteratorResource& iterator = IteratorResource::of(ctx.inputs()[0]);
  std::string text = "iterator " + std::to_string(reinterpret_cast<uintptr_t>(&iterator));
  {
    std::lock_guard lock(texts().mutex);
    texts().iterators.emplace(text, Ref<IteratorResource>(&iterator));
  }
  ctx.set_output(0, Tensor::scalar<std::string>(std::move(text)));
}

void from_text(KernelContext& ctx) {
  const Tensor& text = ctx.input(0);
  if (!text.shape().is_scalar()) ctx.fail("string_handle must be a scalar, got ", text.shape());
  Ref<IteratorResource> iterator;
  {
    std::lock_guard lock(texts().mutex);
    auto found = texts().iterators.find(*text.data<std::string>());
    if (found != texts().iterators.end()) iterator = found->second;
  }
  if (!iterator) ctx.fail("Could not parse string_handle as a valid ResourceHandle");
  iterator->check_declared(ctx.attr<std::vector<DType>>("output_types"), ctx.attr<std::vector<Shape>>("output_shapes"));
  set_handle(ctx, std::move(iterator));
}

DEFINE_OP("IteratorV2")
    .output("handle: resource")
    .attr("shared_name: string")
    .attr("container: string")
    .attr("output_types: list(type) >= 1")
    .attr("output_shapes: list(shape) >= 1")
    .doc("The iterator of that name, which MakeIterator has go through a data set.")
    .shape(dataset_shape)
    .kernel(CPU, named_iterator)
    .stateful()
    .no_gradient(kNoGradient);

DEFINE_OLDER_OP("Iterator", "IteratorV2");

DEFINE_OP("OneShotIterator")
    .output("handle: resource")
    .attr("dataset_factory: func")
    .attr("output_types: list(type) >= 1")
    .attr("output_shapes: list(shape) >= 1")
    .attr("container: string = ''")
    .attr("shared_name: string = ''")
    .doc("An iterator that goes once through the data set that a function makes.")
    .shape(dataset_shape)
    .kernel(CPU, one_shot_iterator)
    .stateful()
    .no_gradient(kNoGradient);

DEFINE_OP("IteratorToStringHandle")
    .input("resource_handle: resource")
    .output("string_handle: string")
    .doc("A text that stands for an iterator in this process.")
    .shape(dataset_shape)
    .kernel(CPU, to_text)
    .stateful()
    .no_gradient(kNoGradient);

DEFINE_OP("IteratorFromStringHandleV2")
    .input("string_handle: string")
    .output("resource_handle: resource")
    .attr("output_types: list(type) >= 0 = []")
    .attr("output_shapes: list(shape) >= 0 = []")
    .doc("The iterator that a text stands for.")
    .shape(dataset_shape)
    .kernel(CPU, from_text)
    .stateful()
    .no_gradient(kNoGradient);

DEFINE_OLDER_OP("IteratorFromStringHandle", "IteratorFromStringHandleV2");

void tell_device(KernelContext& ctx) {
  (void)ctx.input(0).object<RefCounted>();
  ctx.set_output(0, Tensor::scalar<std::string>("/job:localhost/replica:0/task:0/device:CPU:0"));
}

DEFINE_OP("IteratorGetDevice")
    .input("resource: resource")
    .output("device: string")
    .doc("The device that an iterator is on, which is always the host's.")
    .shape(dataset_shape)
    .kernel(CPU, tell_device)
    .stateful()
    .no_gradient(kNoGradient);

DEFINE_OLDER_OP("ExperimentalIteratorGetDevice", "IteratorGetDevice");

}  // namespace
}  // namespace graphwright::data
