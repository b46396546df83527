/// A machine that loses its power: changes to files below one folder are recorded until they are synced, and at one
/// moment only what a disk may have is left.
///
/// The program defines the functions of the C library that change files, and the linker prefers them to those of the
/// system for all libraries of the process, including SQLite. They also make the change, so that the process sees its
/// own writes.
///
/// What a disk may have, according to POSIX: the content of a file at its last `fsync`, with any of the later writes,
/// each of them whole, truncated, or with missing sectors of 512 bytes; and the names of a folder at the folder's last
/// `fsync`, with any of the later changes.
#ifndef POWERCUT_H
#define POWERCUT_H
#include <stdint.h>

/// Watches the folder `root` from now on: an absolute path without links. Its current contents are on the disk.
///
/// - moment: The power fails at this change of a file or folder, counted from 1; 0 for never. Then `image` gets what is
///   left, and the process ends with `POWERCUT_STATUS`.
void powercut_begin(const char *root, const char *image, uint64_t moment, uint64_t seed);
/// The number of changes so far.
uint64_t powercut_count(void);

enum { POWERCUT_STATUS = 77 };
#endif
