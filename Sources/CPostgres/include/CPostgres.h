// libpq, loaded at run time with the first connection: the program does not link it, and does not need it where
// PostgreSQL is not used.
//
// Only the functions that are called are declared here, as in libpq's manual, so that the build needs no header of
// libpq. Each function has the name of libpq's function with the prefix "c". None of them may be called before
// cpostgres_load has returned NULL.
#ifndef CPOSTGRES_H
#define CPOSTGRES_H

#include <stdbool.h>
#include <stddef.h>

typedef struct pg_conn PGconn;
typedef struct pg_result PGresult;
typedef struct pg_cancel PGcancel;

/// A notification after LISTEN. The fields are libpq's, in the same order.
typedef struct cpostgres_notify {
    char *relname;
    int be_pid;
    char *extra;
    struct cpostgres_notify *next;
} PGnotify;

/// ConnStatusType. Any other value means that there is no connection.
enum { CPOSTGRES_CONNECTION_OK = 0 };
/// The values of ExecStatusType that can occur here.
enum {
    CPOSTGRES_COMMAND_OK = 1,
    CPOSTGRES_TUPLES_OK = 2,
    CPOSTGRES_NONFATAL_ERROR = 6,
    CPOSTGRES_FATAL_ERROR = 7,
    CPOSTGRES_SINGLE_TUPLE = 9,
    CPOSTGRES_PIPELINE_SYNC = 10,
    CPOSTGRES_PIPELINE_ABORTED = 11
};
/// PGTransactionStatusType.
enum { CPOSTGRES_TRANSACTION_IDLE = 0 };
/// Codes of PQresultErrorField.
enum { CPOSTGRES_DIAG_SQLSTATE = 'C', CPOSTGRES_DIAG_MESSAGE = 'M', CPOSTGRES_DIAG_CONSTRAINT = 'n' };

/// All functions of libpq that are called: type, name, parameters, arguments.
#define CPOSTGRES_FUNCTIONS(each)                                                                                   \
    each(int, PQlibVersion, (void), ())                                                                             \
    each(PGconn *, PQconnectdbParams, (const char *const *names, const char *const *values, int expand),         \
        (names, values, expand))                                                                                    \
    each(int, PQstatus, (const PGconn *connection), (connection))                                                   \
    each(int, PQsocket, (const PGconn *connection), (connection))                                                   \
    each(int, PQserverVersion, (const PGconn *connection), (connection))                                            \
    each(char *, PQpass, (const PGconn *connection), (connection))                                                  \
    each(char *, PQerrorMessage, (const PGconn *connection), (connection))                                          \
    each(int, PQtransactionStatus, (const PGconn *connection), (connection))                                        \
    each(void, PQfinish, (PGconn * connection), (connection))                                                       \
    each(int, PQsetnonblocking, (PGconn * connection, int on), (connection, on))                                    \
    each(int, PQsendQuery, (PGconn * connection, const char *sql), (connection, sql))                               \
    each(int, PQsendQueryParams,                                                                                    \
        (PGconn * connection, const char *sql, int count, const unsigned int *types, const char *const *values,     \
            const int *lengths, const int *formats, int resultFormat),                                              \
        (connection, sql, count, types, values, lengths, formats, resultFormat))                                    \
    each(int, PQsendPrepare,                                                                                        \
        (PGconn * connection, const char *name, const char *sql, int count, const unsigned int *types),             \
        (connection, name, sql, count, types))                                                                      \
    each(int, PQsendQueryPrepared,                                                                                  \
        (PGconn * connection, const char *name, int count, const char *const *values, const int *lengths,           \
            const int *formats, int resultFormat),                                                                  \
        (connection, name, count, values, lengths, formats, resultFormat))                                          \
    each(int, PQsetSingleRowMode, (PGconn * connection), (connection))                                              \
    each(int, PQenterPipelineMode, (PGconn * connection), (connection))                                             \
    each(int, PQexitPipelineMode, (PGconn * connection), (connection))                                              \
    each(int, PQpipelineSync, (PGconn * connection), (connection))                                                  \
    each(int, PQflush, (PGconn * connection), (connection))                                                         \
    each(int, PQconsumeInput, (PGconn * connection), (connection))                                                  \
    each(int, PQisBusy, (PGconn * connection), (connection))                                                        \
    each(PGresult *, PQgetResult, (PGconn * connection), (connection))                                              \
    each(PGnotify *, PQnotifies, (PGconn * connection), (connection))                                               \
    each(void, PQfreemem, (void *memory), (memory))                                                                 \
    each(int, PQresultStatus, (const PGresult *result), (result))                                                   \
    each(char *, PQresultErrorField, (const PGresult *result, int field), (result, field))                          \
    each(int, PQntuples, (const PGresult *result), (result))                                                        \
    each(char *, PQcmdTuples, (PGresult * result), (result))                                                        \
    each(int, PQgetisnull, (const PGresult *result, int row, int column), (result, row, column))                    \
    each(int, PQgetlength, (const PGresult *result, int row, int column), (result, row, column))                    \
    each(char *, PQgetvalue, (const PGresult *result, int row, int column), (result, row, column))                  \
    each(void, PQclear, (PGresult * result), (result))                                                              \
    each(PGcancel *, PQgetCancel, (PGconn * connection), (connection))                                              \
    each(int, PQcancel, (PGcancel * cancel, char *problem, int size), (cancel, problem, size))                      \
    each(void, PQfreeCancel, (PGcancel * cancel), (cancel))

#define CPOSTGRES_DECLARE(type, name, parameters, arguments) type c##name parameters;
CPOSTGRES_FUNCTIONS(CPOSTGRES_DECLARE)
#undef CPOSTGRES_DECLARE

/// Loads libpq once. Returns NULL, or a message that says why it failed and what to do.
const char *cpostgres_load(void);

/// Loads the library of a file without using it. Writes the reason why it is not usable to `problem`, or an empty
/// string.
void cpostgres_examine(const char *file, char *problem, size_t size);

/// Ignores the server's notices, which libpq prints to standard error by default.
void cpostgres_ignore_notices(PGconn *connection);

/// Sets `warned` to true when the server sends a warning, until ``cpostgres_ignore_notices`` is called.
void cpostgres_watch_warnings(PGconn *connection, bool *warned);

/// The results of cpostgres_inspect.
enum { CPOSTGRES_HAS_PASSWORD = 1, CPOSTGRES_UNREADABLE = -1 };

/// Inspects a connection string. Returns CPOSTGRES_HAS_PASSWORD if it contains a password, 0 if it does not, or
/// CPOSTGRES_UNREADABLE if libpq cannot parse it.
int cpostgres_inspect(const char *text);

#endif
