import Foundation
import Support
import Testing

/// The power fails at random moments: nothing that was promised is lost, and everything can be opened. Each disk goes
/// through several power cuts. `CARDSTREAM_POWER_CUTS` sets the total number.
@Suite struct PowerCutTests {
    private static let cuts = ProcessInfo.processInfo.environment["CARDSTREAM_POWER_CUTS"].flatMap(Int.init) ?? 20
    /// The number of power cuts before a new disk is used.
    private static let cutsPerDisk = 12
    /// The exit code of a program whose machine has lost its power.
    private static let cutStatus: Int32 = 77

    private var program: URL {
        let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
        return (bundle ?? URL(filePath: CommandLine.arguments[0])).deletingLastPathComponent()
            .appending(path: "power-cut")
    }

    private func run(_ arguments: [String]) throws -> (lines: [String], status: Int32, errors: String) {
        let process = Process()
        process.executableURL = program
        process.arguments = arguments
        let (output, errors) = (Pipe(), Pipe())
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        let lines = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            .split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
        let words = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return (lines, process.terminationStatus, words)
    }

    @Test(arguments: ["store", "server"])
    func `no power cut loses confirmed data`(kind: String) throws {
        let files = FileManager.default
        let directory = files.temporaryDirectory.resolvingSymlinksInPath()
            .appending(path: "power-cut-\(kind)-\(UUID().uuidString)")
        try files.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? files.removeItem(at: directory) }
        var random = SeededGenerator(seed: 1)
        var promised: Set<String> = []
        var (root, disk) = ("", 0)
        var tally = (cuts: 0, promises: 0, checks: 0)
        var (round, roundsOfDisk) = (0, 0)
        var isLast = false
        while !isLast {
            (round, roundsOfDisk) = (round + 1, roundsOfDisk + 1)
            // The last check is of a disk that stays unchanged.
            isLast = tally.cuts == Self.cuts
            if root.isEmpty || roundsOfDisk > Self.cutsPerDisk, !isLast {
                if !root.isEmpty { try files.removeItem(atPath: root) }
                disk += 1
                root = directory.appending(path: "disk-\(disk)").path
                try files.createDirectory(atPath: root, withIntermediateDirectories: true)
                (promised, roundsOfDisk) = ([], 0)
            }
            let image = directory.appending(path: "image-\(round)").path
            let most = [30, 300, 2000][Int.random(in: 0..<3, using: &random)]
            let moment = isLast ? 0 : Int.random(in: 1...most, using: &random)
            let seed = UInt64.random(in: 0...(.max), using: &random)
            let result = try run([kind, root, image, String(moment), String(seed)])
            let place = "\(kind), round \(round), cut \(moment), seed \(seed): \(result.errors)"
            try #require(result.status == Self.cutStatus || result.status == 0, "\(place)")
            if result.lines.contains("opened") {
                let found = Set(result.lines.filter { $0.hasPrefix("is ") }.map { String($0.dropFirst(3)) })
                let lost = promised.subtracting(found)
                #expect(lost.isEmpty, "\(place)")
                tally.checks += 1
            }
            for line in result.lines {
                if line.hasPrefix("kept ") {
                    promised.insert(String(line.dropFirst(5)))
                    tally.promises += 1
                }
                if line.hasPrefix("going ") { promised.remove(String(line.dropFirst(6))) }
            }
            if result.status == Self.cutStatus {
                tally.cuts += 1
                try files.removeItem(atPath: root)
                root = image
            }
        }
        #expect(tally.checks > Self.cuts / 4 && tally.promises > Self.cuts)
        print("\(kind): \(tally.cuts) power cuts, \(tally.promises) promises, \(tally.checks) disks looked at")
    }
}
