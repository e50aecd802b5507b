"""tf.image gives TensorFlow's values and errors."""

import numpy as np
import pytest

from support.compare import evaluated
from support.same_values import parameters

RNG = np.random.default_rng(5)
PICTURES = RNG.random((2, 6, 7, 3)).astype("float32")
OTHERS = np.clip(PICTURES + RNG.normal(0, 0.1, PICTURES.shape), 0, 1).astype("float32")
BOXES = RNG.random((40, 4)).astype("float32")
# TensorFlow's padded suppression takes the first box to tell which corners all boxes are given by.
UPRIGHT = np.concatenate([np.minimum(BOXES[:, :2], BOXES[:, 2:]), np.maximum(BOXES[:, :2], BOXES[:, 2:])], 1)
SCORES = RNG.random(40).astype("float32")


def names(module):
    def variants(call, *more):
        """Gradients of sums of squares, for tensors and what else there is to differentiate by."""
        with module.GradientTape() as tape:
            inputs = [module.constant(value) for value in more]
            tape.watch(inputs)
            result = call(*inputs)
            total = sum(
                module.reduce_sum(part * part) for part in (result if isinstance(result, (list, tuple)) else [result])
            )
        return [None if g is None else module.convert_to_tensor(g) for g in tape.gradient(total, inputs)]

    def traced(call, *shapes, inputs=None):
        """What a function of arguments of these static shapes gives, and the shape that it is known to have."""
        known = []

        def body(*args):
            result = call(*args)
            known.append(result.shape)
            return result

        given = [module.constant(value) for value in (inputs or [PICTURES])]
        signature = [module.TensorSpec(shape, value.dtype) for shape, value in zip(shapes, given, strict=True)]
        return module.function(body, input_signature=signature)(*given), known[0]

    return {
        "x": module.constant(PICTURES),
        "y": module.constant(OTHERS),
        "u8": module.constant((PICTURES * 255).astype("uint8")),
        "v8": module.constant((OTHERS * 255).astype("uint8")),
        "f64": module.constant(PICTURES.astype("float64")),
        "f16": module.constant(PICTURES.astype("float16")),
        "i16": module.constant((PICTURES * 3000 - 1500).astype("int16")),
        "boxes": module.constant(BOXES),
        "upright": module.constant(UPRIGHT),
        "scores": module.constant(SCORES),
        "cast": module.cast,
        "grads": variants,
        "traced": traced,
        "R": module.raw_ops,
        "np": np,
        "inf": float("inf"),
        "PX": PICTURES,
        "PB": BOXES,
    }


# ruff: noqa: E501
RESIZE = r"""
tf.image.resize(x,[9,5])
tf.image.resize(x,[3,3])
tf.image.resize(x,[6,7])
tf.image.resize(u8,[6,7])
tf.image.resize(x[0],[3,13])
tf.image.resize(f16,[3,4])
tf.image.resize(f64,[3,4])
tf.image.resize(i16,[3,4])
tf.image.resize(cast(x,tf.bfloat16),[3,4])
tf.image.resize(u8,[13,4],method='nearest')
tf.image.resize(f64,[2,4],method='nearest')
tf.image.resize(f16,[13,4],method='bicubic')
tf.image.resize(u8,[3,4],method='bicubic')
tf.image.resize(x,[1,1],method='bicubic')
tf.image.resize(x,[13,11],method='area')
tf.image.resize(u8,[3,2],method='area')
tf.image.resize(i16,[4,5],method='area')
tf.image.resize(x,[13,4],method='lanczos3')
tf.image.resize(x,[3,4],method='lanczos3')
tf.image.resize(x,[3,4],method='lanczos3',antialias=True)
tf.image.resize(u8,[3,4],method='lanczos5',antialias=True)
tf.image.resize(x,[8,9],method='lanczos5')
tf.image.resize(x,[3,9],method='gaussian')
tf.image.resize(x,[3,9],method='gaussian',antialias=True)
tf.image.resize(x,[3,9],method='mitchellcubic')
tf.image.resize(x,[9,3],method='mitchellcubic',antialias=True)
tf.image.resize(x,[9,3],method='bicubic',antialias=True)
tf.image.resize(x,[9,3],method='bilinear',antialias=True)
tf.image.resize(x,[2,3],method='area',antialias=True)
tf.image.resize(x,[9,3],method='nearest',antialias=True)
tf.image.resize(x,[9,3],method=tf.image.ResizeMethod.AREA)
tf.image.resize(x,tf.constant([9,3]))
tf.image.resize(x,[9,9],preserve_aspect_ratio=True)
tf.image.resize(x,[20,9],preserve_aspect_ratio=True)
tf.image.resize(x,3)
tf.image.resize(x,[3,3,3])
tf.image.resize(x[0,0],[3,3])
tf.image.resize(x,[3.5,3.0])
tf.image.resize(x,[3,3],method='foo')
tf.image.resize(x,[0,3])
tf.image.resize(x,[-1,3])
tf.image.resize(x[:0],[9,20])
tf.image.resize(x[:,:0],[9,20])
tf.image.resize(x,["a","b"])
traced(lambda a: tf.image.resize(a,[3,4]),[None,None,None,3])
traced(lambda a: tf.image.resize(a,[3,4],method='nearest'),[2,None,None,None])
traced(lambda a: tf.image.resize(a,[3,4],method='lanczos3',antialias=True),[None,None,None,None])
traced(lambda a: tf.image.resize(a,[3,4],preserve_aspect_ratio=True),[None,None,None,3])
traced(lambda a: tf.image.resize(a,[3,4],preserve_aspect_ratio=True),[None,6,7,3])
traced(lambda a,s: tf.image.resize(a,s),[None,None,None,3],[2],inputs=[PX,np.array([3,4],'int32')])
traced(lambda a,s: tf.image.resize(a,s,method='bicubic'),[None,None,None,3],[None],inputs=[PX,np.array([3,4],'int32')])
tf.image.resize_with_pad(x,9,20)
tf.image.resize_with_pad(x[0],20,9,antialias=True)
tf.image.resize_with_pad(u8[0],4,9,method='nearest')
tf.image.resize_with_pad(x[0],0,20)
tf.image.resize_with_pad(x,4,-1)
traced(lambda a: tf.image.resize_with_pad(a,9,20),[None,None,None,3])
tf.image.resize_with_crop_or_pad(x[0],3,20)
tf.image.resize_with_crop_or_pad(u8,9,4)
tf.image.resize_with_crop_or_pad(x,5,5)
tf.image.resize_with_crop_or_pad(x[0],0,20)
traced(lambda a: tf.image.resize_with_crop_or_pad(a,3,20),[None,None,None,3])
traced(lambda a: tf.image.resize_with_crop_or_pad(a,9,4),[2,None,None,None])
grads(lambda a: tf.image.resize(a,[9,5]),PX)
grads(lambda a: tf.image.resize(a,[3,5]),PX.astype('float64'))
grads(lambda a: tf.image.resize(a,[9,5],method='nearest'),PX)
grads(lambda a: tf.image.resize(a,[3,5],method='bicubic'),PX)
grads(lambda a: tf.image.resize(a,[3,15],method='bicubic'),PX.astype('float64'))
grads(lambda a: tf.image.resize(a,[3,5],method='lanczos3'),PX)
grads(lambda a: tf.image.resize(a,[3,5],method='gaussian',antialias=True),PX)
grads(lambda a: tf.image.resize(a,[3,15],method='bilinear',antialias=True),PX)
R.ResizeBilinear(images=x,size=[3,4],align_corners=True)
R.ResizeBilinear(images=x,size=[1,14],align_corners=True)
R.ResizeBilinear(images=x,size=[3,14])
R.ResizeBilinear(images=x,size=[3,14],align_corners=True,half_pixel_centers=True)
R.ResizeBilinear(images=x,size=[3],align_corners=True)
R.ResizeBilinear(images=x[0],size=[3,4])
R.ResizeNearestNeighbor(images=x,size=[3,14])
R.ResizeNearestNeighbor(images=x,size=[13,14],align_corners=True)
R.ResizeNearestNeighbor(images=i16,size=[13,14],align_corners=True)
R.ResizeBicubic(images=x,size=[13,4],align_corners=True)
R.ResizeBicubic(images=x,size=[3,14])
R.ResizeArea(images=x,size=[3,14],align_corners=True)
R.ResizeArea(images=x,size=[8,2])
R.ResizeBilinearGrad(grads=x,original_image=tf.ones([2,9,3,3]))
R.ResizeBilinearGrad(grads=x,original_image=tf.ones([2,3,9,3],tf.float64),align_corners=True)
R.ResizeBicubicGrad(grads=x,original_image=tf.ones([2,9,3,3]),align_corners=True)
R.ResizeBicubicGrad(grads=x,original_image=tf.ones([2,9,3,3]),half_pixel_centers=True)
R.ResizeNearestNeighborGrad(grads=x,size=[9,3])
R.ResizeNearestNeighborGrad(grads=cast(u8,tf.int32),size=[3,4],half_pixel_centers=True)
R.ResizeNearestNeighborGrad(grads=u8,size=[3,4],align_corners=True)
R.ScaleAndTranslate(images=x,size=[5,5],scale=[.7,1.6],translation=[.3,-.8],kernel_type='lanczos3')
R.ScaleAndTranslate(images=x,size=[5,5],scale=[.7,1.6],translation=[3.,-4.],kernel_type='box',antialias=False)
R.ScaleAndTranslate(images=u8,size=[5,5],scale=[.7,1.6],translation=[-3.,4.],kernel_type='lanczos1')
R.ScaleAndTranslate(images=u8,size=[5,5],scale=[.7,1.6],translation=[-3.,4.],kernel_type='foo')
R.ScaleAndTranslate(images=u8,size=[5,5],scale=[.7,0.],translation=[-3.,4.])
R.ScaleAndTranslate(images=u8,size=[5,5],scale=[.7],translation=[-3.,4.])
R.ScaleAndTranslateGrad(grads=x,original_image=tf.ones([2,4,4,3]),scale=[.7,1.6],translation=[.3,-.8],kernel_type='keyscubic')
tf.image.crop_and_resize(x,boxes[:5],[0,1,1,0,1],[3,4])
tf.image.crop_and_resize(u8,boxes[:5]*3-1,[0,1,1,0,1],[3,1],extrapolation_value=7.)
tf.image.crop_and_resize(f64,boxes[:5]*3-1,[0,1,1,0,1],[5,4],method='nearest')
tf.image.crop_and_resize(x,boxes[:1],[2],[2,2])
tf.image.crop_and_resize(x,boxes[:1],[-1],[2,2])
tf.image.crop_and_resize(x,boxes[:1],[1],[2,2],method='foo')
tf.image.crop_and_resize(x,boxes[:1],[1,0],[2,2])
tf.image.crop_and_resize(x,boxes[:0],tf.zeros([0],tf.int32),[2,2])
tf.image.crop_and_resize(x,boxes[:1],[1],[0,2])
grads(lambda a,b: tf.image.crop_and_resize(a,b,[0,1,1,0,1],[3,4]),PX,PB[:5])
grads(lambda a,b: tf.image.crop_and_resize(a,b,[0,1,1,0,1],[1,4]),PX.astype('float64'),PB[:5]*1.5)
grads(lambda a: tf.image.crop_and_resize(a,PB[:5],[0,1,1,0,1],[3,4],method='nearest'),PX)
traced(lambda a: tf.image.crop_and_resize(a,PB[:5],[0,1,1,0,1],[3,4]),None)
"""

CROP = r"""
tf.image.central_crop(x,0.5)
tf.image.central_crop(x,0.3)
tf.image.central_crop(x[0],0.8)
tf.image.central_crop(x,1.5)
tf.image.central_crop(x,0)
tf.image.central_crop(x,1)
tf.image.central_crop(x[0,0],.5)
tf.image.central_crop(tf.ones([2,2,2,2,2]),.5)
traced(lambda a: tf.image.central_crop(a,.5),[None,None,None,3])
traced(lambda a: tf.image.central_crop(a,.5),[2,6,None,3])
traced(lambda a: tf.image.central_crop(a,.7),[None,None,None,None])
tf.image.crop_to_bounding_box(x,1,1,2,2)
tf.image.crop_to_bounding_box(u8[0],1,2,3,4)
tf.image.crop_to_bounding_box(x,1,1,6,2)
tf.image.crop_to_bounding_box(x,-1,1,2,2)
tf.image.crop_to_bounding_box(x,1,1,0,2)
tf.image.crop_to_bounding_box(x[0,0],1,1,1,2)
traced(lambda a: tf.image.crop_to_bounding_box(a,1,2,3,4),[None,None,None,3])
traced(lambda a: tf.image.crop_to_bounding_box(a,1,2,9,4),[None,None,None,3])
traced(lambda a,n: tf.image.crop_to_bounding_box(a,n,2,n,4),[None,None,None,3],[],inputs=[PX,np.int32(2)])
tf.image.pad_to_bounding_box(x,1,1,8,9)
tf.image.pad_to_bounding_box(u8[0],0,1,8,9)
tf.image.pad_to_bounding_box(x,1,1,4,6)
tf.image.pad_to_bounding_box(x,-1,1,9,9)
tf.image.pad_to_bounding_box(x[0,0],0,1,9,9)
traced(lambda a: tf.image.pad_to_bounding_box(a,1,2,9,12),[None,None,None,3])
traced(lambda a: tf.image.pad_to_bounding_box(a,1,2,5,12),[None,None,None,3])
tf.image.extract_patches(x,[1,2,3,1],[1,1,1,1],[1,1,1,1],'VALID')
tf.image.extract_patches(u8,[1,2,3,1],[1,2,2,1],[1,2,1,1],'SAME')
tf.image.extract_patches(f64,[1,3,3,1],[1,3,2,1],[1,2,2,1],'SAME')
tf.image.extract_patches(cast(x,tf.complex64),[1,3,3,1],[1,3,2,1],[1,2,2,1],'SAME')
tf.image.extract_patches(x,[1,2,2],[1,1,1,1],[1,1,1,1],'VALID')
tf.image.extract_patches(x,[1,2,2,2],[1,1,1,1],[1,1,1,1],'VALID')
tf.image.extract_patches(x,[1,9,2,1],[1,1,1,1],[1,1,1,1],'VALID')
tf.image.extract_patches(x,[1,2,2,1],[1,1,1,1],[1,1,1,1],'FOO')
tf.image.extract_patches(x[0],[1,2,2,1],[1,1,1,1],[1,1,1,1],'SAME')
grads(lambda a: tf.image.extract_patches(a,[1,2,3,1],[1,2,1,1],[1,2,1,1],'SAME'),PX)
grads(lambda a: tf.image.extract_patches(a,[1,2,3,1],[1,2,1,1],[1,2,1,1],'VALID'),PX)
traced(lambda a: tf.image.extract_patches(a,[1,2,3,1],[1,2,1,1],[1,2,1,1],'SAME'),[None,None,7,3])
traced(lambda a: tf.image.extract_patches(a,[1,2,3,1],[1,2,1,1],[1,2,1,1],'SAME'),None)
tf.extract_volume_patches(tf.stack([x,y,y],1),[1,2,3,2,1],[1,1,2,2,1],'VALID')
tf.extract_volume_patches(tf.stack([x,y,y],1),[1,2,3,2,1],[1,1,2,2,1],'SAME')
grads(lambda a: tf.extract_volume_patches(a,[1,2,3,2,1],[1,1,2,2,1],'SAME'),np.stack([PX,PX],1))
tf.extract_volume_patches(x,[1,2,3,2,1],[1,1,2,2,1],'SAME')
tf.image.extract_glimpse(x,[2,2],[[0.,0.],[.5,.5]])
tf.image.extract_glimpse(x,[2,3],[[0.2,-.3],[-.5,.1]],noise='zero')
tf.image.extract_glimpse(x,[2,3],[[1.,2.],[3.5,2.2]],noise='zero',centered=False,normalized=False)
tf.image.extract_glimpse(x,[2,3],[[1.,2.],[-1.5,.2]],noise='zero',centered=True,normalized=False)
tf.image.extract_glimpse(x,[2,3],[[.1,.2],[-1.5,.2]],noise='zero',centered=False,normalized=True)
tf.image.extract_glimpse(x,[9,9],[[.1,.2],[-1.5,.2]],noise='zero')
R.ExtractGlimpse(input=x,size=[3,4],offsets=[[.1,.2],[-1.5,.2]],noise='zero',uniform_noise=False,centered=False)
R.ExtractGlimpse(input=x,size=[3,4],offsets=[[.1,.2],[1.5,3.2]],noise='zero',uniform_noise=False,normalized=False)
tf.image.extract_glimpse(x,[3,3],[[0.,0.]])
tf.image.extract_glimpse(x,[3,3],[[0.,0.]]*2,noise='foo')
tf.image.extract_glimpse(x,[3,0],[[0.,0.]]*2)
tf.shape(tf.image.extract_glimpse(x,[9,9],[[0.,0.]]*2,noise='gaussian'))
"""

COLORS = r"""
tf.image.convert_image_dtype(x,tf.uint8)
tf.image.convert_image_dtype(x*3-1,tf.uint8,saturate=True)
tf.image.convert_image_dtype(x,tf.int8)
tf.image.convert_image_dtype(x,tf.int32)
tf.image.convert_image_dtype(x*3,tf.uint16,saturate=True)
tf.image.convert_image_dtype(u8,tf.float32)
tf.image.convert_image_dtype(u8,tf.float16)
tf.image.convert_image_dtype(u8,tf.bfloat16)
tf.image.convert_image_dtype(u8,tf.float64)
tf.image.convert_image_dtype(u8,tf.int8)
tf.image.convert_image_dtype(u8,tf.uint16)
tf.image.convert_image_dtype(u8,tf.int32)
tf.image.convert_image_dtype(i16,tf.uint8)
tf.image.convert_image_dtype(i16,tf.uint8,saturate=True)
tf.image.convert_image_dtype(i16,tf.float32)
tf.image.convert_image_dtype(i16,tf.uint16,saturate=True)
tf.image.convert_image_dtype(cast(i16,tf.int32)*1000000,tf.uint8,saturate=True)
tf.image.convert_image_dtype(cast(i16,tf.int64),tf.uint8)
tf.image.convert_image_dtype(x,tf.float64)
tf.image.convert_image_dtype(x,tf.float32)
tf.image.convert_image_dtype(f16,tf.uint8)
tf.image.convert_image_dtype(x,tf.bool)
tf.image.convert_image_dtype(x>.5,tf.float32)
tf.image.convert_image_dtype(x,tf.complex64)
tf.image.adjust_brightness(u8,.1)
tf.image.adjust_brightness(x,.1)
tf.image.adjust_brightness(f16,-.1)
tf.image.adjust_brightness(f64,.1)
tf.image.adjust_contrast(u8,1.5)
tf.image.adjust_contrast(x,1.5)
tf.image.adjust_contrast(f64,-.5)
tf.image.adjust_contrast(x[0,0],1.5)
tf.image.adjust_contrast(x,[1.5])
tf.image.adjust_hue(x,.5)
tf.image.adjust_hue(x,-.9)
tf.image.adjust_hue(u8,-.3)
tf.image.adjust_hue(f64,.5)
tf.image.adjust_hue(x*0,.3)
tf.image.adjust_hue(x,1.5)
tf.image.adjust_hue(x,tf.constant(-1.5))
tf.image.adjust_hue(x[...,:2],.5)
tf.image.adjust_saturation(u8,2)
tf.image.adjust_saturation(x,0.5)
tf.image.adjust_saturation(x,-1.)
tf.image.adjust_saturation(x[...,:2],2)
tf.image.adjust_gamma(x,2.,1.)
tf.image.adjust_gamma(x,.5,3)
tf.image.adjust_gamma(x,-2.,1.)
tf.image.adjust_gamma(u8,2.,1.)
tf.image.adjust_gamma(x,tf.constant(2.))
tf.image.adjust_gamma(x,tf.constant(-2.))
tf.image.rgb_to_hsv(u8)
tf.image.rgb_to_hsv(x)
tf.image.rgb_to_hsv(f64)
tf.image.rgb_to_hsv(x[0,0,0])
tf.image.rgb_to_hsv(cast(x*3,tf.float32)-1)
tf.image.rgb_to_hsv([[0.,0.,0.],[1.,1.,1.],[.5,.5,0.],[0.,.5,.5],[.5,0.,.5]])
tf.image.rgb_to_hsv(x[...,:2])
tf.image.rgb_to_hsv(1.)
tf.image.hsv_to_rgb(x)
tf.image.hsv_to_rgb(x*3-1)
tf.image.hsv_to_rgb(f64)
tf.image.hsv_to_rgb(x[...,:2])
grads(tf.image.rgb_to_hsv,PX)
grads(tf.image.rgb_to_hsv,np.array([[0,0,0],[1,1,1],[.5,.5,.2],[.1,.5,.5],[.5,.2,.5],[.5,.2,.2],[.2,.2,.5],[.2,.5,.2]],'float32'))
tf.image.rgb_to_grayscale(u8)
tf.image.rgb_to_grayscale(x)
tf.image.rgb_to_grayscale(f64)
tf.image.rgb_to_grayscale(x[...,:2])
tf.image.grayscale_to_rgb(x[...,:1])
tf.image.grayscale_to_rgb(u8[0,:,:,2:])
tf.image.grayscale_to_rgb(x)
tf.image.grayscale_to_rgb(x[0,0,0,0])
traced(lambda a: tf.image.rgb_to_grayscale(a),[None,None,None,3])
traced(lambda a: tf.image.grayscale_to_rgb(a[...,:1]),[None,None,None,3])
tf.image.rgb_to_yiq(x)
tf.image.rgb_to_yuv(f64)
tf.image.rgb_to_yuv(u8)
tf.image.yiq_to_rgb(x)
tf.image.yuv_to_rgb(f64)
tf.image.yiq_to_rgb(f64)
tf.image.rgb_to_yiq(f64)
tf.image.per_image_standardization(u8)
tf.image.per_image_standardization(f16)
tf.image.per_image_standardization(f64)
tf.image.per_image_standardization(x[0])
tf.image.per_image_standardization(x[0,0])
tf.image.per_image_standardization(x*0)
"""

QUALITY = r"""
tf.image.total_variation(x)
tf.image.total_variation(x[0])
tf.image.total_variation(x[0,0])
tf.image.total_variation(cast(u8,tf.int32))
tf.image.total_variation(f64)
tf.image.psnr(x,y,1.)
tf.image.psnr(u8,v8,255)
tf.image.psnr(x,x[:1],1.)
tf.image.psnr(x[0],y[0],max_val=2.0)
tf.image.psnr(x,x[:,:2],1.)
tf.image.psnr(x[0,0],x[0,0],1.)
tf.image.ssim(x,y,1.)
tf.image.ssim(x,y,1.,filter_size=3)
tf.image.ssim(x,y,1.,filter_size=4,filter_sigma=.7,k1=.02,k2=.04)
tf.image.ssim(x[0],y[0],1.,filter_size=3)
tf.image.ssim(x,y,1.,filter_size=3,return_index_map=True)
tf.image.ssim(u8,v8,255,filter_size=3)
tf.image.ssim(x[0,0],x[0,0],1.)
tf.image.ssim(x,x[:,:5],1.)
tf.image.ssim(x,x[:,:,:,:2],1.,filter_size=3)
tf.image.ssim_multiscale(tf.tile(x,[1,5,5,1]),tf.tile(y,[1,5,5,1]),1.,power_factors=(.3,.5),filter_size=5)
tf.image.ssim_multiscale(tf.tile(u8,[1,5,5,1]),tf.tile(v8,[1,5,5,1]),255,power_factors=(.3,.5,.2),filter_size=3)
tf.image.ssim_multiscale(tf.tile(x,[1,30,30,1]),tf.tile(y,[1,30,30,1]),1.)
tf.image.ssim_multiscale(x,y,1.)
traced(lambda a,b: tf.image.ssim(a,b,1.,filter_size=3),[None,None,None,3],[None,None,None,3],inputs=[PX,PX*.9])
traced(lambda a,b: tf.image.psnr(a,b,1.),[None,None,None,3],[None,None,None,3],inputs=[PX,PX*.9])
grads(lambda a,b: tf.image.ssim(a,b,1.,filter_size=3),PX,PX*PX)
grads(lambda a,b: tf.image.psnr(a,b,1.),PX,PX*PX)
grads(tf.image.total_variation,PX)
tf.image.sobel_edges(x)
tf.image.sobel_edges(f64)
tf.image.sobel_edges(x[0])
traced(tf.image.sobel_edges,[None,None,None,3])
grads(tf.image.sobel_edges,PX)
tf.image.image_gradients(x)
tf.image.image_gradients(cast(u8,tf.int32))
tf.image.image_gradients(x[0])
"""

GEOMETRY = r"""
tf.image.flip_left_right(x)
tf.image.flip_left_right(u8[0])
tf.image.flip_up_down(x)
tf.image.flip_up_down(x[0])
tf.image.flip_left_right(x[0,0])
tf.image.flip_up_down(x[0,0,0])
tf.image.flip_left_right(tf.ones([1,1,1,1,1]))
tf.image.rot90(x,0)
tf.image.rot90(x)
tf.image.rot90(x,2)
tf.image.rot90(x,3)
tf.image.rot90(x[0],5)
tf.image.rot90(x[0],-1)
tf.image.rot90(x,1.0)
tf.image.rot90(x,[1])
tf.image.rot90(x[0,0],1)
traced(lambda a,k: tf.image.rot90(a,k),[None,None,None,3],[],inputs=[PX,np.int32(3)])
traced(lambda a: tf.image.rot90(a),[None,None,None,3])
traced(lambda a: tf.image.flip_left_right(a),[None,None,None,3])
traced(lambda a: tf.image.flip_up_down(a),None)
traced(lambda a: tf.image.transpose(a),[None,None,None,3])
tf.image.transpose(x)
tf.image.transpose(u8[0])
tf.image.transpose(x[0,0])
R.ImageProjectiveTransformV2(images=x,transforms=[[1.,.1,0.,.2,1.,0.,.01,.02]],output_shape=[5,8],interpolation='BILINEAR')
R.ImageProjectiveTransformV2(images=x,transforms=[[1.,.1,0.,.2,1.,0.,.01,.02]],output_shape=[5,8],interpolation='NEAREST')
R.ImageProjectiveTransformV3(images=x,transforms=[[1.3,.1,-3.,.2,1.4,-2.,0.,0.]],output_shape=[9,12],interpolation='BILINEAR',fill_mode='REFLECT',fill_value=.5)
R.ImageProjectiveTransformV3(images=x,transforms=[[1.3,.1,-13.,.2,1.4,-22.,0.,0.]],output_shape=[9,12],interpolation='NEAREST',fill_mode='REFLECT',fill_value=.5)
R.ImageProjectiveTransformV3(images=x,transforms=[[1.3,.1,-3.,.2,1.4,-2.,0.,0.]],output_shape=[9,12],interpolation='BILINEAR',fill_mode='WRAP',fill_value=.5)
R.ImageProjectiveTransformV3(images=x,transforms=[[1.3,.1,-23.,.2,1.4,-22.,0.,0.]],output_shape=[9,12],interpolation='NEAREST',fill_mode='WRAP',fill_value=.5)
R.ImageProjectiveTransformV3(images=x,transforms=[[1.3,.1,-3.,.2,1.4,-2.,0.,0.]],output_shape=[9,12],interpolation='BILINEAR',fill_mode='NEAREST',fill_value=.5)
R.ImageProjectiveTransformV3(images=x,transforms=[[1.3,.1,-3.,.2,1.4,-2.,0.,0.]],output_shape=[9,12],interpolation='BILINEAR',fill_mode='CONSTANT',fill_value=.5)
R.ImageProjectiveTransformV3(images=u8,transforms=[[1.3,.1,-3.,.2,1.4,-2.,0.,0.],[1.,0,0,0,1,0,.1,-.1]],output_shape=[9,12],interpolation='BILINEAR',fill_mode='CONSTANT',fill_value=200.)
R.ImageProjectiveTransformV3(images=f64,transforms=[[1.3,.1,-3.,.2,1.4,-2.,0.,0.]],output_shape=[9,12],interpolation='BILINEAR',fill_mode='CONSTANT',fill_value=-1.)
R.ImageProjectiveTransformV3(images=x,transforms=[[1.3,.1,-3.,.2,1.4,-2.,0.]],output_shape=[9,12],interpolation='BILINEAR',fill_mode='CONSTANT',fill_value=.5)
grads(lambda a: R.ImageProjectiveTransformV3(images=a,transforms=[[1.3,.1,-3.,.2,1.4,-2.,.01,.02]],output_shape=[6,7],interpolation='BILINEAR',fill_mode='CONSTANT',fill_value=.5),PX)
grads(lambda a: R.ImageProjectiveTransformV2(images=a,transforms=[[1.3,.1,-3.,.2,1.4,-2.,0.,0.],[1.,0,0,0,1,0,.1,-.1]],output_shape=[4,9],interpolation='NEAREST'),PX)
tf.nn.dilation2d(x,x[0,:2,:3],[1,1,1,1],'SAME','NHWC',[1,1,1,1])
tf.nn.dilation2d(x,x[0,:2,:3],[1,2,1,1],'VALID','NHWC',[1,1,2,1])
tf.nn.dilation2d(f64,f64[0,:2,:3],[1,2,1,1],'VALID','NHWC',[1,1,2,1])
tf.nn.dilation2d(f16,f16[0,:2,:3],[1,2,1,1],'SAME','NHWC',[1,1,2,1])
tf.nn.dilation2d(u8,u8[0,:2,:3],[1,1,1,1],'SAME','NHWC',[1,1,1,1])
tf.nn.dilation2d(cast(u8,tf.int32),cast(u8,tf.int32)[0,:2,:3],[1,1,1,1],'SAME','NHWC',[1,1,1,1])
tf.nn.dilation2d(x,x[0,:2,:3],[1,1,1,1],'SAME','NCHW',[1,1,1,1])
tf.nn.dilation2d(x,x[0,:2,:3,:2],[1,1,1,1],'SAME','NHWC',[1,1,1,1])
tf.nn.dilation2d(x,x[0],[1,1,1,1],'VALID','NHWC',[1,2,1,1])
tf.nn.dilation2d(x,x,[1,1,1,1],'VALID','NHWC',[1,2,1,1])
tf.nn.dilation2d(x,x[0,:2,:3],[1,1,1,2],'SAME','NHWC',[1,1,1,1])
tf.nn.erosion2d(x,x[0,:2,:3],[1,1,1,1],'SAME','NHWC',[1,1,1,1])
tf.nn.erosion2d(x,x[0,:2,:3],[1,2,1,1],'VALID','NHWC',[1,1,2,1])
grads(lambda a,b: tf.nn.dilation2d(a,b,[1,2,1,1],'SAME','NHWC',[1,1,2,1]),PX,PX[0,:2,:3])
grads(lambda a,b: tf.nn.erosion2d(a,b,[1,1,1,1],'VALID','NHWC',[1,1,1,1]),PX,PX[0,:2,:3])
traced(lambda a: tf.nn.dilation2d(a,PX[0,:2,:3],[1,2,1,1],'SAME','NHWC',[1,1,2,1]),[None,None,None,None])
"""

BOXED = r"""
tf.image.draw_bounding_boxes(x,[boxes[:3],boxes[3:6]],[[1.,0,0]])
tf.image.draw_bounding_boxes(x,[boxes[:3],boxes[3:6]],[[1.,0,0],[0,1.,.5]])
tf.image.draw_bounding_boxes(x,[boxes[:3]*3-1,boxes[3:6]*3-1],None)
tf.image.draw_bounding_boxes(f16,[[[0,0,.5,.5]]]*2,None)
tf.image.draw_bounding_boxes(x[...,:1],[[[0,0,.5,.5],[.2,.2,.9,1.]]]*2,None)
tf.image.draw_bounding_boxes(x[...,:1],[[[0,0,.5,.5],[.2,.2,.9,1.]]]*2,[[.3,.2,.1]])
tf.image.draw_bounding_boxes(x[...,:2],[[[0,0,.5,.5]]]*2,[[.3,.2,.1]])
tf.image.draw_bounding_boxes(x,[[[0,0,.5,.5]]]*2,[[.3,.2]])
tf.image.draw_bounding_boxes(x,[[[0,0,.5,.5]]],[[.3,.2,.1]])
tf.image.draw_bounding_boxes(x,tf.zeros([2,0,4]),[[.3,.2,.1]])
tf.image.non_max_suppression(boxes,scores,10)
tf.image.non_max_suppression(boxes,scores,40,.1)
tf.image.non_max_suppression(boxes,scores,40,.3,.5)
tf.image.non_max_suppression(boxes,scores,0)
tf.image.non_max_suppression(boxes,scores,-3)
tf.image.non_max_suppression(boxes,tf.round(scores*4),40,.2)
tf.image.non_max_suppression(cast(boxes,tf.float16),cast(scores,tf.float16),20,tf.constant(.3,tf.float16),tf.constant(.1,tf.float16))
tf.image.non_max_suppression(boxes,scores,10,1.5)
tf.image.non_max_suppression(boxes,scores[:3],10)
tf.image.non_max_suppression(boxes[:,:3],scores,10)
tf.image.non_max_suppression(boxes,scores,[10])
tf.image.non_max_suppression(boxes[:0],scores[:0],10)
tf.image.non_max_suppression_with_scores(boxes,scores,10)
tf.image.non_max_suppression_with_scores(boxes,scores,40,.3,.2,.5)
tf.image.non_max_suppression_with_scores(boxes,scores,40,1.,.2,.5)
tf.image.non_max_suppression_with_scores(boxes,scores,40,.5,.1,.1)
tf.image.non_max_suppression_with_scores(boxes,scores,40,.5,.1,-.1)
tf.image.non_max_suppression_overlaps(tf.matmul(boxes,boxes,transpose_b=True)/4.,scores,10,.3)
tf.image.non_max_suppression_overlaps(tf.matmul(boxes,boxes,transpose_b=True)/4.,scores,10,.3,.5)
tf.image.non_max_suppression_overlaps(boxes,scores,10)
tf.image.non_max_suppression_padded(upright,scores,10)
tf.image.non_max_suppression_padded(upright,scores,30,.2,.3,pad_to_max_output_size=True)
tf.image.non_max_suppression_padded(tf.reshape(upright,[2,20,4]),tf.reshape(scores,[2,20]),9,.3,.2,pad_to_max_output_size=True)
tf.image.non_max_suppression_padded(tf.reshape(upright,[2,2,10,4]),tf.reshape(scores,[2,2,10]),9,.3,pad_to_max_output_size=True)
tf.image.non_max_suppression_padded(tf.reshape(upright,[2,20,4]),tf.reshape(scores,[2,20]),9)
R.NonMaxSuppression(boxes=boxes,scores=scores,max_output_size=10,iou_threshold=.3)
R.NonMaxSuppressionV2(boxes=boxes,scores=scores,max_output_size=10,iou_threshold=.3)
R.NonMaxSuppressionV4(boxes=boxes,scores=scores,max_output_size=30,iou_threshold=.3,score_threshold=.2,pad_to_max_output_size=True)
R.NonMaxSuppressionV5(boxes=boxes,scores=scores,max_output_size=50,iou_threshold=.3,score_threshold=.2,soft_nms_sigma=.1,pad_to_max_output_size=True)
tf.image.combined_non_max_suppression(tf.reshape(boxes,[2,10,2,4]),tf.reshape(scores,[2,10,2]),4,6)
tf.image.combined_non_max_suppression(tf.reshape(boxes,[2,10,2,4])*2-.5,tf.reshape(scores,[2,10,2]),4,16,.3,.4)
tf.image.combined_non_max_suppression(tf.reshape(boxes,[2,10,2,4])*2-.5,tf.reshape(scores,[2,10,2]),4,16,.3,.4,clip_boxes=False,pad_per_class=True)
tf.image.combined_non_max_suppression(tf.reshape(boxes[:20],[2,10,1,4]),tf.reshape(scores,[2,10,2]),3,5,.3,.4,pad_per_class=True)
tf.image.combined_non_max_suppression(tf.reshape(boxes,[2,10,2,4]),tf.reshape(scores,[2,10,2]),0,6)
tf.image.combined_non_max_suppression(tf.reshape(boxes,[2,10,2,4]),tf.reshape(scores,[2,5,4]),3,6)
traced(lambda a: tf.image.non_max_suppression(a,PB[:,0],10),[None,4],inputs=[PB])
traced(lambda a: tf.image.combined_non_max_suppression(a[None,:,None],PB[None,:,:1],10,9).nmsed_boxes,[None,4],inputs=[PB])
"""

RANDOM = r"""
[tf.random.set_seed(3), tf.image.random_crop(x,[1,2,3,3])][1]
[tf.random.set_seed(3), tf.image.random_crop(x,[1,2,3,3],seed=5)][1]
tf.image.random_crop(x,[1,2,9,3],1)
[tf.random.set_seed(3), tf.image.random_flip_left_right(x[0]), tf.image.random_flip_left_right(x[0]), tf.image.random_flip_left_right(x)][1:]
[tf.random.set_seed(3), tf.image.random_flip_up_down(u8[0],7), tf.image.random_flip_up_down(u8[0],8), tf.image.random_flip_up_down(u8,9)][1:]
[tf.random.set_seed(3), tf.image.random_brightness(x,.3), tf.image.random_brightness(u8,.3,4)][1:]
[tf.random.set_seed(3), tf.image.random_contrast(x,.3,.9), tf.image.random_contrast(u8,.3,.8,4)][1:]
[tf.random.set_seed(3), tf.image.random_saturation(x,.3,.9), tf.image.random_saturation(u8,.3,.8,4)][1:]
[tf.random.set_seed(3), tf.image.random_hue(x,.3), tf.image.random_hue(u8,.3,4)][1:]
tf.image.random_brightness(x,-.1)
tf.image.random_contrast(x,.9,.3)
tf.image.random_contrast(x,-.9,.3)
tf.image.random_saturation(x,.9,.3)
tf.image.random_hue(x,.6)
tf.image.random_hue(x,-.6)
[tf.image.stateless_random_crop(x,[1,2,3,3],(1,k)) for k in range(5)]
[tf.image.stateless_random_flip_left_right(x,(1,k)) for k in range(5)]
[tf.image.stateless_random_flip_left_right(x[0],(1,k)) for k in range(5)]
[tf.image.stateless_random_flip_up_down(u8[0],(1,k)) for k in range(5)]
[tf.image.stateless_random_brightness(x,.3,(1,k)) for k in range(3)]
[tf.image.stateless_random_contrast(x,.3,.9,(1,k)) for k in range(3)]
[tf.image.stateless_random_saturation(x,.3,.9,(1,k)) for k in range(3)]
[tf.image.stateless_random_hue(u8,.3,(1,k)) for k in range(3)]
tf.image.stateless_random_saturation(x,.3,.9)
[tf.image.stateless_sample_distorted_bounding_box([50,70,3],[[[.1,.2,.7,.8]]],(3,k),min_object_covered=.4) for k in range(20)]
[tf.image.stateless_sample_distorted_bounding_box([90,40,3],[[[.1,.2,.7,.8],[.5,.6,.9,.95]]],(4,k),area_range=(.2,.4),aspect_ratio_range=(.3,3.)) for k in range(20)]
[tf.image.stateless_sample_distorted_bounding_box([7,5,3],tf.zeros([0,0,4]),(4,k),use_image_if_no_bounding_boxes=True) for k in range(20)]
[tf.image.stateless_sample_distorted_bounding_box(tf.constant([100,120,3],tf.uint8),[[[.1,.2,.7,.8]]],(4,k),max_attempts=2,min_object_covered=.9) for k in range(20)]
[tf.random.set_seed(3), [tf.image.sample_distorted_bounding_box([50,70,3],[[[.1,.2,.7,.8]]],seed=4) for k in range(5)]][1]
tf.image.stateless_sample_distorted_bounding_box([50,70,3],tf.zeros([0,0,4]),(3,4))
tf.image.stateless_sample_distorted_bounding_box([50,70,3],[[[.1,.2,1.7,.8]]],(3,4))
tf.image.stateless_sample_distorted_bounding_box([50,70],[[[.1,.2,.7,.8]]],(3,4))
tf.image.stateless_sample_distorted_bounding_box([50,70,3],[[[.1,.2,.7,.8]]],(3,4),area_range=(0.,1.))
tf.image.stateless_sample_distorted_bounding_box([50,70,3],[[[.1,.2,.7,.8]]],(3,4),area_range=(.1,1.5))
tf.image.stateless_sample_distorted_bounding_box([50,70,3],[[[.1,.2,.7,.8]]],(3,4),max_attempts=0)
"""

GROUPS = {
    "resize": RESIZE,
    "crop": CROP,
    "colors": COLORS,
    "quality": QUALITY,
    "geometry": GEOMETRY,
    "boxes": BOXED,
    "random": RANDOM,
}
EXPRESSIONS = parameters(GROUPS)
# In parts of the largest element: sums are made in another order than TensorFlow's.
TOLERANCE = {"float64": 1e-6, "float32": 4e-6, "float16": 2e-3, "bfloat16": 2e-2, "complex64": 4e-6}


def same_images(got, want, where="result"):
    if isinstance(want, (list, tuple)):
        assert type(got).__name__ == type(want).__name__ and len(got) == len(want), f"{where}: {got!r}"
        for i, (g, w) in enumerate(zip(got, want, strict=True)):
            same_images(g, w, f"{where}[{i}]")
    elif type(want).__name__ == "TensorShape":  # ours may know more
        assert want.rank is None or str(want.merge_with(got.as_list())) == str(got), (
            f"{where}: {want} expected, got {got}"
        )
    elif not hasattr(want, "dtype"):
        assert got == want, f"{where}: {want!r} expected, got {got!r}"
    else:
        assert (got.dtype.name, got.shape.as_list()) == (want.dtype.name, want.shape.as_list()), where
        g, w = got.numpy(), want.numpy()
        if want.dtype.name not in TOLERANCE or w.size == 0:
            np.testing.assert_array_equal(g, w, where)
        else:
            wide = "complex128" if want.dtype.name == "complex64" else "float64"
            g, w = g.astype(wide), w.astype(wide)
            finite = np.abs(w[np.isfinite(w)])
            least = TOLERANCE[want.dtype.name] * (finite.max() if finite.size else 1)
            np.testing.assert_allclose(g, w, TOLERANCE[want.dtype.name], least, err_msg=where)


# What TensorFlow has no kernel for, ours may do.
NO_KERNEL = ("Could not find device for node", "No OpKernel was registered")


@pytest.mark.parametrize("expression", EXPRESSIONS)
def test_expression(expression, tensorflow, gw):
    want, their_error = evaluated(expression, tensorflow, names)
    got, our_error = evaluated(expression, gw, names)
    if their_error is None:
        if our_error is not None:
            raise AssertionError(f"TensorFlow gives {want!r}; graphwright raises") from our_error
        return same_images(got, want)
    if any(words in str(their_error) for words in NO_KERNEL):
        return None
    name, text = type(their_error).__name__, f"TensorFlow raises {type(their_error).__name__}: {str(their_error)[:200]}"
    assert our_error is not None, f"{text}; graphwright gives {got!r}"
    if name not in [cls.__name__ for cls in type(our_error).__mro__]:
        raise AssertionError(text) from our_error
    assert str(our_error), "the exception says nothing"
    return None


def test_box_proposals(gw):
    """TensorFlow computes these on GPUs only: what its documentation says, step by step."""
    scores = RNG.random((2, 3, 4, 2)).astype("float32")
    deltas = RNG.normal(0, 0.3, (2, 3, 4, 8)).astype("float32")
    anchors = np.float32([[10, 10, 40, 50], [20, 5, 50, 30]])
    info = np.float32([[60, 70, 1, 0, 0], [50, 40, 1.5, 0, 0]])
    rois, marks = gw.image.generate_bounding_box_proposals(
        scores, deltas, info, anchors, nms_threshold=0.5, pre_nms_topn=20, min_size=12.0, post_nms_topn=6
    )
    for b in range(2):
        order = np.argsort(-scores[b].ravel(), kind="stable")[:20]
        anchor, delta = anchors[order % 2], deltas[b].reshape(-1, 4)[order]
        size = anchor[:, 2:] - anchor[:, :2]
        middle = anchor[:, :2] + size / 2 + delta[:, :2] * size
        half = size * np.exp(np.minimum(delta[:, 2:], np.log(1000 / 16))) / 2
        most = info[b, [0, 1]]
        boxes = np.concatenate([np.clip(middle - half, 0, most), np.clip(middle + half, 0, most)], 1)
        large = (boxes[:, 2:] - boxes[:, :2] >= 12 * info[b, 2]).all(1)
        boxes, chosen = boxes[large].astype("float32"), scores[b].ravel()[order][large]
        kept = gw.image.non_max_suppression(boxes, chosen, 6, 0.5).numpy()
        np.testing.assert_allclose(rois[b].numpy()[: len(kept)], boxes[kept], 1e-5)
        np.testing.assert_array_equal(marks[b].numpy()[: len(kept)], chosen[kept])
        assert not rois[b].numpy()[len(kept) :].any() and not marks[b].numpy()[len(kept) :].any()
