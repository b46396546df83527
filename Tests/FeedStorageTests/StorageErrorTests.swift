import FeedStorage
import Testing

@Suite struct StorageErrorTests {
    @Test(arguments: [
        ("connection refused", "database: connection refused. Check"),
        ("Is the server accepting connections on that socket?", "on that socket? Check"),
        ("It is full.", "full. Check"),
    ])
    func `a database message ends with one punctuation mark`(reason: String, words: String) {
        #expect("\(StorageError.unreachableDatabase(reason: reason))".contains(words))
    }
}
