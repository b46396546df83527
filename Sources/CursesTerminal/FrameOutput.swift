import CCurses
import Glibc

/// Gathers what goes to the terminal, so that a frame leaves in one write.
///
/// ncurses writes whenever it moves the cursor, dozens of times a frame, and a terminal that is woken by the first
/// of them shows half a frame. Here it writes to a file in memory, which is sent and emptied after each frame.
struct FrameOutput: ~Copyable {
    /// For ncurses; owned by it until the screen is deleted.
    let stream: UnsafeMutablePointer<FILE>
    private let file: Int32
    private let device: Int32
    private var buffer: [UInt8] = []
    /// More than a frame of cells takes: what pictures took beyond it is given back.
    private static let usual = 1 << 18

    /// Nil when the system gives no file in memory.
    init?(device: Int32) {
        file = ccurses_memory_file()
        guard file >= 0, let stream = fdopen(file, "w+") else { return nil }
        self.stream = stream
        self.device = device
    }

    /// Closes the stream: nothing may write to it any more.
    deinit { fclose(stream) }

    /// After what ncurses has written so far.
    func append(_ sequence: String) { append(Array(sequence.utf8)) }

    func append(_ bytes: [UInt8]) {
        if !bytes.isEmpty { _ = bytes.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) } }
    }

    /// Sends what has gathered. A terminal that went away takes nothing more; its hang-up ends the program.
    mutating func send() {
        let count = Int(lseek(file, 0, SEEK_CUR))
        guard count > 0 else { return }
        if buffer.count < count { buffer = [UInt8](repeating: 0, count: max(count, 4096)) }
        buffer.withUnsafeMutableBytes { bytes in
            let read = pread(file, bytes.baseAddress, count, 0)
            guard read > 0 else { return }
            var rest = UnsafeRawBufferPointer(rebasing: bytes[..<read])
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
