import Foundation
import Testing

/// What `make install` does after the build, with the program under test in place of a release.
@Suite struct InstallTests {
    private let directory: TemporaryDirectory
    private let script = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../.make/install.sh").standardized.path

    init() throws { directory = try TemporaryDirectory() }

    private func install(_ what: String) throws -> String {
        try Command.run(
            "/bin/sh", ["-c", "cd '\(directory.url.path)' && sh '\(script)' \(what) '\(directory.url.path)/usr'"])
    }

    private func bytes(_ path: String) throws -> Int {
        try #require(FileManager.default.attributesOfItem(atPath: path)[.size] as? Int)
    }

    @Test func `what is installed runs, is stripped, and can be removed`() throws {
        let files = FileManager.default
        let release = directory.url.appending(path: ".build/release")
        try files.createDirectory(at: release, withIntermediateDirectories: true)
        let built = release.appending(path: "cardstream").path
        try files.copyItem(atPath: Command.cardstream, toPath: built)
        let before = try bytes(built)
        let said = try install("install")
        let program = directory.url.appending(path: "usr/bin/cardstream").path
        #expect(said.contains("installed \(program)"))
        #expect(try Command.run(program, ["--version"]).contains("."))
        #expect(try bytes(program) < before * 3 / 4)
        #expect(try bytes(built) == before)
        let manual = directory.url.appending(path: "usr/share/man/man1/cardstream.1").path
        #expect(try String(contentsOfFile: manual, encoding: .utf8).contains(".TH"))
        let folder = directory.url.appending(path: "usr/share/man/man1").path
        for page in ["cardstream-publish.1", "cardstream-themes-show.1"] {
            let text = try String(contentsOfFile: "\(folder)/\(page)", encoding: .utf8)
            #expect(text.hasPrefix(".TH \(page.dropLast(2).uppercased()) 1"))
        }
        let guide = directory.url.appending(path: "usr/share/man/man7").path
        #expect(
            try String(contentsOfFile: "\(guide)/cardstream-keys.7", encoding: .utf8).hasPrefix(".TH CARDSTREAM-KEYS 7")
        )
        _ = try install("uninstall")
        #expect(!files.fileExists(atPath: program) && !files.fileExists(atPath: manual))
        #expect(try files.contentsOfDirectory(atPath: folder) == [])
        #expect(try files.contentsOfDirectory(atPath: guide) == [])
    }

    /// `make release` fails otherwise, after minutes: a single call would bring 40 MB of internationalisation data (decision
    /// 0058).
    @Test func `the program needs nothing of Foundation but its essentials`() throws {
        let symbols = try Command.run("/usr/bin/nm", ["-u", Command.cardstream])
        #expect(symbols.contains("20FoundationEssentials"))
        let others = symbols.split(separator: "\n").filter {
            $0.replacing("20FoundationEssentials", with: "").contains("10Foundation")
        }
        #expect(others == [], "Find the call by: nm -uA .build/debug/*.build/*.o | grep SYMBOL")
    }
}
