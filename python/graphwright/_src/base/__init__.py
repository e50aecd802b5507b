"""Things that know no tensor: publishing of names, errors, logging, conversion status, signatures of Python functions."""
