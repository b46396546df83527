internal import Canvas

/// Tints icons (Atomic SwiftUI SDK guide 25.4, "Custom icon colors"). An icon keeps its own colours. Where it uses the
/// current colour, it has the colour of its place. If it names no colour, it is black, or on a dark background the
/// colour of its place, because black would not be visible there.
enum SVGTint {
    /// Attributes and elements that set a colour, or may set one.
    private static let colours = ["fill=", "fill:", "stroke=", "stroke:", "color=", "color:", "<style", "<image"]

    /// Sets the ink at the root of an SVG file; other files are returned unchanged.
    static func apply(_ ink: PictureInk, to bytes: [UInt8]) -> [UInt8] {
        guard case .rgb(let red, let green, let blue) = ink.color.value, let root = SVGHeader.root(of: bytes) else {
            return bytes
        }
        let hex = [red, green, blue].map { String(UInt16($0) + 0x100, radix: 16).dropFirst() }.joined()
        var attributes = ""
        // A second attribute with the same name would make the file invalid.
        if SVGHeader.attribute("color", in: root.attributes[...]) == nil { attributes += " color=\"#\(hex)\"" }
        if ink.isOnDark, namesNoColour(bytes) { attributes += " fill=\"#\(hex)\"" }
        return Array(bytes[..<root.start]) + Array(attributes.utf8) + bytes[root.start...]
    }

    private static func namesNoColour(_ bytes: [UInt8]) -> Bool {
        // There may be white space before `=` and `:`.
        let text = String(decoding: bytes.filter { !SVGHeader.isBlank($0) }, as: UTF8.self)
        return !colours.contains { text.contains($0) }
    }
}
