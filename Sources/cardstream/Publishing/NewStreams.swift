internal import AppRuntime
import Basics
internal import Cards
internal import CurlTransport
internal import FeedAPI
internal import FeedTransport

/// The streams of cards that may be mistyped: those that no screen of the profile shows.
struct NewStreams: Equatable {
    /// The streams without duplicates, in the order of the cards.
    let streams: [String]
    /// The streams that screens show; for a server, also the publisher's own.
    let configured: [String]

    /// The maximum number of streams in a message.
    private static let maxNamed = 5
    /// The limits of the request for the known streams. They are short, because a server that does not respond in time
    /// may still accept cards.
    private static let limits = HTTPLimits(
        maxResponseBytes: 4 << 20, connectTimeout: .seconds(5), totalTimeout: .seconds(5))

    /// - Parameter setup: The settings without the flags of the command.
    init(_ requests: [PublishRequest], in setup: Setup) {
        // The stream of the settings may be for others to see, unless the cards stay in the profile's own feed.
        let own = setup.config.server == nil ? [] : [setup.config.stream]
        self.init(
            requests.lazy.map(\.streamID.rawValue), configured: (setup.shownStreams + own).map(\.rawValue))
    }

    init(_ streams: some Sequence<String>, configured: [String]) {
        var seen = Set(configured)
        self.streams = streams.filter { seen.insert($0).inserted }
        self.configured = configured
    }

    /// A message before anything is published: about streams that have no cards either, and in the profile's own feed
    /// about all of them. Nil if there are none, and if the server does not answer, because publishing must not depend on it.
    func message(known caller: FeedHTTPClient, own setup: Setup, until signals: Signals?) throws -> String? {
        guard !streams.isEmpty else { return nil }
        let lines = try InterruptibleWork.hint(until: signals) { try await caller.lines(.streams, limits: Self.limits) }
        guard let lines else { return nil }
        // The names only make the warning more helpful, so lines that cannot be read are skipped.
        let known = lines.compactMap { line in (try? JSONParser.parse(line))?["stream"]?.string }
        return message(known: known, isOwnFeed: setup.config.server == nil)
    }

    /// - Parameters:
    ///   - known: The streams that have cards.
    ///   - isOwnFeed: Whether the cards go to the profile's own feed, which only its own viewers show.
    func message(known: [String], isOwnFeed: Bool) -> String? {
        let new = streams.filter { !known.contains($0) }
        if isOwnFeed, new != streams { return unshown.escapingControls }
        // On a server without cards every stream is new.
        guard let first = new.first, isOwnFeed || !known.isEmpty else { return nil }
        let others = known + (isOwnFeed ? configured.filter { !known.contains($0) } : [])
        let subject = new.count == 1 ? "stream \"\(first)\" is" : "streams \(Self.list(new)) are"
        let place = isOwnFeed ? "this feed, and no screen of this profile shows" : "this server"
        let it = isOwnFeed ? (new.count == 1 ? " it" : " them") : ""
        let guess = new.count == 1 ? Spelling.nearest(to: first, among: others) : nil
        let advice = guess.map { "did you mean \"\($0)\"?" } ?? "known: \(Self.list(others))"
        return "\(subject) new to \(place)\(it); \(advice)".escapingControls
    }

    /// The message about streams of the profile's own feed, some of which have cards.
    private var unshown: String {
        let subject = streams.count == 1 ? "stream" : "streams"
        return "no screen of this profile shows \(subject) \(Self.list(streams)); shown: \(Self.list(configured))"
    }

    private static func list(_ names: [String]) -> String {
        let named = names.prefix(maxNamed).map { "\"\($0)\"" }.joined(separator: ", ")
        return names.count > maxNamed ? named + ", …" : named
    }
}
