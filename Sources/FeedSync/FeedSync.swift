// FeedSync
