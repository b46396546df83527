import Canvas
import Foundation

@testable import CardImages

/// Image files, and the output of the confined decoder.
enum PictureFuzz {
    static let targets = [header, output]

    /// A picture that is accepted has a size within the limits, and tinting adds nothing but a colour.
    static let header = FuzzTarget(
        name: "picture-header", longest: 4000,
        seeds: [
            [
                0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 16, 0, 0,
                0, 10,
            ],
            Array("GIF89a".utf8) + [16, 0, 10, 0],
            [0xFF, 0xD8, 0xFF, 0xE1, 0, 34] + Array("Exif\0\0MM".utf8) + [
                0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0,
            ]
                + [0, 0, 0, 0, 0xFF, 0xC0, 0, 11, 8, 0, 10, 0, 16, 1, 1, 0x11, 0],
            Array("RIFF\u{20}\0\0\0WEBPVP8X".utf8) + [10, 0, 0, 0, 0, 0, 0, 0, 15, 0, 0, 9, 0, 0],
            Array("RIFF\u{20}\0\0\0WEBPVP8L".utf8) + [10, 0, 0, 0, 0x2F, 15, 0x40, 2, 0, 0],
            Array(
                "<?xml version='1.0'?><svg viewBox='0 0 32 8' width=\"1in\" height=\"72pt\"><path d='M0'/></svg>".utf8),
        ],
        words: [
            "Exif\0\0", "II*\0", "MM\0*", "RIFF", "WEBP", "VP8 ", "VP8L", "VP8X", "<svg ", "viewBox=", "width=\"",
            "height=\"", "%", "mm", "1e9",
        ]
    ) { input in
        guard let header = try? ImageHeader(input.bytes) else { return }
        try require((1...ImageHeader.maxSide).contains(header.width), "\(header.width) columns of pixels")
        try require((1...ImageHeader.maxSide).contains(header.height), "\(header.height) rows of pixels")
        try require(header.width * header.height <= ImageHeader.maxPixels, "\(header)")
        let ink = PictureInk(.rgb(250, 250, 250), isOnDark: true)
        let tinted = SVGTint.apply(ink, to: input.bytes)
        // At most two attributes are added, and everything else is unchanged.
        let added = tinted.count - input.bytes.count
        try require(header.kind == .svg ? (0...40).contains(added) : tinted == input.bytes, "\(added) bytes more")
        try requireEqual(try ImageHeader(tinted), header, "with a colour")
        try requireEqual(SVGTint.apply(ink, to: tinted), tinted, "with a colour twice")
    }

    /// The decoder's output is a picture of at most the requested size, or no picture. Cropped, it is a picture as
    /// well.
    static let output = FuzzTarget(
        name: "picture-output",
        seeds: [
            "\u{1B}[38;2;1;2;3m\u{1B}[48;5;7m▀▄ \u{1B}[0m\n█\u{1B}[7m▌\u{1B}[27;39;49m▖▟\n",
            "\u{1B}P0;1;0q\"1;1;4;12#0;2;0;50;100#0~~@@-#0!4~\u{1B}\\\n",
            "\u{1B}_Ga=T,f=32,s=2,v=1,c=1,r=1,m=1\u{1B}\\\u{1B}_Gm=1;AAAAAAAAAAA=\u{1B}\\\u{1B}_Gm=0\u{1B}\\\n",
        ].map { Array($0.utf8) },
        words: [
            "\u{1B}[", "38;2;", "48;5;", "m", "▀", "█", "\u{1B}P0;1;0q\"1;1;", "#0", "!4", "-", "$", "\u{1B}\\",
            "\u{1B}_Gm=1;", "\u{1B}_Gm=0\u{1B}\\", "AAAA",
        ]
    ) { input in
        var input = input
        let most = Size(columns: input.number(1...20), rows: input.number(1...20))
        let part = Size(columns: input.number(1...20), rows: input.number(1...20))
        if let symbols = SymbolOutput(input.bytes, most: most) {
            let rows = symbols.rows
            try require(
                (1...most.rows).contains(rows.count) && (1...most.columns).contains(rows[0].count),
                "larger than asked for")
            try require(rows.allSatisfy { $0.count == rows[0].count }, "rows of different lengths")
            let cropped = symbols.cropped(to: part).rows
            try require(
                cropped.count <= part.rows && cropped[0].count <= part.columns, "the part is larger than asked for")
        }
        if let pixels = PixelOutput(input.bytes, width: most.columns, height: most.rows) {
            try requireEqual(pixels.rgba.count, pixels.width * pixels.height * 4, "bytes of pixels")
            let cropped = pixels.cropped(width: part.columns, height: part.rows)
            try requireEqual(cropped.rgba.count, cropped.width * cropped.height * 4, "bytes of a part")
        }
        if let sixels = SixelOutput(input.bytes, width: most.columns, height: most.rows * 6) {
            for sixels in [sixels, sixels.cropped(height: part.rows)] {
                let again = SixelOutput(sixels.bytes, width: most.columns, height: most.rows * 6)
                try requireEqual(again?.bytes, sixels.bytes, "written and read again")
                try require(
                    sixels.bytes.dropFirst().dropLast(2).allSatisfy { (0x20...0x7E).contains($0) },
                    "a control character")
            }
        }
    }
}
