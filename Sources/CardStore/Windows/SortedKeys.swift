/// Sorted keys of cards, in chunks. Inserting or removing a key moves at most some hundreds of others, however many
/// there are.
struct SortedKeys {
    /// Without empty chunks.
    private var chunks: [[CardSortKey]] = []
    private(set) var count = 0

    /// The maximum number of keys in a chunk. A longer chunk is split.
    private static let chunkLimit = 512

    subscript(position: Int) -> CardSortKey {
        var rest = position
        for index in chunks.indices {
            if rest < chunks[index].count { return chunks[index][rest] }
            rest -= chunks[index].count
        }
        preconditionFailure("position \(position) is out of range: there are \(count) positions")
    }

    mutating func insert(_ sortKey: CardSortKey) {
        count += 1
        guard let last = chunks.indices.last else {
            chunks.append([sortKey])
            return
        }
        // Behind all keys that are before or equal to it.
        let index = chunks.firstPosition { sortKey.isBefore($0[$0.count - 1]) }
        let chunk = min(index, last)
        let place = index > last ? chunks[chunk].count : chunks[chunk].firstPosition { sortKey.isBefore($0) }
        chunks[chunk].insert(sortKey, at: place)
        guard chunks[chunk].count > Self.chunkLimit else { return }
        // Cards are often added in order: then keep the full chunk full.
        let middle = place == Self.chunkLimit ? Self.chunkLimit : Self.chunkLimit / 2
        let tail = Array(chunks[chunk][middle...])
        chunks[chunk].removeSubrange(middle...)
        chunks.insert(tail, at: chunk + 1)
    }

    /// Removes a key. Does nothing if it does not exist.
    mutating func remove(_ sortKey: CardSortKey) {
        guard let (chunk, place) = find(sortKey) else { return }
        chunks[chunk].remove(at: place)
        if chunks[chunk].isEmpty { chunks.remove(at: chunk) }
        count -= 1
    }

    /// The position of a key; nil if it does not exist.
    func position(of sortKey: CardSortKey) -> Int? {
        find(sortKey).map { chunk, place in chunks[..<chunk].reduce(place) { $0 + $1.count } }
    }

    /// The position of the first key at or after another one.
    func position(at sortKey: CardSortKey) -> Int {
        let chunk = chunks.firstPosition { !$0[$0.count - 1].isBefore(sortKey) }
        let before = chunks[..<chunk].reduce(0) { $0 + $1.count }
        return chunk == chunks.count ? before : before + chunks[chunk].firstPosition { !$0.isBefore(sortKey) }
    }

    /// Finds a key by its row, because several rows may have keys that compare as equal.
    private func find(_ sortKey: CardSortKey) -> (chunk: Int, place: Int)? {
        var chunk = chunks.firstPosition { !$0[$0.count - 1].isBefore(sortKey) }
        guard chunk < chunks.count else { return nil }
        var place = chunks[chunk].firstPosition { !$0.isBefore(sortKey) }
        while chunk < chunks.count {
            while place < chunks[chunk].count {
                if sortKey.isBefore(chunks[chunk][place]) { return nil }
                if chunks[chunk][place].row == sortKey.row { return (chunk, place) }
                place += 1
            }
            (chunk, place) = (chunk + 1, 0)
        }
        return nil
    }
}

extension Array {
    /// The first position whose element meets a condition (binary search). All later elements must meet it too.
    func firstPosition(_ condition: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if condition(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
