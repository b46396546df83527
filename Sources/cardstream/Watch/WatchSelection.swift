internal import AppRuntime
internal import Cards

/// What `watch` follows: streams of the feed, and other sources.
struct WatchSelection: Equatable, Sendable {
    var feedStreams: [StreamID] = []
    var sources: [SourceConfig] = []

    /// Only the feed.
    static func feed(_ setup: Setup) -> WatchSelection { WatchSelection(feedStreams: setup.feedStreams) }

    /// Everything that the profile shows, or the part of it that flags select.
    ///
    /// - Parameters:
    ///   - stream: Only this stream, of the feed or of a source.
    ///   - names: Only these sources.
    /// - Throws: ``CommandFailure`` for a source that is not configured.
    init(_ setup: Setup, stream: StreamID?, sources names: [String]) throws(CommandFailure) {
        let known = setup.sources
        for name in names where !known.contains(where: { $0.name == name }) {
            let list = known.isEmpty ? "none" : known.map(\.name).joined(separator: ", ")
            throw CommandFailure(.usage, "unknown source \"\(name.escapingControls)\"; known: \(list)")
        }
        sources = names.isEmpty ? known : known.filter { names.contains($0.name) }
        if let stream {
            sources.removeAll { $0.stream != stream }
            feedStreams = sources.isEmpty && names.isEmpty ? [stream] : []
            guard !sources.isEmpty || !feedStreams.isEmpty else {
                throw CommandFailure(.usage, "the chosen sources have no stream \"\(stream)\"")
            }
        } else {
            feedStreams = names.isEmpty ? setup.feedStreams : []
        }
    }

    /// A message such as "following the feed (inbox) and team (conversations)".
    var message: String {
        let feed = feedStreams.isEmpty ? [] : ["the feed (\(feedStreams.map(\.rawValue).joined(separator: ", ")))"]
        let all = feed + sources.map { "\($0.name) (\($0.stream))" }
        return "following " + all.joined(separator: " and ")
    }

    private init(feedStreams: [StreamID]) { self.feedStreams = feedStreams }
}
