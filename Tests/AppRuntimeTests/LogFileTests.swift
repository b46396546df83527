import Foundation
import Logging
import Support
import Testing

@testable import AppRuntime

struct LogFileTests {
    private let directory: TemporaryDirectory
    private var path: String { "\(directory.path)/state/cardstream.log" }

    init() throws { directory = try TemporaryDirectory() }

    private func text(_ name: String) throws -> String { try String(contentsOfFile: name, encoding: .utf8) }

    @Test(arguments: [("debug", 4), ("info", 3), ("warning", 2), ("error", 1)])
    func `the level decides what is written`(level: String, lines: Int) throws {
        let logger = try LogFile(path: path).logger("test", level: level)
        logger.debug("d")
        logger.info("i")
        logger.warning("w")
        logger.error("e")
        #expect(try text(path).split(separator: "\n").count == lines)
    }

    @Test func `a line holds time, level, label and metadata, and nothing that acts on a terminal`() throws {
        let logger = try LogFile(path: path).logger("test", level: "info")
        logger.info("one\u{1B}[31m\ntwo\u{9B}2J", metadata: ["b": "2\u{07}", "a": "1"])
        let line = try text(path)
        #expect(
            line.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z info test: one.*two.* a=1 b=2.*\n/) != nil,
            "\(line)")
        #expect(line.dropLast().unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F..<0xA0).contains($0.value) })
    }

    @Test(arguments: HostileText.all)
    func `no line acts on a terminal, or is more than one`(hostile: HostileText) throws {
        let logger = try LogFile(path: path).logger(hostile.text, level: "info")
        logger.info("\(hostile.text)", metadata: [hostile.text: "\(hostile.text)", "list": [.string(hostile.text)]])
        let lines = try text(path)
        #expect(HostileText.firstUnsafeScalar(in: lines) == nil)
        #expect(lines.hasSuffix("\n") && lines.dropLast().contains("\n") == false)
    }

    @Test func `the log file is made private, even if it was not`() throws {
        _ = try LogFile(path: path)
        #expect(try PrivateFile.isPrivate(path))
        chmod(path, 0o644)
        _ = try LogFile(path: path)
        #expect(try PrivateFile.isPrivate(path))
    }

    @Test func `a symbolic link in place of the log file is not followed`() throws {
        try FileManager.default.createDirectory(atPath: "\(directory.path)/state", withIntermediateDirectories: true)
        symlink("\(directory.path)/elsewhere", path)
        #expect(throws: FileProblem.self) { try LogFile(path: path) }
    }

    @Test func `the log files never exceed twice the limit`() throws {
        let log = try LogFile(path: path)
        let line = String(repeating: "x", count: 4000)
        for _ in 0..<(3 * LogFile.limit / 4000) { log.write(line) }
        let sizes = try [path, "\(path).1"].map {
            try FileManager.default.attributesOfItem(atPath: $0)[.size] as? Int ?? 0
        }
        #expect(sizes.allSatisfy { $0 <= LogFile.limit + 5000 })
        #expect(try FileManager.default.contentsOfDirectory(atPath: "\(directory.path)/state").count == 2)
    }
}
