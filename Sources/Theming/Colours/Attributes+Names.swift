internal import Canvas

extension Attributes {
    /// The names used in themes.
    static let names = ["bold", "crossed_out", "dim", "italic", "reversed", "underlined"]

    init?(name: String) {
        switch name {
        case "bold": self = .bold
        case "crossed_out": self = .strikethrough
        case "dim": self = .dim
        case "italic": self = .italic
        case "reversed": self = .reverse
        case "underlined": self = .underline
        default: return nil
        }
    }
}
