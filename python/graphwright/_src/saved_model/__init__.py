"""tf.saved_model: objects with their functions and variables in files that run without the Python code.

`saving` writes, `loading` reads; `structured_value` has the form of arguments and results, `signatures` the functions that
servers call, `resources` tables and files, `messages` the messages.
"""
