/// The rule that makes outside text safe to show. One function, so that tests can cover every scalar.
///
/// - Controls (C0, DEL, C1) become a visible U+FFFD; dropping them would join what they separate.
/// - Bidirectional controls, tags, invisible fillers and every other default-ignorable scalar are
///   dropped: they hide or reorder text.
/// - Joiners and variation selectors stay only where they have a meaning.
/// - At most four combining marks per base and four joiners per cluster are kept: more would only break the layout.
enum TextSanitiser {
    private static let replacement: Unicode.Scalar = "\u{FFFD}"
    private static let maxMarks = 4
    private static let maxJoins = 4

    /// Whether the text is printable ASCII throughout.
    static func isPlain(_ string: String) -> Bool {
        var copy = string
        return copy.withUTF8 { bytes in
            var outside: UInt8 = 0
            for byte in bytes {
                // 0x20...0x7E moves to 0...0x5E; every other byte ends above it.
                outside |= (byte &- 0x20) > 0x5E ? 1 : 0
            }
            return outside == 0
        }
    }

    static func clean(_ raw: String, lines: SafeText.Lines, limit: Int) -> String {
        var state = State(lines: lines)
        var scalars = raw.unicodeScalars.makeIterator()
        var current = scalars.next()
        while let scalar = current {
            let following = scalars.next()
            current = following
            if scalar == "\r", following == "\n" { continue }
            state.add(scalar)
            if state.count > limit { break }
        }
        return state.finish(limit: limit)
    }

    /// The text kept so far, and the base that the next scalar may attach to.
    private struct State {
        let lines: SafeText.Lines
        var kept = String.UnicodeScalarView()
        var count = 0
        private var previous: Unicode.Scalar?
        /// A joiner that is kept only if the next kept scalar can be joined.
        private var joiner: Unicode.Scalar?
        private var marks = 0
        private var joins = 0

        init(lines: SafeText.Lines) {
            self.lines = lines
        }

        mutating func add(_ scalar: Unicode.Scalar) {
            switch scalar.value {
            case 0x20...0x7E:
                keep(scalar)
            case 0x0A, 0x0D, 0x85, 0x2028, 0x2029:
                keep(lines == .single ? " " : "\n")
            case 0x09:
                for _ in 0..<(lines == .single ? 1 : 4) { keep(" ") }
            case 0x00...0x1F, 0x7F...0x9F:
                keep(replacement)
            case 0x115F, 0x1160, 0x3164, 0xFFA0:
                keep(" ")
            case 0xFFF9...0xFFFB:
                break
            case 0x200C, 0x200D:
                joiner = scalar
            case 0xFE0E, 0xFE0F:
                if let previous, previous.properties.isEmoji { append(scalar) }
            default:
                addOther(scalar)
            }
        }

        private mutating func addOther(_ scalar: Unicode.Scalar) {
            let properties = scalar.properties
            if properties.isDefaultIgnorableCodePoint { return }
            if properties.isNoncharacterCodePoint {
                keep(replacement)
                return
            }
            switch properties.generalCategory {
            case .privateUse:
                keep(replacement)
            case .nonspacingMark, .enclosingMark, .spacingMark:
                // A mark without a base would attach to whatever is painted to its left.
                if previous == nil || previous == "\n" { keep("\u{25CC}") }
                guard marks < TextSanitiser.maxMarks else { return }
                marks += 1
                append(scalar)
            default:
                keep(scalar)
            }
        }

        /// Keeps a scalar that starts a new cluster.
        private mutating func keep(_ scalar: Unicode.Scalar) {
            marks = 0
            if joiner == nil { joins = 0 }
            append(scalar)
        }

        private mutating func append(_ scalar: Unicode.Scalar) {
            if let joiner, let previous {
                if joins < TextSanitiser.maxJoins, mayStand(joiner, between: previous, and: scalar) {
                    joins += 1
                    kept.append(joiner)
                    count += 1
                } else {
                    joins = 0
                }
            }
            joiner = nil
            kept.append(scalar)
            count += 1
            previous = scalar
        }

        private func mayStand(
            _ joiner: Unicode.Scalar, between left: Unicode.Scalar, and right: Unicode.Scalar
        ) -> Bool {
            joiner == "\u{200D}" ? mayJoin(left, right) : isLetterOrMark(left) && isLetterOrMark(right)
        }

        /// The kept text, cut to `limit` scalars.
        mutating func finish(limit: Int) -> String {
            guard count > limit else { return String(kept) }
            guard limit > 0 else { return "" }
            kept.removeLast(count - limit + 1)
            // A joiner before the ellipsis would be dropped by a second cleaning.
            while let last = kept.last, last == "\u{200C}" || last == "\u{200D}" { kept.removeLast() }
            kept.append("\u{2026}")
            return String(kept)
        }

        private func isLetterOrMark(_ scalar: Unicode.Scalar) -> Bool {
            switch scalar.properties.generalCategory {
            case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
                .nonspacingMark, .spacingMark:
                true
            default: false
            }
        }

        /// Zero width joiners are meaningful between pictographs and in scripts whose letters they shape.
        private func mayJoin(_ left: Unicode.Scalar, _ right: Unicode.Scalar) -> Bool {
            let leftIsPictograph =
                (left.properties.isEmoji && left.value > 0x7F) || left.value == 0xFE0F
            if leftIsPictograph { return right.properties.isEmoji && right.value > 0x7F }
            return isShaped(left) && isShaped(right) && isLetterOrMark(left) && isLetterOrMark(right)
        }

        /// Scripts from Arabic to Myanmar, Khmer, Mongolian and the Brahmic supplements.
        private func isShaped(_ scalar: Unicode.Scalar) -> Bool {
            switch scalar.value {
            case 0x0600...0x109F, 0x1780...0x1CFF, 0xA840...0xABFF, 0x10A00...0x10FFF, 0x11000...0x11FFF: true
            default: false
            }
        }
    }
}
