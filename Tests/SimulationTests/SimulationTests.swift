import Foundation
import Testing

/// Some worlds of `Tests/simulate`. `make simulate` runs more of them.
@Suite struct SimulationTests {
    /// Runs the simulator; returns its exit code and what it printed.
    private func simulate(_ arguments: String...) throws -> (code: Int32, output: String) {
        let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
        let process = Process()
        process.executableURL = (bundle ?? URL(filePath: CommandLine.arguments[0])).deletingLastPathComponent()
            .appending(path: "simulate")
        process.arguments = arguments
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: output, as: UTF8.self))
    }

    @Test func `what must hold holds in each world, and a seed always makes the same world`() throws {
        let (code, output) = try simulate("--seeds", "100")
        #expect(code == 0, "\(output)")
    }

    @Test(arguments: [
        "reuse-key", "double-timer", "early-send", "unlocked", "other-user", "no-publication-key", "early-arrival",
        "missed-commit",
    ])
    func `a planted mistake is found`(name: String) throws {
        let (code, output) = try simulate("--mutate", name, "--seeds", "100")
        #expect(code == 0, "\(output)")
        #expect(output.contains("\(name) was found"))
    }

    @Test func `a failure is replayed by one line, with the shortest plan that was found`() throws {
        let (_, output) = try simulate("--mutate", "double-timer", "--seeds", "1", "--trace")
        #expect(output.contains("replay: make simulate FIRST=1 SEEDS=1 MUTATE=double-timer"))
        #expect(output.contains("shortest plan found: "))
        #expect(output.contains("was applied 2 times instead of 1"))
    }

    @Test func `an unknown option is refused with those that there are`() throws {
        let (code, output) = try simulate("--mutate", "magic")
        #expect(code == 64)
        #expect(output.contains("\"magic\" is unknown; choose one of drop-ack, "))
        #expect(try simulate("--seeds", "none").code == 64)
    }
}
