// NoOp: does nothing; control dependencies make it wait for others.
#include "op/context.h"

namespace graphwright {
namespace {

DEFINE_OP("NoOp").doc("Does nothing.").kernel(CPU, [](KernelContext&) {}).no_gradient("has no output");

}  // namespace
}  // namespace graphwright
