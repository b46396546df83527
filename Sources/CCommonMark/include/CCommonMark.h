// GitHub's CommonMark parser as a static library: nothing to load at start, and nothing to install with the program.
#ifndef CARDSTREAM_CCOMMONMARK_H
#define CARDSTREAM_CCOMMONMARK_H

#include <cmark-gfm.h>

#endif
