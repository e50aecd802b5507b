// _NormalizeRows: what a pass makes of a layer normalization. Each row gets its mean and variance, what is computed of
// these, and then all that is done to its elements, while it is in the cache.
#include "base/parallel.h"
#include "kernels/fused_elementwise.h"
#include "kernels/row_loops.h"
#include "op/context.h"

namespace graphwright {
namespace {

constexpr int64_t kGrain = 16'384;  // elements worth a second thread
constexpr int64_t kBlock = 4'096;   // elements that are worked on at a time

using Functions = std::vector<Ref<FunctionRef>>;

void normalize_rows_shape(ShapeContext& ctx) {
  const Shape& x = ctx.input(0);
  const int64_t axes = ctx.attr<int64_t>("num_axes");
  if (axes < 1 || (x.has_rank() && axes > x.rank())) ctx.fail("num_axes must be in [1, rank of x], got ", axes);
  ctx.set_output(0, x);
}

// A chain and where its inputs come from: from 0 on, the op's inputs; below, the values of rows, mean and variance
// first.
struct Chain {
  const FusedElementwise* function;
  std::span<const int64_t> sources;
};

class Normalization {
 public:
  explicit Normalization(KernelContext& ctx) : ctx_(ctx) {
    const Shape& shape = ctx.input(0).shape();
    const int64_t axes = ctx.attr<int64_t>("num_axes");
    for (int i = 0; i < shape.rank(); ++i) (i < shape.rank() - axes ? rows_ : width_) *= shape[i];
    const AttrValue* given = ctx.attrs().find("sources");
    const AttrValue* small = ctx.attrs().find("of_rows");
    if (!given || !small) ctx.fail("sources and of_rows must be given");
    sources_ = std::get<std::vector<int64_t>>(*given);
    for (const Ref<FunctionRef>& function : std::get<Functions>(*small)) add(function);
    add(ctx.attrs().get<Ref<FunctionRef>>("f"));
    if (taken_ != sources_.size()) ctx.fail("there are more sources than inputs of functions");
    check();
  }

  template <class T>
  void run() const {
    const RowLoops<T>& loops = row_loops<T>();
    const T* x = ctx_.input(0).data<T>();
    const Tensor out = ctx_.output(0);
    if (out.num_elements() == 0) return;
    const int64_t block = std::max<int64_t>(1, kBlock / width_);
    const int64_t values = static_cast<int64_t>(chains_.size()) + 1;  // the last chain's are the result
    parallel_for(rows_, kGrain / width_ + 1, [&](int64_t begin, int64_t end) {
      std::vector<T> of_rows(static_cast<size_t>(values * block));
      for (int64_t first = begin; first < end; first += block) {
        const int64_t count = std::min(block, end - first);
        for (int64_t i = 0; i < count; ++i) {
          const T* row = x + (first + i) * width_;
          const T mean = of_rows[i] = loops.sum(row, width_) / static_cast<T>(width_);
          of_rows[block + i] = loops.squared_differences(row, mean, width_) / static_cast<T>(width_);
        }
        for (size_t k = 0; k < chains_.size(); ++k) {
          const bool last = k + 1 == chains_.size();
          const void* inputs[FusedElementwise::kMostInputs];
          for (size_t i = 0; i < chains_[k].sources.size(); ++i)
            inputs[i] = input(chains_[k], i, first, last, of_rows.data(), block);
          if (last) {
            chains_[k].function->run_alone(inputs, out.data<T>() + first * width_, count * width_);
          } else {
            chains_[k].function->run_alone(inputs, of_rows.data() + static_cast<int64_t>(k + 2) * block, count);
          }
        }
      }
    });
  }

 private:
  void add(const Ref<FunctionRef>& given) {
    const auto* function = dynamic_cast<const FusedElementwise*>(given.get());
    if (!function) ctx_.fail("its functions must be chains of elementwise steps");
    if (function->num_inputs() > sources_.size() - taken_) ctx_.fail("there is a source missing");
    chains_.push_back({function, std::span(sources_).subspan(taken_, function->num_inputs())});
    taken_ += function->num_inputs();
  }

  // Everything that a chain reads is there.
  void check() const {
    const DType dtype = ctx_.input(0).dtype();
    for (size_t k = 0; k < chains_.size(); ++k) {
      const bool last = k + 1 == chains_.size();
      if (chains_[k].function->output_dtype() != dtype) ctx_.fail("all results must be ", dtype);
      for (size_t i = 0; i < chains_[k].sources.size(); ++i) {
        const int64_t source = chains_[k].sources[i];
        const FusedInput& layout = chains_[k].function->inputs()[i];
        bool good = false;
        if (source < 0) {
          const bool each = layout.kind == FusedInput::Kind::kSame;
          const bool spread = layout.kind == FusedInput::Kind::kRows && layout.width == width_ && layout.row == 1 &&
                              layout.column == 0 && layout.offset == 0;
          good = source >= -static_cast<int64_t>(k) - 2 && layout.dtype == dtype && (last ? spread : each);
        } else if (source < ctx_.num_inputs()) {
          const Tensor& tensor = ctx_.input(static_cast<int>(source));
          good = tensor.dtype() == layout.dtype && fits(layout, tensor.num_elements(), last);
        }
        if (!good) ctx_.fail("source ", source, " is not what its function takes");
      }
    }
  }
  bool fits(const FusedInput& layout, int64_t elements, bool last) const {
    if (layout.kind == FusedInput::Kind::kScalar) return elements == 1;
    if (!last) return false;
    if (layout.kind == FusedInput::Kind::kSame) return elements == rows_ * width_;
    const bool small = layout.row >= 0 && layout.column >= 0 && layout.offset >= 0 && layout.row <= elements &&
                       layout.column <= elements && layout.offset <= elements;
    if (!small || layout.width != width_) return false;
    if (rows_ == 0 || width_ == 0) return true;
    const __int128 most = layout.offset + static_cast<__int128>(rows_ - 1) * layout.row +
                          static_cast<__int128>(width_ - 1) * layout.column;
    return most < elements;
  }

  template <class T>
  const void* input(const Chain& chain, size_t i, int64_t row, bool last, const T* of_rows, int64_t block) const {
    const int64_t source = chain.sources[i];
    if (source < 0) return of_rows + (-source - 1) * block;
    const FusedInput& layout = chain.function->inputs()[i];
    const auto* bytes = static_cast<const char*>(ctx_.input(static_cast<int>(source)).raw());
    if (!last || layout.kind == FusedInput::Kind::kScalar) return bytes;
    const int64_t step = layout.kind == FusedInput::Kind::kSame ? width_ : layout.row;
    return bytes + row * step * static_cast<int64_t>(dtype_size(layout.dtype));
  }

  KernelContext& ctx_;
  int64_t rows_ = 1, width_ = 1;
  std::vector<int64_t> sources_;
  size_t taken_ = 0;
  std::vector<Chain> chains_;
};

void normalize_rows_cpu(KernelContext& ctx) {
  const Normalization normalization(ctx);
  ctx.input(0).dtype() == DType::kFloat64 ? normalization.run<double>() : normalization.run<float>();
}

DEFINE_OP("_NormalizeRows")
    .input("x: T")
    .input("args: Tin")
    .output("y: T")
    .attr("T: {float, double}")
    .attr("Tin: list(type) >= 0")
    .attr("num_axes: int")
    .attr("f: func")
    .attr("of_rows: list(func)")
    .attr("sources: list(int)")
    .doc(
        "An elementwise function of x, of its means and variances over the last `num_axes` axes, and of what functions "
        "`of_rows` make of these; `sources` says what their inputs are.")
    .shape(normalize_rows_shape)
    .kernel(CPU, normalize_rows_cpu)
    .no_gradient("made after gradients are");

}  // namespace
}  // namespace graphwright
