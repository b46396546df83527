import Basics
import Cards
import Dispatch
import Glibc

/// Reads lines on its own thread, so that waiting for a line does not block others.
package final class LineSource: Sendable {
    private struct Waiting {
        var lines: [String] = []
        var isEnded = false
    }

    private let waiting = Lock(Waiting())
    private let descriptor: Int32

    /// The maximum length of a line in bytes; longer lines are truncated. No value of a card is that long.
    private static let longest = 1 << 16

    package init(descriptor: Int32) { self.descriptor = descriptor }

    /// Starts reading. `onNews` is called on the reading thread after each line, and after the end of the input.
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

    /// Returns the next line; nil if there is none yet.
    package func next() -> String? { waiting.withLock { $0.lines.isEmpty ? nil : $0.lines.removeFirst() } }

    /// Whether the input has ended and all lines were returned.
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
