"""tf.experimental.numpy: NumPy's functions over tensors, by theme, and the switch to NumPy's behaviour of tensors."""

from graphwright._src.numpy_interface import behavior as behavior
from graphwright._src.numpy_interface import conversion_rules as conversion_rules
from graphwright._src.numpy_interface import creation as creation
from graphwright._src.numpy_interface import indexing as indexing
from graphwright._src.numpy_interface import linear_algebra as linear_algebra
from graphwright._src.numpy_interface import logic as logic
from graphwright._src.numpy_interface import math as math
from graphwright._src.numpy_interface import promotion as promotion
from graphwright._src.numpy_interface import random as random
from graphwright._src.numpy_interface import reduction as reduction
from graphwright._src.numpy_interface import shape as shape
