import Foundation
import Testing

/// Runs some worlds of `Tests/simulate`. `make simulate` runs more of them.
@Suite struct SimulationTests {
    /// Runs the simulator, and returns its exit code and its output.
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

    @Test func `all checks hold in each world, and a seed always results in the same world`() throws {
        let (code, output) = try simulate("--seeds", "100")
        #expect(code == 0, "\(output)")
    }

    /// Each planted mistake with the seed of a world that shows it. After a change of the product, another seed may be
    /// needed: one of the next few hundred.
    private static let mistakes = [
        "by-arrival": 31, "double-timer": 1, "drop-ack": 13, "early-arrival": 1, "early-cursor": 13, "early-send": 1,
        "lost-commit": 4, "lost-sync": 14, "missed-commit": 68, "missed-wake": 48, "missed-window": 3,
        "no-publication-key": 7, "other-user": 4, "reuse-key": 15, "unlocked": 1,
    ]

    @Test(arguments: mistakes.sorted { $0.key < $1.key })
    func `each mutation is found`(name: String, seed: Int) throws {
        let (code, output) = try simulate("--mutate", name, "--first", "\(seed)", "--seeds", "500", "--jobs", "1")
        #expect(code == 0, "\(output)")
        #expect(output.contains("\(name) was found"))
    }

    @Test func `an unknown option is refused with the valid ones`() throws {
        let (code, output) = try simulate("--mutate", "magic")
        #expect(code == 64)
        let names = Self.mistakes.keys.sorted()
        let known = output.trimmingCharacters(in: .newlines).components(separatedBy: "choose one of ").last
        #expect(known?.components(separatedBy: ", ").sorted() == names, "\(output)")
        #expect(try simulate("--seeds", "none").code == 64)
    }

    @Test func `a failure prints the command that replays it, with the shortest plan found`() throws {
        let (_, output) = try simulate("--mutate", "double-timer", "--seeds", "1", "--trace")
        #expect(output.contains("replay: make simulate FIRST=1 SEEDS=1 MUTATE=double-timer"))
        #expect(output.contains("shortest plan found: "))
        #expect(output.contains("was applied 2 times instead of 1"))
    }
}
