// Wrappers for the parts of libcurl that Swift cannot use: variadic setters and getters. They also load libcurl at run
// time instead of linking it.
//
// The library is loaded on first use. Loading libcurl and the thirty libraries that it needs takes milliseconds and
// memory. Processes that make no connection should not pay for it, and the first screen must not wait for it. Only
// types and constants come from <curl/curl.h>; every call goes through a table that ccurl_load fills once.
#ifndef CARDSTREAM_CCURL_H
#define CARDSTREAM_CCURL_H

#include <curl/curl.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/select.h>

/// The oldest version of libcurl that has every function and option used here: 7.88.0, the version of Debian 12.
#define CCURL_OLDEST_VERSION 0x075800

/// Loads libcurl and fills the table. Any thread may call it any number of times; only the first call does the work.
/// Returns NULL if libcurl is ready, otherwise a static string that says what is missing. No other function of this
/// header that calls libcurl may be called before it has returned NULL.
const char *_Nullable ccurl_load(void);

/// Loads the library of a file without using it, only to test the messages. Writes what is wrong with that library to
/// `problem`, or an empty string.
void ccurl_examine(const char *_Nonnull file, char *_Nonnull problem, size_t size);

/// The version of libcurl, such as "8.14.1".
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
/// libcurl copies the string.
CURLcode ccurl_set_string(CURL *_Nonnull easy, CURLoption option, const char *_Nullable value);
CURLcode ccurl_set_pointer(CURL *_Nonnull easy, CURLoption option, const void *_Nullable value);
/// libcurl does not copy the list. It must outlive the transfer.
CURLcode ccurl_set_list(CURL *_Nonnull easy, CURLoption option, struct curl_slist *_Nullable list);
CURLcode ccurl_set_function(CURL *_Nonnull easy, CURLoption option, ccurl_data_function _Nullable function);
/// Calls `gate` before each request of the handle, after the connection is open and TLS has verified the server, and
/// before any byte of the request is sent. It returns CURL_PREREQFUNC_OK or CURL_PREREQFUNC_ABORT.
CURLcode ccurl_set_gate(CURL *_Nonnull easy, ccurl_gate_function _Nonnull gate, void *_Nonnull context);
CURLcode ccurl_get_long(CURL *_Nonnull easy, CURLINFO info, long *_Nonnull value);
CURLcode ccurl_get_string(CURL *_Nonnull easy, CURLINFO info, const char *_Nullable *_Nonnull value);
CURLcode ccurl_get_socket(CURL *_Nonnull easy, curl_socket_t *_Nonnull socket);
const char *_Nonnull ccurl_message(CURLcode code);

/// The size of a hash in bytes.
#define CCURL_KEY_HASH_BYTES 32

/// Only within a gate. Writes the SHA-256 of the public key (SubjectPublicKeyInfo) of each certificate in the verified
/// chain, from the server's to the root. Other certificates that the server sent are not included. Writes at most
/// `capacity` hashes, one after the other, and returns their number. Returns -1 if the chain is unknown: without TLS,
/// in a resumed session, or with a libcurl without OpenSSL.
int ccurl_chain_keys(CURL *_Nonnull easy, unsigned char *_Nonnull hashes, int capacity);
/// Only within a gate. Returns whether the server's certificate names a host or an address in its subjectAltName. A
/// certificate that does not was verified by its common name, which libcurl still accepts with OpenSSL (RFC 9110 4.3.4
/// forbids it). Returns -1 if it is unknown: without TLS, or with a libcurl without OpenSSL.
int ccurl_names_host(CURL *_Nonnull easy);
/// Only for handles that were connected with CURLOPT_CONNECT_ONLY.
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
/// Sets the name of the calling thread, which tools for inspecting processes show; at most 15 bytes.
void ccurl_name_thread(const char *_Nonnull name);
/// The only call that may be made while another thread is in a call with the same handle.
CURLMcode ccurl_multi_wakeup(CURLM *_Nonnull multi);
/// Returns what a multi handle waits for that is not polled itself. Writes at most `capacity` entries and returns their
/// number. `milliseconds` is the handle's own time-out; -1 for none.
unsigned int ccurl_multi_interest(
    CURLM *_Nonnull multi, struct curl_waitfd *_Nonnull entries, unsigned int capacity, long *_Nonnull milliseconds);
/// Gets the next finished transfer. Returns false if there is none.
bool ccurl_multi_next_done(CURLM *_Nonnull multi, CURL *_Nullable *_Nonnull easy, CURLcode *_Nonnull result);

struct curl_slist *_Nullable ccurl_list_append(struct curl_slist *_Nullable list, const char *_Nonnull text);
void ccurl_list_free(struct curl_slist *_Nullable list);

/// Limits the kernel's send buffer of new connections, so that the number of bytes handed over is close to the number
/// of bytes sent.
CURLcode ccurl_limit_send_buffer(CURL *_Nonnull easy);

/// Creates a multipart form with one part, for CURLOPT_MIMEPOST. `read` provides the content of `size` bytes while it
/// is sent. The form must outlive the transfer. Returns NULL if there is not enough memory.
curl_mime *_Nullable ccurl_form_new(
    CURL *_Nonnull easy, const char *_Nonnull name, const char *_Nonnull filename, const char *_Nonnull type,
    long long size, ccurl_data_function _Nonnull read, ccurl_seek_function _Nonnull seek, void *_Nullable context);
void ccurl_form_free(curl_mime *_Nullable form);

#endif
