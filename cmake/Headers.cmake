# Headers of the build's Python packages are copied into the build folder: an isolated build finds them at another path each
# time, and a changed include path would compile everything anew. A file that has not changed keeps its time.

# The folder of a file that a distribution of the build's Python carries, or "" where it is not installed.
function(graphwright_distribution_folder out distribution file)
  execute_process(
    COMMAND "${Python_EXECUTABLE}" -c "
from importlib.metadata import distribution
for path in distribution('${distribution}').files:
    if path.name == '${file}':
        print(path.locate().resolve().parent)
        break
"
    OUTPUT_VARIABLE folder OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  set(${out} "${folder}" PARENT_SCOPE)
endfunction()

# Copies the files below `source` that match the patterns to the build folder `name`/include, whose path `out` gets.
function(graphwright_copy_headers out name source)
  set(target "${CMAKE_BINARY_DIR}/${name}/include")
  list(TRANSFORM ARGN PREPEND "${source}/" OUTPUT_VARIABLE patterns)
  file(GLOB_RECURSE headers RELATIVE "${source}" ${patterns})
  foreach(header IN LISTS headers)
    get_filename_component(folder "${target}/${header}" DIRECTORY)
    file(MAKE_DIRECTORY "${folder}")
    file(COPY_FILE "${source}/${header}" "${target}/${header}" ONLY_IF_DIFFERENT)
  endforeach()
  set(${out} "${target}" PARENT_SCOPE)
endfunction()
