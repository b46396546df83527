#include "CLazyCurl.h"

#include <dlfcn.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

// The header is left out on purpose: it declares these names with types that differ between versions. Every argument
// is an integer or a pointer, which all travel alike on the 64-bit systems Swift runs on.
typedef long word;

static void *real(const char *name) {
    void *library = dlopen("libcurl.so.4", RTLD_LAZY | RTLD_GLOBAL);
    void *function = library ? dlsym(library, name) : NULL;
    if (!function) {
        fprintf(stderr, "cardstream: libcurl has no %s: %s\n", name, dlerror());
        abort();
    }
    return function;
}

#define FORWARD(name, parameters, arguments)                                                                        \
    word name parameters {                                                                                          \
        static void *function;                                                                                      \
        if (!function) function = real(#name);                                                                      \
        return ((word(*) parameters)function)arguments;                                                             \
    }

#define FORWARD_OPTION(name)                                                                                        \
    word name(word handle, int option, ...) {                                                                       \
        static void *function;                                                                                      \
        if (!function) function = real(#name);                                                                      \
        va_list values;                                                                                             \
        va_start(values, option);                                                                                   \
        word value = va_arg(values, word);                                                                          \
        va_end(values);                                                                                             \
        return ((word(*)(word, int, ...))function)(handle, option, value);                                          \
    }

FORWARD(curl_easy_cleanup, (word a), (a))
FORWARD(curl_easy_init, (void), ())
FORWARD(curl_easy_pause, (word a, int b), (a, b))
FORWARD(curl_easy_strerror, (int a), (a))
FORWARD(curl_free, (word a), (a))
FORWARD(curl_global_init, (word a), (a))
FORWARD(curl_multi_add_handle, (word a, word b), (a, b))
FORWARD(curl_multi_assign, (word a, int b, word c), (a, b, c))
FORWARD(curl_multi_cleanup, (word a), (a))
FORWARD(curl_multi_info_read, (word a, word b), (a, b))
FORWARD(curl_multi_init, (void), ())
FORWARD(curl_multi_remove_handle, (word a, word b), (a, b))
FORWARD(curl_multi_socket_action, (word a, int b, int c, word d), (a, b, c, d))
FORWARD(curl_slist_append, (word a, word b), (a, b))
FORWARD(curl_slist_free_all, (word a), (a))
FORWARD(curl_url, (void), ())
FORWARD(curl_url_get, (word a, int b, word c, unsigned d), (a, b, c, d))
FORWARD(curl_url_set, (word a, int b, word c, unsigned d), (a, b, c, d))
FORWARD(curl_version, (void), ())
FORWARD(curl_version_info, (int a), (a))
FORWARD_OPTION(curl_easy_getinfo)
FORWARD_OPTION(curl_easy_setopt)
FORWARD_OPTION(curl_multi_setopt)
