// Pooling over windows of channels-last images: values, gradients, and where the maxima lie.
#pragma once

#include <cstdint>

namespace graphwright {

// Images [batch, in..., channels] pooled to [batch, out..., channels]; missing spatial axes have extent 1.
// Channels-first images are the case of batch * channels images with one channel.
struct Pool {
  int64_t batch = 0, channels = 0;
  int64_t in[3] = {1, 1, 1}, out[3] = {1, 1, 1}, size[3] = {1, 1, 1}, stride[3] = {1, 1, 1}, before[3] = {0, 0, 0};
  int64_t pixels_in() const { return in[0] * in[1] * in[2]; }
  int64_t pixels_out() const { return out[0] * out[1] * out[2]; }
};

// T: float, double, Half, Bfloat16 or an integer type.
template <class T>
void max_pool(const Pool& pool, const T* x, T* y);
// The flat position of each window's first maximum within its image, or within the batch.
template <class T>
void max_pool_positions(const Pool& pool, const T* x, bool in_batch, int64_t* positions);
// dx: each output gradient goes to its window's first maximum.
template <class T>
void max_pool_gradient(const Pool& pool, const T* x, const T* dy, T* dx);
// dx: each output gradient goes to every element of its window that is equal to `y`, the window's maximum. T: a float
// type.
template <class T>
void max_pool_gradient_to_all(const Pool& pool, const T* x, const T* y, const T* dy, T* dx);
// y[window] = values[the place of the window's first maximum in x].
template <class T>
void max_pool_pick(const Pool& pool, const T* x, const T* values, T* y);
// The mean of the window's elements inside the image. T: a floating type.
template <class T>
void average_pool(const Pool& pool, const T* x, T* y);
template <class T>
void average_pool_gradient(const Pool& pool, const T* dy, T* dx);

}  // namespace graphwright
