import Testing

@Suite struct FeedSyncTests {}
