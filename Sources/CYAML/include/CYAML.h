// libyaml, the YAML 1.1 parser that most programs use, as a static library: nothing to load at start, and nothing to
// install with the program.
#ifndef CARDSTREAM_CYAML_H
#define CARDSTREAM_CYAML_H

#include <yaml.h>

#endif
