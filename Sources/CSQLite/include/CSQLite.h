// SQLite, and what Swift cannot call of it: variadic functions and tables of functions.
#ifndef CARDSTREAM_CSQLITE_H
#define CARDSTREAM_CSQLITE_H

#include <sqlite3.h>

// Makes "text" in SQL a name only, never a string: a misspelt column is an error.
void csqlite_refuse_quoted_strings(sqlite3 *_Nonnull database);

// The errno of the last failure to read or write an open file of a database, 0 for none. The kind is
// SQLITE_FCNTL_FILE_POINTER or SQLITE_FCNTL_JOURNAL_POINTER, which in write-ahead mode is the log.
int csqlite_last_file_error(sqlite3 *_Nonnull database, int kind);

#endif
