# Code cells of the Korean guide "Better performance with tf.function" (the part before AutoGraph).
# %%
import tensorflow as tf
# %%
import traceback
import contextlib

@contextlib.contextmanager
def assert_raises(error_class):
    try:
        yield
    except error_class as e:
        print('예상되는 예외를 찾았습니다. \n {}:'.format(error_class))
        traceback.print_exc(limit=2)
    except Exception as e:
        raise e
    else:
        raise Exception('예상된 {}가 발생하였으나 에러는 발생하지 않았습니다.'.format(error_class))
# %%
@tf.function
def add(a, b):
    return a + b

add(tf.ones([2, 2]), tf.ones([2, 2]))
# %%
v = tf.Variable(1.0)
with tf.GradientTape() as tape:
    result = add(v, 1.0)
tape.gradient(result, v)
# %%
@tf.function
def dense_layer(x, w, b):
    return add(tf.matmul(x, w), b)

dense_layer(tf.ones([3, 2]), tf.ones([2, 2]), tf.ones([2]))
# %%
@tf.function
def double(a):
    print('Tracing with', a)
    return a + a

print(double(tf.constant(1)), end='\n\n')
print(double(tf.constant(1.1)), end='\n\n')
print(double(tf.constant('a')), end='\n\n')
# %%
print('구체적인 Trace 얻기')
double_strings = double.get_concrete_function(tf.TensorSpec(shape=None,
                                                            dtype=tf.string))
print('Traced 함수 수행하기')
print(double_strings(tf.constant('a')))
print(double_strings(a=tf.constant('b')))
print('호환이 되지 않는 타입으로 특정 trace를 사용하는 것은 오류를 발생시킵니다.')
with assert_raises(tf.errors.InvalidArgumentError):
    double_strings(tf.constant(1))
# %%
@tf.function(input_signature=(tf.TensorSpec(shape=[None], dtype=tf.int32),))
def next_collatz(x):
    print('Tracing with', x)
    return tf.where(x % 2 == 0, x // 2, 3 * x + 1)

print(next_collatz(tf.constant([1, 2])))
# %% raises-exception
with assert_raises(ValueError):
    next_collatz(tf.constant([[1, 2], [3, 4]]))
