/// A reader of external bytes, with the properties that must hold for all inputs. Every target also checks that no
/// input crashes the program.
struct FuzzTarget: Sendable {
    let name: String
    /// The maximum length of inputs, in bytes.
    var longest = 4096
    /// Initial inputs. Those of `Tests/FuzzTests/Inputs` are added.
    var seeds: [[UInt8]] = []
    /// Words that have a meaning to the reader.
    var words: [String] = []
    /// Reads an input. Throws ``PropertyViolation`` if a property does not hold.
    let read: @Sendable (_ input: FuzzInput) throws -> Void

    static let all: [FuzzTarget] =
        NetworkFuzz.targets + TextFuzz.targets + MarkdownFuzz.targets + TimeFuzz.targets + TerminalFuzz.targets
        + CardFuzz.targets + FileFuzz.targets + PictureFuzz.targets + VendorFuzz.targets + AgentFuzz.targets

    /// The target with this name; nil if there is none.
    static func named(_ name: String) -> FuzzTarget? { all.first { $0.name == name } }
}

/// A property does not hold for an input.
struct PropertyViolation: Error, CustomStringConvertible {
    let description: String
}

/// - Throws: ``PropertyViolation`` with this description unless the condition holds.
func require(_ condition: Bool, _ words: @autoclosure () -> String) throws(PropertyViolation) {
    guard condition else { throw PropertyViolation(description: words()) }
}

/// - Throws: ``PropertyViolation`` unless the values are equal.
func requireEqual<Value: Equatable>(_ left: Value, _ right: Value, _ words: String) throws(PropertyViolation) {
    try require(left == right, "\(words): \(left), and \(right)")
}
