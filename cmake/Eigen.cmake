# Finds Eigen's headers in the wheel `cmeel-eigen` and makes from them the target graphwright::eigen, for the linear algebra
# ops.
graphwright_distribution_folder(eigen_cmake_folder cmeel-eigen Eigen3Config.cmake)
if(NOT eigen_cmake_folder)
  message(FATAL_ERROR "Eigen is missing: pip install cmeel-eigen (a plain `pip install .` does so by itself)")
endif()
file(REAL_PATH "${eigen_cmake_folder}/../../../include/eigen3" eigen_folder)
graphwright_copy_headers(eigen_headers eigen "${eigen_folder}" "Eigen/*")

add_library(graphwright_eigen INTERFACE)
add_library(graphwright::eigen ALIAS graphwright_eigen)
target_include_directories(graphwright_eigen SYSTEM INTERFACE "${eigen_headers}")
# Our own loops do the threading; only parts under the MPL 2.0 are used.
target_compile_definitions(graphwright_eigen INTERFACE EIGEN_DONT_PARALLELIZE EIGEN_MPL2_ONLY)
if(GRAPHWRIGHT_SANITIZE)
  # Else it allocates otherwise in files with AddressSanitizer than in those without, whose inline functions are linked as one.
  target_compile_definitions(graphwright_eigen INTERFACE EIGEN_MALLOC_ALREADY_ALIGNED=1)
endif()
