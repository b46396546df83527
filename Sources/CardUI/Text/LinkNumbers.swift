internal import Canvas

/// Numbers the links of a layout. If the terminal does not support hyperlinks, the number in brackets is the key that
/// opens the link.
struct LinkNumbers {
    /// The number of the next link, from 0.
    private(set) var next = 0
    /// The key of the first link. The keys before it press buttons.
    var firstKey = 1
    /// Whether the keys are shown after links.
    var areShown = false

    /// The highest number key. Buttons and links share the keys from 1 to 9.
    static let lastKey = 9

    /// Returns the number of a link in the layout, and the text to write after it; nil if no key is shown.
    mutating func advance() -> (number: Int, hint: SafeText?) {
        defer { next += 1 }
        let key = firstKey + next
        return (next, areShown && key <= Self.lastKey ? "[\(key)]" : nil)
    }

    /// Releases the numbers from this one on, because their links are not shown.
    mutating func drop(from number: Int) { next = min(next, number) }
}
