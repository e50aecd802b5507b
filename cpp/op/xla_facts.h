// Rules of XLA, whose refusals jit_compile=True repeats. They are stated beside the ops, by XLA_FACT and
// XLA_MUST_KNOW, as TensorFlow 2.21 registers kernels for CPUs.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string_view>
#include <vector>

#include "op/op_def.h"

namespace graphwright {

enum class XlaFact : uint8_t {
  kNotCompiled = 1 << 0,  // there is no kernel
  kFromShapes = 1 << 1,   // the results follow from shapes: they are known whatever the inputs are
  kDraws = 1 << 2,        // the results are random numbers, which nobody knows before
};

bool has(const OpDef& op, XlaFact fact);
// The inputs from which shapes follow: their values must be known when XLA compiles.
const std::vector<std::string_view>& known_to_xla(const OpDef& op);
// All ops of which something is stated.
std::vector<std::string_view> ops_with_xla_facts();

// At namespace scope: XLA_FACT(kNotCompiled, "Lu", "Eig"); XLA_MUST_KNOW({"Sum", "Max"}, {"reduction_indices"});
#define XLA_FACT(FACT, ...)                                                       \
  static const ::graphwright::XlaFactOf GW_CONCAT(op_registration_, __COUNTER__)( \
      ::graphwright::XlaFact::FACT, std::initializer_list<std::string_view>{__VA_ARGS__})
#define XLA_MUST_KNOW(...) static const ::graphwright::KnownToXla GW_CONCAT(op_registration_, __COUNTER__)(__VA_ARGS__)

class XlaFactOf {
 public:
  XlaFactOf(XlaFact fact, std::initializer_list<std::string_view> ops);
};
class KnownToXla {
 public:
  KnownToXla(std::initializer_list<std::string_view> ops, std::initializer_list<std::string_view> inputs);
};

}  // namespace graphwright
