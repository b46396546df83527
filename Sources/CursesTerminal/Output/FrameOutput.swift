import CCurses
import Glibc

/// Collects the output to the terminal, so that a frame is sent in one write.
///
/// ncurses writes whenever it moves the cursor, dozens of times a frame, so a terminal could display incomplete frames.
/// Here it writes to a file in memory, which is sent and emptied after each frame.
struct FrameOutput: ~Copyable {
    /// The stream for ncurses, which owns it until the screen is deleted.
    let stream: UnsafeMutablePointer<FILE>
    private let file: Int32
    private let device: Int32
    private var buffer: [UInt8] = []
    /// The size in bytes up to which buffers are kept. Frames of cells need less; more memory, used for pictures, is
    /// released.
    private static let usual = 1 << 18

    /// The number of bytes that a tty accepts at once; the terminal may redraw between two pieces.
    private static let piece = 4000
    private static let begin = Array(TerminalMode.synchronizedOutput.set.utf8)
    private static let end = Array(TerminalMode.synchronizedOutput.reset.utf8)

    /// Nil if the system cannot create a file in memory.
    init?(device: Int32) {
        file = ccurses_memory_file()
        guard file >= 0, let stream = fdopen(file, "w+") else { return nil }
        self.stream = stream
        self.device = device
    }

    /// Closes the stream, which must not be used afterwards.
    deinit { fclose(stream) }

    /// Appends to what ncurses has written so far.
    func append(_ sequence: String) { append(Array(sequence.utf8)) }

    func append(_ bytes: [UInt8]) {
        if !bytes.isEmpty { _ = bytes.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) } }
    }

    /// Drops the collected bytes.
    func discard() { lseek(file, 0, SEEK_SET) }

    /// Sends the collected bytes. If the terminal is closed, the output is lost, and the hangup signal ends the
    /// program.
    ///
    /// - Parameter isSynchronized: Whether to use synchronized output if the bytes may be sent in several pieces.
    mutating func send(isSynchronized: Bool = false) {
        let count = Int(lseek(file, 0, SEEK_CUR))
        guard count > 0 else { return }
        let (begin, end) = isSynchronized && count > Self.piece ? (Self.begin, Self.end) : ([], [])
        let total = begin.count + count + end.count
        if buffer.count < total { buffer = [UInt8](repeating: 0, count: max(total, 4096)) }
        buffer.withUnsafeMutableBytes { bytes in
            bytes.copyBytes(from: begin)
            let read = pread(file, bytes.baseAddress.map { $0 + begin.count }, count, 0)
            guard read > 0 else { return }
            UnsafeMutableRawBufferPointer(rebasing: bytes[(begin.count + read)...]).copyBytes(from: end)
            var rest = UnsafeRawBufferPointer(rebasing: bytes[..<(begin.count + read + end.count)])
            while !rest.isEmpty {
                let written = write(device, rest.baseAddress, rest.count)
                guard written > 0 || errno == EINTR else { return }
                rest = UnsafeRawBufferPointer(rebasing: rest[max(0, written)...])
            }
        }
        lseek(file, 0, SEEK_SET)
        guard count > Self.usual else { return }
        buffer = []
        ftruncate(file, 0)
    }
}
