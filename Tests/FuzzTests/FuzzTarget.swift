/// A reader of bytes from outside, with what must hold for all bytes. That it does not end the program goes without saying.
struct FuzzTarget: Sendable {
    let name: String
    /// Longer inputs are not tried, in bytes.
    var longest = 4096
    /// Inputs to begin with; those of `Tests/FuzzTests/Inputs` are added.
    var seeds: [[UInt8]] = []
    /// What has a meaning to the reader.
    var words: [String] = []
    /// Reads an input. Throws ``Broken`` where something does not hold.
    let read: @Sendable (_ input: FuzzInput) throws -> Void

    static let all: [FuzzTarget] =
        NetworkFuzz.targets + TextFuzz.targets + MarkdownFuzz.targets + TimeFuzz.targets + TerminalFuzz.targets
        + CardFuzz.targets + FileFuzz.targets + PictureFuzz.targets + VendorFuzz.targets + AgentFuzz.targets

    /// The target with a name; nil if there is none.
    static func named(_ name: String) -> FuzzTarget? { all.first { $0.name == name } }
}

/// Something that must hold does not hold for an input.
struct Broken: Error, CustomStringConvertible {
    let description: String
}

/// - Throws: ``Broken`` with the words unless the condition holds.
func hold(_ condition: Bool, _ words: @autoclosure () -> String) throws(Broken) {
    guard condition else { throw Broken(description: words()) }
}

/// - Throws: ``Broken`` unless the values are equal.
func holdEqual<Value: Equatable>(_ left: Value, _ right: Value, _ words: String) throws(Broken) {
    try hold(left == right, "\(words): \(left), and \(right)")
}
