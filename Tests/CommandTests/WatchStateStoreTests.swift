import AppRuntime
import Cards
import FeedAPI
import Foundation
import Testing

@testable import cardstream

/// The state of `watch` between two runs, in a separate folder.
@Suite struct WatchStateStoreTests {
    private let source = "ana at home"

    private func withStore(_ body: (WatchStateStore, String) throws -> Void) throws {
        let root = NSTemporaryDirectory() + "cardstream-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: root) }
        let setup = Setup(
            config: Config(),
            paths: Paths(
                configuration: "\(root)/config", data: "\(root)/data", state: "\(root)/state",
                cache: "\(root)/cache"),
            variables: [:], configurationFile: "\(root)/config.toml")
        let store = try WatchStateStore(setup, of: "watch")
        try body(store, "\(root)/state/\(setup.config.profile)/watch/state.json")
    }

    @Test func `a stored state is read back, by its own source only`() throws {
        try withStore { store, _ in
            #expect(try store.state(source: source) == nil)
            var state = WatchState()
            _ = state.reset(to: [], of: "ops", cursor: FeedCursor(epoch: "e", sequence: 7))
            try store.keep(state, source: source)
            #expect(try store.state(source: source) == state)
            #expect(try store.state(source: "ben at home") == nil)
        }
    }

    @Test func `a state that cannot be read is an error, not a new beginning`() throws {
        try withStore { store, path in
            // A folder in place of the file cannot be read, not even by root.
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
            let problem = #expect(throws: FileProblem.self) { try store.state(source: source) }
            #expect(problem?.path == path)
        }
    }
}
