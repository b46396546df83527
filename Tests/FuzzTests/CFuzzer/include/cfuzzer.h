// libFuzzer without its main function, as the toolchain provides it (libclang_rt.fuzzer_no_main).
#pragma once
#include <stddef.h>
#include <stdint.h>

// Runs libFuzzer with its command line. Calls `run` for every input that it generates.
int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*run)(const uint8_t *data, size_t size));
// Gives libFuzzer only the counters that are used from here on. Must be called before LLVMFuzzerRunDriver.
void cfuzzer_watch_counters(void);
// Gives libFuzzer the counters that were used for the first time. Must be called after every input.
void cfuzzer_give_counters(void);
