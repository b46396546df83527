/// A key without modifiers. The case of letters counts: `G` differs from `g`.
package enum Key: Hashable, Sendable {
    case character(Character)
    case enter, escape, tab, backtab, backspace, delete, insert
    case home, end, pageUp, pageDown, up, down, left, right
    case function(Int)

    /// Every named key and its one spelling in key files and help.
    package static let names: [(key: Key, name: String)] = [
        (.enter, "enter"), (.escape, "escape"), (.tab, "tab"), (.backtab, "backtab"), (.backspace, "backspace"),
        (.delete, "delete"), (.insert, "insert"), (.home, "home"), (.end, "end"), (.pageUp, "pageup"),
        (.pageDown, "pagedown"), (.up, "up"), (.down, "down"), (.left, "left"), (.right, "right"),
        (.character(" "), "space"), (.character("-"), "minus"),
    ]

    /// Alternative spellings: `esc` is printed on the key and used in hints.
    static let otherNames: [String: Key] = ["esc": .escape]
}
