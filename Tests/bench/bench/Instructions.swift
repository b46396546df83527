import Foundation

/// Instructions per key, counted by valgrind: the difference of two runs that press a different number of keys, so
/// that start-up cancels out. Repeats exactly for the same program and data.
struct Instructions {
    /// The program and its arguments.
    var arguments: [String]
    var environment: [String: String]
    /// Shown when the program is ready for keys.
    var ready: String
    /// The height of the terminal.
    var rows: Int32 = 40

    /// - Parameters:
    ///   - prepare: keys pressed before the counted ones, in both runs.
    ///   - keys: pressed one at a time, in turn.
    ///   - few: presses of the first run; the second presses `many`.
    func perKey(prepare: String = "", keys: [String], few: Int = 20, many: Int = 60) throws -> Double {
        let first = try total(prepare: prepare, keys: keys, presses: few)
        let second = try total(prepare: prepare, keys: keys, presses: many)
        return (second - first) / Double(many - few)
    }

    private func total(prepare: String, keys: [String], presses: Int) throws -> Double {
        let output = FileManager.default.temporaryDirectory.appending(path: "callgrind.\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: output) }
        let terminal = try Terminal(
            ["/usr/bin/valgrind", "--tool=callgrind", "--callgrind-out-file=\(output.path)", "--quiet"] + arguments,
            environment: environment, rows: rows)
        guard terminal.await(ready, deadline: 60_000) != nil else {
            throw BenchError("under valgrind the program never showed “\(ready)”")
        }
        _ = terminal.burst(quiet: 1000, deadline: 1000)
        for key in prepare { press(String(key), terminal) }
        for press in 0..<presses { self.press(keys[press % keys.count], terminal) }
        terminal.type("q")
        guard terminal.waitForExit(deadline: 30_000) != nil else {
            throw BenchError("under valgrind the program did not quit")
        }
        // The file is complete once the process is gone, a little after its terminal closed.
        for _ in 0..<500 {
            if let text = try? String(contentsOf: output, encoding: .utf8),
                let line = text.split(separator: "\n").last(where: { $0.hasPrefix("totals:") }),
                let count = Double(line.dropFirst("totals:".count).trimmingCharacters(in: .whitespaces))
            {
                return count
            }
            usleep(20_000)
        }
        throw BenchError("valgrind left no count in \(output.path)")
    }

    /// A key's frame is complete before the next is pressed, as when a person types.
    private func press(_ key: String, _ terminal: Terminal) {
        terminal.type(key)
        _ = terminal.burst(quiet: 60, deadline: 400)
    }
}
