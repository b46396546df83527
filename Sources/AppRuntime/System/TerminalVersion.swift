/// A version as reported by terminals: "3.4", "3.3a", "next-3.5".
struct TerminalVersion {
    private let numbers: [Int]

    init(_ text: String?) {
        numbers = (text ?? "").split { !$0.isASCII || !$0.isNumber }.prefix(2).compactMap { Int($0) }
    }

    /// Returns false if the version is unknown.
    func isAtLeast(_ major: Int, _ minor: Int) -> Bool {
        numbers.count == 2 && (numbers[0], numbers[1]) >= (major, minor)
    }
}
