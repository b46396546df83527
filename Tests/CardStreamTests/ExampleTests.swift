// Imports only what a host imports.
import CardStream
import CardStreamTesting
import Foundation
import Testing

/// Compiles the examples of the articles, word for word.
@Suite(.timeLimit(.minutes(1))) struct ExampleTests {
    private static let sources = URL(filePath: #filePath).appending(path: "../../../Sources").standardizedFileURL

    @Test(arguments: [
        "CardStream/Documentation.docc/GettingStarted", "CardStream/Documentation.docc/Errors",
        "CardStream/Documentation.docc/Lifetime", "CardStreamTesting/Documentation.docc/TestYourProgram",
    ])
    func `every example of an article is compiled`(article: String) throws {
        let text = try String(contentsOf: Self.sources.appending(path: article + ".md"), encoding: .utf8)
        let compiled = try String(contentsOf: URL(filePath: #filePath), encoding: .utf8)
        let code = Self.withoutIndentation(compiled)
        let examples = text.components(separatedBy: "```swift\n").dropFirst().map {
            $0.components(separatedBy: "\n```")[0]
        }
        #expect(!examples.isEmpty)
        for example in examples {
            #expect(code.contains(Self.withoutIndentation(example)), "not compiled: \(example)")
        }
    }

    private static func withoutIndentation(_ text: String) -> String {
        text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: "\n")
    }

    // MARK: Getting started

    private func open(_ path: String, _ key: String, _ fetchToken: @escaping @Sendable () async throws -> String)
        async throws
    {
        let session = try CardSession(.file(path: path))
        try await session.login(
            environmentID: "production", apiKey: key, baseURL: "https://cards.example"
        ) { try await fetchToken() }
        try await session.logout()
        await session.close()
    }

    private func read(_ session: CardSession) async throws {
        for await snapshot in try session.snapshots(in: "inbox") {
            for card in snapshot.cards { print(card.id, card.buttons.map(\.text)) }
            if snapshot.isTruncated { print("and more, \(snapshot.totalCount) in all") }
            if let problem = snapshot.problem { print(problem) }
        }
        for await status in session.statuses {
            if case .offline = status.connection { print("offline, \(status.waitingActions) actions wait") }
        }
    }

    private func act(_ session: CardSession, on card: Card, and other: Card) async throws {
        try await session.perform(
            .submit(card.id, in: "inbox", buttonName: "approve", values: ["note": "ok"]))
        try await session.enqueue(.dismiss(other.id, in: "inbox"))
        for await delivery in session.deliveries { print(delivery.cardID, delivery.result) }
    }

    // MARK: Errors

    private struct Approver {
        let session: CardSession
        let logInAgain: @Sendable () async throws -> Void

        func approve(_ card: CardID) async throws {
            while true {
                do {
                    try await session.perform(.submit(card, in: "inbox", buttonName: "approve"))
                    return
                } catch let error as RequestError where error.isRetryable {
                    try await Task.sleep(for: error.retryAfter ?? .seconds(5))
                } catch let error as RequestError {
                    switch error.code {
                    case .cardClosed, .cardNotFound: return  // another user was faster
                    case .unauthenticated, .noToken: try await logInAgain()
                    default: throw error
                    }
                }
            }
        }
    }

    private func cancel(_ session: CardSession) async throws {
        let counting = Task { try await session.cardCount(in: "inbox") }
        counting.cancel()
        do {
            print(try await counting.value)
        } catch is CancellationError {
            print("not needed any more")
        }
    }

    // MARK: Lifetime

    private func reopen(_ path: String) async throws {
        let session = try CardSession(.file(path: path))
        await session.close()
        let next = try CardSession(.file(path: path))
        await next.close()
    }

    private func read(_ session: CardSession, _ show: @escaping @Sendable ([Card]) -> Void) {
        let reading = Task {
            for await snapshot in try session.snapshots(in: "inbox") { show(snapshot.cards) }
        }
        reading.cancel()
    }

    // MARK: Running them

    @Test func `a file can be opened again once its session is closed`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await reopen(folder.appending(path: "cards.sqlite").path)
    }

    @Test func `the loop of the article about errors goes on until the card is answered`() async throws {
        let feed = try await TestFeed()
        let session = try await feed.session(for: "ana", streams: ["inbox"])
        let card = try await feed.publish(Self.question, to: "ana", in: "inbox")
        for await snapshot in try session.snapshots(in: "inbox") where !snapshot.cards.isEmpty { break }
        await feed.setReachable(false)
        let approving = Task { try await Approver(session: session, logInAgain: {}).approve(card) }
        await feed.setReachable(true)
        await session.refresh()
        try await approving.value
        #expect(try await feed.outcome(of: card).status == .completed)
        // A second time, when the card is already closed.
        try await Approver(session: session, logInAgain: {}).approve(card)
        try await cancel(session)
        await session.close()
    }

    private static let question = CardBody(components: [
        .headline(Card.Headline(text: "Release?")),
        .buttons(
            Card.ButtonContainer(buttons: [
                Card.Button(text: "Yes", action: .submit(Card.ButtonAction.Submission(buttonName: "approve")))
            ])),
    ])

    @Test func `a test sees what a user does, without waiting`() async throws {
        let feed = try await TestFeed()
        let session = try await feed.session(for: "ana")
        let card = try await feed.publish(
            CardBody(components: [.headline(Card.Headline(text: "Release?"))]), to: "ana", in: "inbox")
        for await snapshot in try session.snapshots(in: "inbox") where !snapshot.cards.isEmpty { break }
        try await session.perform(.dismiss(card, in: "inbox"))
        #expect(try await feed.outcome(of: card).status == .dismissed)
        await session.close()
    }

    private func approveEverything(_ session: CardSession) async throws {
        for await snapshot in try session.snapshots(in: "inbox") {
            for card in snapshot.cards {
                try await session.perform(.submit(card.id, in: "inbox", buttonName: "approve"))
            }
        }
    }

    @Test func `a test waits for what a program does`() async throws {
        let feed = try await TestFeed()
        let session = try await feed.session(for: "ana")
        let card = try await feed.publish(Self.question, to: "ana", in: "inbox")
        let answering = Task { try await approveEverything(session) }
        #expect(try await feed.end(of: card).status == .completed)
        answering.cancel()
        await session.close()
    }

    @Test func `a test starts a program again`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "cards.sqlite").path
        let feed = try await TestFeed()
        let card = try await feed.publish(Self.question, to: "ana", in: "inbox")
        let first = try await feed.session(for: "ana", at: path, streams: ["inbox"])
        for await snapshot in try first.snapshots(in: "inbox") where !snapshot.cards.isEmpty { break }
        await feed.setReachable(false)
        try await first.enqueue(.dismiss(card, in: "inbox"))
        await first.close()
        await feed.setReachable(true)
        let second = try await feed.session(for: "ana", at: path, streams: ["inbox"])
        #expect(try await feed.end(of: card).status == .dismissed)
        await second.close()
    }

    @Test func `a test sets the time`() async throws {
        let feed = try await TestFeed()
        let session = try await feed.session(for: "ana", streams: ["inbox"])
        let card = try await feed.publish(Self.question, to: "ana", in: "inbox")
        for await snapshot in try session.snapshots(in: "inbox") where !snapshot.cards.isEmpty { break }
        try await session.perform(.snooze(card, in: "inbox", for: .seconds(3600)))
        feed.clock.advance(by: .seconds(3600))
        for await snapshot in try session.snapshots(in: "inbox") where !snapshot.cards.isEmpty { break }
        await session.close()
    }

    @Test func `a test breaks the network, and refuses requests`() async throws {
        let feed = try await TestFeed()
        let session = try await feed.session(for: "ana", streams: ["inbox"])
        let card = try await feed.publish(Self.question, to: "ana", in: "inbox")
        for await snapshot in try session.snapshots(in: "inbox") where !snapshot.cards.isEmpty { break }
        await feed.setReachable(false)
        try await session.enqueue(.dismiss(card, in: "inbox"))
        await feed.setReachable(true)
        await session.refresh()
        #expect(try await feed.end(of: card).status == .dismissed)

        await feed.refuse(with: Problem(.tooManyRequests, retryAfter: 5))
        let error = await #expect(throws: RequestError.self) {
            try await session.updateUser(UserSettings(name: "Ana"))
        }
        #expect(error?.code == .rateLimited && error?.retryAfter == .seconds(5))
        await feed.refuse(with: nil)
        try await session.updateUser(UserSettings(name: "Ana"))
        await session.close()
    }
}
