// libFuzzer is linked; this folder only declares what is used of it.
#include "cfuzzer.h"
