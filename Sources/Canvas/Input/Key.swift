/// A key without its modifiers. Letters carry their case: `G` is a key of its own.
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

    /// How keys are written as well: `esc` is what is printed on the key, and what hints say.
    static let otherNames: [String: Key] = ["esc": .escape]
}
