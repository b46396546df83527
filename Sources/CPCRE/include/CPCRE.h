// Matches untrusted regular expressions within limits. PCRE2 is linked statically: nothing to load at start, and
// nothing to install with the program.
#ifndef CARDSTREAM_CPCRE_H
#define CARDSTREAM_CPCRE_H

#include <stddef.h>

typedef struct cpcre_pattern cpcre_pattern;

// Compiles a pattern in UTF-8. Returns NULL if it is not valid. Free the result with cpcre_free.
cpcre_pattern *_Nullable cpcre_compile(const char *_Nonnull pattern, size_t length);

// Matches a pattern against a whole text in UTF-8. Returns 1 if it matches, 0 if it does not, and -1 if it cannot be
// decided within the limits, such as the number of steps.
int cpcre_match_whole(
    const cpcre_pattern *_Nonnull pattern, const char *_Nonnull text, size_t length, unsigned steps);

void cpcre_free(cpcre_pattern *_Nullable pattern);

#endif
