// libFuzzer without its own main function, as the toolchain has it (libclang_rt.fuzzer_no_main).
#pragma once
#include <stddef.h>
#include <stdint.h>

// Runs the command line of libFuzzer; calls the function for every input that it makes.
int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*run)(const uint8_t *data, size_t size));
// Gives libFuzzer no counters but those that are used from here on; called before its driver.
void cfuzzer_watch_counters(void);
// Gives libFuzzer the counters that were used for the first time; called after every input.
void cfuzzer_give_counters(void);
