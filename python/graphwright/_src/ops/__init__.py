"""Public functions of dense tensors, by namespace."""
