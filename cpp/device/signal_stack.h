// A stack of its own for the handlers of signals.
#pragma once

namespace graphwright {

// Gives this thread one, unless it has one. oneDNN's AVX-512 matrix products keep data below the stack pointer, further
// than the ABI's red zone: a handler that runs on the same stack (Python's for Ctrl-C, say, which asks for another one
// where there is) would write over it.
void have_signal_stack();

}  // namespace graphwright
