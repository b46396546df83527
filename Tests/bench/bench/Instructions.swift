import Foundation

/// The number of instructions per key, counted by valgrind: the difference between two runs with different numbers of
/// keys, which cancels out the start. The result is the same for the same program and data.
struct Instructions {
    /// The program and its arguments.
    var arguments: [String]
    var environment: [String: String]
    /// A text that is shown when the program is ready for keys.
    var ready: String
    /// The height of the terminal in rows.
    var rows: Int32 = 40

    /// - Parameters:
    ///   - prepare: Keys that are pressed before the counted ones, in both runs.
    ///   - keys: The counted keys, pressed one at a time, in turn.
    ///   - few: The number of presses in the first run. The second run presses `many`.
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
        // The file is complete once the process has ended, shortly after its terminal has closed.
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

    /// Waits until a key's frame is complete before the next key, as when a user types.
    private func press(_ key: String, _ terminal: Terminal) {
        terminal.type(key)
        _ = terminal.burst(quiet: 60, deadline: 400)
    }
}
