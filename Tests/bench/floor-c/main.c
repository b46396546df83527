// The floor: the least that a curses program can do to show a list and redraw it for each key. Every figure of the
// viewer is compared with this one in the same run, because wall-clock times of different runs are not comparable.
#define _XOPEN_SOURCE_EXTENDED 1
#define NCURSES_WIDECHAR 1
#include <curses.h>
#include <locale.h>
#include <stdlib.h>

static void draw(int first, int selected, int count) {
    int rows = getmaxy(stdscr);
    erase();
    for (int row = 0; row < rows && first + row < count; row++) {
        if (first + row == selected) attron(A_REVERSE);
        mvprintw(row, 0, "%7d  Release checkout 4.12.%d to production? Requested by Mira Okafor", first + row,
                 (first + row) % 97);
        if (first + row == selected) attroff(A_REVERSE);
    }
    move(selected - first, 0);
    refresh();
}

int main(int argc, char **argv) {
    int count = argc > 1 ? atoi(argv[1]) : 100000, first = 0, selected = 0, key;
    setlocale(LC_ALL, "");
    if (!initscr()) return 1;
    raw();
    noecho();
    keypad(stdscr, TRUE);
    draw(first, selected, count);
    while ((key = getch()) != 'q') {
        if ((key == 'j' || key == KEY_DOWN) && selected + 1 < count) selected++;
        if ((key == 'k' || key == KEY_UP) && selected > 0) selected--;
        if (selected < first) first = selected;
        if (selected >= first + getmaxy(stdscr)) first = selected - getmaxy(stdscr) + 1;
        draw(first, selected, count);
    }
    endwin();
    return 0;
}
