import Basics
import Cards
import Dispatch
import Glibc

/// Reads lines on a thread of its own, so that a wait for the next one holds nothing up.
package final class LineSource: Sendable {
    private struct Waiting {
        var lines: [String] = []
        var isEnded = false
    }

    private let waiting = Lock(Waiting())
    private let descriptor: Int32

    /// A longer line is cut: no value of a card is as long.
    private static let longest = 1 << 16

    package init(descriptor: Int32) { self.descriptor = descriptor }

    /// Starts reading. `onNews` is called on that thread after every line, and after the end.
    package func start(onNews: @escaping @Sendable () -> Void) {
        DispatchQueue(label: "cardstream.lines").async { [self] in
            while let line = read() {
                waiting.withLock { $0.lines.append(line) }
                onNews()
            }
            waiting.withLock { $0.isEnded = true }
            onNews()
        }
    }

    /// The next line; nil while there is none.
    package func next() -> String? { waiting.withLock { $0.lines.isEmpty ? nil : $0.lines.removeFirst() } }

    /// Whether no line will come any more.
    package var isEnded: Bool { waiting.withLock { $0.isEnded && $0.lines.isEmpty } }

    private func read() -> String? {
        var bytes: [UInt8] = []
        var byte: UInt8 = 0
        while true {
            let count = Glibc.read(descriptor, &byte, 1)
            if count < 0, errno == EINTR { continue }
            guard count == 1 else { return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self) }
            if byte == UInt8(ascii: "\n") { return String(decoding: bytes, as: UTF8.self) }
            if bytes.count < Self.longest { bytes.append(byte) }
        }
    }
}
