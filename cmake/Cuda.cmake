# The CUDA plugin: every cpp/**/*.cu in one shared object beside the extension module, which opens it when a driver is there.
# Built where nvcc and cuDNN are; GRAPHWRIGHT_CUDA=ON makes their absence an error, OFF leaves the plugin out.

file(GLOB_RECURSE cuda_sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/cpp/*.cu")
if(GRAPHWRIGHT_CUDA STREQUAL "OFF" OR NOT cuda_sources)
  return()
endif()

macro(graphwright_without_cuda reason)
  if(GRAPHWRIGHT_CUDA STREQUAL "ON")
    message(FATAL_ERROR "GRAPHWRIGHT_CUDA=ON, but ${reason}")
  endif()
  message(STATUS "The CUDA plugin is left out: ${reason}")
  return()
endmacro()

if(NOT CMAKE_CUDA_COMPILER AND NOT DEFINED ENV{CUDACXX} AND EXISTS /usr/local/cuda/bin/nvcc)
  set(CMAKE_CUDA_COMPILER /usr/local/cuda/bin/nvcc)
endif()
# Device code for A100 and H100, and PTX for what comes after them.
set(CMAKE_CUDA_ARCHITECTURES 80-real 90-real 90-virtual)
include(CheckLanguage)
check_language(CUDA)
if(NOT CMAKE_CUDA_COMPILER)
  graphwright_without_cuda("there is no nvcc")
endif()
enable_language(CUDA)
if(CMAKE_CUDA_COMPILER_VERSION VERSION_LESS 12)
  graphwright_without_cuda("nvcc ${CMAKE_CUDA_COMPILER_VERSION} knows no C++20")
endif()
find_package(CUDAToolkit QUIET)
if(NOT CUDAToolkit_FOUND OR NOT TARGET CUDA::cublasLt)
  graphwright_without_cuda("the CUDA toolkit has no cuBLASLt")
endif()
get_filename_component(cuda_bin "${CMAKE_CUDA_COMPILER}" REALPATH)
get_filename_component(cuda_root "${cuda_bin}/../.." ABSOLUTE)
find_path(CUDNN_INCLUDE cudnn.h HINTS "${cuda_root}/include" /usr/local/cuda/include)
find_library(CUDNN_LIBRARY cudnn HINTS "${cuda_root}/lib64" /usr/local/cuda/lib64)
if(NOT CUDNN_INCLUDE OR NOT CUDNN_LIBRARY)
  graphwright_without_cuda("there is no cuDNN")
endif()

if(CMAKE_CXX_COMPILER_LAUNCHER AND NOT CMAKE_CUDA_COMPILER_LAUNCHER)
  set(CMAKE_CUDA_COMPILER_LAUNCHER "${CMAKE_CXX_COMPILER_LAUNCHER}")
endif()
add_library(graphwright_cuda MODULE ${cuda_sources})
set_target_properties(graphwright_cuda PROPERTIES
  PREFIX "" SUFFIX ".so"
  CUDA_STANDARD 20 CUDA_STANDARD_REQUIRED ON
  CUDA_VISIBILITY_PRESET hidden
  CUDA_RUNTIME_LIBRARY Static
  LIBRARY_OUTPUT_DIRECTORY "${GRAPHWRIGHT_STAGE}"
  BUILD_WITH_INSTALL_RPATH ON
  INSTALL_RPATH "$ORIGIN/../nvidia/cudnn/lib:$ORIGIN/../nvidia/cu13/lib:${cuda_root}/lib64")
target_include_directories(graphwright_cuda PRIVATE "${PROJECT_SOURCE_DIR}/cpp")
target_include_directories(graphwright_cuda SYSTEM PRIVATE "${CUDNN_INCLUDE}")
target_compile_options(graphwright_cuda PRIVATE
  $<$<COMPILE_LANGUAGE:CUDA>:-O3 --expt-relaxed-constexpr --extended-lambda -Xcompiler=-fPIC,-Wall>)
target_link_libraries(graphwright_cuda PRIVATE CUDA::cudart_static CUDA::cublasLt "${CUDNN_LIBRARY}" ${CMAKE_DL_LIBS})
target_link_options(graphwright_cuda PRIVATE "-Wl,--version-script=${PROJECT_SOURCE_DIR}/cmake/exports.map")
install(TARGETS graphwright_cuda LIBRARY DESTINATION graphwright COMPONENT graphwright_cuda)
