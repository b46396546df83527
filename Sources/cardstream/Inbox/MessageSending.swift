internal import AppRuntime
internal import CardStreamCordial
internal import Cards

/// Sends the actions on messages that are stored in the files of their accounts. A source of messages keeps each action
/// there until its service has accepted it.
struct MessageSending {
    private let setup: Setup
    /// The results by the name of the source.
    private var outcomes: [String: SendingOutcome] = [:]

    /// - Parameters:
    ///   - streams: The streams of the cards on which an action was performed.
    ///   - end: The deadline. At least one second is always allowed.
    init(of streams: [StreamID], _ setup: Setup, until end: ContinuousClock.Instant) throws {
        self.setup = setup
        for stream in streams {
            guard let source = setup.account(of: stream), outcomes[source.name] == nil else { continue }
            let client = try CordialClient(source, setup.environment(of: source))
            outcomes[source.name] = try SendingOptions.send(client, within: max(end.secondsLeft, 1))
        }
    }

    /// The result for a stream. Nil if the stream has no messages, or if no action was performed on its cards.
    func outcome(in stream: StreamID) -> SendingOutcome? {
        setup.account(of: stream).flatMap { outcomes[$0.name] }
    }

    /// Whether any action is still waiting to be sent.
    var isKept: Bool { outcomes.values.contains { $0.isKept } }
}

extension Setup {
    /// The account whose messages are in a stream; nil for a stream without messages.
    func account(of stream: StreamID) -> SourceConfig? {
        sources.first { $0.kind == SourceKind.cordial.name && $0.streams.contains(stream) }
    }
}
