// libFuzzer without its own main function, as the toolchain has it (libclang_rt.fuzzer_no_main).
#pragma once
#include <stddef.h>
#include <stdint.h>

// Runs the command line of libFuzzer; calls the function for every input that it makes.
int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*run)(const uint8_t *data, size_t size));
