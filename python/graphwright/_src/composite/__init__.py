"""Tensors made of several: ragged, sparse, records, and what public functions do with them."""
