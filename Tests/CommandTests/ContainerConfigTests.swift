import AppRuntime
import Cards
import Foundation
import Testing

@testable import cardstream

struct ContainerConfigTests {
    @Test func `the example names every setting of a container, and is a configuration once it is no comment`() throws {
        let lines = ConfigCommand.exampleFile.split(separator: "\n")
        #expect(lines.allSatisfy { $0.hasPrefix("#") })
        for setting in ContainerSetting.all { #expect(lines.contains { $0.hasPrefix("# \(setting.name) = ") }) }
        for table in ["[containers.inbox]", "[screens.desk]", "[filters]"] { #expect(lines.contains("# \(table)")) }
    }

    @Test func `the containers and screens of the example can be read`() throws {
        let example = ConfigCommand.screensExample + "\n" + ConfigCommand.filtersExample
        let settings = example.split(separator: "\n", omittingEmptySubsequences: false).filter {
            $0.hasPrefix("[") || $0.hasPrefix(" ") || $0.hasPrefix("]") || $0.contains(" = ")
        }
        let path = NSTemporaryDirectory() + "example-\(UUID().uuidString).toml"
        try settings.joined(separator: "\n").write(toFile: path, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(atPath: path) }
        let screens = try #require(try ConfigLoader(path: path).load().screens)
        #expect(screens.containers.count == 5 && screens.screens.count == 3 && screens.notes == [])
    }

    @Test func `the network rules of the example can be read`() throws {
        let lines = ConfigCommand.exampleFile.split(separator: "\n")
        #expect(lines.contains("# [[network.policy]]"))
        let settings = NetworkReader.example.split(separator: "\n").filter { $0.hasPrefix("[") || $0.contains(" = ") }
        let path = NSTemporaryDirectory() + "example-\(UUID().uuidString).toml"
        try settings.joined(separator: "\n").write(toFile: path, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(atPath: path) }
        let rules = try ConfigLoader(path: path).load().requestRules
        #expect(rules.map(\.description) == ["cards.example.com is allowed with a pin", "* is denied"])
        #expect(ConfigCommand.reference([:], rules: rules).contains("    rule 2: * is denied"))
    }
}
