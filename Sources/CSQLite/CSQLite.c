#include "CSQLite.h"

void csqlite_refuse_quoted_strings(sqlite3 *database) {
    sqlite3_db_config(database, SQLITE_DBCONFIG_DQS_DDL, 0, (void *)0);
    sqlite3_db_config(database, SQLITE_DBCONFIG_DQS_DML, 0, (void *)0);
}

int csqlite_last_file_error(sqlite3 *database, int kind) {
    sqlite3_file *file = 0;
    int code = 0;
    if (sqlite3_file_control(database, 0, kind, &file) != SQLITE_OK || !file || !file->pMethods) return 0;
    if (file->pMethods->xFileControl(file, SQLITE_FCNTL_LAST_ERRNO, &code) != SQLITE_OK) return 0;
    return code;
}
