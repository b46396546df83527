// What Swift cannot reach of libcurl by itself: variadic setters and getters, and libcurl itself without linking it.
//
// The library is opened on first use. Loading libcurl and the thirty libraries behind it takes milliseconds and
// memory that a process which never leaves the machine should not pay, and the first screen must not wait for.
// Only types and constants come from <curl/curl.h>; every call goes through a table filled once by ccurl_load.
#ifndef CARDSTREAM_CCURL_H
#define CARDSTREAM_CCURL_H

#include <curl/curl.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/select.h>

/// The oldest libcurl that has every call and option used here: 7.88.0, as in Debian 12.
#define CCURL_OLDEST_VERSION 0x075800

/// Opens libcurl and fills the table; any thread, any number of times, the work is done once.
/// Returns NULL when libcurl is ready, else a lasting text that says what is missing. Nothing else in this header
/// may be called before this has returned NULL.
const char *_Nullable ccurl_load(void);

/// The same from the named file, with tables of its own left aside: only to test the messages.
/// Fills `problem` with what is wrong with that library, or leaves it empty.
void ccurl_examine(const char *_Nonnull file, char *_Nonnull problem, size_t size);

/// "8.14.1".
const char *_Nonnull ccurl_version(void);

typedef size_t (*ccurl_data_function)(
    char *_Nullable bytes, size_t size, size_t count, void *_Nullable context);

/// Returns CURL_SEEKFUNC_OK, or CURL_SEEKFUNC_FAIL.
typedef int (*ccurl_seek_function)(void *_Nullable context, curl_off_t offset, int origin);

typedef int (*ccurl_gate_function)(
    void *_Nullable context, char *_Nullable primary, char *_Nullable local, int primary_port, int local_port);

CURL *_Nullable ccurl_easy_new(void);
void ccurl_easy_free(CURL *_Nonnull easy);
CURLcode ccurl_set_long(CURL *_Nonnull easy, CURLoption option, long value);
CURLcode ccurl_set_offset(CURL *_Nonnull easy, CURLoption option, long long value);
/// libcurl copies the text.
CURLcode ccurl_set_string(CURL *_Nonnull easy, CURLoption option, const char *_Nullable value);
CURLcode ccurl_set_pointer(CURL *_Nonnull easy, CURLoption option, const void *_Nullable value);
/// libcurl does not copy the list: it must outlive the transfer.
CURLcode ccurl_set_list(CURL *_Nonnull easy, CURLoption option, struct curl_slist *_Nullable list);
CURLcode ccurl_set_function(CURL *_Nonnull easy, CURLoption option, ccurl_data_function _Nullable function);
/// `gate` is asked before each request of the handle, when the connection stands and TLS has verified the server, and
/// before a byte of the request is sent: CURL_PREREQFUNC_OK or CURL_PREREQFUNC_ABORT.
CURLcode ccurl_set_gate(CURL *_Nonnull easy, ccurl_gate_function _Nonnull gate, void *_Nonnull context);
CURLcode ccurl_get_long(CURL *_Nonnull easy, CURLINFO info, long *_Nonnull value);
CURLcode ccurl_get_string(CURL *_Nonnull easy, CURLINFO info, const char *_Nullable *_Nonnull value);
CURLcode ccurl_get_socket(CURL *_Nonnull easy, curl_socket_t *_Nonnull socket);
const char *_Nonnull ccurl_message(CURLcode code);

/// Bytes of one hash.
#define CCURL_KEY_HASH_BYTES 32

/// Within a gate: the SHA-256 of the public key (SubjectPublicKeyInfo) of each certificate in the chain that TLS found
/// valid, from the server's to the root; of what else the server sent, none. Fills at most `capacity` hashes, one after the
/// other, and returns their number. -1 when it is unknown: no TLS, a resumed session, or a libcurl without OpenSSL.
int ccurl_chain_keys(CURL *_Nonnull easy, unsigned char *_Nonnull hashes, int capacity);
/// Within a gate: whether the server's certificate names a host or an address in its subjectAltName. One that does not was
/// verified by its common name, as libcurl still does with OpenSSL (RFC 9110 4.3.4 forbids it). -1 when it is unknown:
/// no TLS, or a libcurl without OpenSSL.
int ccurl_names_host(CURL *_Nonnull easy);
/// On a handle that only connected (CURLOPT_CONNECT_ONLY).
CURLcode ccurl_send(CURL *_Nonnull easy, const void *_Nonnull bytes, size_t count, size_t *_Nonnull sent);
CURLcode ccurl_receive(CURL *_Nonnull easy, void *_Nonnull bytes, size_t capacity, size_t *_Nonnull received);

CURLM *_Nullable ccurl_multi_new(void);
void ccurl_multi_free(CURLM *_Nonnull multi);
CURLMcode ccurl_multi_set_long(CURLM *_Nonnull multi, CURLMoption option, long value);
CURLMcode ccurl_multi_add(CURLM *_Nonnull multi, CURL *_Nonnull easy);
CURLMcode ccurl_multi_remove(CURLM *_Nonnull multi, CURL *_Nonnull easy);
CURLMcode ccurl_multi_perform(CURLM *_Nonnull multi);
CURLMcode ccurl_multi_poll(
    CURLM *_Nonnull multi, struct curl_waitfd *_Nullable extra, unsigned int count, int milliseconds);
/// Names the calling thread, for who looks at the process; at most 15 bytes.
void ccurl_name_thread(const char *_Nonnull name);
/// The one call that any thread may make while another is in the others.
CURLMcode ccurl_multi_wakeup(CURLM *_Nonnull multi);
/// What a multi handle that is not the polled one waits for. Fills at most `capacity` entries, returns their number;
/// `milliseconds` is its own time-out, -1 for none.
unsigned int ccurl_multi_interest(
    CURLM *_Nonnull multi, struct curl_waitfd *_Nonnull entries, unsigned int capacity, long *_Nonnull milliseconds);
/// The next finished transfer, or false.
bool ccurl_multi_next_done(CURLM *_Nonnull multi, CURL *_Nullable *_Nonnull easy, CURLcode *_Nonnull result);

struct curl_slist *_Nullable ccurl_list_append(struct curl_slist *_Nullable list, const char *_Nonnull text);
void ccurl_list_free(struct curl_slist *_Nullable list);

/// Keeps what a new connection holds unsent in the kernel small, so that what was handed over is nearly what was sent.
CURLcode ccurl_limit_send_buffer(CURL *_Nonnull easy);

/// A multipart form of one part whose content `read` gives, `size` bytes of it, while it is sent; for
/// CURLOPT_MIMEPOST. Must outlive the transfer. NULL when there is no memory.
curl_mime *_Nullable ccurl_form_new(
    CURL *_Nonnull easy, const char *_Nonnull name, const char *_Nonnull filename, const char *_Nonnull type,
    long long size, ccurl_data_function _Nonnull read, ccurl_seek_function _Nonnull seek, void *_Nullable context);
void ccurl_form_free(curl_mime *_Nullable form);

#endif
