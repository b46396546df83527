/// A sixel picture as chafa prints it (`-f sixels`), checked band by band.
package struct SixelOutput {
    /// The width in pixels.
    package let width: Int
    package private(set) var height: Int

    private static let bandHeight = 6
    private static let colours = 256

    /// The definitions of the colours, which come before the first band.
    private var palette: ArraySlice<UInt8>
    private var bands: [ArraySlice<UInt8>]

    /// The whole sequence, from the introducer to the terminator.
    package var bytes: [UInt8] {
        var bytes = Array("\u{1B}P0;1;0q\"1;1;\(width);\(height)".utf8) + palette
        for (index, band) in bands.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: "-")) }
            bytes += band
        }
        return bytes + [0x1B, UInt8(ascii: "\\")]
    }

    /// Nil if the output is not exactly one picture of at most this size.
    init?(_ output: [UInt8], width most: Int, height highest: Int) {
        var reader = DecoderOutputScanner(output)
        guard reader.take("\u{1B}P0;1;0q\"1;1;"), let width = reader.number(), reader.take(";"),
            let height = reader.number(), (1...most).contains(width), (1...highest).contains(height)
        else { return nil }
        let start = reader.position
        while reader.next == UInt8(ascii: "#") {
            let before = reader
            guard let isDefinition = Self.takeColour(&reader) else { return nil }
            if !isDefinition {
                reader = before
                break
            }
        }
        palette = output[start..<reader.position]
        bands = []
        self.width = width
        self.height = height
        while let band = Self.takeBand(&reader, of: output, width: width) {
            bands.append(band)
            if reader.take("-") { continue }
            removeEmptyEnd()
            guard reader.take("\u{1B}\\"), (bands.count - 1) * Self.bandHeight < height else { return nil }
            _ = reader.run { $0 == 0x0A }
            guard reader.isAtEnd else { return nil }
            return
        }
        return nil
    }

    /// Removes empty bands at the end, which show nothing. The last band may be followed by a graphics new line of its
    /// own.
    private mutating func removeEmptyEnd() { while bands.last?.isEmpty == true { bands.removeLast() } }

    /// The centre of the picture: as many whole bands as fit into `most` pixels.
    func cropped(height most: Int) -> SixelOutput {
        let count = max(1, most / Self.bandHeight)
        guard bands.count > count else { return self }
        var part = self
        let first = (bands.count - count) / 2
        part.bands = Array(bands[first..<first + count])
        part.removeEmptyEnd()
        part.height = min(height - first * Self.bandHeight, count * Self.bandHeight)
        return part
    }

    /// Consumes a band: six rows of pixels, with a separate pass over the columns for each colour.
    private static func takeBand(_ reader: inout DecoderOutputScanner, of output: [UInt8], width: Int) -> ArraySlice<
        UInt8
    >? {
        let start = reader.position
        var column = 0
        while let byte = reader.next {
            switch byte {
            case UInt8(ascii: "-"), 0x1B: return output[start..<reader.position]
            case UInt8(ascii: "#"): guard takeColour(&reader) != nil else { return nil }
            case UInt8(ascii: "!"):
                _ = reader.take()
                guard let count = reader.number(), let sixel = reader.take(), (0x3F...0x7E).contains(sixel)
                else { return nil }
                column += count
            case 0x3F...0x7E:
                _ = reader.take()
                column += 1
            case UInt8(ascii: "$"):
                _ = reader.take()
                column = 0
            default: return nil
            }
            guard column <= width else { return nil }
        }
        return nil
    }

    /// Consumes a colour number with an optional definition in percent of red, green and blue. Returns whether it was
    /// defined; nil if the syntax is wrong.
    private static func takeColour(_ reader: inout DecoderOutputScanner) -> Bool? {
        guard reader.take("#"), let number = reader.number(), number < colours else { return nil }
        guard reader.take(";") else { return false }
        guard reader.take("2;") else { return nil }
        for part in 0..<3 {
            guard let value = reader.number(), value <= 100, part == 2 || reader.take(";") else { return nil }
        }
        return true
    }
}
