import Testing

@Suite struct CardsTests {}
