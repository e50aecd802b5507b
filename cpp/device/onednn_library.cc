// oneDNN's functions, as far as we call them: each opens the library, 44 MB, on its first call, so that a program that
// needs none of it need not load it. A function that is missing here is missing when the module is imported.
#include <dlfcn.h>
#include <dnnl.h>

#include "base/error.h"

namespace graphwright::onednn {
namespace {

// Lies in `lib` beside the module, which the module's run path names.
constexpr char kLibrary[] = "libgraphwright_dnnl.so.3";

template <class Function>
Function* find(const char* name) {
  static void* const library = dlopen(kLibrary, RTLD_LAZY | RTLD_LOCAL);
  GW_CHECK(library != nullptr, Code::kInternal, "cannot load ", kLibrary, ", a part of graphwright: ", dlerror());
  void* function = dlsym(library, name);
  GW_CHECK(function != nullptr, Code::kInternal, kLibrary, " has no function ", name);
  return reinterpret_cast<Function*>(function);
}

}  // namespace
}  // namespace graphwright::onednn

#define GW_FORWARD(RESULT, NAME, PARAMETERS, ARGUMENTS)                             \
  extern "C" RESULT NAME PARAMETERS {                                               \
    static auto* const function = graphwright::onednn::find<decltype(NAME)>(#NAME); \
    return function ARGUMENTS;                                                      \
  }

GW_FORWARD(dnnl_status_t, dnnl_convolution_backward_data_primitive_desc_create,
           (dnnl_primitive_desc_t * primitive_desc, dnnl_engine_t engine, dnnl_alg_kind_t alg_kind,
            const_dnnl_memory_desc_t diff_src_desc, const_dnnl_memory_desc_t weights_desc,
            const_dnnl_memory_desc_t diff_dst_desc, const dnnl_dims_t strides, const dnnl_dims_t dilates,
            const dnnl_dims_t padding_l, const dnnl_dims_t padding_r, const_dnnl_primitive_desc_t hint_fwd_pd,
            const_dnnl_primitive_attr_t attr),
           (primitive_desc, engine, alg_kind, diff_src_desc, weights_desc, diff_dst_desc, strides, dilates, padding_l,
            padding_r, hint_fwd_pd, attr))
GW_FORWARD(dnnl_status_t, dnnl_convolution_backward_weights_primitive_desc_create,
           (dnnl_primitive_desc_t * primitive_desc, dnnl_engine_t engine, dnnl_alg_kind_t alg_kind,
            const_dnnl_memory_desc_t src_desc, const_dnnl_memory_desc_t diff_weights_desc,
            const_dnnl_memory_desc_t diff_bias_desc, const_dnnl_memory_desc_t diff_dst_desc, const dnnl_dims_t strides,
            const dnnl_dims_t dilates, const dnnl_dims_t padding_l, const dnnl_dims_t padding_r,
            const_dnnl_primitive_desc_t hint_fwd_pd, const_dnnl_primitive_attr_t attr),
           (primitive_desc, engine, alg_kind, src_desc, diff_weights_desc, diff_bias_desc, diff_dst_desc, strides,
            dilates, padding_l, padding_r, hint_fwd_pd, attr))
GW_FORWARD(dnnl_status_t, dnnl_convolution_forward_primitive_desc_create,
           (dnnl_primitive_desc_t * primitive_desc, dnnl_engine_t engine, dnnl_prop_kind_t prop_kind,
            dnnl_alg_kind_t alg_kind, const_dnnl_memory_desc_t src_desc, const_dnnl_memory_desc_t weights_desc,
            const_dnnl_memory_desc_t bias_desc, const_dnnl_memory_desc_t dst_desc, const dnnl_dims_t strides,
            const dnnl_dims_t dilates, const dnnl_dims_t padding_l, const dnnl_dims_t padding_r,
            const_dnnl_primitive_attr_t attr),
           (primitive_desc, engine, prop_kind, alg_kind, src_desc, weights_desc, bias_desc, dst_desc, strides, dilates,
            padding_l, padding_r, attr))
GW_FORWARD(dnnl_status_t, dnnl_engine_create, (dnnl_engine_t * engine, dnnl_engine_kind_t kind, size_t index),
           (engine, kind, index))
GW_FORWARD(dnnl_status_t, dnnl_engine_destroy, (dnnl_engine_t engine), (engine))
GW_FORWARD(dnnl_status_t, dnnl_matmul_primitive_desc_create,
           (dnnl_primitive_desc_t * primitive_desc, dnnl_engine_t engine, const_dnnl_memory_desc_t src_desc,
            const_dnnl_memory_desc_t weights_desc, const_dnnl_memory_desc_t bias_desc,
            const_dnnl_memory_desc_t dst_desc, const_dnnl_primitive_attr_t attr),
           (primitive_desc, engine, src_desc, weights_desc, bias_desc, dst_desc, attr))
GW_FORWARD(dnnl_status_t, dnnl_memory_create_v2,
           (dnnl_memory_t * memory, const_dnnl_memory_desc_t memory_desc, dnnl_engine_t engine, int nhandles,
            void** handles),
           (memory, memory_desc, engine, nhandles, handles))
GW_FORWARD(dnnl_status_t, dnnl_memory_desc_clone,
           (dnnl_memory_desc_t * memory_desc, const_dnnl_memory_desc_t existing_memory_desc),
           (memory_desc, existing_memory_desc))
GW_FORWARD(dnnl_status_t, dnnl_memory_desc_create_with_strides,
           (dnnl_memory_desc_t * memory_desc, int ndims, const dnnl_dims_t dims, dnnl_data_type_t data_type,
            const dnnl_dims_t strides),
           (memory_desc, ndims, dims, data_type, strides))
GW_FORWARD(dnnl_status_t, dnnl_memory_desc_create_with_tag,
           (dnnl_memory_desc_t * memory_desc, int ndims, const dnnl_dims_t dims, dnnl_data_type_t data_type,
            dnnl_format_tag_t tag),
           (memory_desc, ndims, dims, data_type, tag))
GW_FORWARD(dnnl_status_t, dnnl_memory_desc_destroy, (dnnl_memory_desc_t memory_desc), (memory_desc))
GW_FORWARD(int, dnnl_memory_desc_equal, (const_dnnl_memory_desc_t lhs, const_dnnl_memory_desc_t rhs), (lhs, rhs))
GW_FORWARD(size_t, dnnl_memory_desc_get_size_v2, (const_dnnl_memory_desc_t memory_desc, int index),
           (memory_desc, index))
GW_FORWARD(dnnl_status_t, dnnl_memory_desc_query,
           (const_dnnl_memory_desc_t memory_desc, dnnl_query_t what, void* result), (memory_desc, what, result))
GW_FORWARD(dnnl_status_t, dnnl_memory_destroy, (dnnl_memory_t memory), (memory))
GW_FORWARD(dnnl_status_t, dnnl_memory_get_engine, (const_dnnl_memory_t memory, dnnl_engine_t* engine), (memory, engine))
GW_FORWARD(dnnl_status_t, dnnl_memory_get_memory_desc,
           (const_dnnl_memory_t memory, const_dnnl_memory_desc_t* memory_desc), (memory, memory_desc))
GW_FORWARD(dnnl_status_t, dnnl_memory_set_data_handle, (dnnl_memory_t memory, void* handle), (memory, handle))
GW_FORWARD(dnnl_status_t, dnnl_primitive_attr_create, (dnnl_primitive_attr_t * attr), (attr))
GW_FORWARD(dnnl_status_t, dnnl_primitive_attr_destroy, (dnnl_primitive_attr_t attr), (attr))
GW_FORWARD(dnnl_status_t, dnnl_primitive_create,
           (dnnl_primitive_t * primitive, const_dnnl_primitive_desc_t primitive_desc), (primitive, primitive_desc))
GW_FORWARD(dnnl_status_t, dnnl_primitive_desc_destroy, (dnnl_primitive_desc_t primitive_desc), (primitive_desc))
GW_FORWARD(dnnl_status_t, dnnl_primitive_desc_query,
           (const_dnnl_primitive_desc_t primitive_desc, dnnl_query_t what, int index, void* result),
           (primitive_desc, what, index, result))
GW_FORWARD(const_dnnl_memory_desc_t, dnnl_primitive_desc_query_md,
           (const_dnnl_primitive_desc_t primitive_desc, dnnl_query_t what, int index), (primitive_desc, what, index))
GW_FORWARD(dnnl_status_t, dnnl_primitive_destroy, (dnnl_primitive_t primitive), (primitive))
GW_FORWARD(dnnl_status_t, dnnl_primitive_execute,
           (const_dnnl_primitive_t primitive, dnnl_stream_t stream, int nargs, const dnnl_exec_arg_t* args),
           (primitive, stream, nargs, args))
GW_FORWARD(dnnl_status_t, dnnl_reorder_primitive_desc_create,
           (dnnl_primitive_desc_t * reorder_primitive_desc, const_dnnl_memory_desc_t src_desc, dnnl_engine_t src_engine,
            const_dnnl_memory_desc_t dst_desc, dnnl_engine_t dst_engine, const_dnnl_primitive_attr_t attr),
           (reorder_primitive_desc, src_desc, src_engine, dst_desc, dst_engine, attr))
GW_FORWARD(dnnl_status_t, dnnl_sgemm,
           (char transa, char transb, dnnl_dim_t M, dnnl_dim_t N, dnnl_dim_t K, float alpha, const float* A,
            dnnl_dim_t lda, const float* B, dnnl_dim_t ldb, float beta, float* C, dnnl_dim_t ldc),
           (transa, transb, M, N, K, alpha, A, lda, B, ldb, beta, C, ldc))
GW_FORWARD(dnnl_status_t, dnnl_stream_create, (dnnl_stream_t * stream, dnnl_engine_t engine, unsigned flags),
           (stream, engine, flags))
GW_FORWARD(dnnl_status_t, dnnl_stream_destroy, (dnnl_stream_t stream), (stream))
