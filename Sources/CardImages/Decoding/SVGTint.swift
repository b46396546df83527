internal import Canvas

/// Tints icons (Atomic iOS SDK guide, "Custom icon colors"): an icon keeps its own colours, uses the text's where it
/// asks for the current colour, and is black where it names none. Black is replaced by a light text colour, because it
/// would be invisible on the dark background of such a text.
enum SVGTint {
    /// Attributes and elements that set a colour, or may.
    private static let colours = ["fill=", "fill:", "stroke=", "stroke:", "color=", "color:", "<style", "<image"]

    /// Sets the text's colour at the root of an SVG file; other files are returned unchanged.
    static func apply(_ ink: Color, to bytes: [UInt8]) -> [UInt8] {
        guard case .rgb(let red, let green, let blue) = ink.value, let root = SVGHeader.root(of: bytes) else {
            return bytes
        }
        let hex = [red, green, blue].map { String(UInt16($0) + 0x100, radix: 16).dropFirst() }.joined()
        var attributes = ""
        // A second attribute of the same name would break the file.
        if SVGHeader.attribute("color", in: root.attributes[...]) == nil { attributes += " color=\"#\(hex)\"" }
        let isLight = Int(red) * 3 + Int(green) * 6 + Int(blue) > 1280
        if isLight, namesNoColour(bytes) { attributes += " fill=\"#\(hex)\"" }
        return Array(bytes[..<root.start]) + Array(attributes.utf8) + bytes[root.start...]
    }

    private static func namesNoColour(_ bytes: [UInt8]) -> Bool {
        // There may be blanks before the sign.
        let text = String(decoding: bytes.filter { !SVGHeader.isBlank($0) }, as: UTF8.self)
        return !colours.contains { text.contains($0) }
    }
}
