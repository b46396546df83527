import Cards
import FeedAPI
import FeedEngine
import FeedStorage
import Foundation
import Testing

/// Themes of streams, in every storage.
@Suite struct ThemeContractTests {
    /// Sets or removes a theme. Returns whether the stream had one.
    @discardableResult
    private func set(
        _ document: String?, of stream: StreamID = "ops", in environment: EnvironmentID = Rig.environment, _ rig: Rig
    ) async throws -> Bool {
        let id = StoredTheme.ID(environment: environment, stream: stream)
        return try await rig.storage.run(SetTheme(StoredTheme(id, document: document))).reply
    }

    @Test(arguments: StorageKind.allCases)
    func `a stream has the theme that was set last, in its environment`(kind: StorageKind) async throws {
        let rig = try Rig(kind)
        #expect(try await rig.storage.theme(of: "ops", in: Rig.environment) == nil)
        #expect(try await !set("inherits = \"ink\"", rig))
        #expect(try await set("# größer \u{1F600}\ninherits = \"plum\"\n", rig))
        #expect(try await !set("other", in: "other", rig))
        #expect(try await !set("news", of: "news", rig))
        #expect(
            try await rig.storage.theme(of: "ops", in: Rig.environment) == "# größer \u{1F600}\ninherits = \"plum\"\n")
        #expect(try await rig.storage.theme(of: "ops", in: "other") == "other")
        #expect(try await rig.storage.theme(of: "news", in: Rig.environment) == "news")
        let all = try await rig.storage.themes(of: Rig.environment)
        #expect(all.map(\.id.stream) == ["news", "ops"] && all.first?.document == "news")
        #expect(try await rig.storage.themes(of: "none").isEmpty)
    }

    @Test(arguments: StorageKind.allCases)
    func `a theme that is removed is gone, and others stay`(kind: StorageKind) async throws {
        let rig = try Rig(kind)
        try await set("ops", rig)
        try await set("other", in: "other", rig)
        #expect(try await set(nil, rig))
        #expect(try await !set(nil, rig))
        #expect(try await rig.storage.theme(of: "ops", in: Rig.environment) == nil)
        #expect(try await rig.storage.theme(of: "ops", in: "other") == "other")
    }
}
