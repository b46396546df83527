import Testing

@Suite struct CurlTransportTests {}
