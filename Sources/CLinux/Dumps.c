#include "CLinux.h"

#include <sys/prctl.h>

void clinux_forbid_dumps(void) { prctl(PR_SET_DUMPABLE, 0, 0, 0, 0); }
