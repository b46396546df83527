internal import Canvas

/// The colours of an icon's drawing (Atomic iOS SDK guide, "Custom icon colors"): its own; the text's where it asks for
/// the current colour; black where it names none. That black gives way to a light text's colour, as nobody sees it on
/// the dark background that such a text has.
enum SVGTint {
    /// Any of them sets a colour, or may.
    private static let colours = ["fill=", "fill:", "stroke=", "stroke:", "color=", "color:", "<style", "<image"]
    private static let searched = 4096

    /// The same file with the text's colour at its root; any other file than an SVG stays as it is.
    static func apply(_ ink: Color, to bytes: [UInt8]) -> [UInt8] {
        guard case .rgb(let red, let green, let blue) = ink.value, SVGHeader.read(bytes) != nil,
            let root = bytes.prefix(searched).firstRange(of: Array("<svg".utf8))
        else { return bytes }
        let tag = String(decoding: bytes[root.upperBound...].prefix { $0 != UInt8(ascii: ">") }, as: UTF8.self)
        let hex = [red, green, blue].map { String(UInt16($0) + 0x100, radix: 16).dropFirst() }.joined()
        var attributes = ""
        // A second attribute of the same name would break the file.
        if !tag.contains("color") { attributes += " color=\"#\(hex)\"" }
        let isLight = Int(red) * 3 + Int(green) * 6 + Int(blue) > 1280
        if isLight, namesNoColour(bytes) { attributes += " fill=\"#\(hex)\"" }
        return Array(bytes[..<root.upperBound]) + Array(attributes.utf8) + bytes[root.upperBound...]
    }

    private static func namesNoColour(_ bytes: [UInt8]) -> Bool {
        let text = String(decoding: bytes, as: UTF8.self)
        return !colours.contains { text.contains($0) }
    }
}
