import Basics
public import Cards

extension CardSession {
    /// How an action on a card ended; see ``deliveries``.
    public struct Delivery: Hashable, Sendable {
        /// The card that was acted on.
        public var cardID: CardID
        /// The action.
        public var response: CardResponse
        /// How it ended.
        public var result: Result

        /// Creates an instance with these properties.
        public init(cardID: CardID, response: CardResponse, result: Result) {
            self.cardID = cardID
            self.response = response
            self.result = result
        }

        /// How an action ended.
        #if hasAttribute(nonexhaustive)
            @nonexhaustive
        #endif
        public enum Result: Hashable, Sendable {
            /// The server has accepted the action.
            case delivered
            /// The server has refused the action; the text says why. The card waits for
            /// ``CardSession/retryAction(of:in:)`` or ``CardSession/discardAction(of:in:)``, unless a caller of
            /// ``CardSession/perform(_:within:from:)`` was waiting.
            case refused(reason: String)
            /// The card ended before the server received the action, and the action was discarded. Includes the card's
            /// final status, if it is known.
            case closed(CardStatus?)
        }
    }

    /// The current status; nil before the first connection and after a logout.
    public var status: SyncStatus? { state.withLock { $0.status } }

    /// The status of the session, and every change of it: whether the server can be reached, and how many actions wait.
    /// Begins with the current status, if there is one, and continues across logins and logouts until the session is
    /// closed. A slow reader gets only the newest status. Any number of sequences can be read at the same time.
    ///
    /// ```swift
    /// for await status in session.statuses {
    ///     if case .offline = status.connection { print("offline, \(status.waitingActions) actions wait") }
    /// }
    /// ```
    public var statuses: AsyncStream<SyncStatus> {
        readers(.bufferingNewest(1), \.statusReaders) { state, reader in
            if let status = state.status { reader.yield(status) }
        }
    }

    /// The results of all actions from now on, including those of other callers, until the session is closed. The last
    /// 1,000 are queued for a slow reader. Any number of sequences can be read at the same time.
    public var deliveries: AsyncStream<Delivery> { readers(.bufferingNewest(1000), \.deliveryReaders) { _, _ in } }

    private func readers<Element>(
        _ policy: AsyncStream<Element>.Continuation.BufferingPolicy,
        _ readers: any WritableKeyPath<SessionState, SequenceReaders<Element>> & Sendable,
        begin: (SessionState, AsyncStream<Element>.Continuation) -> Void
    ) -> AsyncStream<Element> {
        let (elements, reader) = AsyncStream.makeStream(of: Element.self, bufferingPolicy: policy)
        let number = state.withLock { state -> Int? in
            if state.isClosed { return nil }
            begin(state, reader)
            return state[keyPath: readers].add(reader)
        }
        guard let number else {
            reader.finish()
            return elements
        }
        reader.onTermination = { [weak self] _ in self?.state.withLock { $0[keyPath: readers].remove(number) } }
        return elements
    }

    /// Ends the sequences that last as long as the session.
    func endReaders() {
        let (statuses, deliveries) = state.withLock { ($0.statusReaders.removeAll(), $0.deliveryReaders.removeAll()) }
        for reader in statuses { reader.finish() }
        for reader in deliveries { reader.finish() }
    }
}

extension CardSession.Delivery {
    /// Nil if the event is not the result of an action.
    init?(_ event: SessionEvent) {
        switch event {
        case .status, .themeChanged: return nil
        case .delivered(let card, let response): self.init(cardID: card, response: response, result: .delivered)
        case .refused(let card, let response, let reason):
            self.init(cardID: card, response: response, result: .refused(reason: reason))
        case .closed(let card, let response, let status):
            self.init(cardID: card, response: response, result: .closed(status))
        }
    }
}
