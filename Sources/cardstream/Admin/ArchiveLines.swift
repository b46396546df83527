internal import AppRuntime
internal import Cards
internal import Glibc

/// Reads the lines of an open file in pieces. Blocks.
struct ArchiveLines {
    private let descriptor: CInt
    private var buffer: [UInt8] = []
    /// The offset in ``buffer`` at which the next line begins.
    private var start = 0
    private var hasEnded = false

    private static let pieceSize = 262_144
    /// The maximum length of a line in bytes. It is several times the size of the largest card.
    private static let longestLine = 64 << 20

    init(_ descriptor: CInt) { self.descriptor = descriptor }

    /// The next line without its newline; nil after the last one.
    ///
    /// - Parameter name: The name of the file in messages.
    mutating func next(_ name: String) throws -> [UInt8]? {
        var searched = start
        while true {
            if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
                defer { start = end + 1 }
                return Array(buffer[start..<end])
            }
            buffer.removeFirst(start)
            start = 0
            searched = buffer.count
            guard !hasEnded else {
                guard !buffer.isEmpty else { return nil }
                defer { buffer = [] }
                return buffer
            }
            guard buffer.count < Self.longestLine else {
                throw CommandFailure(
                    .failure, "\(name) has a line of more than 64 MB; expected the output of `cardstream admin export`")
            }
            try fill(name)
        }
    }

    private mutating func fill(_ name: String) throws {
        var piece = [UInt8](repeating: 0, count: Self.pieceSize)
        while true {
            let count = read(descriptor, &piece, piece.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else {
                throw CommandFailure(.failure, "cannot read \(name): \(String(cString: strerror(errno)))")
            }
            hasEnded = count == 0
            buffer += piece[..<count]
            return
        }
    }
}
