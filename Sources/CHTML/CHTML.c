#include "CHTML.h"

#include <gumbo.h>
#include <setjmp.h>
#include <stdlib.h>

// The parser's memory, which is freed as a whole. Gumbo's own function for freeing a tree is recursive, and its depth
// is that of the document.
struct block {
    struct block *next;
    max_align_t bytes[];
};

struct arena {
    struct block *blocks;
    char *free;
    size_t left;
    size_t limit;
    jmp_buf exceeded;
};

static const size_t block_size = 64 * 1024;

static void *allocate(void *userdata, size_t size) {
    struct arena *arena = userdata;
    size = (size + sizeof(max_align_t) - 1) / sizeof(max_align_t) * sizeof(max_align_t);
    if (size > arena->left) {
        size_t wanted = size > block_size ? size : block_size;
        // The parser does not handle allocation failures. Abandon it in its current state.
        if (wanted > arena->limit) longjmp(arena->exceeded, 1);
        struct block *block = malloc(sizeof(struct block) + wanted);
        if (!block) longjmp(arena->exceeded, 1);
        arena->limit -= wanted;
        block->next = arena->blocks;
        arena->blocks = block;
        arena->free = (char *)block->bytes;
        arena->left = wanted;
    }
    void *result = arena->free;
    arena->free += size;
    arena->left -= size;
    return result;
}

static void deallocate(void *userdata, void *pointer) {
    (void)userdata;
    (void)pointer;
}

static const GumboVector *children(const GumboNode *node) {
    switch (node->type) {
    case GUMBO_NODE_DOCUMENT: return &node->v.document.children;
    case GUMBO_NODE_ELEMENT: return &node->v.element.children;
    // The content of a template is not part of the page.
    default: return NULL;
    }
}

static void begin(const GumboNode *node, const chtml_reader *reader) {
    switch (node->type) {
    case GUMBO_NODE_ELEMENT:
        reader->open(reader->context, gumbo_normalized_tagname(node->v.element.tag));
        for (unsigned i = 0; i < node->v.element.attributes.length; i++) {
            const GumboAttribute *attribute = node->v.element.attributes.data[i];
            reader->attribute(reader->context, attribute->name, attribute->value);
        }
        break;
    case GUMBO_NODE_TEXT:
    case GUMBO_NODE_CDATA:
    case GUMBO_NODE_WHITESPACE: reader->text(reader->context, node->v.text.text); break;
    default: break;
    }
}

// Visits the tree without recursion, because documents can be deeply nested.
static void walk(const GumboNode *root, const chtml_reader *reader) {
    const GumboNode *node = root;
    begin(node, reader);
    for (;;) {
        const GumboVector *below = children(node);
        if (below && below->length > 0) {
            node = below->data[0];
            begin(node, reader);
            continue;
        }
        for (;;) {
            if (node->type == GUMBO_NODE_ELEMENT) reader->close(reader->context);
            if (node == root) return;
            const GumboVector *beside = children(node->parent);
            size_t next = node->index_within_parent + 1;
            if (next < beside->length) {
                node = beside->data[next];
                begin(node, reader);
                break;
            }
            node = node->parent;
        }
    }
}

static void free_blocks(struct block *block) {
    while (block) {
        struct block *next = block->next;
        free(block);
        block = next;
    }
}

bool chtml_read(const char *html, size_t length, size_t limit, const chtml_reader *reader) {
    // On the heap, so that its values are defined after longjmp.
    struct arena *arena = calloc(1, sizeof(struct arena));
    if (!arena) return false;
    arena->limit = limit;
    bool is_read = false;
    if (setjmp(arena->exceeded) == 0) {
        GumboOptions options = kGumboDefaultOptions;
        options.allocator = allocate;
        options.deallocator = deallocate;
        options.userdata = arena;
        options.max_errors = 0;
        const GumboOutput *output = gumbo_parse_with_options(&options, html, length);
        walk(output->root, reader);
        is_read = true;
    }
    free_blocks(arena->blocks);
    free(arena);
    return is_read;
}
