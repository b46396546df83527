internal import Canvas

/// Tints icons (Atomic SwiftUI SDK guide 25.4, "Custom icon colors"): an icon keeps its own colours, has that of its place where it
/// asks for the current colour, and is black where it names none. On a dark ground it has the colour of its place in place of
/// black, which would not be seen.
enum SVGTint {
    /// Attributes and elements that set a colour, or may.
    private static let colours = ["fill=", "fill:", "stroke=", "stroke:", "color=", "color:", "<style", "<image"]

    /// Sets the ink at the root of an SVG file; other files are returned unchanged.
    static func apply(_ ink: PictureInk, to bytes: [UInt8]) -> [UInt8] {
        guard case .rgb(let red, let green, let blue) = ink.color.value, let root = SVGHeader.root(of: bytes) else {
            return bytes
        }
        let hex = [red, green, blue].map { String(UInt16($0) + 0x100, radix: 16).dropFirst() }.joined()
        var attributes = ""
        // A second attribute of the same name would break the file.
        if SVGHeader.attribute("color", in: root.attributes[...]) == nil { attributes += " color=\"#\(hex)\"" }
        if ink.isOnDark, namesNoColour(bytes) { attributes += " fill=\"#\(hex)\"" }
        return Array(bytes[..<root.start]) + Array(attributes.utf8) + bytes[root.start...]
    }

    private static func namesNoColour(_ bytes: [UInt8]) -> Bool {
        // There may be blanks before the sign.
        let text = String(decoding: bytes.filter { !SVGHeader.isBlank($0) }, as: UTF8.self)
        return !colours.contains { text.contains($0) }
    }
}
