#include "CPostgres.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

/// The first version with pipeline mode.
enum { OLDEST_VERSION = 140000 };

/// PQconninfoOption, as libpq's manual documents it.
struct option {
    char *keyword, *envvar, *compiled, *value, *label, *dispchar;
    int dispsize;
};

typedef void notice_receiver(void *context, const PGresult *result);

struct table {
#define CPOSTGRES_FIELD(type, name, parameters, arguments) type(*name) parameters;
    CPOSTGRES_FUNCTIONS(CPOSTGRES_FIELD)
#undef CPOSTGRES_FIELD
    notice_receiver *(*PQsetNoticeReceiver)(PGconn *connection, notice_receiver *receiver, void *context);
    struct option *(*PQconninfoParse)(const char *text, char **problem);
    void (*PQconninfoFree)(struct option *options);
};

static struct table pq;
static char load_problem[512];
static pthread_once_t load_once = PTHREAD_ONCE_INIT;

/// Loads the library `file` and fills `table`. If the library is not usable, writes the reason to `problem`; otherwise
/// leaves it unchanged.
static void fill(struct table *table, const char *file, char *problem, size_t size) {
    // Lazy binding as in dynamic linking, and local, so that no other symbols are resolved against the library.
    void *library = dlopen(file, RTLD_LAZY | RTLD_LOCAL);
    if (!library) {
        const char *detail = dlerror();
        snprintf(
            problem, size, "libpq could not be loaded (%s). Install it: apt install libpq5", detail ? detail : file);
        return;
    }
#define CPOSTGRES_FIND(name)                                                                                        \
    *(void **)&table->name = dlsym(library, #name);                                                                 \
    if (!table->name) {                                                                                             \
        snprintf(problem, size, "%s has no %s: libpq 14 or later is needed. Run: apt install libpq5", file, #name); \
        dlclose(library);                                                                                           \
        return;                                                                                                     \
    }
#define CPOSTGRES_RESOLVE(type, name, parameters, arguments) CPOSTGRES_FIND(name)
    CPOSTGRES_FUNCTIONS(CPOSTGRES_RESOLVE)
    CPOSTGRES_FIND(PQsetNoticeReceiver)
    CPOSTGRES_FIND(PQconninfoParse)
    CPOSTGRES_FIND(PQconninfoFree)
#undef CPOSTGRES_RESOLVE
#undef CPOSTGRES_FIND
    if (table->PQlibVersion() < OLDEST_VERSION) {
        snprintf(problem, size, "%s is too old: libpq 14 or later is needed. Run: apt install libpq5", file);
    }
}

static void load(void) { fill(&pq, "libpq.so.5", load_problem, sizeof load_problem); }

const char *cpostgres_load(void) {
    pthread_once(&load_once, load);
    return load_problem[0] ? load_problem : NULL;
}

void cpostgres_examine(const char *file, char *problem, size_t size) {
    struct table table;
    problem[0] = 0;
    fill(&table, file, problem, size);
}

#define CPOSTGRES_DEFINE(type, name, parameters, arguments)                                                         \
    type c##name parameters { return pq.name arguments; }
CPOSTGRES_FUNCTIONS(CPOSTGRES_DEFINE)
#undef CPOSTGRES_DEFINE

static void ignore(void *context, const PGresult *result) {
    (void)context;
    (void)result;
}

void cpostgres_ignore_notices(PGconn *connection) { pq.PQsetNoticeReceiver(connection, ignore, NULL); }

/* The severity is not translated in this field. */
static void watch(void *warned, const PGresult *result) {
    const char *severity = pq.PQresultErrorField(result, 'V');
    if (severity && strcmp(severity, "WARNING") == 0) *(bool *)warned = true;
}

void cpostgres_watch_warnings(PGconn *connection, bool *warned) { pq.PQsetNoticeReceiver(connection, watch, warned); }

int cpostgres_inspect(const char *text) {
    char *problem = NULL;
    struct option *options = pq.PQconninfoParse(text, &problem);
    if (problem) pq.PQfreemem(problem);
    if (!options) return CPOSTGRES_UNREADABLE;
    int found = 0;
    for (struct option *option = options; option->keyword; option++) {
        // `sslpassword` is the password of a TLS key file.
        bool is_secret = !strcmp(option->keyword, "password") || !strcmp(option->keyword, "sslpassword");
        if (is_secret && option->value && option->value[0]) found = CPOSTGRES_HAS_PASSWORD;
    }
    pq.PQconninfoFree(options);
    return found;
}
