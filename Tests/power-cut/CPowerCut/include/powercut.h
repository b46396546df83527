/// A machine that loses its power: what happens to files below one folder is remembered until it is synced, and at one moment all
/// that is left of it is what a disk may have.
///
/// The program defines the functions of the C library that change files, and the linker prefers them to those of the system for
/// every library of the process, SQLite among them. They do what they always do, so that the process sees its own writes.
///
/// What a disk may have, as POSIX promises it: the content of a file at its last `fsync`, with any of the later writes, each whole,
/// cut short or missing by sectors of 512 bytes; and the names of a folder at the folder's last `fsync`, with any of the later
/// changes.
#ifndef POWERCUT_H
#define POWERCUT_H
#include <stdint.h>

/// Watches the folder `root` from now on: an absolute path without links. What is in it now is on the disk.
///
/// - moment: The power fails at this change of a file or folder, counted from 1; 0 for never. Then `image` gets what is left, and
///   the process ends with `POWERCUT_STATUS`.
void powercut_begin(const char *root, const char *image, uint64_t moment, uint64_t seed);
/// How many changes there were.
uint64_t powercut_count(void);

enum { POWERCUT_STATUS = 77 };
#endif
