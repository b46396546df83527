// Regular expressions of strangers, matched within limits. PCRE2 as a static library: nothing to load at the start,
// nothing to install with the program.
#ifndef CARDSTREAM_CPCRE_H
#define CARDSTREAM_CPCRE_H

#include <stddef.h>

typedef struct cpcre_pattern cpcre_pattern;

// Compiles a pattern in UTF-8; NULL when it is none. Free it with cpcre_free.
cpcre_pattern *_Nullable cpcre_compile(const char *_Nonnull pattern, size_t length);

// Whether the whole of a text in UTF-8 matches: 1 when it does, 0 when not, -1 when so many steps did not decide it.
int cpcre_match_whole(
    const cpcre_pattern *_Nonnull pattern, const char *_Nonnull text, size_t length, unsigned steps);

void cpcre_free(cpcre_pattern *_Nullable pattern);

#endif
