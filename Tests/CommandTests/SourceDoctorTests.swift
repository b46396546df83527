import AppRuntime
import Cards
import Foundation
import Support
import Testing

@testable import cardstream

/// The checks of `doctor` for sources in addition to the feed.
struct SourceDoctorTests {
    private func setup(_ text: String) throws -> (Setup, folder: String) {
        let folder = FileManager.default.temporaryDirectory.appending(path: "doctor-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let file = "\(folder)/config.toml"
        try text.write(toFile: file, atomically: true, encoding: .utf8)
        var setup = try ConfigOptions.load(file: file, flags: [:], reading: Set(ConfigArea.allCases))
        setup.paths = Paths(environment: ["HOME": folder])
        return (setup, folder)
    }

    @Test func `a source that cannot be reached fails its check by name`() throws {
        let (setup, folder) = try setup(
            """
            [sources.team]
            kind = "comapi"
            space = "5d1"
            base_url = "http://127.0.0.1:1"
            token_command = "cat"
            """)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let checks = DoctorChecks.sources(setup)
        #expect(checks.map(\.name) == ["source team"] && checks.map(\.state) == [.fail])
        #expect(
            checks.first?.detail == "comapi: cannot reach http://127.0.0.1:1; check base_url and the network",
            "\(checks)")
        #expect(setup.feedStreams == ["inbox"] && setup.screens.streams == ["inbox", "conversations"])
    }

    @Test func `a working source is reported`() throws {
        let (setup, folder) = try setup("[sources.team]\nkind = \"comapi\"\nspace = \"5d1\"\ntoken_command = \"cat\"")
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let config = try #require(setup.config.sources.first)
        let source = CheckedSource(try #require(try setup.make(config)).source) { () throws(SourceProblem) in
            "logged in as ana"
        }
        #expect(
            DoctorChecks.check(config, source)
                == Check("source team", .ok, "comapi, stream conversations: logged in as ana"))
    }
}
