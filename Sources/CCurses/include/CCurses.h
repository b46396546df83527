// What Swift cannot reach of ncursesw by itself: macros, mutable globals and variadic functions.
#ifndef CARDSTREAM_CCURSES_H
#define CARDSTREAM_CCURSES_H

#define NCURSES_WIDECHAR 1
#define _XOPEN_SOURCE_EXTENDED 1
#include <curses.h>
#include <term.h>

#endif
