import Testing

@Suite struct CardSessionTests {}
