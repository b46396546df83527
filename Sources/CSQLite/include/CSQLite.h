// SQLite, with wrappers for the functions that Swift cannot call: variadic functions and function pointers in structs.
#ifndef CARDSTREAM_CSQLITE_H
#define CARDSTREAM_CSQLITE_H

#include <sqlite3.h>

// Makes SQLite read "text" in SQL only as a name and never as a string, so that a misspelt column is an error.
void csqlite_refuse_quoted_strings(sqlite3 *_Nonnull database);

// Returns the errno of the last failure to read or write an open file of a database; 0 for none. The kind is
// SQLITE_FCNTL_FILE_POINTER, or SQLITE_FCNTL_JOURNAL_POINTER, which is the write-ahead log in write-ahead mode.
int csqlite_last_file_error(sqlite3 *_Nonnull database, int kind);

#endif
