// The main() of the C++ tests: Catch2 2.x wants it in one file of its own.
#define CATCH_CONFIG_MAIN
#include <catch2/catch.hpp>
