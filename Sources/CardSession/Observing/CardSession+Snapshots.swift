import Basics
public import Cards

extension CardSession {
    /// Observes a stream as a sequence of snapshots for one reader: the cards at once and after every change. A failure does
    /// not end the sequence:
    ///
    /// ```swift
    /// for await snapshot in try session.snapshots(in: "inbox") {
    ///     for card in snapshot.cards { print(card.id, card.buttons.map(\.text)) }
    ///     if snapshot.isTruncated { print("and more, \(snapshot.totalCount) in all") }
    ///     if let problem = snapshot.problem { print(problem) }
    /// }
    /// ```
    ///
    /// The sequence ends at a logout and when the session is closed, after a last snapshot without cards whose problem
    /// says so. Cancelling the reading task or releasing the sequence ends the observation. Otherwise like
    /// ``observeStream(id:configuration:handler:)``.
    ///
    /// - Throws: ``RequestError/notLoggedIn(missing:)`` and ``RequestError/invalidArgument(_:)``.
    public func snapshots(
        in stream: StreamID, configuration: StreamObserverConfiguration = StreamObserverConfiguration()
    ) throws(RequestError) -> AsyncStream<StreamSnapshot> {
        let (snapshots, continuation) = AsyncStream.makeStream(
            of: StreamSnapshot.self, bufferingPolicy: .bufferingNewest(1))
        let last = Lock(StreamSnapshot())
        let token = try observe(
            stream, configuration,
            { result in
                continuation.yield(
                    last.withLock { last in
                        last.take(result)
                        return last
                    })
            }, onEnd: { continuation.finish() })
        continuation.onTermination = { _ in token.cancel() }
        return snapshots
    }

    /// A card that the stream shows, as stored on this machine.
    ///
    /// - Parameters:
    ///   - id: The card.
    ///   - variables: Provides values for the card's runtime variables; without it, their defaults are used.
    /// - Returns: The card. Nil if it is unknown, was answered, has ended, is snoozed, or cannot be read.
    /// - Throws: ``SessionError`` when the store fails or the session is closed.
    public func card(
        _ id: CardID, in stream: StreamID, variables: RuntimeVariableSource? = nil
    ) async throws(SessionError) -> Card? {
        let window = try window(FeedQuery(streamID: stream, anchor: .card(id), before: 0, after: 1))
        guard case .card(var card)? = window[id]?.content else { return nil }
        let values = await variables?.values(for: [card]) ?? [:]
        card.body = card.body.resolvingVariables(values[id] ?? [:])
        return card
    }
}

extension StreamSnapshot {
    /// Applies an update.
    fileprivate mutating func take(_ update: Result<(cards: [Card], window: CardWindow), RequestError>) {
        switch update {
        case .success(let update):
            self = StreamSnapshot(
                cards: update.cards, totalCount: update.window.totalCount, isTruncated: update.window.hasMoreAfter)
        case .failure(let problem):
            // Keep the cards while the store fails: they still belong to the user. After other errors they may belong
            // to another user.
            if ![.storage, .diskFull].contains(problem.code) { self = StreamSnapshot() }
            self.problem = problem
        }
    }
}
