import CCurses
import Canvas

/// Converts a cell's text to a form for which ncurses and terminals agree on the width.
///
/// Terminals differ in the width of joined emoji, presentation selectors, flags and skin tones; a row is displaced when
/// program and terminal disagree. Such clusters are reduced to their base, flags to their letters, and everything that
/// the C library measures differently becomes U+FFFD, padded to the columns of the layout.
enum CursesGlyph {
    /// One ncurses cell: a spacing character with its marks, zero-terminated, and its columns.
    struct Piece: Equatable {
        var text: [wchar_t]
        var width: Int
    }

    /// The maximum number of code points in an ncurses cell (CCHARW_MAX).
    private static let capacity = 5

    /// Whether a single scalar can be passed to ncurses unchanged.
    static func isExact(_ scalar: UInt32, width: Int) -> Bool {
        scalar < 0x7F || Int(ccurses_width(scalar)) == width
    }

    /// Pieces whose columns add up to exactly `width`.
    static func pieces(of text: String, width: Int) -> [Piece] {
        var pieces: [Piece] = []
        var used = 0
        var isSimplified = false
        scalars: for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0xFE00...0xFE0F,
                0x1F3FB...0x1F3FF where !pieces.isEmpty:
                continue
            case 0x200C:
                continue
            case 0x200D:
                // In scripts with joined letters, further letters may fit; after a pictograph, none do.
                if used >= width { break scalars }
                continue
            case 0x20E3:
                // The box of a keycap, which many terminals cannot draw around the digit.
                continue
            default: break
            }
            let shown = letter(ofFlag: scalar) ?? scalar.value
            let columns = Int(ccurses_width(shown))
            if columns == 0 {
                if !pieces.isEmpty, pieces[pieces.count - 1].text.count <= capacity - 1 {
                    pieces[pieces.count - 1].text.insert(wchar_t(shown), at: pieces[pieces.count - 1].text.count - 1)
                }
            } else if columns > 0, used + columns <= width {
                pieces.append(Piece(text: [wchar_t(shown), 0], width: columns))
                used += columns
            } else if columns < 0 {
                isSimplified = true
                break
            }
        }
        if isSimplified || pieces.isEmpty {
            pieces = [Piece(text: [0xFFFD, 0], width: 1)]
            used = 1
        }
        while used < width {
            pieces.append(Piece(text: [0x20, 0], width: 1))
            used += 1
        }
        return pieces
    }

    private static func letter(ofFlag scalar: Unicode.Scalar) -> UInt32? {
        (0x1F1E6...0x1F1FF).contains(scalar.value) ? scalar.value - 0x1F1E6 + 0x41 : nil
    }
}
