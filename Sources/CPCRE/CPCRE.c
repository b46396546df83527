#include "CPCRE.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

// The greatest amount of memory for backtracking, in KiB.
static const uint32_t heap_limit = 8 * 1024;

cpcre_pattern *cpcre_compile(const char *pattern, size_t length) {
    int error;
    PCRE2_SIZE where;
    // Accept \u0041 as in JavaScript, and refuse \C, which would match single bytes of characters.
    uint32_t options = PCRE2_UTF | PCRE2_UCP | PCRE2_ALT_BSUX | PCRE2_NEVER_BACKSLASH_C;
    return (cpcre_pattern *)pcre2_compile((PCRE2_SPTR)pattern, length, options, &error, &where, NULL);
}

int cpcre_match_whole(const cpcre_pattern *pattern, const char *text, size_t length, unsigned steps) {
    pcre2_match_data *data = pcre2_match_data_create(1, NULL);
    pcre2_match_context *context = pcre2_match_context_create(NULL);
    int result = PCRE2_ERROR_NOMEMORY;
    if (data && context) {
        pcre2_set_match_limit(context, steps);
        pcre2_set_heap_limit(context, heap_limit);
        result = pcre2_match(
            (const pcre2_code *)pattern, (PCRE2_SPTR)text, length, 0, PCRE2_ANCHORED | PCRE2_ENDANCHORED, data,
            context);
    }
    pcre2_match_context_free(context);
    pcre2_match_data_free(data);
    if (result >= 0) return 1;
    return result == PCRE2_ERROR_NOMATCH ? 0 : -1;
}

void cpcre_free(cpcre_pattern *pattern) { pcre2_code_free((pcre2_code *)pattern); }
