#define _GNU_SOURCE
#include "CCurses.h"

#include <langinfo.h>
#include <locale.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <wchar.h>

int wcwidth(wchar_t character);

bool ccurses_use_utf8(void) {
    if (setlocale(LC_CTYPE, "") != NULL && strcmp(nl_langinfo(CODESET), "UTF-8") == 0) return true;
    return setlocale(LC_CTYPE, "C.UTF-8") != NULL;
}

int ccurses_width(uint32_t scalar) { return wcwidth((wchar_t)scalar); }

WINDOW *ccurses_window(void) { return stdscr; }
int ccurses_colors(void) { return COLORS; }
int ccurses_pairs(void) { return COLOR_PAIRS; }

attr_t ccurses_attributes(uint16_t bits) {
    attr_t attributes = A_NORMAL;
    if (bits & 1) attributes |= A_BOLD;
    if (bits & 2) attributes |= A_DIM;
    if (bits & 4) attributes |= A_ITALIC;
    if (bits & 8) attributes |= A_UNDERLINE;
    if (bits & 16) attributes |= A_REVERSE;
    // ncurses has no attribute for strikethrough. Dim text also indicates that something is done.
    if (bits & 32) attributes |= A_DIM;
    return attributes;
}

void ccurses_set_cell(cchar_t *cell, const wchar_t *text, attr_t attributes, int pair) {
    // The short is ignored when the extended pair is given.
    setcchar(cell, text, attributes, 0, &pair);
}

void ccurses_set_character(cchar_t *cell, wchar_t character, attr_t attributes, int pair) {
    // Does the same as setcchar, which would look up the width of every character again.
    *cell = (cchar_t){
        .attr = (attributes & ~A_COLOR) | COLOR_PAIR(pair > 255 ? 255 : pair), .chars = {character}, .ext_color = pair};
}

const char *ccurses_capability(const char *name) {
    const char *value = tigetstr(name);
    return value == (char *)-1 ? NULL : value;
}

bool ccurses_flag(const char *name) { return tigetflag(name) == 1; }

// ncurses passes bytes one by one to a function without a context, so the buffer is global. Only the terminal's thread
// uses it.
static char *capture_buffer;
static size_t capture_capacity;
static size_t capture_count;

static int capture_byte(int byte) {
    if (capture_count < capture_capacity) capture_buffer[capture_count] = (char)byte;
    capture_count++;
    return byte;
}

static void capture_begin(char *buffer, size_t capacity) {
    capture_buffer = buffer;
    capture_capacity = capacity;
    capture_count = 0;
}

static size_t capture_end(void) { return capture_count <= capture_capacity ? capture_count : 0; }

static size_t capture(const char *capability, char *buffer, size_t capacity) {
    if (capability == NULL || capability == (char *)-1) return 0;
    capture_begin(buffer, capacity);
    tputs(capability, 1, capture_byte);
    return capture_end();
}

size_t ccurses_capture_save(char *buffer, size_t capacity) { return capture(save_cursor, buffer, capacity); }
size_t ccurses_capture_restore(char *buffer, size_t capacity) { return capture(restore_cursor, buffer, capacity); }

size_t ccurses_capture_move(int row, int column, char *buffer, size_t capacity) {
    return cursor_address == NULL ? 0 : capture(tparm(cursor_address, row, column), buffer, capacity);
}

size_t ccurses_capture_region(int rows, char *buffer, size_t capacity) {
    return change_scroll_region == NULL ? 0 : capture(tparm(change_scroll_region, 0, rows - 1), buffer, capacity);
}

size_t ccurses_capture_look(attr_t attributes, int pair, char *buffer, size_t capacity) {
    capture_begin(buffer, capacity);
    // The short is ignored when the extended pair is given.
    vid_puts(attributes, 0, &pair, capture_byte);
    return capture_end();
}

int ccurses_memory_file(void) { return memfd_create("cardstream-frame", MFD_CLOEXEC); }

void ccurses_make_raw(struct termios *settings) {
    settings->c_lflag &= ~(tcflag_t)(ECHO | ECHONL | ICANON | ISIG | IEXTEN);
    settings->c_iflag &= ~(tcflag_t)(BRKINT | ICRNL | IGNCR | INLCR | ISTRIP | IXON | PARMRK);
    // Without OPOST, a line feed only moves the cursor down, and tabs are not replaced by spaces. ncurses relies on
    // both.
    settings->c_oflag &= ~(tcflag_t)OPOST;
    settings->c_cflag = (settings->c_cflag & ~(tcflag_t)(CSIZE | PARENB)) | CS8;
    settings->c_cc[VMIN] = 1;
    settings->c_cc[VTIME] = 0;
}

bool ccurses_window_size(int descriptor, int *width, int *height) {
    struct winsize size;
    if (ioctl(descriptor, TIOCGWINSZ, &size) != 0 || size.ws_col == 0 || size.ws_row == 0) return false;
    *width = size.ws_col;
    *height = size.ws_row;
    return true;
}

bool ccurses_cell_pixels(int descriptor, int *width, int *height) {
    struct winsize size;
    if (ioctl(descriptor, TIOCGWINSZ, &size) != 0 || size.ws_col == 0 || size.ws_row == 0) return false;
    *width = size.ws_xpixel / size.ws_col;
    *height = size.ws_ypixel / size.ws_row;
    return *width > 0 && *height > 0;
}
