// NoOp, ControlTrigger: do nothing; control dependencies make them wait for others.
#include "op/context.h"

namespace graphwright {
namespace {

void nothing(KernelContext&) {}

DEFINE_OP("NoOp").doc("Does nothing.").kernel(CPU, nothing).no_gradient("has no output");

DEFINE_OP("ControlTrigger")
    .doc("Does nothing; other nodes may run after it, whatever it was that it ran after.")
    .kernel(CPU, nothing)
    .no_gradient("has no output");

}  // namespace
}  // namespace graphwright
