"""What knows no tensor: publishing of names, errors, logging, conversion status, signatures of Python functions."""
