import AppRuntime
import Cards
import Foundation
import Testing

@testable import cardstream

/// The checks of `doctor` for containers.
struct ContainerDoctorTests {
    private func checks(_ text: String, themes: [String] = []) throws -> [Check] {
        let folder = FileManager.default.temporaryDirectory.appending(path: "doctor-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let paths = Paths(environment: ["HOME": folder.path])
        try FileManager.default.createDirectory(atPath: paths.themes, withIntermediateDirectories: true)
        for theme in themes { try Data().write(to: URL(filePath: "\(paths.themes)/\(theme).toml")) }
        let file = folder.appending(path: "config.toml").path
        try text.write(toFile: file, atomically: true, encoding: .utf8)
        var setup = try ConfigOptions.load(file: file, flags: [:], reading: Set(ConfigArea.allCases))
        setup.paths = paths
        return DoctorChecks.containerThemes(setup) + DoctorChecks.screens(setup)
    }

    @Test func `the theme of a container that does not exist fails, with its place`() throws {
        let checks = try checks(
            "[containers.a]\ntheme = \"plum\"\n[containers.b]\ntheme = \"doesnt\"", themes: ["ocean"])
        #expect(checks.map(\.name) == ["theme"] && checks.map(\.state) == [.fail])
        let detail = try #require(checks.first?.detail)
        #expect(detail.contains("config.toml:4: Unknown theme \"doesnt\""), "\(detail)")
        #expect(detail.contains("Theme files: ocean. Built in: "), "\(detail)")
    }

    @Test func `a container on no screen is a warning`() throws {
        let checks = try checks("[containers.a]\n[containers.unused]\n[screens.s]\ncontainer = \"a\"")
        #expect(checks.map(\.name) == ["containers"] && checks.map(\.state) == [.warn])
        #expect(checks.first?.detail.contains("config.toml:2: containers.unused is on no screen") == true)
    }
}
