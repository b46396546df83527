// The HTML of strangers, read by Gumbo's parser within limits. A static library: nothing to load at the start, nothing to
// install with the program.
#ifndef CARDSTREAM_CHTML_H
#define CARDSTREAM_CHTML_H

#include <stdbool.h>
#include <stddef.h>

// Told of the parts of a document in their order. Texts are UTF-8, and valid during the call only.
typedef struct {
    void *_Nullable context;
    // An element begins; its attributes follow. The name is in lower case, and empty for an unknown element.
    void (*_Nonnull open)(void *_Nullable context, const char *_Nonnull name);
    void (*_Nonnull attribute)(void *_Nullable context, const char *_Nonnull name, const char *_Nonnull value);
    void (*_Nonnull text)(void *_Nullable context, const char *_Nonnull text);
    // The element that began last and has not ended ends.
    void (*_Nonnull close)(void *_Nullable context);
} chtml_reader;

// Reads a document. Returns false, and calls nothing, if that takes more memory than the limit in bytes.
bool chtml_read(const char *_Nonnull html, size_t length, size_t limit, const chtml_reader *_Nonnull reader);

#endif
