import Testing

@Suite struct FeedServerTests {}
