/// The format of an image file, detected from its first bytes rather than its name.
#if hasAttribute(nonexhaustive)
    @nonexhaustive
#endif
public enum FileFormat: String, Hashable, Sendable, CaseIterable {
    /// The detected formats.
    case png, jpeg, gif, webp, bmp, tiff, svg, avif, heic

    /// The number of bytes at the start of a file that detection needs.
    public static let sniffedBytes = 512

    /// - Parameter bytes: The start of the file; ``sniffedBytes`` if it is that long.
    public init?(sniffing bytes: some Collection<UInt8>) {
        let head = Array(bytes.prefix(Self.sniffedBytes))
        func holds(_ text: StaticString, at offset: Int = 0) -> Bool {
            let end = offset + text.utf8CodeUnitCount
            return head.count >= end
                && text.withUTF8Buffer { $0.elementsEqual(head[offset..<end]) }
        }
        if head.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if head.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if holds("GIF87a") || holds("GIF89a") {
            self = .gif
        } else if holds("RIFF"), holds("WEBP", at: 8) {
            self = .webp
        } else if holds("BM"), head.count >= 18, [12, 40, 52, 56, 64, 108, 124].contains(head[14]),
            head[15...17].allSatisfy({ $0 == 0 })
        {
            self = .bmp
        } else if head.starts(with: [0x49, 0x49, 0x2A, 0]) || head.starts(with: [0x4D, 0x4D, 0, 0x2A]) {
            self = .tiff
        } else if holds("ftypavif", at: 4) || holds("ftypavis", at: 4) {
            self = .avif
        } else if holds("ftypheic", at: 4) || holds("ftypheix", at: 4) || holds("ftypmif1", at: 4) {
            self = .heic
        } else if Self.isSVG(head) {
            self = .svg
        } else {
            return nil
        }
    }

    /// Creates a format from a media type without parameters, such as `image/png`.
    public init?(mediaType: String) {
        guard let format = Self.allCases.first(where: { $0.mediaType == mediaType.lowercased() }) else { return nil }
        self = format
    }

    /// The media type for `Content-Type`: `image/png`.
    public var mediaType: String { self == .svg ? "image/svg+xml" : "image/" + rawValue }

    /// The format's common name.
    public var name: String {
        switch self {
        case .png, .gif, .bmp, .tiff, .svg, .avif, .heic: rawValue.uppercased()
        case .jpeg: "JPEG"
        case .webp: "WebP"
        }
    }

    /// The extension of file names.
    public var fileExtension: String { self == .jpeg ? "jpg" : rawValue }

    /// Whether servers accept the format; others are converted to JPEG before they are sent.
    public var isUploadable: Bool { self == .png || self == .jpeg }

    /// Whether the format can be converted. The others are too rare to justify another decoder.
    public var isConvertible: Bool { self == .gif || self == .webp || self == .svg }

    /// Whether the bytes are text whose first element, after a declaration and comments, is `svg`.
    private static func isSVG(_ head: [UInt8]) -> Bool {
        var text = Substring(String(decoding: head, as: UTF8.self))
        if text.first == "\u{FEFF}" { text.removeFirst() }
        while true {
            text = text.drop(while: \.isWhitespace)
            if text.hasPrefix("<svg") { return true }
            guard text.hasPrefix("<?") || text.hasPrefix("<!"), let end = Self.end(of: text) else { return false }
            text = text[end...]
        }
    }

    private static func end(of markup: Substring) -> Substring.Index? {
        guard markup.hasPrefix("<!--") else { return markup.firstIndex(of: ">").map(markup.index(after:)) }
        return markup.firstRange(of: "-->")?.upperBound
    }
}
