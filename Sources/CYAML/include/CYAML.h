// The parser of YAML 1.1 that most programs use, libyaml, as a static library: nothing to load at the start, nothing to
// install with the program.
#ifndef CARDSTREAM_CYAML_H
#define CARDSTREAM_CYAML_H

#include <yaml.h>

#endif
