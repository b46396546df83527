import Testing

@Suite struct CardUITests {}
