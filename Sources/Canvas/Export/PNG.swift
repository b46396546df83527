/// Writes pixels as an uncompressed PNG file (RFC 2083), for documents that are compressed as a whole.
package enum PNG {
    /// The whole file: RGB, with alpha only if a pixel is not opaque.
    package static func encode(_ pixels: PicturePixels) -> [UInt8] {
        let isOpaque = stride(from: 3, to: pixels.bytes.count, by: 4).allSatisfy { pixels.bytes[$0] == 255 }
        let header =
            bigEndian(UInt32(pixels.width)) + bigEndian(UInt32(pixels.height)) + [8, isOpaque ? 2 : 6, 0, 0, 0]
        return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunk("IHDR", header)
            + chunk("IDAT", stored(scanlines(pixels, isOpaque: isOpaque))) + chunk("IEND", [])
    }

    /// Each row preceded by filter type 0 (none).
    private static func scanlines(_ pixels: PicturePixels, isOpaque: Bool) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(pixels.height * (1 + 4 * pixels.width))
        for row in 0..<pixels.height {
            bytes.append(0)
            let line = pixels.bytes[row * 4 * pixels.width..<(row + 1) * 4 * pixels.width]
            if isOpaque {
                for pixel in stride(from: line.startIndex, to: line.endIndex, by: 4) {
                    bytes += line[pixel..<pixel + 3]
                }
            } else {
                bytes += line
            }
        }
        return bytes
    }

    /// A zlib stream (RFC 1950) of stored blocks (RFC 1951, 3.2.4).
    private static func stored(_ bytes: [UInt8]) -> [UInt8] {
        var stream: [UInt8] = [0x78, 0x01]
        stream.reserveCapacity(bytes.count + bytes.count / 1024 + 16)
        var start = 0
        repeat {
            let end = min(start + 0xFFFF, bytes.count)
            let count = UInt16(end - start)
            stream.append(end == bytes.count ? 1 : 0)
            for value in [count, ~count] { stream += [UInt8(value & 0xFF), UInt8(value >> 8)] }
            stream += bytes[start..<end]
            start = end
        } while start < bytes.count
        var (low, high) = (UInt32(1), UInt32(0))
        for byte in bytes {
            low = (low + UInt32(byte)) % 65_521
            high = (high + low) % 65_521
        }
        return stream + bigEndian(high << 16 | low)
    }

    private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
        let body = Array(name.utf8) + content
        var crc = UInt32.max
        for byte in body { crc = table[Int((crc ^ UInt32(byte)) & 0xFF)] ^ crc >> 8 }
        return bigEndian(UInt32(content.count)) + body + bigEndian(~crc)
    }

    private static let table: [UInt32] = (0..<256).map { number in
        (0..<8).reduce(UInt32(number)) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ value >> 1 : value >> 1 }
    }

    private static func bigEndian(_ value: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }
}
