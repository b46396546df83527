/// The size of an SVG file, from the attributes of its root element.
///
/// Not an XML parser: it only recognises SVG files and rejects excessive sizes. Everything else is left to the confined
/// decoder.
enum SVGHeader {
    /// The number of bytes to search for the root, because comments and declarations may come before it.
    private static let searched = 4096
    /// The size of a file that does not state one (CSS 2.2, 10.3.2).
    private static let standard = (width: 300, height: 150)

    /// Nil if the bytes are not the start of an SVG file.
    static func read(_ bytes: [UInt8]) -> ImageHeader? {
        guard let tag = root(of: bytes)?.attributes[...] else { return nil }
        let box = attribute("viewBox", in: tag).map(numbers) ?? []
        let natural = box.count == 4 ? (box[2], box[3]) : (Double(standard.width), Double(standard.height))
        let width = attribute("width", in: tag).flatMap(pixels)
        let height = attribute("height", in: tag).flatMap(pixels)
        let size: (Double, Double) =
            switch (width, height) {
            case (let width?, let height?): (width, height)
            case (let width?, nil): (width, width * natural.1 / max(1, natural.0))
            case (nil, let height?): (height * natural.0 / max(1, natural.1), height)
            case (nil, nil): natural
            }
        return ImageHeader(kind: .svg, width: whole(size.0), height: whole(size.1))
    }

    /// Where the attributes of the root element begin, and the attributes; nil if the bytes are not the start of an SVG
    /// file.
    static func root(of bytes: [UInt8]) -> (start: Int, attributes: String)? {
        let file = bytes.prefix(searched)
        // An XML file is text; all other formats of the decoder start with other bytes.
        guard let first = file.first(where: { !isBlank($0) && ![0xEF, 0xBB, 0xBF].contains($0) }),
            first == UInt8(ascii: "<"), !file.contains(0)
        else { return nil }
        var rest = file
        while let open = rest.firstIndex(of: UInt8(ascii: "<")) {
            rest = rest[(open + 1)...]
            if rest.starts(with: Array("!--".utf8)) {
                guard let end = rest.firstRange(of: Array("-->".utf8)) else { return nil }
                rest = rest[end.upperBound...]
                continue
            }
            let name = rest.prefix { !isBlank($0) && !Array("/>".utf8).contains($0) }
            guard name.elementsEqual("svg".utf8) else { continue }
            let attributes = rest[name.endIndex...]
            return (attributes.startIndex, String(decoding: attributes.prefix(while: outsideQuotes()), as: UTF8.self))
        }
        return nil
    }

    /// Returns a predicate for the bytes of a tag, in order: whether the byte belongs to the tag. A quoted value may
    /// contain the character that ends a tag.
    private static func outsideQuotes() -> (UInt8) -> Bool {
        var quote: UInt8?
        return { byte in
            if byte == quote {
                quote = nil
            } else if quote == nil, byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            }
            return quote != nil || byte != UInt8(ascii: ">")
        }
    }

    private static func whole(_ size: Double) -> Int { size.isFinite ? Int(min(max(0, size.rounded(.up)), 1e9)) : 0 }

    static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

    static func attribute(_ name: String, in tag: Substring) -> Substring? {
        var rest = tag
        while let found = rest.firstRange(of: name) {
            let isWhole = found.lowerBound == rest.startIndex || rest[rest.index(before: found.lowerBound)].isWhitespace
            let value = rest[found.upperBound...].drop(while: \.isWhitespace)
            rest = rest[found.upperBound...]
            guard isWhole, value.first == "=" else { continue }
            let quoted = value.dropFirst().drop(while: \.isWhitespace)
            guard let quote = quoted.first, quote == "\"" || quote == "'" else { return nil }
            return quoted.dropFirst().prefix { $0 != quote }
        }
        return nil
    }

    private static func numbers(_ text: Substring) -> [Double] {
        text.split { $0 == "," || $0.isWhitespace }.compactMap { Double($0) }
    }

    /// A length in pixels (CSS Values 3, 5.2); nil for percentages.
    private static func pixels(_ text: Substring) -> Double? {
        let number = text.drop(while: \.isWhitespace).prefix { $0.isNumber || $0 == "." || $0 == "-" || $0 == "+" }
        guard let value = Double(number) else { return nil }
        let unit = text[number.endIndex...].filter { !$0.isWhitespace }
        let scale: Double? =
            switch unit {
            case "", "px": 1
            case "pt": 96 / 72
            case "pc": 16
            case "in": 96
            case "cm": 96 / 2.54
            case "mm": 96 / 25.4
            case "em", "rem": 16
            default: nil
            }
        return scale.map { value * $0 }
    }
}
