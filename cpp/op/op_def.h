// OpDef: all that is known of an op - signature, attrs, traits, shape rule, kernels, gradient - and the registry of
// them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "device/device.h"
#include "op/attrs.h"
#include "op/elementwise.h"

namespace graphwright {

class ShapeContext;
class KernelContext;
class GradientContext;
class VectorizeContext;

using ShapeFn = void (*)(ShapeContext&);
using KernelFn = void (*)(KernelContext&);
using KernelPredicate = bool (*)(const KernelContext&);
// One gradient per input; a null Value where there is none.
using GradientFn = Values (*)(GradientContext&);
// The op on many rows at once; see op/vectorize.h.
using VectorizeFn = void (*)(VectorizeContext&);
// Infers the output's elements at trace time, read as a shape (ops on shapes: Shape, Pack, ConcatV2 …).
using ShapeValueFn = Shape (*)(ShapeContext&);

// One input or output in the OpDef grammar: "x: T", "values: N * T", "args: Tin", "axis: int32".
struct ArgDef {
  std::string name;
  DType type = DType::kInvalid;  // fixed type, when no attr names it
  std::string type_attr;         // "T"
  std::string number_attr;       // "N": a list of N tensors of one type
  std::string type_list_attr;    // "Tin": a list of tensors of several types
  // Filled at registration: the first input with the same type_attr, and the dtypes that attr allows (bit per dtype).
  int same_as = -1;
  uint64_t allowed = ~uint64_t{0};
  bool is_list() const { return !number_attr.empty() || !type_list_attr.empty(); }
};

struct AttrDef {
  std::string name;
  std::string type;  // "int", "float", "bool", "string", "type", "shape", "tensor", "func" or "list(…)" of those
  bool has_default = false;
  AttrValue default_value;
  std::vector<DType> allowed_types;
  std::vector<std::string> allowed_strings;
  bool has_minimum = false;
  int64_t minimum = 0;
};

enum class Trait : uint32_t {
  kStateful = 1 << 0,  // may differ or act on every run: never folded, merged or removed
  kCommutative = 1 << 1,
  kElementwise = 1 << 2,    // a loop over elements with broadcasting; unary_code or binary_code says which
  kReadsResource = 1 << 3,  // only reads its resource inputs: reads may pass reads
  kIf = 1 << 4,             // attrs then_branch, else_branch: lowered to jumps
  kWhile = 1 << 5,          // attrs cond, body: lowered to jumps
  kCase = 1 << 6,           // attr branches
  kCall = 1 << 7,           // attr f: lowered in line
  kPlaceholder = 1 << 8,
  kConstant = 1 << 9,       // attr value
  kIdentity = 1 << 10,      // output 0 is input 0
  kNoGradient = 1 << 11,    // integer-valued or otherwise without a gradient, and said so
  kHostMemory = 1 << 12,    // touches small values that stay in host memory (shapes, strings, resources)
  kView = 1 << 13,          // output shares the input's memory
  kPassesSlices = 1 << 15,  // the gradient rule takes gradients that are slices (op/gradient_slices.h) as they are
  kNoFold = 1 << 14,  // pure, but evaluating it at trace time is not wanted (its result is much larger than its inputs)
};

enum class Engine : uint8_t { kReference, kOneDnn, kLibrary };

struct KernelDef {
  DeviceKind device = DeviceKind::kCpu;
  Engine engine = Engine::kReference;
  KernelFn fn = nullptr;
  KernelPredicate predicate = nullptr;  // preferred over the reference where this holds
};

inline constexpr DeviceKind CPU = DeviceKind::kCpu;

struct OpDef {
  std::string name;
  std::vector<ArgDef> inputs;
  std::vector<ArgDef> outputs;
  std::vector<AttrDef> attrs;
  std::string doc;
  std::string no_gradient_reason;
  uint32_t traits = 0;
  ShapeFn shape_fn = nullptr;
  int shape_input = -1;  // which input says what shape the result has, if any does
  ShapeValueFn shape_value_fn = nullptr;
  GradientFn gradient_fn = nullptr;
  VectorizeFn vectorize_fn = nullptr;
  std::vector<KernelDef> kernels;
  UnaryCode unary_code = UnaryCode::kNone;
  BinaryCode binary_code = BinaryCode::kNone;
  // Filled at registration for speed: exactly one output, of a fixed type or the type of input `output_like`.
  bool single_output = false;
  int output_like = -1;
  bool has_list_input = false;
  bool has_list_output = false;

  // The name of its nodes where nobody gives one: names do not begin with the underscore of our own ops.
  std::string_view default_node_name() const { return std::string_view(name).substr(name.starts_with('_') ? 1 : 0); }
  bool has(Trait trait) const { return traits & static_cast<uint32_t>(trait); }
  // True where its kernels are the functions among its attrs.
  bool runs_functions() const {
    return has(Trait::kCall) || has(Trait::kIf) || has(Trait::kCase) || has(Trait::kWhile);
  }
  const AttrDef* attr(std::string_view attr_name) const {
    for (const AttrDef& a : attrs)
      if (a.name == attr_name) return &a;
    return nullptr;
  }
};

// The place of each argument in the flat list of inputs (or outputs) of one call.
struct ArgRange {
  int begin = 0;
  int size = 0;
};

// Splits `count` flat inputs among the op's input arguments, with list lengths from attrs where there are several
// lists.
SmallVector<ArgRange, 8> input_ranges(const OpDef& op, int count, const Attrs& attrs);
// Checks a call before an interpreter runs it: input count, fixed types, types that must agree, allowed types and
// strings of the attrs given. Throws InvalidArgument in TensorFlow's words.
void check_call(const OpDef& op, std::span<const Value> inputs, const Attrs& attrs);
// Completes `attrs` with the type and number attrs that the inputs imply, and with defaults; checks allowed values.
// Throws InvalidArgument in TensorFlow's words for inputs that contradict each other.
Attrs complete_attrs(const OpDef& op, std::span<const Value> inputs, const Attrs& attrs);
// The dtypes of all outputs; works with complete or incomplete attrs.
void output_dtypes(const OpDef& op, std::span<const Value> inputs, const Attrs& attrs, SmallVector<DType, 4>& out);

// Fluent construction; see DEFINE_OP. The registry takes what was built: a builder is a plain pointer, so that the
// thousand definitions, which nothing runs but the first start, are little code.
class OpBuilder {
 public:
  explicit OpBuilder(std::string_view name);
  OpBuilder& input(std::string_view spec);
  OpBuilder& output(std::string_view spec);
  OpBuilder& attr(std::string_view spec);
  OpBuilder& doc(std::string_view text);
  OpBuilder& shape(ShapeFn fn);
  OpBuilder& shape_input(int input);
  OpBuilder& shape_value(ShapeValueFn fn);
  OpBuilder& kernel(DeviceKind device, KernelFn fn);
  OpBuilder& kernel(DeviceKind device, Engine engine, KernelFn fn, KernelPredicate predicate = nullptr);
  // An op with neither `gradient` nor `no_gradient` raises LookupError where a gradient reaches it, as TensorFlow does
  // for one that nobody registered a gradient of; `no_gradient` is NotDifferentiable there: what lies before has None.
  OpBuilder& gradient(GradientFn fn);
  OpBuilder& vectorize(VectorizeFn fn);
  OpBuilder& no_gradient(std::string_view why);
  OpBuilder& trait(Trait trait);
  OpBuilder& stateful() { return trait(Trait::kStateful); }
  OpBuilder& commutative() { return trait(Trait::kCommutative); }
  OpBuilder& elementwise(UnaryCode code);
  OpBuilder& elementwise(BinaryCode code);

 private:
  friend class OpRegistration;
  OpDef* def_;
};

class OpRegistration {
 public:
  OpRegistration(OpBuilder& builder);  // NOLINT: implicit on purpose, ends the chain of DEFINE_OP
};

// DEFINE_OP("Name").input(…).output(…)…; at namespace scope of a file in ops/.
#define GW_CONCAT_INNER(a, b) a##b
#define GW_CONCAT(a, b) GW_CONCAT_INNER(a, b)
#define DEFINE_OP(NAME) \
  static const ::graphwright::OpRegistration GW_CONCAT(op_registration_, __COUNTER__) = ::graphwright::OpBuilder(NAME)

const OpDef* find_op(std::string_view name);  // null when there is none
const OpDef& get_op(std::string_view name);   // throws NotFound in TensorFlow's words
std::vector<const OpDef*> all_ops();          // by name

}  // namespace graphwright
