internal import AppRuntime
internal import CardStreamCordial
internal import Cards

/// Sends what actions on messages have left in the files of their accounts, which is where a source of messages keeps an
/// action until its service has it.
struct MessageSending {
    private let setup: Setup
    /// By the name of the source.
    private var outcomes: [String: SendingOutcome] = [:]

    /// - Parameters:
    ///   - streams: Those of the cards that were acted on.
    ///   - end: The time limit. A second is taken in any case.
    init(of streams: [StreamID], _ setup: Setup, until end: ContinuousClock.Instant) throws {
        self.setup = setup
        for stream in streams {
            guard let source = setup.account(of: stream), outcomes[source.name] == nil else { continue }
            let client = try CordialClient(source, setup.place(of: source))
            outcomes[source.name] = try SendingOptions.send(client, within: max(end.secondsLeft, 1))
        }
    }

    /// What has become of it; nil for a stream that has no messages, or on whose cards nothing was done.
    func outcome(in stream: StreamID) -> SendingOutcome? {
        setup.account(of: stream).flatMap { outcomes[$0.name] }
    }

    /// Whether something waits still.
    var isKept: Bool { outcomes.values.contains { $0.isKept } }
}

extension Setup {
    /// The account whose messages a stream has; nil for other streams.
    func account(of stream: StreamID) -> SourceConfig? {
        sources.first { $0.kind == SourceKind.cordial.name && $0.streams.contains(stream) }
    }
}
