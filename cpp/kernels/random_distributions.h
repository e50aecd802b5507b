// Random numbers of distributions with parameters, one at a time, each from its own stretch of a Philox.
#pragma once

#include <cstdint>

#include "kernels/philox.h"

namespace graphwright {

// Uniform doubles in [0, 1), two to a block, the later one first: the order in which TensorFlow uses them up.
class UniformDoubles {
 public:
  explicit UniformDoubles(const Philox& start) : philox_(start) {}
  double next() { return next(philox_); }
  // Draws from a generator that is shared with other distributions.
  double next(Philox& philox);
  Philox& philox() { return philox_; }

 private:
  Philox philox_;
  double kept_[2] = {};
  int left_ = 0;
};

// Gamma(alpha, 1); NaN for alpha that is not positive.
double draw_gamma(const Philox& start, double alpha);
// d sample / d alpha for a sample of Gamma(alpha, 1), along which its cumulative probability stays the same.
double gamma_sample_derivative(double alpha, double sample);
// Poisson(rate); results above `largest` are drawn again. 0 for a negative rate, infinity for one beyond `largest`.
double draw_poisson(const Philox& start, double rate, double largest);
// Binomial(count, probability); NaN where there is no such distribution.
double draw_binomial(UniformDoubles& uniform, double count, double probability);

}  // namespace graphwright
