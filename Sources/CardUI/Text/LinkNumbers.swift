internal import Canvas

/// Numbers the links of a layout: where the terminal cannot make text a link by itself, the number in brackets is the
/// key that opens it.
struct LinkNumbers {
    /// Of the next link, from 0.
    private(set) var next = 0
    /// The key of the first link: keys before it press buttons.
    var firstKey = 1
    /// Whether keys are shown.
    var areShown = false

    /// Keys reach nine things.
    static let lastKey = 9

    /// The number of a link in the layout, and what to write behind its text.
    mutating func advance() -> (number: Int, hint: SafeText?) {
        defer { next += 1 }
        let key = firstKey + next
        return (next, areShown && key <= Self.lastKey ? "[\(key)]" : nil)
    }

    /// Takes back the numbers from this one on: their links are not shown.
    mutating func drop(from number: Int) { next = min(next, number) }
}
