internal import AppRuntime
internal import Basics
internal import CardStreamCordial
internal import Cards

/// Prints the events of an inbox: those since the last run, and then new ones.
actor InboxEvents {
    /// The polling interval in seconds.
    static let interval = 15.0

    private let client: CordialClient
    private let store: EventPositionStore
    private let print: @Sendable (InboxEvent) -> Void
    private var known: InboxSnapshot?
    private let notices = ConnectionNotices()
    /// The number of printed events.
    private(set) var count = 0
    /// Whether no earlier run has stored a position.
    private(set) var isFirst = false

    init(_ client: CordialClient, _ store: EventPositionStore, print: @escaping @Sendable (InboxEvent) -> Void) {
        (self.client, self.store, self.print) = (client, store, print)
    }

    /// Prints the events since the last run.
    func catchUp() async throws {
        _ = try await client.reachInbox()
        let messages = try await client.inbox.all()
        let now = InboxSnapshot(contact: try await client.contact.current().primaryKey, messages)
        if known == nil { known = try store.json().flatMap { InboxSnapshot(json: $0) } }
        if let known {
            for event in now.changes(since: known, messages) {
                count += 1
                print(event)
            }
        } else {
            isFirst = true
        }
        guard known != now else { return }
        known = now
        try store.keep(now.json)
    }

    /// Prints events until the task is cancelled.
    ///
    /// - Throws: A permanent error, such as refused keys.
    func follow() async throws {
        await client.watchFile()
        let (wakes, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let changes = client.notices()
        let waking = [
            Task {
                for await notice in changes {
                    switch notice {
                    case .contactChanged, .contactAccepted, .inboxChanged, .newInboxMessage: continuation.yield()
                    case .refused, .inAppMessagesChanged, .inputsCaptured, .link, .categoriesRequested: break
                    }
                }
            },
            Task {
                // Cancellation ends the loop.
                while (try? await Task.sleep(for: .seconds(Self.interval))) != nil { continuation.yield() }
            },
        ]
        defer { for task in waking { task.cancel() } }
        continuation.yield()
        for await _ in wakes {
            do {
                try await catchUp()
                notices.connected()
            } catch let error as CordialError where error.isPassing {
                notices.lost("\(error)".escapingControls)
            }
        }
    }
}

extension CordialError {
    /// Whether the error may be temporary: a network error, or a missing contact.
    fileprivate var isPassing: Bool {
        switch code {
        case .connectionFailed, .notLoggedIn: true
        default: status.map { $0 >= 500 || $0 == 429 } ?? false
        }
    }
}
