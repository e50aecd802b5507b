"""What TensorFlow 1's programs build graphs with: variables and their scopes, collections, optimizers, modes."""
