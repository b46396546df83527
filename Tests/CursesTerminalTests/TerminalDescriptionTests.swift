import Foundation
import Testing

@testable import CursesTerminal

struct TerminalDescriptionTests {
    /// Descriptions from Debian's ncurses-base: with numbers of 16 and 32 bits, with and without named capabilities.
    static let types = ["xterm-256color", "tmux-256color", "screen", "linux", "vt100", "rxvt-unicode-256color"]

    private func description(_ type: String) throws -> TerminalDescription {
        try #require(DescriptionFile.description(of: type) { _ in nil })
    }

    /// The source that `infocmp` prints for a compiled description.
    private func source(of description: TerminalDescription, _ type: String) throws -> Set<Substring> {
        let folder = FileManager.default.temporaryDirectory.appending(path: "cardstream-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let place = folder.appending(path: String(type.prefix(1)))
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        try Data(description.compiled).write(to: place.appending(path: type))
        return try infocmp(["-1", "-x", "-A", folder.path, type])
    }

    private func infocmp(_ arguments: [String]) throws -> Set<Substring> {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/infocmp")
        process.arguments = arguments
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        try #require(process.terminationStatus == 0)
        return Set(text.split(separator: "\n").filter { $0.first == "\t" })
    }

    @Test(arguments: types) func `a compiled description equals its source file`(type: String) throws {
        let read = try description(type)
        #expect(TerminalDescription(read.compiled) == read)
        #expect(try source(of: read, type) == infocmp(["-1", "-x", type]))
    }

    @Test func `with direct colours only the colours differ`() throws {
        let type = "xterm-256color"
        let direct = try #require(try description(type).withDirectColors)
        let (before, after) = try (infocmp(["-1", "-x", type]), source(of: direct, type))
        let added = after.subtracting(before).map { $0.trimmingCharacters(in: .whitespaces) }
        #expect(added.contains("RGB,") && added.contains("colors#0x1000000,"))
        #expect(added.count == 4, "\(added)")
        let removed = before.subtracting(after).map { $0.trimmingCharacters(in: .whitespaces) }
        #expect(
            removed.allSatisfy { text in
                ["ccc,", "colors", "pairs", "initc", "setaf", "setab"].contains { text.hasPrefix($0) }
            }, "\(removed)")
    }

    @Test func `a terminal without colours gets none`() throws {
        #expect(try description("vt100").withDirectColors == nil)
    }

    @Test func `a file that is not a description is refused, wherever it is truncated`() throws {
        let bytes = try description("xterm-256color").compiled
        var refused = 0
        for length in 0..<bytes.count where TerminalDescription(Array(bytes.prefix(length))) == nil { refused += 1 }
        // A truncated file is valid only where the named capabilities begin.
        #expect(refused >= bytes.count - 2)
        #expect(TerminalDescription(Array("#!/bin/sh\n".utf8)) == nil)
    }

    @Test func `damaged descriptions do no harm`() throws {
        let bytes = try description("tmux-256color").compiled
        var random = SystemRandomNumberGenerator()
        for _ in 0..<2000 {
            var damaged = bytes
            for _ in 0..<3 { damaged[Int.random(in: 0..<bytes.count, using: &random)] = .random(in: 0...255) }
            if let read = TerminalDescription(damaged) { _ = read.withDirectColors?.compiled }
        }
    }

    @Test func `a terminal name cannot address another folder`() {
        for name in ["", "../x", "x/../../etc/passwd"] {
            #expect(DescriptionFile.description(of: name) { _ in nil } == nil)
        }
    }

    @Test(arguments: [
        ("\u{1B}[?62;4c", true), ("\u{1B}[?6c", true), ("xy\u{1B}[?1;2c", true), ("\u{1B}[?c", false),
        ("\u{1B}[>1;2c", false), ("c", false), ("", false), ("\u{1B}[?62;4", false),
    ]) func `the answer of a terminal is recognised`(text: String, isAnswer: Bool) {
        #expect(TerminalIdentity.isAnswer(Array(text.utf8)) == isAnswer)
    }
}
