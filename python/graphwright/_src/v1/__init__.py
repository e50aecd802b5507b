"""Parts of TensorFlow 1's programs that build graphs: variables and their scopes, collections, optimizers, modes."""
