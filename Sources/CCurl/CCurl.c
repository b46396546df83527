// The wrappers below pass their options on as variables, which the header's compile-time checks of option types cannot
// check.
#define CURL_DISABLE_TYPECHECK
#include "CCurl.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/socket.h>

// The header defines macros with these names that count arguments. The table needs the functions.
#undef curl_easy_setopt
#undef curl_easy_getinfo
#undef curl_multi_setopt

/// All functions of libcurl that this program calls. Each name is used for the table's field and for dlsym.
#define CCURL_FUNCTIONS(each)                                                                                       \
    each(curl_global_init) each(curl_version_info) each(curl_easy_init) each(curl_easy_cleanup)                     \
    each(curl_easy_setopt) each(curl_easy_getinfo) each(curl_easy_strerror) each(curl_easy_send)                    \
    each(curl_easy_recv) each(curl_multi_init) each(curl_multi_cleanup) each(curl_multi_setopt)                     \
    each(curl_multi_add_handle) each(curl_multi_remove_handle) each(curl_multi_perform) each(curl_multi_poll)       \
    each(curl_multi_wakeup) each(curl_multi_fdset) each(curl_multi_timeout) each(curl_multi_info_read)              \
    each(curl_slist_append) each(curl_slist_free_all)                                                               \
    each(curl_mime_init) each(curl_mime_addpart) each(curl_mime_name) each(curl_mime_filename)                      \
    each(curl_mime_type) each(curl_mime_data_cb) each(curl_mime_free)

struct table {
#define CCURL_FIELD(name) __typeof__(name) *name;
    CCURL_FUNCTIONS(CCURL_FIELD)
#undef CCURL_FIELD
};

static struct table curl;

// The functions of OpenSSL that are called. They are looked up in the OpenSSL that libcurl has loaded, because another
// copy could not use its objects. OpenSSL's headers are not needed.
struct chain_functions {
    void *(*verified_chain)(const void *ssl);
    int (*count)(const void *stack);
    void *(*item)(const void *stack, int index);
    void *(*public_key)(const void *certificate);
    int (*encode)(const void *public_key, unsigned char **out);
    unsigned char *(*sha256)(const unsigned char *bytes, size_t count, unsigned char *hash);
    void *(*peer_certificate)(const void *ssl);
    void (*free_certificate)(void *certificate);
    void *(*decoded_extension)(const void *certificate, int kind, int *is_critical, int *index);
    void *(*name_value)(const void *name, int *type);
    void (*free_names)(void *names);
};

static struct chain_functions chain;
static bool can_read_chains;
static char load_problem[512];
static pthread_once_t load_once = PTHREAD_ONCE_INIT;

/// Loads the library `file` and fills `table`. Returns true if the library is usable; otherwise writes the reason to
/// `problem`.
static bool fill(struct table *table, const char *file, char *problem, size_t size) {
    // Lazy binding as in dynamic linking, and local, so that no other symbols are resolved against the library.
    void *library = dlopen(file, RTLD_LAZY | RTLD_LOCAL);
    if (!library) {
        const char *detail = dlerror();
        snprintf(
            problem, size, "libcurl could not be loaded (%s). Install it: apt-get install libcurl4",
            detail ? detail : file);
        return false;
    }
#define CCURL_RESOLVE(name)                                                                                         \
    *(void **)&table->name = dlsym(library, #name);                                                                 \
    if (!table->name) {                                                                                             \
        snprintf(problem, size, "%s has no %s: libcurl 7.88.0 or later is needed", file, #name);                    \
        dlclose(library);                                                                                           \
        return false;                                                                                               \
    }
    CCURL_FUNCTIONS(CCURL_RESOLVE)
#undef CCURL_RESOLVE
    if (table->curl_global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK) {
        snprintf(problem, size, "%s could not be initialised", file);
        return false;
    }
    const curl_version_info_data *info = table->curl_version_info(CURLVERSION_NOW);
    if (info->version_num < CCURL_OLDEST_VERSION) {
        snprintf(problem, size, "libcurl %s is too old: 7.88.0 or later is needed", info->version);
        return false;
    }
    if (!(info->features & CURL_VERSION_SSL) || !(info->features & CURL_VERSION_ASYNCHDNS)) {
        // Without asynchronous name resolution, one slow lookup would block all other transfers.
        snprintf(
            problem, size, "libcurl %s has no TLS or no asynchronous name lookup. Run: apt-get install libcurl4",
            info->version);
        return false;
    }
    return true;
}

// dlsym with a handle of dlopen also searches the dependencies of the library, here OpenSSL.
static bool find_chain_functions(void) {
    void *library = dlopen("libcurl.so.4", RTLD_LAZY | RTLD_LOCAL);
    if (!library) return false;
    *(void **)&chain.verified_chain = dlsym(library, "SSL_get0_verified_chain");
    *(void **)&chain.count = dlsym(library, "OPENSSL_sk_num");
    *(void **)&chain.item = dlsym(library, "OPENSSL_sk_value");
    *(void **)&chain.public_key = dlsym(library, "X509_get_X509_PUBKEY");
    *(void **)&chain.encode = dlsym(library, "i2d_X509_PUBKEY");
    *(void **)&chain.sha256 = dlsym(library, "SHA256");
    // OpenSSL 3 has renamed the function. Both versions return a reference that must be released.
    *(void **)&chain.peer_certificate = dlsym(library, "SSL_get1_peer_certificate");
    if (!chain.peer_certificate) *(void **)&chain.peer_certificate = dlsym(library, "SSL_get_peer_certificate");
    *(void **)&chain.free_certificate = dlsym(library, "X509_free");
    *(void **)&chain.decoded_extension = dlsym(library, "X509_get_ext_d2i");
    *(void **)&chain.name_value = dlsym(library, "GENERAL_NAME_get0_value");
    *(void **)&chain.free_names = dlsym(library, "GENERAL_NAMES_free");
    return chain.verified_chain && chain.count && chain.item && chain.public_key && chain.encode && chain.sha256
        && chain.peer_certificate && chain.free_certificate && chain.decoded_extension && chain.name_value
        && chain.free_names;
}

static pthread_once_t chain_once = PTHREAD_ONCE_INIT;
static void prepare_chains(void) { can_read_chains = find_chain_functions(); }

static bool hash_key(const void *certificate, unsigned char *hash) {
    void *key = chain.public_key(certificate);
    int size = key ? chain.encode(key, NULL) : 0;
    unsigned char *bytes = size > 0 ? malloc((size_t)size) : NULL;
    unsigned char *end = bytes;
    bool is_hashed = bytes && chain.encode(key, &end) == size && chain.sha256(bytes, (size_t)size, hash);
    free(bytes);
    return is_hashed;
}

/// Returns OpenSSL's object of the handle's connection; NULL if there is none.
static void *openssl_session(CURL *easy) {
    pthread_once(&chain_once, prepare_chains);
    const struct curl_tlssessioninfo *session = NULL;
    if (!can_read_chains || curl.curl_easy_getinfo(easy, CURLINFO_TLS_SSL_PTR, &session) != CURLE_OK || !session
        || session->backend != CURLSSLBACKEND_OPENSSL) {
        return NULL;
    }
    return session->internals;
}

int ccurl_names_host(CURL *easy) {
    enum { SUBJECT_ALTERNATIVE_NAME = 85, DNS = 2, ADDRESS = 7 };  // NID_subject_alt_name, GEN_DNS, GEN_IPADD
    void *ssl = openssl_session(easy);
    void *certificate = ssl ? chain.peer_certificate(ssl) : NULL;
    if (!certificate) return -1;
    void *names = chain.decoded_extension(certificate, SUBJECT_ALTERNATIVE_NAME, NULL, NULL);
    bool is_named = false;
    for (int index = 0; names && index < chain.count(names) && !is_named; index++) {
        int type = -1;
        chain.name_value(chain.item(names, index), &type);
        is_named = type == DNS || type == ADDRESS;
    }
    if (names) chain.free_names(names);
    chain.free_certificate(certificate);
    return is_named;
}

int ccurl_chain_keys(CURL *easy, unsigned char *hashes, int capacity) {
    void *ssl = openssl_session(easy);
    if (!ssl) return -1;
    // Not SSL_get_peer_cert_chain: a server can send any certificates in addition to the ones of the verified chain.
    void *stack = chain.verified_chain(ssl);
    if (!stack) return -1;
    int count = 0;
    for (int index = 0; index < chain.count(stack) && count < capacity; index++) {
        if (hash_key(chain.item(stack, index), hashes + count * CCURL_KEY_HASH_BYTES)) count++;
    }
    return count;
}

static void load(void) { fill(&curl, "libcurl.so.4", load_problem, sizeof load_problem); }

const char *ccurl_load(void) {
    pthread_once(&load_once, load);
    return load_problem[0] ? load_problem : NULL;
}

void ccurl_examine(const char *file, char *problem, size_t size) {
    struct table table;
    problem[0] = 0;
    fill(&table, file, problem, size);
}

const char *ccurl_version(void) { return curl.curl_version_info(CURLVERSION_NOW)->version; }

CURL *ccurl_easy_new(void) { return curl.curl_easy_init(); }
void ccurl_easy_free(CURL *easy) { curl.curl_easy_cleanup(easy); }

CURLcode ccurl_set_long(CURL *easy, CURLoption option, long value) {
    return curl.curl_easy_setopt(easy, option, value);
}
CURLcode ccurl_set_offset(CURL *easy, CURLoption option, long long value) {
    return curl.curl_easy_setopt(easy, option, (curl_off_t)value);
}
CURLcode ccurl_set_string(CURL *easy, CURLoption option, const char *value) {
    return curl.curl_easy_setopt(easy, option, value);
}
CURLcode ccurl_set_pointer(CURL *easy, CURLoption option, const void *value) {
    return curl.curl_easy_setopt(easy, option, value);
}
CURLcode ccurl_set_list(CURL *easy, CURLoption option, struct curl_slist *list) {
    return curl.curl_easy_setopt(easy, option, list);
}
CURLcode ccurl_set_function(CURL *easy, CURLoption option, ccurl_data_function function) {
    return curl.curl_easy_setopt(easy, option, function);
}

CURLcode ccurl_set_gate(CURL *easy, ccurl_gate_function gate, void *context) {
    CURLcode code = curl.curl_easy_setopt(easy, CURLOPT_PREREQFUNCTION, gate);
    return code == CURLE_OK ? curl.curl_easy_setopt(easy, CURLOPT_PREREQDATA, context) : code;
}

CURLcode ccurl_get_long(CURL *easy, CURLINFO info, long *value) { return curl.curl_easy_getinfo(easy, info, value); }
CURLcode ccurl_get_string(CURL *easy, CURLINFO info, const char **value) {
    return curl.curl_easy_getinfo(easy, info, value);
}
CURLcode ccurl_get_socket(CURL *easy, curl_socket_t *socket) {
    return curl.curl_easy_getinfo(easy, CURLINFO_ACTIVESOCKET, socket);
}

const char *ccurl_message(CURLcode code) { return curl.curl_easy_strerror(code); }

CURLcode ccurl_send(CURL *easy, const void *bytes, size_t count, size_t *sent) {
    return curl.curl_easy_send(easy, bytes, count, sent);
}
CURLcode ccurl_receive(CURL *easy, void *bytes, size_t capacity, size_t *received) {
    return curl.curl_easy_recv(easy, bytes, capacity, received);
}

CURLM *ccurl_multi_new(void) { return curl.curl_multi_init(); }
void ccurl_multi_free(CURLM *multi) { curl.curl_multi_cleanup(multi); }
CURLMcode ccurl_multi_set_long(CURLM *multi, CURLMoption option, long value) {
    return curl.curl_multi_setopt(multi, option, value);
}
CURLMcode ccurl_multi_add(CURLM *multi, CURL *easy) { return curl.curl_multi_add_handle(multi, easy); }
CURLMcode ccurl_multi_remove(CURLM *multi, CURL *easy) { return curl.curl_multi_remove_handle(multi, easy); }
CURLMcode ccurl_multi_perform(CURLM *multi) {
    int running;
    return curl.curl_multi_perform(multi, &running);
}
CURLMcode ccurl_multi_poll(CURLM *multi, struct curl_waitfd *extra, unsigned int count, int milliseconds) {
    return curl.curl_multi_poll(multi, extra, count, milliseconds, NULL);
}
void ccurl_name_thread(const char *name) { prctl(PR_SET_NAME, name, 0, 0, 0); }
CURLMcode ccurl_multi_wakeup(CURLM *multi) { return curl.curl_multi_wakeup(multi); }

unsigned int ccurl_multi_interest(
    CURLM *multi, struct curl_waitfd *entries, unsigned int capacity, long *milliseconds) {
    *milliseconds = -1;
    curl.curl_multi_timeout(multi, milliseconds);
    fd_set readable, writable, failed;
    FD_ZERO(&readable);
    FD_ZERO(&writable);
    FD_ZERO(&failed);
    int highest = -1;
    curl.curl_multi_fdset(multi, &readable, &writable, &failed, &highest);
    if (highest < 0 && (*milliseconds < 0 || *milliseconds > 50)) {
        // A transfer is waiting for something without a descriptor, or with one too large for an fd_set: poll again
        // soon.
        *milliseconds = 50;
    }
    unsigned int count = 0;
    for (int socket = 0; socket <= highest && count < capacity; socket++) {
        short events = (FD_ISSET(socket, &readable) ? CURL_WAIT_POLLIN : 0)
            | (FD_ISSET(socket, &writable) ? CURL_WAIT_POLLOUT : 0);
        if (events) entries[count++] = (struct curl_waitfd){.fd = socket, .events = events};
    }
    return count;
}

bool ccurl_multi_next_done(CURLM *multi, CURL **easy, CURLcode *result) {
    int left;
    CURLMsg *message;
    while ((message = curl.curl_multi_info_read(multi, &left))) {
        if (message->msg != CURLMSG_DONE) continue;
        *easy = message->easy_handle;
        *result = message->data.result;
        return true;
    }
    return false;
}

struct curl_slist *ccurl_list_append(struct curl_slist *list, const char *text) {
    return curl.curl_slist_append(list, text);
}
void ccurl_list_free(struct curl_slist *list) { curl.curl_slist_free_all(list); }

static int limit_buffer(void *context, curl_socket_t socket, curlsocktype purpose) {
    (void)context;
    (void)purpose;
    int size = 256 * 1024;
    // If the kernel refuses the size, only the reported progress is less accurate.
    setsockopt(socket, SOL_SOCKET, SO_SNDBUF, &size, sizeof size);
    return CURL_SOCKOPT_OK;
}
CURLcode ccurl_limit_send_buffer(CURL *easy) {
    return curl.curl_easy_setopt(easy, CURLOPT_SOCKOPTFUNCTION, limit_buffer);
}

curl_mime *ccurl_form_new(
    CURL *easy, const char *name, const char *filename, const char *type, long long size,
    ccurl_data_function read, ccurl_seek_function seek, void *context) {
    curl_mime *form = curl.curl_mime_init(easy);
    curl_mimepart *part = form ? curl.curl_mime_addpart(form) : NULL;
    if (part && curl.curl_mime_name(part, name) == CURLE_OK && curl.curl_mime_filename(part, filename) == CURLE_OK
        && curl.curl_mime_type(part, type) == CURLE_OK
        && curl.curl_mime_data_cb(part, (curl_off_t)size, read, seek, NULL, context) == CURLE_OK) {
        return form;
    }
    if (form) curl.curl_mime_free(form);
    return NULL;
}
void ccurl_form_free(curl_mime *form) {
    if (form) curl.curl_mime_free(form);
}
