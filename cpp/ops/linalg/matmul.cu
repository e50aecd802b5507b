// MatMul and its batched forms on GPUs, by cuBLASLt.
#include <cublasLt.h>

#include <cstring>
#include <map>

#include "device/cuda.cuh"
#include "kernels/broadcast.h"

namespace graphwright::cuda {
namespace {

constexpr size_t kWorkspace = size_t{32} << 20;

void check(cublasStatus_t status, const char* what) {
  if (status == CUBLAS_STATUS_SUCCESS) return;
  const int32_t code = status == CUBLAS_STATUS_NOT_SUPPORTED ? kPluginUnimplemented : kPluginInternal;
  throw Failure{code, std::string("cuBLASLt: ") + what + ": " + cublasLtGetStatusString(status)};
}

// `batch` products C = op(A) op(B) of row-major matrices without gaps; strides count elements from matrix to matrix.
struct Product {
  DType dtype;
  bool transpose_a, transpose_b;
  int64_t m, n, k;
  int64_t batch = 1, a_stride = 0, b_stride = 0;
  const char* a;
  const char* b;
  char* c;
};

cudaDataType data_type(DType dtype) {
  switch (dtype) {
    case DType::kFloat64:
      return CUDA_R_64F;
    case DType::kHalf:
      return CUDA_R_16F;
    case DType::kBfloat16:
      return CUDA_R_16BF;
    default:
      return CUDA_R_32F;
  }
}

int64_t element_size(DType dtype) { return dtype == DType::kFloat64 ? 8 : dtype == DType::kFloat32 ? 4 : 2; }

// The largest power of two up to 256 that divides the address.
uint32_t alignment(const void* address) {
  uint32_t bytes = 256;
  while (reinterpret_cast<uintptr_t>(address) % bytes != 0) bytes /= 2;
  return bytes;
}

// What cuBLASLt's choice of an algorithm depends on; all plain numbers, compared as bytes.
struct Key {
  int64_t numbers[14];
  bool operator<(const Key& other) const { return std::memcmp(numbers, other.numbers, sizeof(numbers)) < 0; }
};

// The descriptions of one product, freed at the end.
class Description {
 public:
  // cuBLASLt counts by columns, where a row-major matrix is its own transpose: C' = op(B)' op(A)'.
  explicit Description(const Product& p) {
    const bool wide = p.dtype == DType::kFloat64;
    const cublasComputeType_t compute = wide                                              ? CUBLAS_COMPUTE_64F
                                        : p.dtype == DType::kFloat32 && tensor_float_32() ? CUBLAS_COMPUTE_32F_FAST_TF32
                                                                                          : CUBLAS_COMPUTE_32F;
    check(cublasLtMatmulDescCreate(&product, compute, wide ? CUDA_R_64F : CUDA_R_32F), "describing a product");
    const cublasOperation_t left = p.transpose_b ? CUBLAS_OP_T : CUBLAS_OP_N;
    const cublasOperation_t right = p.transpose_a ? CUBLAS_OP_T : CUBLAS_OP_N;
    check(cublasLtMatmulDescSetAttribute(product, CUBLASLT_MATMUL_DESC_TRANSA, &left, sizeof(left)), "transposing");
    check(cublasLtMatmulDescSetAttribute(product, CUBLASLT_MATMUL_DESC_TRANSB, &right, sizeof(right)), "transposing");
    const cudaDataType type = data_type(p.dtype);
    matrix(&b, type, p.transpose_b ? p.k : p.n, p.transpose_b ? p.n : p.k, p.batch, p.b_stride);
    matrix(&a, type, p.transpose_a ? p.m : p.k, p.transpose_a ? p.k : p.m, p.batch, p.a_stride);
    matrix(&c, type, p.n, p.m, p.batch, p.m * p.n);
  }
  ~Description() {
    for (cublasLtMatrixLayout_t layout : {a, b, c})
      if (layout) cublasLtMatrixLayoutDestroy(layout);
    if (product) cublasLtMatmulDescDestroy(product);
  }
  Description(const Description&) = delete;
  Description& operator=(const Description&) = delete;

  cublasLtMatmulDesc_t product = nullptr;
  cublasLtMatrixLayout_t a = nullptr, b = nullptr, c = nullptr;

 private:
  static void matrix(cublasLtMatrixLayout_t* layout, cudaDataType type, int64_t rows, int64_t columns, int64_t batch,
                     int64_t stride) {
    check(cublasLtMatrixLayoutCreate(layout, type, rows, columns, rows), "describing a matrix");
    if (batch == 1) return;
    const auto count = static_cast<int32_t>(batch);
    check(cublasLtMatrixLayoutSetAttribute(*layout, CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, &count, sizeof(count)),
          "batching");
    check(
        cublasLtMatrixLayoutSetAttribute(*layout, CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET, &stride, sizeof(stride)),
        "batching");
  }
};

struct Blas {
  cublasLtHandle_t handle = nullptr;
  std::map<Key, cublasLtMatmulHeuristicResult_t> choices;
};

// By device; guarded by the device's mutex but for the map itself.
Blas& blas_of(const Device& device) {
  static std::mutex mutex;
  static auto* table = new std::map<int, Blas>;
  std::lock_guard lock(mutex);
  Blas& blas = (*table)[device.ordinal];
  if (!blas.handle) check(cublasLtCreate(&blas.handle), "starting");
  return blas;
}

const cublasLtMatmulHeuristicResult_t& choose(Blas& blas, const Product& p, const Description& d) {
  const Key key{{static_cast<int64_t>(p.dtype), p.transpose_a, p.transpose_b, p.m, p.n, p.k, p.batch, p.a_stride,
                 p.b_stride, alignment(p.a), alignment(p.b), alignment(p.c), tensor_float_32(), 0}};
  auto known = blas.choices.find(key);
  if (known != blas.choices.end()) return known->second;
  cublasLtMatmulPreference_t preference;
  check(cublasLtMatmulPreferenceCreate(&preference), "choosing an algorithm");
  auto set = [&](cublasLtMatmulPreferenceAttributes_t name, const auto& value) {
    return cublasLtMatmulPreferenceSetAttribute(preference, name, &value, sizeof(value));
  };
  set(CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, kWorkspace);
  set(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_A_BYTES, alignment(p.b));
  set(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_B_BYTES, alignment(p.a));
  set(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_C_BYTES, alignment(p.c));
  set(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_D_BYTES, alignment(p.c));
  cublasLtMatmulHeuristicResult_t result{};
  int found = 0;
  const cublasStatus_t status =
      cublasLtMatmulAlgoGetHeuristic(blas.handle, d.product, d.b, d.a, d.c, d.c, preference, 1, &result, &found);
  cublasLtMatmulPreferenceDestroy(preference);
  check(status, "choosing an algorithm");
  if (found == 0) throw Failure{kPluginUnimplemented, "cuBLASLt has no algorithm for this product"};
  if (blas.choices.size() >= 4096) blas.choices.clear();
  return blas.choices[key] = result;
}

void multiply(Device& device, const Product& p) {
  Blas& blas = blas_of(device);
  const Description description(p);
  const cublasLtMatmulHeuristicResult_t& choice = choose(blas, p, description);
  const Scratch workspace(device, choice.workspaceSize);
  const double one = 1, zero = 0;
  const float one_f = 1, zero_f = 0;
  const bool wide = p.dtype == DType::kFloat64;
  check(cublasLtMatmul(blas.handle, description.product, wide ? static_cast<const void*>(&one) : &one_f, p.b,
                       description.b, p.a, description.a, wide ? static_cast<const void*>(&zero) : &zero_f, p.c,
                       description.c, p.c, description.c, &choice.algo, workspace.data(), choice.workspaceSize,
                       device.stream),
        "multiplying");
}

// The operands of the product in the last two axes.
Product product_of(const PluginCall& call, const char* transpose_a, const char* transpose_b) {
  const PluginTensor &a = call.inputs[0], &b = call.inputs[1], &c = call.outputs[0];
  Product p{};
  p.dtype = dtype(a);
  p.transpose_a = call.integer(&call, transpose_a) != 0;
  p.transpose_b = call.integer(&call, transpose_b) != 0;
  p.m = c.sizes[c.rank - 2];
  p.n = c.sizes[c.rank - 1];
  p.k = a.sizes[a.rank - (p.transpose_a ? 2 : 1)];
  p.batch = 1;
  p.a = static_cast<const char*>(a.data);
  p.b = static_cast<const char*>(b.data);
  p.c = static_cast<char*>(c.data);
  return p;
}

bool is_empty_sum(const Product& p, const PluginTensor& c, Device& device) {
  if (p.k > 0) return false;
  cuda::check(cudaMemsetAsync(c.data, 0, num_elements(c) * element_size(p.dtype), device.stream), "clearing");
  return true;
}

void matmul(PluginCall& call, Device& device) {
  const Product p = product_of(call, "transpose_a", "transpose_b");
  if (!is_empty_sum(p, call.outputs[0], device)) multiply(device, p);
}

void batch_matmul(PluginCall& call, Device& device) {
  const PluginTensor &x = call.inputs[0], &y = call.inputs[1], &out = call.outputs[0];
  if (x.dtype != y.dtype || x.dtype != out.dtype)
    throw Failure{kPluginUnimplemented, "products of different types are the CPU's"};
  Product p = product_of(call, "adj_x", "adj_y");
  if (is_empty_sum(p, out, device)) return;
  auto batch_shape = [](const PluginTensor& tensor) {
    return Shape(std::span<const int64_t>(tensor.sizes, static_cast<size_t>(tensor.rank - 2)));
  };
  const Shape xs = batch_shape(x), ys = batch_shape(y);
  const BroadcastAxes<2> layout(batch_shape(out), {&xs, &ys});
  const auto& inner = layout.inner();
  const int64_t size = element_size(p.dtype), a_size = p.m * p.k * size, b_size = p.k * p.n * size,
                c_size = p.m * p.n * size;
  if (layout.axes.size() == 1 && inner.strides[0] == 1 && inner.strides[1] == 0 && !p.transpose_a) {
    p.m *= inner.size;  // one matrix on the right for all: the batch is just more rows
  } else {
    p.batch = inner.size;
    p.a_stride = inner.strides[0] * p.m * p.k;
    p.b_stride = inner.strides[1] * p.k * p.n;
  }
  layout.for_each_row(0, layout.rows(), [&](int64_t row, const std::array<int64_t, 2>& offsets) {
    Product part = p;
    part.a += offsets[0] * a_size;
    part.b += offsets[1] * b_size;
    part.c += row * inner.size * c_size;
    multiply(device, part);
  });
}

constexpr uint64_t kTypes = dtype_bits(DType::kFloat32, DType::kFloat64, DType::kHalf, DType::kBfloat16);

const Registration registration{
    {"MatMul", 0, kTypes, 0, run<matmul>, nullptr},
    {"BatchMatMul", 0, kTypes, 0, run<batch_matmul>, nullptr},
    {"BatchMatMulV2", 0, kTypes, 0, run<batch_matmul>, nullptr},
    {"BatchMatMulV3", 0, kTypes, 0, run<batch_matmul>, nullptr},
};

}  // namespace
}  // namespace graphwright::cuda
