# Code of the Korean page on the API of tf.function.
# %%
import tensorflow as tf

def func(x):
    return x + 1

tf.function(
   func=func, input_signature=None, autograph=True, experimental_implements=None,
   experimental_autograph_options=None, experimental_relax_shapes=False,
   experimental_compile=None
)(tf.constant(1))
# %%
tf.function(input_signature=[tf.TensorSpec([], tf.int32)])(func)(tf.constant(2))
# %%
@tf.function
def f(x, y):
    return x ** 2 + y
x = tf.constant([2, 3])
y = tf.constant([3, -2])
f(x, y)
# %%
@tf.function
def f(x):
    if tf.reduce_sum(x) > 0:
        return x * x
    else:
        return -x // 2
f(tf.constant(-2))
# %%
x = tf.constant([-2, -3])
y = tf.Variable([3, -2])
@tf.function
def f():
    return x ** 2 + y
f()
# %%
v = tf.Variable(1)
@tf.function
def f(x):
    for i in tf.range(x):
        v.assign_add(i)
f(3)
v
# %%
l = []
@tf.function
def f(x):
    for i in x:
        l.append(i + 1)
f(tf.constant([1, 2, 3]))
l
# %%
@tf.function
def f(x):
    ta = tf.TensorArray(dtype=tf.int32, size=0, dynamic_size=True)
    for i in range(len(x)):
        ta = ta.write(i, x[i] + 1)
    return ta.stack()
f(tf.constant([1, 2, 3]))
# %%
@tf.function
def f(x):
    return x + 1
isinstance(f.get_concrete_function(1).graph, tf.Graph)
# %%
@tf.function
def f(x):
    return tf.abs(x)
f1 = f.get_concrete_function(1)
f2 = f.get_concrete_function(2)
f1 is f2
# %%
f1 = f.get_concrete_function(tf.constant(1))
f2 = f.get_concrete_function(tf.constant(2))
f1 is f2
# %%
@tf.function
def f(x):
    return x + 1
vector = tf.constant([1.0, 1.0])
matrix = tf.constant([[3.0]])
f.get_concrete_function(vector) is f.get_concrete_function(matrix)
# %%
@tf.function(
    input_signature=[tf.TensorSpec(shape=None, dtype=tf.float32)])
def f(x):
    return x + 1
vector = tf.constant([1.0, 1.0])
matrix = tf.constant([[3.0]])
f.get_concrete_function(vector) is f.get_concrete_function(matrix)
# %%
class MyModule(tf.Module):
    def __init__(self):
        self.v = None

    @tf.function
    def call(self, x):
        if self.v is None:
            self.v = tf.Variable(tf.ones_like(x))
        return self.v * x

module = MyModule()
print(module.call(tf.constant([2.0, 3.0])), module.call(tf.constant([4.0, 5.0])), module.variables)
