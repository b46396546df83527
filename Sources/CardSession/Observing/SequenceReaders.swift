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

    /// Passes an element to all readers. Runs none of their code, so it may be called with a lock held.
    func send(_ element: Element) { for reader in readers.values { reader.yield(element) } }

    /// Removes and returns all readers. Finish them outside any lock, because that calls their termination handlers.
    mutating func removeAll() -> [AsyncStream<Element>.Continuation] {
        defer { readers = [:] }
        return Array(readers.values)
    }
}
