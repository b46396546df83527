import CardSourceTesting
import CardStream
import Testing

import struct Foundation.Data
import class Foundation.FileManager
import struct Foundation.URL
import struct Foundation.UUID

/// A host's own source, in a session and on its own.
@Suite(.timeLimit(.minutes(1))) struct SourceTests {
    @Test(arguments: SourceContract.rules) func `a folder of cards fulfils the contract of a source`(
        rule: SourceContract.Rule
    ) async throws {
        let folder = try CardFolder()
        defer { folder.remove() }
        try await rule.check(folder)
    }

    /// Faults that a source may have, each with the rule that it breaks.
    enum Fault: String, CaseIterable, Sendable {
        case forgetsKeys = "a repeated action takes effect once"
        case keepsVersions = "the changes deliver the removal of a card, with a higher version"
        case forgivesCursors = "a cursor that is not from this source counts as expired"
        case givesCardsTwice = "a snapshot has each card once, with a body that can be read"
        case saysNothing = "the changes deliver a new card once"
    }

    @Test(arguments: Fault.allCases) func `a source that breaks a rule of the contract is told which`(fault: Fault)
        async throws
    {
        let folder = try CardFolder()
        defer { folder.remove() }
        let failures = await SourceContract.failures {
            folder.clear()
            return FaultyFolder(fault: fault, folder: folder)
        }
        #expect(failures.map(\.rule).contains(fault.rawValue))
    }

    @Test func `a session shows a folder's cards, dismisses one, and sees a new one`() async throws {
        let folder = try CardFolder()
        defer { folder.remove() }
        let first = try await folder.publish(CardFolder.card("First"))
        let session = try CardSession(.memory)
        try await session.connect(
            to: folder.source, for: "ana at a folder", streams: ["inbox"], delivery: .polling(interval: .seconds(1)))
        #expect(try await cards(of: session) { !$0.isEmpty } == [first])
        #expect(try await session.perform(.dismiss(first, in: "inbox")) == .delivered)
        #expect(folder.names == [])
        let second = try await folder.publish(CardFolder.card("Second"))
        #expect(try await cards(of: session) { $0 == [second] } == [second])
        try await folder.withdraw(second)
        #expect(try await cards(of: session) { $0.isEmpty } == [])
        await session.close()
    }

    @Test func `an action that the source does not support is refused before it is stored`() async throws {
        let folder = try CardFolder()
        defer { folder.remove() }
        let card = try await folder.publish(CardFolder.card("First"))
        let session = try CardSession(.memory)
        try await session.connect(to: folder.source, for: "ana at a folder", streams: ["inbox"])
        _ = try await cards(of: session) { !$0.isEmpty }
        for action in [
            CardAction.snooze(card, in: "inbox", for: .seconds(60)), .voteUp(card, in: "inbox"),
            .submit(card, in: "inbox", buttonName: "yes"),
        ] {
            await #expect { try await session.perform(action) } throws: { error in
                guard case .data(let cause) = error as? RequestError else { return false }
                return cause.problem == "unsupported" && !cause.isPending
            }
        }
        #expect(try await cards(of: session) { !$0.isEmpty } == [card])
        #expect(folder.names == ["\(card).json"])
        await #expect(throws: RequestError.self) { try await session.updateUser(UserSettings(name: "Ana")) }
        await session.close()
    }

    @Test func `a store of another owner is emptied`() async throws {
        let (mine, other) = (try CardFolder(), try CardFolder())
        defer {
            mine.remove()
            other.remove()
        }
        let card = try await mine.publish(CardFolder.card("Mine"))
        let session = try CardSession(.memory)
        try await session.connect(
            to: mine.source, for: "ana", streams: ["inbox"], delivery: .polling(interval: .seconds(1)))
        #expect(try await cards(of: session) { !$0.isEmpty } == [card])
        try await session.connect(
            to: other.source, for: "bo", streams: ["inbox"], delivery: .polling(interval: .seconds(1)))
        #expect(try await cards(of: session) { $0.isEmpty } == [])
        await session.close()
    }

    /// The cards of the stream, as soon as they meet the condition.
    private func cards(of session: CardSession, until holds: ([CardID]) -> Bool) async throws -> [CardID] {
        for await update in try session.observeStream(id: "inbox", configuration: .init(refreshInterval: .seconds(1))) {
            let ids = try update.get().map(\.id)
            if holds(ids) { return ids }
        }
        return []
    }
}

/// A separate folder, and the cards that are put into it.
private struct CardFolder: SourceFixture {
    let folder: URL
    let source: any CardSource
    let stream: StreamID = "inbox"

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "cards-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        source = FolderSource(folder)
    }

    static func card(_ title: String) -> CardBody { CardBody(components: [.headline(Card.Headline(text: title))]) }

    var names: [String] {
        let all = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return all.filter { $0.hasSuffix(".json") }
    }

    func publish(_ body: CardBody) async throws -> CardID {
        let id = UUID().uuidString
        try Data(body.encoded()).write(to: folder.appending(path: "\(id).json"), options: .atomic)
        return try #require(CardID(rawValue: id))
    }

    func withdraw(_ card: CardID) async throws {
        try FileManager.default.removeItem(at: folder.appending(path: "\(card).json"))
    }

    func clear() {
        for name in names { try? FileManager.default.removeItem(at: folder.appending(path: name)) }
    }

    func remove() { try? FileManager.default.removeItem(at: folder) }
}

/// A folder with a source that has a fault.
private struct FaultyFolder: SourceFixture {
    let source: any CardSource
    let stream: StreamID = "inbox"
    private let folder: CardFolder

    init(fault: SourceTests.Fault, folder: CardFolder) {
        self.folder = folder
        source = FaultySource(fault: fault, source: FolderSource(folder.folder))
    }

    func publish(_ body: CardBody) async throws -> CardID { try await folder.publish(body) }
    func withdraw(_ card: CardID) async throws { try await folder.withdraw(card) }
}

private struct FaultySource: CardSource {
    let fault: SourceTests.Fault
    let source: FolderSource
    var capabilities: SourceCapabilities { source.capabilities }

    func snapshot(of stream: StreamID, page: String?) async throws(SourceError) -> FeedPage {
        var page = try await source.snapshot(of: stream, page: page)
        if fault == .givesCardsTwice { page.entries += page.entries }
        return page
    }

    func changes(of stream: StreamID, since cursor: FeedCursor) async throws(SourceError) -> FeedDelta? {
        if fault == .saysNothing { return nil }
        do {
            guard var delta = try await source.changes(of: stream, since: cursor) else { return nil }
            if fault == .keepsVersions {
                delta.removals = delta.removals.map { FeedRemoval(id: $0.id, version: 0, status: $0.status) }
            }
            return delta
        } catch {
            if fault == .forgivesCursors { return nil }
            throw error
        }
    }

    func perform(_ action: ActionRequest) async throws(SourceError) -> ActionReceipt {
        var action = action
        if fault == .forgetsKeys, let key = ActionKey(rawValue: UUID().uuidString) { action.key = key }
        return try await source.perform(action)
    }
}
