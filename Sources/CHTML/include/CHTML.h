// Parses untrusted HTML with Gumbo within limits. Gumbo is linked statically: nothing to load at start, and nothing to
// install with the program.
#ifndef CARDSTREAM_CHTML_H
#define CARDSTREAM_CHTML_H

#include <stdbool.h>
#include <stddef.h>

// Callbacks for the parts of a document, in document order. Strings are UTF-8, and are valid only during the call.
typedef struct {
    void *_Nullable context;
    // An element begins, and its attributes follow. The name is in lower case; it is empty for an unknown element.
    void (*_Nonnull open)(void *_Nullable context, const char *_Nonnull name);
    void (*_Nonnull attribute)(void *_Nullable context, const char *_Nonnull name, const char *_Nonnull value);
    void (*_Nonnull text)(void *_Nullable context, const char *_Nonnull text);
    // The innermost open element ends.
    void (*_Nonnull close)(void *_Nullable context);
} chtml_reader;

// Parses a document and calls the reader. Returns false without calling it if parsing needs more memory than the limit
// in bytes.
bool chtml_read(const char *_Nonnull html, size_t length, size_t limit, const chtml_reader *_Nonnull reader);

#endif
