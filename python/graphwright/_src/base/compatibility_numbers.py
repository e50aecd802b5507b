"""tf.compat: the classes of Python and NumPy that are integers, real and complex numbers."""

import numbers

import numpy as np

from graphwright._src.base.export import export_value

export_value("compat.integral_types", (numbers.Integral, np.integer))
export_value("compat.real_types", (numbers.Real, np.integer, np.floating))
export_value("compat.complex_types", (numbers.Complex, np.number))
