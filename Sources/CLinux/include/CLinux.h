// The Linux calls that Swift's Glibc module leaves out: wake-ups and signals as file descriptors, so that one
// poll() can wait for keys, messages and signals.
#ifndef CLINUX_H
#define CLINUX_H

#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/signalfd.h>

#endif
