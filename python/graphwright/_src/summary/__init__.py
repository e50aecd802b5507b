"""tf.summary: event files that TensorBoard shows.

`writers` has the writers and what is remembered for each thread (the default writer, the step, whether anything is recorded),
`writing` the one function that all kinds of summaries go through, `kinds` these kinds, `traces` the graphs of functions that
ran, `profiler` what their instructions took, and `messages` the messages that event files consist of. The files are written
by ops (`cpp/ops/files/summary_writer.cc`).
"""
