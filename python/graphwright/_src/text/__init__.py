"""Functions that give or take ragged and sparse tensors: strings, records, tables, labels, printing."""
