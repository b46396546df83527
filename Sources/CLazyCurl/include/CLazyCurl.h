// Stands in for libcurl at link time, in the program only.
//
// The HTTP server's library imports FoundationNetworking, whose static archive calls libcurl. Linked as usual, each
// start would load libcurl and some thirty libraries behind it (8 ms and 5 MB, measured with LD_DEBUG=statistics)
// although nothing here uses URLSession. These functions have libcurl's names, open the library on first use and
// forward. `make release` puts an empty archive in the place of -lcurl, so that the library itself is not linked.
#ifndef CARDSTREAM_CLAZYCURL_H
#define CARDSTREAM_CLAZYCURL_H
#endif
