internal import Basics
internal import CardStreamComapi
internal import Cards
internal import FeedSync

/// Prints the events of a conversation service: those since the last run, and then new ones. Events that are missed
/// while the service cannot be reached are printed after the reconnection.
actor SourceEvents {
    private enum Input: Sendable {
        case event(ConversationEvent)
        case state(LiveState)
    }

    private let client: ComapiClient
    private let store: EventPositionStore
    private let print: @Sendable (ConversationEvent) -> Void
    private var positions: EventPositions?
    /// The number of printed events.
    private(set) var count = 0
    /// Whether no earlier run has stored a position.
    private(set) var isFirst = false
    private let notices = ConnectionNotices()

    init(
        _ client: ComapiClient, _ store: EventPositionStore, print: @escaping @Sendable (ConversationEvent) -> Void
    ) {
        self.client = client
        self.store = store
        self.print = print
    }

    /// Prints the events since the last run.
    func catchUp() async throws {
        for conversation in try await conversations() { try await load(conversation) }
        try keep()
    }

    /// Prints events until the task is cancelled.
    ///
    /// - Throws: A permanent error, such as a refused token.
    func follow() async throws {
        try await begin()
        for (conversation, event) in positions?.latest ?? [:] { await client.markKnown(event, of: conversation) }
        let (inputs, continuation) = AsyncStream.makeStream(of: Input.self)
        let events = client.events()
        let states = client.liveStates()
        let forwarding = [
            Task { for await event in events { continuation.yield(.event(event)) } },
            Task { for await state in states { continuation.yield(.state(state)) } },
        ]
        defer { for task in forwarding { task.cancel() } }
        for await input in inputs {
            switch input {
            case .event(let event): try await receive(event)
            case .state(.open):
                notices.connected()
                try await lookForNewConversations()
            case .state(.waiting(let error)): notices.lost(error.map { "\($0)" } ?? "the service closed the connection")
            case .state(.opening), .state(.closed): break
            }
        }
    }

    // MARK: Start

    /// Loads the positions and prints missed events. The first run begins at the current end of each conversation.
    /// Retries while the service cannot be reached.
    private func begin() async throws {
        var attempts = 0
        while true {
            do {
                let list = try await conversations()
                if !isFirst { for conversation in list { try await load(conversation) } }
                return try keep()
            } catch let error as ComapiError where error.isTemporary {
                notices.lost("\(error)")
                attempts += 1
                try await Task.sleep(for: .seconds(Backoff().delay(attempt: attempts, random: .random(in: 0..<1))))
            }
        }
    }

    /// The user's conversations. In the first run, this sets the positions to the end of each conversation.
    private func conversations() async throws -> [Conversation] {
        let profileID = try await client.sessions.start().profileID
        let list = try await client.conversations.list(.mine)
        guard positions == nil else { return list }
        if let known = try store.positions(of: profileID) {
            positions = known
            return list
        }
        var first = EventPositions(profileID: profileID)
        for conversation in list {
            let last = conversation.latestSentEventID ?? 0
            var end = last - 1
            // Other events can follow the latest message, for example that it was read.
            try await forEach(of: conversation.id, from: last) { end = max(end, $0.conversationEventID ?? end) }
            first.begin(conversation.id, after: end)
        }
        positions = first
        isFirst = true
        return list
    }

    // MARK: Events

    private func receive(_ event: ConversationEvent) async throws {
        if case .socketOpened = event.kind { return }
        if let conversation = event.conversationID, let number = event.conversationEventID, number > 0,
            positions?.latest[conversation] == nil
        {
            // For a conversation that is new to the user, print the earlier events first.
            let first = max(0, number - EventPositions.maxFirstEvents + 1)
            var earlier: [ConversationEvent] = []
            do throws(ComapiError) {
                try await forEach(of: conversation, from: first, before: number) { earlier.append($0) }
            } catch {
                guard error.isTemporary else { throw error }
                // The position is not stored, so the next event or connection reads the conversation from the
                // beginning.
                return notices.lost("\(error)")
            }
            for event in earlier { show(event) }
        }
        show(event)
        try keep()
    }

    /// Prints the events of a conversation after the last printed one.
    private func load(_ conversation: Conversation) async throws {
        let begin = max(0, (conversation.latestSentEventID ?? 0) - EventPositions.maxFirstEvents + 1)
        let first = positions?.latest[conversation.id].map { $0 + 1 } ?? begin
        try await forEach(of: conversation.id, from: first) { show($0) }
    }

    /// Prints the events of conversations that were created while the connection was lost, because the client does not
    /// know these conversations.
    private func lookForNewConversations() async throws {
        do throws(ComapiError) {
            for conversation in try await client.conversations.list(.mine)
            where positions?.latest[conversation.id] == nil {
                let first = max(0, (conversation.latestSentEventID ?? 0) - EventPositions.maxFirstEvents + 1)
                try await forEach(of: conversation.id, from: first) { show($0) }
            }
        } catch {
            // The next connection tries again.
            guard error.isTemporary || error.code == .cancelled || error.code == .notFound else { throw error }
        }
        try keep()
    }

    private func forEach(
        of conversation: String, from first: Int, before end: Int = .max, _ body: (ConversationEvent) -> Void
    ) async throws(ComapiError) {
        var next = first
        while next < end {
            let limit = min(ComapiConversations.maximumPageLength, end == .max ? .max : end - next)
            let page = try await client.conversations.eventPage(of: conversation, from: next, limit: limit)
            for event in page.events { body(event) }
            next += page.count
            if page.count < limit { return }
        }
    }

    private func show(_ event: ConversationEvent) {
        guard positions?.isNews(event) == true else { return }
        count += 1
        print(event)
    }

    private func keep() throws { if let positions { try store.keep(positions) } }
}
