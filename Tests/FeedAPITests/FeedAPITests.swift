import Testing

@Suite struct FeedAPITests {}
