// InitializeTableFromDataset: a lookup table of the pairs that a data set gives.
#include "data/dataset.h"
#include "op/dispatch.h"
#include "ops/state/lookup_table.h"

namespace graphwright::data {
namespace {

Tensor stacked_scalars(DType dtype, const std::vector<Tensor>& scalars) {
  Tensor all = Tensor::allocate(dtype, Shape{static_cast<int64_t>(scalars.size())});
  for (size_t i = 0; i < scalars.size(); ++i)
    copy_elements(dtype, static_cast<char*>(all.raw()) + i * dtype_size(dtype), scalars[i].raw(), 1);
  return all;
}

void fill_table(KernelContext& ctx) {
  LookupTable& table = LookupTable::of(ctx.inputs()[0]);
  Ref<Dataset> dataset = dataset_input(ctx, 1);
  std::vector<Tensor> keys, values;
  unlocked([&] {
    InterpreterScope eagerly(&eager_interpreter());
    Context context = Context::fresh(*dataset);
    try {
      Input input = dataset->begin(context);
      Element element;
      while (input.next(element)) {
        check_element({table.key_dtype(), table.value_dtype()}, {Shape(), Shape()}, element);
        keys.emplace_back(std::move(element[0]));
        values.emplace_back(std::move(element[1]));
      }
    } catch (...) {
      context.cancellation->cancel();
      throw;
    }
    context.cancellation->cancel();
  });
  table.replace(stacked_scalars(table.key_dtype(), keys), stacked_scalars(table.value_dtype(), values));
}

DEFINE_OP("InitializeTableFromDataset")
    .input("table_handle: resource")
    .input("dataset: variant")
    .doc("Fills a table with the pairs of key and value that a data set gives.")
    .shape([](ShapeContext&) {})
    .kernel(CPU, fill_table)
    .stateful()
    .no_gradient("a table is no number");

}  // namespace
}  // namespace graphwright::data
