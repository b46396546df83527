// Wrappers for the parts of ncursesw that Swift cannot use: macros, mutable globals and variadic functions. Also the
// crash handlers, which must consist of async-signal-safe C.
#ifndef CARDSTREAM_CCURSES_H
#define CARDSTREAM_CCURSES_H

#define NCURSES_WIDECHAR 1
#define _XOPEN_SOURCE_EXTENDED 1
#include <curses.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <term.h>
#include <termios.h>

// Makes the C library use UTF-8, independent of the user's locale. Returns false if it has no UTF-8 locale.
bool ccurses_use_utf8(void);
// The number of columns that the C library, and so ncurses, uses for a scalar; -1 if the C library does not know it.
int ccurses_width(uint32_t scalar);

WINDOW *_Nullable ccurses_window(void);
int ccurses_colors(void);
int ccurses_pairs(void);

// Converts emphasis bits that are independent of ncurses to attributes. From the lowest bit: bold, dim, italic,
// underline, reverse, strikethrough.
attr_t ccurses_attributes(uint16_t bits);
// Fills one cell. `text` is a spacing character with its combining marks, zero-terminated.
void ccurses_set_cell(cchar_t *_Nonnull cell, const wchar_t *_Nonnull text, attr_t attributes, int pair);
void ccurses_set_character(cchar_t *_Nonnull cell, wchar_t character, attr_t attributes, int pair);

// Returns a string capability of the current terminal; null if it has none.
const char *_Nullable ccurses_capability(const char *_Nonnull name);
bool ccurses_flag(const char *_Nonnull name);

// These functions write the bytes to `buffer` that ncurses would send to move the cursor, to set a look, or to save and
// restore the cursor. They are for output between two frames. Each returns the number of bytes; 0 if the terminal has
// no such sequence or it does not fit. ncurses does not know of this output, so the save and restore sequences must
// enclose all others.
size_t ccurses_capture_save(char *_Nonnull buffer, size_t capacity);
size_t ccurses_capture_restore(char *_Nonnull buffer, size_t capacity);
size_t ccurses_capture_move(int row, int column, char *_Nonnull buffer, size_t capacity);
// The sequence that makes all rows of a terminal with this number of rows scroll. The cursor position is undefined
// after it.
size_t ccurses_capture_region(int rows, char *_Nonnull buffer, size_t capacity);
size_t ccurses_capture_look(attr_t attributes, int pair, char *_Nonnull buffer, size_t capacity);

// Creates a file in memory for the output of ncurses. Returns -1 on failure.
int ccurses_memory_file(void);
// Changes the line settings of a shell to those of a program that reads every key and moves the cursor itself.
void ccurses_make_raw(struct termios *_Nonnull settings);

// Gets the window size of a terminal in cells. Returns false if the terminal does not report it.
bool ccurses_window_size(int descriptor, int *_Nonnull width, int *_Nonnull height);
// Gets the size of one cell of a terminal in pixels. Returns false if the terminal does not report it.
bool ccurses_cell_pixels(int descriptor, int *_Nonnull width, int *_Nonnull height);

// Arms the crash guard. When a signal ends this process, the guard writes `bytes` to `descriptor`, restores the line
// settings that `descriptor` has at this call, and makes `standard_output` and `standard_error` (if not -1) the
// descriptors 1 and 2 again. After a crash it also writes `note` to standard error and calls the previous handlers.
// Copies `bytes` and `note`. Returns false if there are more than 1024 bytes or `descriptor` is not a terminal.
bool ccurses_guard_arm(
    int descriptor, const char *_Nonnull bytes, size_t count, int standard_output, int standard_error,
    const char *_Nonnull note);
// Replaces the bytes of an armed guard. Returns false if there are more than 1024 or the guard is not armed.
bool ccurses_guard_change(const char *_Nonnull bytes, size_t count);
void ccurses_guard_disarm(void);

#endif
