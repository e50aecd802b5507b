# A toolchain (CMAKE_TOOLCHAIN_FILE): compiles for Linux on aarch64 with Debian's cross compiler, crossbuild-essential-arm64.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)
