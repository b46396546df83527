import CardSources
import CardStore
import Cards
import FeedSync
import Testing

@testable import CardSession

@Suite struct SessionLinkTests {
    private struct EmptySource: CardSource {
        let capabilities = SourceCapabilities(actions: [])

        func snapshot(of stream: StreamID, page: String?) async throws(SourceError) -> FeedPage {
            throw .unsupported("snapshots")
        }
        func changes(of stream: StreamID, since cursor: FeedCursor) async throws(SourceError) -> FeedDelta? { nil }
        func perform(_ action: ActionRequest) async throws(SourceError) -> ActionReceipt {
            throw .unsupported("actions")
        }
    }

    private func start(_ link: SessionLink, isCurrent: Bool) async throws {
        let source = EmptySource()
        let engine = SyncEngine(
            configuration: SyncEngine.Configuration(streams: []), source: source, store: try CardDatabase.inMemory())
        let files = FileSender(
            upload: { _, _, _ throws(SourceError) in throw .unsupported("files") }, tokens: nil)
        await link.start(
            engine, source, files: files, analytics: nil, onStatus: { _ in }, isFollower: true,
            isCurrent: { isCurrent })
    }

    @Test func `the end of a replaced connection does not end its successor`() async throws {
        let link = SessionLink()
        try await start(link, isCurrent: true)
        #expect(await link.source != nil)
        try await start(link, isCurrent: false)
        #expect(await link.source != nil)
    }
}
