import Glibc

/// Reads an open file in pieces.
package enum FileReading {
    package struct Failure: Error, Hashable {
        /// The system's error number; 0 if the file ends early.
        package var code: Int32
    }

    /// Reads between one byte and `count` bytes.
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
