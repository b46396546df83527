import Testing

@Suite struct CardStoreTests {}
