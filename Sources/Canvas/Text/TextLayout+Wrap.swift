extension TextLayout {
    /// Breaks text into lines of at most `width` columns.
    ///
    /// Lines break after spaces and hyphens, around ideographs, kana and emoji, and inside words too long for a whole
    /// line. Spaces at a break are removed. `\n` always breaks; empty lines stay.
    /// - Parameters:
    ///   - width: columns of a line, indent included; at least 1 is assumed.
    ///   - hangingIndent: columns left free before every line but the first of each paragraph.
    ///   - limit: the maximum number of lines; the rest is not laid out. This bounds the work for texts shown in part.
    /// - Returns: at least one line, also for empty text.
    package static func wrap(_ text: SafeText, width: Int, hangingIndent: Int = 0, limit: Int = .max) -> [TextLine] {
        if text.isPlain, text.string.utf8.count <= width {
            let count = text.string.utf8.count
            return [TextLine(text: text, indent: 0, width: count, source: 0..<count)]
        }
        return withClusters(of: text) { scanner in
            var breaker = LineBreaker(text: text, width: max(1, width), hangingIndent: hangingIndent)
            while breaker.lines.count < limit, let cluster = scanner.next() {
                if let offset = breaker.add(cluster) { scanner.rewind(to: offset) }
            }
            if breaker.lines.count < limit { breaker.finish() }
            return limit < breaker.lines.count ? Array(breaker.lines.prefix(limit)) : breaker.lines
        }
    }
}

/// The state of greedy line breaking: one pass that looks back only to the last break opportunity.
private struct LineBreaker {
    private let text: SafeText
    private let width: Int
    private let hangingIndent: Int
    private(set) var lines: [TextLine] = []

    private var start = 0
    private var end = 0
    private var used = 0
    private var isContinuation = false
    /// The last break opportunity: the end of the text without trailing spaces, its width, and the start of the next
    /// line.
    private var opportunity: (end: Int, width: Int, resume: Int)?
    private var endWithoutSpaces = 0
    private var widthWithoutSpaces = 0
    private var last: UInt32 = 0

    init(text: SafeText, width: Int, hangingIndent: Int) {
        self.text = text
        self.width = width
        // A line must have room for a wide glyph beside its indent.
        self.hangingIndent = max(0, min(hangingIndent, width - 2))
    }

    private var room: Int { width - (isContinuation ? hangingIndent : 0) }

    /// Adds a cluster. Returns the offset to continue at if the line was broken before it.
    mutating func add(_ cluster: ClusterScanner.Cluster) -> Int? {
        if cluster.isLineBreak {
            close(end: endWithoutSpaces, width: widthWithoutSpaces)
            begin(at: cluster.bytes.upperBound, isContinuation: false)
            return nil
        }
        let isSpace = cluster.first == 0x20
        if isSpace, isContinuation, end == start {
            // Skips spaces that the break would leave at the start of the next line.
            begin(at: cluster.bytes.upperBound, isContinuation: true)
            return nil
        }
        if !isSpace, end > start {
            if BreakRules.allowsBreak(after: last, before: cluster.first) {
                opportunity = (end: endWithoutSpaces, width: widthWithoutSpaces, resume: end)
            }
            if used + cluster.width > room { return breakLine() }
        }
        end = cluster.bytes.upperBound
        used += cluster.width
        last = cluster.first
        if !isSpace {
            endWithoutSpaces = end
            widthWithoutSpaces = used
        }
        return nil
    }

    mutating func finish() {
        close(end: endWithoutSpaces, width: widthWithoutSpaces)
    }

    /// Breaks at the last opportunity, or inside a word that fits on no line.
    private mutating func breakLine() -> Int {
        let place = opportunity ?? (end: endWithoutSpaces, width: widthWithoutSpaces, resume: end)
        close(end: place.end, width: place.width)
        begin(at: place.resume, isContinuation: true)
        return place.resume
    }

    private mutating func close(end: Int, width: Int) {
        let range = start..<max(start, end)
        lines.append(
            TextLine(
                text: TextLayout.clusterSlice(text, range), indent: isContinuation ? hangingIndent : 0, width: width,
                source: range))
    }

    private mutating func begin(at offset: Int, isContinuation: Bool) {
        start = offset
        end = offset
        used = 0
        endWithoutSpaces = offset
        widthWithoutSpaces = 0
        opportunity = nil
        self.isContinuation = isContinuation
    }
}

/// Whether a line may break between two neighbouring clusters: the part of UAX #14 that cards need.
private enum BreakRules {
    static func allowsBreak(after left: UInt32, before right: UInt32) -> Bool {
        if left == 0x20 { return true }
        if left == 0x2D || left == 0x2010 || left == 0x2014 { return isAlphabetic(right) }
        if !isIdeographic(left), !isIdeographic(right) { return false }
        return !isOpening(left) && !isClosing(right)
    }

    private static func isAlphabetic(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x41...0x5A, 0x61...0x7A, 0xC0...0x24F, 0x370...0x52F: true
        default: isIdeographic(scalar)
        }
    }

    /// Scripts written without spaces, and pictographs.
    private static func isIdeographic(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x2E80...0x312F, 0x31A0...0x4DBF, 0x4E00...0xA4CF, 0xF900...0xFAFF, 0xFF01...0xFF65,
            0x1F000...0x1FAFF, 0x20000...0x3FFFF:
            true
        default: false
        }
    }

    /// Brackets that must not end a line.
    private static func isOpening(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x28, 0x5B, 0x7B, 0x2018, 0x201C, 0x3008, 0x300A, 0x300C, 0x300E, 0x3010, 0x3014, 0x3016, 0x3018, 0x301A,
            0xFF08, 0xFF3B, 0xFF5B, 0xFF5F, 0xFF62:
            true
        default: false
        }
    }

    /// Brackets, stops and small kana that must not begin a line.
    private static func isClosing(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x21, 0x29, 0x2C, 0x2E, 0x3A, 0x3B, 0x3F, 0x5D, 0x7D, 0x2019, 0x201D, 0x2026, 0x3001, 0x3002, 0x3005,
            0x3009, 0x300B, 0x300D, 0x300F, 0x3011, 0x3015, 0x3017, 0x3019, 0x301B, 0x3041, 0x3043, 0x3045, 0x3047,
            0x3049, 0x3063, 0x3083, 0x3085, 0x3087, 0x308E, 0x309D, 0x309E, 0x30A1, 0x30A3, 0x30A5, 0x30A7, 0x30A9,
            0x30C3, 0x30E3, 0x30E5, 0x30E7, 0x30EE, 0x30FB, 0x30FC, 0x30FD, 0x30FE, 0xFF01, 0xFF09, 0xFF0C, 0xFF0E,
            0xFF1A, 0xFF1B, 0xFF1F, 0xFF3D, 0xFF5D, 0xFF60, 0xFF61, 0xFF63, 0xFF64:
            true
        default: false
        }
    }
}
