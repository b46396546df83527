import CardStore
import FeedAPI
import Foundation
import Support
import Testing

/// The device that servers associate with a folder of cards.
@Suite struct InstallationTests {
    private let folder = NSTemporaryDirectory() + "cardstream-installation-" + UUID().uuidString

    private func make(_ path: String) throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    private func clean() { try? FileManager.default.removeItem(atPath: folder) }

    @Test func `a folder keeps its id, and another folder has another one`() throws {
        defer { clean() }
        try make(folder + "/a")
        try make(folder + "/b")
        let first = try #require(ViewerDevice.installed(in: folder + "/a"))
        #expect(ViewerDevice.installed(in: folder + "/a") == first)
        #expect(try #require(ViewerDevice.installed(in: folder + "/b")).id != first.id)
        #expect(first.name?.isEmpty == false)
        let file = folder + "/a/cardstream-device"
        let attributes = try FileManager.default.attributesOfItem(atPath: file)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder + "/a") == ["cardstream-device"])
    }

    @Test(arguments: ["", "short", "no id\n", String(repeating: "x", count: 200)])
    func `a file without an id gets one`(content: String) throws {
        defer { clean() }
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data(content.utf8).write(to: URL(filePath: folder + "/cardstream-device"))
        let device = try #require(ViewerDevice.installed(in: folder))
        #expect(device.id != content && ViewerDevice.installed(in: folder) == device)
    }

    @Test func `programs that start at the same time get the same id`() async throws {
        defer { clean() }
        try make(folder)
        let folder = folder
        let ids = await withTaskGroup(of: String?.self) { group in
            for _ in 0..<8 { group.addTask { ViewerDevice.installed(in: folder)?.id } }
            return await group.reduce(into: Set<String?>()) { $0.insert($1) }
        }
        #expect(ids.count == 1 && !ids.contains(nil))
    }

    @Test func `a missing folder is not created`() throws {
        #expect(ViewerDevice.installed(in: folder) != nil)
        #expect(!FileManager.default.fileExists(atPath: folder))
    }
}
