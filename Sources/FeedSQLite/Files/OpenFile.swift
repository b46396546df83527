import Basics
import FeedStorage
import Glibc

/// A file on disk that is being read.
final class OpenFile: FileContent {
    private let descriptor: Int32

    init(descriptor: Int32) { self.descriptor = descriptor }

    func read(atMost count: Int) throws -> [UInt8] { try FileReading.read(descriptor, atMost: count) }

    func close() { Glibc.close(descriptor) }
}
