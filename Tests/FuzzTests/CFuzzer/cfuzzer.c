// libFuzzer itself is linked. It reads and clears all the counters it knows for each input, and the program has more
// than a million, of which a reader reaches some hundreds. So this file gives it the counters of the program page by
// page, each page when its first counter is used.
#include "cfuzzer.h"
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

// The names under which the linker makes libFuzzer's functions available (--wrap).
void __real___sanitizer_cov_8bit_counters_init(uint8_t *start, uint8_t *stop);
void __real___sanitizer_cov_pcs_init(const uintptr_t *start, const uintptr_t *stop);

enum { most_pages = 65536 };

// All counters, and for each one its address in the program with some flags.
static uint8_t *counters, *counters_end;
static const uintptr_t *places;
// The whole memory pages among the counters.
static uint8_t *pages, *pages_end;
static size_t page_size;
static volatile sig_atomic_t is_new[most_pages], is_any_new;
static struct sigaction others;

void __wrap___sanitizer_cov_8bit_counters_init(uint8_t *start, uint8_t *stop) { counters = start, counters_end = stop; }

void __wrap___sanitizer_cov_pcs_init(const uintptr_t *start, const uintptr_t *stop) {
    (void)stop;
    places = start;
}

static void give(uint8_t *start, uint8_t *stop) {
    if (start == stop) return;
    __real___sanitizer_cov_8bit_counters_init(start, stop);
    __real___sanitizer_cov_pcs_init(places + 2 * (start - counters), places + 2 * (stop - counters));
}

static void touch(int signal, siginfo_t *info, void *context) {
    uint8_t *place = info->si_addr;
    if (place < pages || place >= pages_end) {
        others.sa_sigaction(signal, info, context);
        return;
    }
    size_t page = (size_t)(place - pages) / page_size;
    mprotect(pages + page * page_size, page_size, PROT_READ | PROT_WRITE);
    is_new[page] = is_any_new = 1;
}

void cfuzzer_watch_counters(void) {
    page_size = (size_t)sysconf(_SC_PAGESIZE);
    pages = (uint8_t *)(((uintptr_t)counters + page_size - 1) / page_size * page_size);
    pages_end = (uint8_t *)((uintptr_t)counters_end / page_size * page_size);
    if (!counters || pages >= pages_end || (size_t)(pages_end - pages) / page_size > most_pages) abort();
    give(counters, pages);
    give(pages_end, counters_end);
    // Other faults are passed to the address sanitizer.
    struct sigaction own;
    sigaction(SIGSEGV, NULL, &others);
    own = others;
    own.sa_sigaction = touch;
    own.sa_flags |= SA_SIGINFO | SA_NODEFER;
    sigaction(SIGSEGV, &own, NULL);
    mprotect(pages, (size_t)(pages_end - pages), PROT_READ);
}

void cfuzzer_give_counters(void) {
    if (!is_any_new) return;
    is_any_new = 0;
    for (size_t page = 0; page < (size_t)(pages_end - pages) / page_size; page++) {
        if (!is_new[page]) continue;
        is_new[page] = 0;
        give(pages + page * page_size, pages + (page + 1) * page_size);
    }
}
