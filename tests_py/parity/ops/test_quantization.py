"""tf.quantization gives TensorFlow's values, gradients and errors."""

import numpy as np
import pytest

from support.compare import same_results
from support.one_line_cases import short_names

# ruff: noqa: E501 - a table of cases, a line each

F4 = [-1.5, -1.0, -0.3, 0.0, 0.1, 0.55, 1.0, 2.2]

CASES = r"""
tf.quantization.fake_quant_with_min_max_args([-7.,-6.,-1.1,0.,0.02,0.5,5.99,7.])
tf.quantization.fake_quant_with_min_max_args([-7.,-6.,-1.1,0.,0.02,0.5,5.99,7.],-1.,1.,4)
tf.quantization.fake_quant_with_min_max_args([-7.,-6.,-1.1,0.,0.02,0.5,5.99,7.],-1.,1.,4,True)
tf.quantization.fake_quant_with_min_max_args([-7.,-6.,-1.1,0.,0.02,0.5,5.99,7.],1.,3.)
tf.quantization.fake_quant_with_min_max_args([-7.,-6.,-1.1,0.,0.02,0.5,5.99,7.],-3.,-1.)
tf.quantization.fake_quant_with_min_max_args([1.],3.,3.)
tf.quantization.fake_quant_with_min_max_args([1.],3.,2.)
tf.quantization.fake_quant_with_min_max_args([1.],0.,2.,1)
tf.quantization.fake_quant_with_min_max_args([1.],0.,2.,17)
tf.quantization.fake_quant_with_min_max_args([1.,float('nan'),float('inf')],0.,2.,16)
tf.quantization.fake_quant_with_min_max_args([1,2])
tf.quantization.fake_quant_with_min_max_args_gradient([1.,2.,3.,4.],[-7.,0.,6.,7.])
tf.quantization.fake_quant_with_min_max_args_gradient([1.,2.,3.],[-7.,0.,6.,7.])
tf.quantization.fake_quant_with_min_max_args_gradient([1.,2.,3.,4.],[-1.1,-1.02,1.02,0.9],-1.,1.03,3)
tf.quantization.fake_quant_with_min_max_vars([-7.,-6.,-1.1,0.,0.02,0.5,5.99,7.],-1.,1.)
tf.quantization.fake_quant_with_min_max_vars([-7.,-6.],0.,0.)
tf.quantization.fake_quant_with_min_max_vars([-7.,-6.],1.,0.)
tf.quantization.fake_quant_with_min_max_vars([-7.,-6.,.3],.5,.5)
tf.quantization.fake_quant_with_min_max_vars([-7.,-6.],[1.],0.)
tf.quantization.fake_quant_with_min_max_vars([-7.,-6.],[],0.)
tf.quantization.fake_quant_with_min_max_vars_gradient([1.,2.,3.,4.],[-7.,0.,6.,7.],-6.,6.)
tf.quantization.fake_quant_with_min_max_vars_gradient([1.,2.,3.,4.],[-7.,0.,6.,7.],0.,0.)
tf.quantization.fake_quant_with_min_max_vars_gradient([1.,2.,3.,4.],[-7.,0.,6.,7.],1.,6.)
tf.quantization.fake_quant_with_min_max_vars_gradient([1.,2.,3.,4.],[-7.,0.,6.],1.,6.)
tf.quantization.fake_quant_with_min_max_vars_per_channel([[-7.,-6.],[0.3,9]],[-1.,-2.],[1.,3.])
tf.quantization.fake_quant_with_min_max_vars_per_channel([-7.,-6.],[-1.,-2.],[1.,3.])
tf.quantization.fake_quant_with_min_max_vars_per_channel([[-7.,-6.],[0.3,9]],[-1.,-2.,0.],[1.,3.,2.])
tf.quantization.fake_quant_with_min_max_vars_per_channel([[-7.,-6.],[0.3,9]],[0.,2.],[0.,1.])
tf.quantization.fake_quant_with_min_max_vars_per_channel_gradient([[1.,2.],[3.,4.]],[[-7.,-6.],[0.3,9]],[-1.,-2.],[1.,3.])
tf.quantization.fake_quant_with_min_max_vars_per_channel_gradient([[1.,2.],[3.,4.]],[[-7.,-6.],[0.3,9]],[-1.,0.],[1.,0.])
tf.quantization.fake_quant_with_min_max_vars_per_channel_gradient(f(2,2,2),f(2,2,2)-4,[-1.,-2.],[1.,3.])
tf.quantization.quantize(F4,-1.,1.,tf.quint8)
tf.quantization.quantize(F4,-1.,1.,tf.qint8)
tf.quantization.quantize(F4,-1.,1.,tf.quint16)
tf.quantization.quantize(F4,-1.,1.,tf.qint16)
tf.quantization.quantize(F4,-1.,1.,tf.qint32)
tf.quantization.quantize(F4,-1.,1.,tf.quint8,mode='MIN_FIRST')
tf.quantization.quantize(F4,-1.,1.,tf.qint8,mode='MIN_FIRST')
tf.quantization.quantize(F4,-1.,1.,tf.qint32,mode='MIN_FIRST')
tf.quantization.quantize(F4,-1.,1.,tf.quint8,mode='SCALED')
tf.quantization.quantize(F4,-1.,1.,tf.qint8,mode='SCALED')
tf.quantization.quantize(F4,-1.,2.,tf.qint8,mode='SCALED')
tf.quantization.quantize(F4,-1.,2.,tf.qint8,mode='SCALED',narrow_range=True)
tf.quantization.quantize(F4,-1.,2.,tf.qint16,mode='SCALED')
tf.quantization.quantize(F4,-1.,2.,tf.qint32,mode='SCALED')
tf.quantization.quantize(F4,.5,2.,tf.quint8)
tf.quantization.quantize(F4,-2.,-.5,tf.quint8)
tf.quantization.quantize(F4,1.,1.,tf.quint8)
tf.quantization.quantize(F4,0.,0.,tf.quint8)
tf.quantization.quantize(F4,2.,1.,tf.quint8)
tf.quantization.quantize(F4,-1.,1.,tf.quint8,mode='FOO')
tf.quantization.quantize([[-1.,.5],[.25,2.]],[-1.,0.],[1.,2.],tf.qint8,axis=1,mode='SCALED')
tf.quantization.quantize([[-1.,.5],[.25,2.]],[-1.,0.],[1.,2.],tf.quint8,axis=0)
tf.quantization.quantize([[-1.,.5],[.25,2.]],[-1.,0.],[1.,2.],tf.quint8,axis=0,mode='MIN_FIRST')
tf.quantization.quantize([[-1.,.5],[.25,2.]],[-1.,0.],[1.,2.],tf.quint8,axis=2)
tf.quantization.quantize([[-1.,.5],[.25,2.]],[-1.,0.],[1.,2.],tf.quint8)
tf.quantization.quantize([[-1.,.5],[.25,2.]],[-1.,0.,1.],[1.,2.,3.],tf.quint8,axis=1)
tf.quantization.quantize([[-1.,.5],[.25,2.]],-1.,1.,tf.quint8,axis=1)
tf.quantization.quantize(F4,-1.,1.,tf.int32)
tf.quantization.quantize(F4,-1.,1.,tf.quint8,ensure_minimum_range=5.)
tf.quantization.dequantize(Q([0,1,128,255],tf.quint8),-1.,1.)
tf.quantization.dequantize(Q([-128,1,-1,127],tf.qint8),-1.,1.)
tf.quantization.dequantize(Q([0,1,128,65535],tf.quint16),-1.,1.)
tf.quantization.dequantize(Q([0,1,-32768,32767],tf.qint16),-1.,1.)
tf.quantization.dequantize(Q([0,1,-2**31,2**31-1],tf.qint32),-1.,1.)
tf.quantization.dequantize(Q([0,1,128,255],tf.quint8),-1.,1.,mode='MIN_FIRST')
tf.quantization.dequantize(Q([-128,1,-1,127],tf.qint8),-1.,1.,mode='MIN_FIRST')
tf.quantization.dequantize(Q([0,1,-2**31,2**31-1],tf.qint32),-1.,1.,mode='MIN_FIRST')
tf.quantization.dequantize(Q([0,1,128,255],tf.quint8),-1.,3.,mode='SCALED')
tf.quantization.dequantize(Q([-128,1,-1,127],tf.qint8),-1.,3.,mode='SCALED')
tf.quantization.dequantize(Q([-128,1,-1,127],tf.qint8),-3.,1.,mode='SCALED',narrow_range=True)
tf.quantization.dequantize(Q([-128,1,-1,127],tf.qint8),-1.,3.,mode='SCALED',dtype=tf.bfloat16)
tf.quantization.dequantize(Q([-128,1,-1,127],tf.qint8),-1.,3.,dtype=tf.bfloat16)
tf.quantization.dequantize(Q([-128,1,-1,127],tf.qint8),-1.,3.,mode='MIN_FIRST',dtype=tf.bfloat16)
tf.quantization.dequantize(Q([0,1,-32768,32767],tf.qint16),-1.,1.,mode='SCALED')
tf.quantization.dequantize(Q([[0,1],[100,-100]],tf.qint8),[-1.,-2.],[1.,3.],axis=1,mode='SCALED')
tf.quantization.dequantize(Q([[0,1],[100,-100]],tf.qint8),[-1.,-2.],[1.,3.],axis=1)
tf.quantization.dequantize(Q([[0,1],[100,-100]],tf.qint8),[-1.,-2.],[1.,3.],axis=0,mode='MIN_FIRST')
tf.quantization.dequantize(Q([[0,1],[100,-100]],tf.qint8),[-1.,-2.],[1.,3.],axis=3)
tf.quantization.dequantize(Q([[0,1],[100,-100]],tf.qint8),[-1.,-2.],[1.,3.])
tf.quantization.dequantize(Q([0,1],tf.qint8),2.,1.)
tf.quantization.dequantize([0,1],2.,1.)
tf.quantization.quantize_and_dequantize_v2(F4,-1.,1.,range_given=True)
tf.quantization.quantize_and_dequantize_v2(F4,-1.,1.,range_given=False)
tf.quantization.quantize_and_dequantize_v2(F4,-1.,1.,range_given=True,num_bits=4)
tf.quantization.quantize_and_dequantize_v2(F4,-1.,1.,range_given=True,num_bits=4,signed_input=False)
tf.quantization.quantize_and_dequantize_v2(F4,-1.,2.,range_given=True,num_bits=4,narrow_range=True)
tf.quantization.quantize_and_dequantize_v2(F4,-1.,1.,range_given=True,num_bits=4,round_mode='HALF_UP')
tf.quantization.quantize_and_dequantize_v2(F4,-1.,1.,range_given=True,num_bits=4,round_mode='X')
tf.quantization.quantize_and_dequantize_v2(F4,2.,1.,range_given=True)
tf.quantization.quantize_and_dequantize_v2(F4,0.,0.,range_given=True)
tf.quantization.quantize_and_dequantize_v2(F4,-1.,1.,num_bits=64,range_given=True)
tf.quantization.quantize_and_dequantize_v2(F4,-1.,1.,num_bits=63,range_given=True)
tf.quantization.quantize_and_dequantize_v2(F4,-1.,1.,num_bits=0,range_given=True)
tf.quantization.quantize_and_dequantize_v2(F4,-1.,1.,num_bits=1,range_given=True)
tf.quantization.quantize_and_dequantize_v2([[-1.,.5],[.25,2.]],[-1.,0.],[1.,2.],axis=0)
tf.quantization.quantize_and_dequantize_v2([[-1.,.5],[.25,2.]],[-1.,0.],[1.,2.],range_given=True)
tf.quantization.quantize_and_dequantize_v2([[-1.,.5],[.25,2.]],[-1.,0],[1.,2.],range_given=True,axis=4)
tf.quantization.quantize_and_dequantize_v2(tf.cast(F4,tf.float64),-1.,1.,range_given=True)
tf.quantization.quantize_and_dequantize(F4,-1.,1.,range_given=True)
R.QuantizeAndDequantizeV3(input=F4,input_min=-1.,input_max=1.,num_bits=4)
R.QuantizeAndDequantizeV3(input=F4,input_min=-1.,input_max=1.,num_bits=[4])
R.QuantizeAndDequantizeV3(input=F4,input_min=-1.,input_max=1.,num_bits=0)
R.QuantizeAndDequantizeV3(input=F4,input_min=-1.,input_max=1.,num_bits=100)
R.QuantizeAndDequantizeV4(input=F4,input_min=-1.,input_max=1.,range_given=True)
R.QuantizeAndDequantizeV4Grad(gradients=f(8),input=F4,input_min=-1.,input_max=1.)
R.QuantizeAndDequantizeV4Grad(gradients=f(2,2),input=[[-1.,.5],[.25,2.]],input_min=[-1.,0.],input_max=[1.,1.],axis=1)
R.QuantizeAndDequantizeV4Grad(gradients=f(7),input=F4,input_min=-1.,input_max=1.)
tf.quantization.quantized_concat(0,[Q([0,255],tf.quint8),Q([0,128],tf.quint8)],[-1.,0.],[1.,4.])
tf.quantization.quantized_concat(0,[Q([0,255],tf.quint8),Q([0,128],tf.quint8)],[-1.,-1.],[1.,1.])
tf.quantization.quantized_concat(0,[Q([0,255],tf.quint8),Q([0,128],tf.quint8)],[1.,2.],[3.,4.])
tf.quantization.quantized_concat(1,[Q([[0],[255]],tf.quint8),Q([[0],[128]],tf.quint8)],[-1.,0.],[1.,4.])
tf.quantization.quantized_concat(2,[Q([0,255],tf.quint8),Q([0,128],tf.quint8)],[-1.,0.],[1.,4.])
tf.quantization.quantized_concat(0,[Q([0,100],tf.qint32),Q([0,128],tf.qint32)],[-1.,0.],[1.,4.])
G(lambda x,a,b: tf.quantization.quantize_and_dequantize_v2(x,a,b,range_given=True),F4,-1.,1.)
G(lambda x,a,b: tf.quantization.quantize_and_dequantize(x,a,b,range_given=True),F4,-1.,1.)
G(lambda x,a,b: R.QuantizeAndDequantizeV3(input=x,input_min=a,input_max=b,num_bits=4),F4,-1.,1.)
G(lambda x,a,b: R.QuantizeAndDequantizeV4(input=x,input_min=a,input_max=b),F4,-1.,1.)
G(lambda x,a,b: R.QuantizeAndDequantizeV4(input=x,input_min=a,input_max=b,range_given=True),F4,-1.,1.)
G(lambda x: tf.quantization.fake_quant_with_min_max_args(x),[-7.,1.,8.])
G(lambda x,a,b: tf.quantization.fake_quant_with_min_max_vars(x,a,b),[-7.,1.,8.],-3.,3.)
g(lambda x,a,b: tf.quantization.quantize(x,a,b,tf.quint8),T([None,2],tf.float32),T([],tf.float32),T([],tf.float32))
g(lambda x,a,b: tf.quantization.quantize(x,a,b,tf.quint8,axis=1),T([None,2],tf.float32),T([2],tf.float32),T([2],tf.float32))
g(lambda x,a,b: tf.quantization.fake_quant_with_min_max_vars_gradient(x,x,a,b),T([None,2],tf.float32),T([],tf.float32),T([],tf.float32))
g(lambda x,a,b: tf.quantization.fake_quant_with_min_max_vars_per_channel_gradient(x,x,a,b),T([None,2],tf.float32),T([None],tf.float32),T([None],tf.float32))
"""


def names(tf):
    """Returns what the cases call by short names."""

    def quantized(values, dtype):
        plain = {
            tf.quint8: tf.uint8,
            tf.qint8: tf.int8,
            tf.quint16: tf.uint16,
            tf.qint16: tf.int16,
            tf.qint32: tf.int32,
        }
        return tf.bitcast(tf.constant(values, plain[dtype]), dtype)

    def gradients(function, *values):
        tensors = [tf.constant(value) for value in values]
        with tf.GradientTape() as tape:
            tape.watch(tensors)
            result = function(*tensors)
        weights = tf.reshape(tf.range(1.0, 1 + int(np.prod(result.shape))), result.shape)
        return tape.gradient(result, tensors, output_gradients=weights)

    return {**short_names(tf), "F4": F4, "Q": quantized, "G": gradients}


def readable(tf, value):
    """Quantized tensors as integers, which NumPy can compare."""
    if isinstance(value, (list, tuple)):
        return [readable(tf, item) for item in value]
    plain = {tf.quint8: tf.uint8, tf.qint8: tf.int8, tf.quint16: tf.uint16, tf.qint16: tf.int16, tf.qint32: tf.int32}
    if getattr(value, "dtype", None) in plain:
        return tf.bitcast(value, plain[value.dtype])
    return value


@pytest.mark.parametrize("case", CASES.strip().split("\n"))
def test_values_and_errors(case, tensorflow, gw):
    """Each line gives TensorFlow's values, dtypes and shapes, or raises an exception of TensorFlow's class."""
    same_results(lambda tf: readable(tf, eval(case, names(tf))), tensorflow, gw, 1e-6)
