/// Reads the body of a request in pieces, for bodies that are too large for memory.
package struct BodyReader {
    private let reader: SocketReader
    private let limit: Int
    /// The remaining bytes of the body or of the current chunk; nil before the first chunk.
    private var left: Int?
    private let isChunked: Bool
    private var total = 0
    private var isAtEnd = false

    package init(_ reader: SocketReader, framing: HTTPHead.Framing, limit: Int) {
        self.reader = reader
        self.limit = limit
        switch framing {
        case .length(let length): (left, isChunked) = (length, false)
        case .chunked: (left, isChunked) = (nil, true)
        }
    }

    /// The next bytes, at most a few thousand; nil at the end.
    /// - Throws: ``StreamError``, or an error of the socket.
    package mutating func next() async throws -> [UInt8]? {
        if isAtEnd { return nil }
        if isChunked, left == nil {
            guard let size = try await reader.readChunkSize() else {
                isAtEnd = true
                return nil
            }
            left = size
        }
        guard let count = left, count > 0 else {
            isAtEnd = true
            return nil
        }
        let bytes = try await reader.readSome(atMost: count)
        total += bytes.count
        guard total <= limit else { throw StreamError.tooLarge }
        left = count - bytes.count
        if isChunked, left == 0 {
            try await reader.endChunk()
            left = nil
        }
        return bytes
    }
}
