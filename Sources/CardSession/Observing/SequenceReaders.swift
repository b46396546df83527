internal import Cards

/// The readers of a sequence that lasts as long as the session. Each gets every element.
struct SequenceReaders<Element: Sendable> {
    private var readers: [Int: AsyncStream<Element>.Continuation] = [:]
    private var lastNumber = 0

    mutating func add(_ reader: AsyncStream<Element>.Continuation) -> Int {
        lastNumber += 1
        readers[lastNumber] = reader
        return lastNumber
    }

    mutating func remove(_ number: Int) { readers[number] = nil }

    /// Wakes readers, but runs nothing of theirs.
    func send(_ element: Element) { for reader in readers.values { reader.yield(element) } }

    /// All readers, none of which gets anything more. End them outside of any lock: that calls back.
    mutating func removeAll() -> [AsyncStream<Element>.Continuation] {
        defer { readers = [:] }
        return Array(readers.values)
    }
}
