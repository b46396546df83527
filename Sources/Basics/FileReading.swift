import Glibc

/// Reading an open file in pieces.
package enum FileReading {
    package struct Failure: Error, Hashable {
        /// An error number; 0 when the file ends before it should.
        package var code: Int32
    }

    /// At least one byte.
    package static func read(_ file: Int32, atMost count: Int) throws(Failure) -> [UInt8] {
        var code: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            var result = -1
            repeat { result = Glibc.read(file, buffer.baseAddress, count) } while result < 0 && errno == EINTR
            if result < 0 { code = errno }
            filled = max(0, result)
        }
        guard !bytes.isEmpty else { throw Failure(code: code) }
        return bytes
    }
}
