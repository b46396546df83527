// What Swift cannot reach of ncursesw by itself: macros, mutable globals and variadic functions;
// and the crash handlers, which must be made of async-signal-safe C alone.
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

// Makes the C library's character tables UTF-8 whatever the user's locale is; false if it has none.
bool ccurses_use_utf8(void);
// The columns the C library, and so ncurses, gives a scalar; -1 when it does not know it.
int ccurses_width(uint32_t scalar);

WINDOW *_Nullable ccurses_window(void);
int ccurses_colors(void);
int ccurses_pairs(void);

// Emphasis as bits independent of ncurses, in the order bold, dim, italic, underline, reverse, strikethrough.
attr_t ccurses_attributes(uint16_t bits);
// Fills one cell; `text` is a spacing character and its marks, zero terminated.
void ccurses_set_cell(cchar_t *_Nonnull cell, const wchar_t *_Nonnull text, attr_t attributes, int pair);
void ccurses_set_character(cchar_t *_Nonnull cell, wchar_t character, attr_t attributes, int pair);

// A string capability of the current terminal; null when it has none.
const char *_Nullable ccurses_capability(const char *_Nonnull name);
bool ccurses_flag(const char *_Nonnull name);

// What takes the terminal to a place, a look, or back: the bytes that ncurses itself would send, into `buffer`, for
// writing between two frames. Each gives the count, 0 when the terminal has no such sequence or it does not fit.
// ncurses goes on believing what it did before, so save and restore must enclose all others.
size_t ccurses_capture_save(char *_Nonnull buffer, size_t capacity);
size_t ccurses_capture_restore(char *_Nonnull buffer, size_t capacity);
size_t ccurses_capture_move(int row, int column, char *_Nonnull buffer, size_t capacity);
// What lets all rows of a terminal of that many scroll; the cursor is anywhere after it.
size_t ccurses_capture_region(int rows, char *_Nonnull buffer, size_t capacity);
size_t ccurses_capture_look(attr_t attributes, int pair, char *_Nonnull buffer, size_t capacity);

// A file in memory for ncurses to write to; -1 when there can be none.
int ccurses_memory_file(void);
// Line settings for a program that reads every key and moves the cursor itself, made from those of a shell.
void ccurses_make_raw(struct termios *_Nonnull settings);

// The window size of a terminal device; false when it reports none.
bool ccurses_window_size(int descriptor, int *_Nonnull width, int *_Nonnull height);
// The pixels of one cell of a terminal device; false when it reports none.
bool ccurses_cell_pixels(int descriptor, int *_Nonnull width, int *_Nonnull height);

// From now on a crash of this process writes `bytes` to `descriptor`, restores its line settings as
// they are at this call, puts `standard_output` and `standard_error` (if not -1) back as fds 1 and 2, writes `note`
// there, and goes on crashing under the handlers there were before. Copies the texts; false when the bytes are too
// many (1024) or it is no terminal.
bool ccurses_guard_arm(
    int descriptor, const char *_Nonnull bytes, size_t count, int standard_output, int standard_error,
    const char *_Nonnull note);
// Replaces the bytes while armed; false when there are too many, or it is not armed.
bool ccurses_guard_change(const char *_Nonnull bytes, size_t count);
void ccurses_guard_disarm(void);

#endif
