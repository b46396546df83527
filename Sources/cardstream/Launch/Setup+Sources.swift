internal import AppRuntime
internal import Cards

/// The sources of cards other than the feed.
extension Setup {
    /// The streams to request from the feed, without the streams of other sources.
    var feedStreams: [StreamID] {
        let others = Set(config.sources.flatMap(\.streams))
        return screens.streams.filter { !others.contains($0) }
    }

    /// The streams that a viewer of the profile shows, including overlays.
    var shownStreams: [StreamID] {
        let streams = screens.streams
        return streams + config.sources.flatMap(\.streams).filter { !streams.contains($0) }
    }

    /// The configured sources. Overlays are removed unless this program is a viewer, because only viewers can show
    /// them.
    var sources: [SourceConfig] {
        config.sources.map { source in
            var source = source
            if !isViewer { source.overlay = nil }
            return source
        }
    }

    /// The ``sources`` whose streams are shown on a screen.
    var shownSources: [SourceConfig] {
        let shown = Set(screens.streams)
        return sources.filter { !shown.isDisjoint(with: $0.streams) }
    }

    /// Makes one of ``sources`` without connecting it.
    func make(_ source: SourceConfig) throws(SourceProblem) -> CheckedSource? {
        if let demoSource, demoSource.config.name == source.name { return demoSource.source }
        return try SourceKind.named(source.kind)?.make(source, environment(of: source))
    }

    /// The folder and the program's settings for a configured source.
    func environment(of source: SourceConfig) -> SourceEnvironment {
        SourceEnvironment(
            folder: "\(paths.sources(profile: config.profile))/\(source.name)", authorityFile: config.caFile,
            requestPolicy: config.requestPolicy, version: Cardstream.version)
    }
}
