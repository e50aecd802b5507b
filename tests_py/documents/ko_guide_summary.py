# Code of the Korean summary of the guides. Where its fragments leave something open ("...", undefined names, Keras as the
# base class), the smallest thing that runs stands in its place; such lines end in "# filled in".
# %%
import tensorflow as tf  # filled in

x = [[2.]]
m = tf.matmul(x, x)
print("hello, {}".format(m))
# %%
def dense(x, W, b):
  return tf.nn.sigmoid(tf.matmul(x, W) + b)

@tf.function
def multilayer_perceptron(x, w0, b0, w1, b1, w2, b2):
  x = dense(x, w0, b0)
  x = dense(x, w1, b1)
  x = dense(x, w2, b2)
  return x  # filled in

w, b = tf.Variable([[0.5, -0.5], [0.25, 1.0]]), tf.Variable([0.0, 0.5])  # filled in
print(multilayer_perceptron(tf.ones([1, 2]), w, b, w, b, w, b).numpy().round(4))  # filled in
# %%
@tf.function
def train(model, dataset, optimizer):
  for x, y in dataset:
    with tf.GradientTape() as tape:
      prediction = model(x)
      loss = loss_fn(prediction, y)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))

class Model(tf.Module):  # filled in
  def __init__(self):  # filled in
    self.w = tf.Variable(2.0)  # filled in

  def __call__(self, x):  # filled in
    return self.w * x  # filled in

class Descent:  # filled in
  def apply_gradients(self, pairs):  # filled in
    for gradient, variable in pairs:  # filled in
      variable.assign_sub(0.25 * gradient)  # filled in

def loss_fn(prediction, y):  # filled in
  return tf.square(prediction - y)  # filled in

model = Model()  # filled in
train(model, [(tf.constant(1.0), tf.constant(3.0)), (tf.constant(2.0), tf.constant(8.0))], Descent())  # filled in
print(model.w)  # filled in
# %%
path1_variables, head2_variables = [model.w], [tf.Variable(1.0)]  # filled in
small_dataset = [(tf.constant(1.0), tf.constant(3.0))]  # filled in
for x, y in small_dataset:
  with tf.GradientTape() as tape:
    prediction = head2_variables[0] * model(x)  # filled in
    loss = loss_fn(prediction, y)
  gradients = tape.gradient(loss, head2_variables)
  Descent().apply_gradients(zip(gradients, head2_variables))
print(head2_variables, path1_variables)  # filled in
# %%
class DynamicRNN(tf.Module):  # filled in

  def __init__(self, rnn_cell):
    super(DynamicRNN, self).__init__()  # filled in
    self.cell = rnn_cell

  @tf.function  # filled in
  def call(self, input_data):
    input_data = tf.transpose(input_data, [1, 0, 2])
    outputs = tf.TensorArray(tf.float32, input_data.shape[0])
    state = self.cell.zero_state(input_data.shape[1], dtype=tf.float32)

    for i in tf.range(input_data.shape[0]):
      output, state = self.cell(input_data[i], state)
      outputs = outputs.write(i, output)

    return tf.transpose(outputs.stack(), [1, 0, 2]), state

class Cell:  # filled in
  def zero_state(self, batch, dtype):  # filled in
    return tf.zeros([batch, 2], dtype)  # filled in

  def __call__(self, x, state):  # filled in
    state = state * 0.5 + x  # filled in
    return 2.0 * state, state  # filled in

rnn = DynamicRNN(Cell())  # filled in
rnn.call(tf.reshape(tf.range(12.0), [2, 3, 2]))  # filled in
