#define _GNU_SOURCE
#include "CLinux.h"

#include <link.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

static int release(struct dl_phdr_info *object, size_t size, void *context) {
    (void)size;
    uintptr_t page = (uintptr_t)*(long *)context;
    for (int i = 0; i < object->dlpi_phnum; i++) {
        const ElfW(Phdr) *segment = &object->dlpi_phdr[i];
        // What was ever written to, be it by the linker only, exists nowhere else.
        if (segment->p_type != PT_LOAD || segment->p_flags & PF_W) continue;
        uintptr_t start = (object->dlpi_addr + segment->p_vaddr) & ~(page - 1);
        uintptr_t end = (object->dlpi_addr + segment->p_vaddr + segment->p_memsz) & ~(page - 1);
        // Of no consequence when refused: the pages stay.
        if (end > start) madvise((void *)start, end - start, MADV_DONTNEED);
    }
    return 0;
}

void clinux_release_text(void) {
    long page = sysconf(_SC_PAGESIZE);
    if (page > 0) dl_iterate_phdr(release, &page);
}
