import AppRuntime
import Foundation
import Testing

@testable import cardstream

struct LoginChangesTests {
    @Test func `if a file cannot be backed up, the login stops before anything is written`() throws {
        let root = NSTemporaryDirectory() + "cardstream-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: root) }
        try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
        let paths = Paths(environment: ["HOME": root])
        let setup = Setup(
            config: Config(), paths: paths, variables: [:], configurationFile: paths.configurationFile)
        var changes = try LoginChanges(setup)
        let token = root + "/token"
        let large = Data(repeating: UInt8(ascii: "x"), count: 1 << 20 + 1)
        try large.write(to: URL(filePath: token))
        changes.set("token_file", toFile: token, holding: "new")
        // A directory with the name of the file makes the last write fail.
        try FileManager.default.createDirectory(atPath: paths.configurationFile, withIntermediateDirectories: true)
        #expect(throws: (any Error).self) { try changes.write() }
        #expect(FileManager.default.contents(atPath: token) == large)
    }
}
