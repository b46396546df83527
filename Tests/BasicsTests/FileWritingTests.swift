import Basics
import Glibc
import Testing

struct FileWritingTests {
    /// More than a pipe holds.
    private static let bytes = [UInt8](repeating: 7, count: 1 << 20)

    @Test func `short writes go on until everything is written`() async {
        var ends: [CInt] = [0, 0]
        #expect(pipe(&ends) == 0)
        let (reader, writer) = (ends[0], ends[1])
        let read = Task.detached {
            defer { close(reader) }
            var buffer = [UInt8](repeating: 0, count: 1000)
            var total = 0
            while true {
                let count = Glibc.read(reader, &buffer, buffer.count)
                guard count > 0 else { return total }
                total += count
            }
        }
        #expect(FileWriting.writeAll(Self.bytes, to: writer) == 0)
        close(writer)
        #expect(await read.value == Self.bytes.count)
    }

    @Test func `the error number is that of the write that failed`() {
        var ends: [CInt] = [0, 0]
        #expect(pipe(&ends) == 0 && fcntl(ends[1], F_SETFL, O_NONBLOCK) == 0)
        defer { ends.forEach { close($0) } }
        errno = 0
        #expect(FileWriting.writeAll(Self.bytes, to: ends[1]) == EAGAIN)
        #expect(FileWriting.writeAll([], to: -1) == 0)
        #expect(FileWriting.writeAll([1], to: -1) == EBADF)
    }
}
