/// RGBA pixels, as chafa prints them for kitty's graphics protocol (`-f kitty`).
package struct PixelOutput {
    package private(set) var width: Int
    package private(set) var height: Int
    /// Red, green, blue and opacity; four bytes per pixel.
    package private(set) var rgba: [UInt8]

    /// Nil if the output is not exactly one picture of at most this size.
    init?(_ output: [UInt8], width most: Int, height highest: Int) {
        var reader = DecoderOutputScanner(output)
        guard reader.take("\u{1B}_Ga=T,f=32,s="), let width = reader.number(), reader.take(",v="),
            let height = reader.number(), reader.take(",c="), reader.number() != nil, reader.take(",r="),
            reader.number() != nil, reader.take(",m=1\u{1B}\\"), (1...most).contains(width),
            (1...highest).contains(height)
        else { return nil }
        var pixels: [UInt8] = []
        pixels.reserveCapacity(width * height * 4)
        while reader.take("\u{1B}_Gm=1;") {
            // Each chunk has its own padding.
            let piece = reader.run(while: LenientBase64.isUsed)
            guard LenientBase64.decode(piece, into: &pixels), pixels.count <= width * height * 4,
                reader.take("\u{1B}\\")
            else { return nil }
        }
        guard reader.take("\u{1B}_Gm=0\u{1B}\\") else { return nil }
        _ = reader.run { $0 == 0x0A }
        guard reader.isAtEnd, pixels.count == width * height * 4 else { return nil }
        self.width = width
        self.height = height
        rgba = pixels
    }

    /// The centre of the picture, cropped to this size.
    func cropped(width most: Int, height highest: Int) -> PixelOutput {
        guard width > most || height > highest else { return self }
        var part = self
        part.width = min(width, most)
        part.height = min(height, highest)
        let left = (width - part.width) / 2
        let top = (height - part.height) / 2
        part.rgba = []
        part.rgba.reserveCapacity(part.width * part.height * 4)
        for row in top..<top + part.height {
            let start = (row * width + left) * 4
            part.rgba += rgba[start..<start + part.width * 4]
        }
        return part
    }
}
