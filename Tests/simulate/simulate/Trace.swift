/// The events of a world, line by line. The hash shows whether two runs were the same.
// Invariant: used by the only thread of the process.
final class Trace: @unchecked Sendable {
    private(set) var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    private(set) var lines: [String] = []
    private let kind: Kind

    enum Kind {
        /// For a world whose trace is not needed: writing lines takes a considerable part of the time.
        case none
        case hash
        case lines
    }

    init(_ kind: Kind) { self.kind = kind }

    func record(_ who: String, _ what: @autoclosure () -> String) {
        guard kind != .none else { return }
        let what = what()
        // A world starts one hour after the machine.
        let milliseconds = Int(Scheduler.shared.now / 1_000_000) - 3_600_000
        let line = "\(milliseconds) \(who): \(what)"
        for byte in line.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        guard kind == .lines else { return }
        let seconds = String(milliseconds / 1000)
        let rest = String(milliseconds % 1000 + 1000).dropFirst()
        lines.append(
            String(repeating: " ", count: max(0, 5 - seconds.count)) + "\(seconds).\(rest)  "
                + who + String(repeating: " ", count: max(1, 10 - who.count)) + what)
    }
}
