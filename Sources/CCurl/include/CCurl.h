// What Swift cannot reach of libcurl by itself: variadic setters and getters.
#ifndef CARDSTREAM_CCURL_H
#define CARDSTREAM_CCURL_H

#include <curl/curl.h>

#endif
