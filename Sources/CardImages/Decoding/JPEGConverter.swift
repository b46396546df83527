internal import Canvas

/// Converts an image of another format to JPEG. ``ImageDecoder``'s confined program decodes it, and another program,
/// `cjpeg` of libjpeg-turbo, encodes it within the same limits.
package struct JPEGConverter: Sendable {
    private let decoder: ImageDecoder
    /// The path of `cjpeg`; nil if it is not installed.
    private let writer: String?
    private let limits: DecoderLimits

    /// The maximum width and height in pixels: the decoder's output must not exceed its limit.
    private static let maxSide = 2000
    /// The JPEG quality out of 100: visually lossless at a third of the size of 100.
    private static let quality = 90

    /// Looks for both programs in the folders of a `PATH`.
    package init(path: String, limits: DecoderLimits = DecoderLimits()) {
        decoder = ImageDecoder(path: path, limits: limits)
        writer = ImageDecoder.program("cjpeg", path: path)
        self.limits = limits
    }

    /// Converts an image. Images with a side over ``maxSide`` are scaled down.
    ///
    /// - Parameter bytes: A whole file of one of the formats of ``ImageHeader``; of several frames, the first is used.
    /// - Throws: ``ImageProblem/noWriter`` and ``ImageProblem/noDecoder`` if a program is missing.
    package func convert(_ bytes: [UInt8]) async throws(ImageProblem) -> [UInt8] {
        guard let writer else { throw .noWriter }
        let header = try ImageHeader(bytes)
        // The decoder works in steps of pixels; rounding up keeps all detail.
        let scale = min(1, Double(Self.maxSide) / Double(max(header.width, header.height)))
        func rounded(_ side: Int) -> Int {
            (Int(Double(side) * scale) + ImageDecoder.step - 1) / ImageDecoder.step * ImageDecoder.step
        }
        let box = Size(columns: rounded(header.width), rows: rounded(header.height))
        let target = ImageDecoder.Target(box: box, form: .pixels(cell: Size(columns: 1, rows: 1)))
        guard case .pixels(let pixels) = try await decoder.decode(bytes, to: target) else { throw .unreadable }
        let words = ["-quality", String(Self.quality), "-optimize"]
        let jpeg = try await DecoderProcess(program: writer, words: words, limits: limits)
            .run(input: Self.pixmap(pixels))
        guard jpeg.starts(with: [0xFF, 0xD8, 0xFF]) else { throw .unreadable }
        return jpeg
    }

    /// A PPM file. JPEG has no opacity, so transparent pixels become white.
    private static func pixmap(_ pixels: PixelOutput) -> [UInt8] {
        var file = Array("P6\n\(pixels.width) \(pixels.height)\n255\n".utf8)
        file.reserveCapacity(file.count + pixels.width * pixels.height * 3)
        var position = 0
        while position + 3 < pixels.rgba.count {
            let opacity = Int(pixels.rgba[position + 3])
            for channel in 0..<3 {
                let value = Int(pixels.rgba[position + channel])
                file.append(UInt8((value * opacity + 255 * (255 - opacity) + 127) / 255))
            }
            position += 4
        }
        return file
    }
}
