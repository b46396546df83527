#include "CLinux.h"

#include <sys/prctl.h>

bool clinux_forbid_dumps(void) {
    prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
    return prctl(PR_GET_DUMPABLE, 0, 0, 0, 0) == 0;
}
