import AppCore
import CardSession
import Cards
import Testing

@testable import AppRuntime

struct DraftKeeperTests {
    private static let place = DraftKeeper.Place(card: "c1", stream: "ops")

    private static func form(_ text: String) -> FormState { FormState(values: ["note": .text(TextField(text))]) }

    @Test func `at exit, the newest draft is written, also while an older one is being written`()
        async throws
    {
        let session = try await CardSession.open(.memory)
        let keeper = DraftKeeper()
        func write(_ change: DraftKeeper.Change) async throws {
            try await session.saveDraft(
                change.draft, changedFrom: change.earlier, of: change.place.card, in: change.place.stream)
        }
        keeper.record(Self.form("one"), at: Self.place)
        for change in keeper.begin() { try await write(change) }
        keeper.end(failed: [])
        keeper.record(Self.form("two"), at: Self.place)
        // The draft has been written, but the keeper does not know that yet.
        for change in keeper.begin() { try await write(change) }
        keeper.record(Self.form("one"), at: Self.place)
        try keeper.flush(to: session)
        #expect(try session.drafts(in: "ops") == ["c1": ["note": ["text": "one"]]])
        await session.close()
    }
}
