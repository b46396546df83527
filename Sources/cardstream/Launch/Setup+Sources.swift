internal import AppRuntime
internal import Cards

/// The sources of cards beside the feed.
extension Setup {
    /// The streams that the feed is asked for: those of other sources are not among them.
    var feedStreams: [StreamID] {
        let others = Set(config.sources.flatMap(\.streams))
        return screens.streams.filter { !others.contains($0) }
    }

    /// The sources as this program shows them: what comes up over other cards is for viewers only.
    var sources: [SourceConfig] {
        config.sources.map { source in
            var source = source
            if !isViewer { source.overlay = nil }
            return source
        }
    }

    /// Those of ``sources`` whose cards are shown.
    var shownSources: [SourceConfig] {
        let shown = Set(screens.streams)
        return sources.filter { !shown.isDisjoint(with: $0.streams) }
    }

    /// Makes one of ``sources``. Nothing is connected yet.
    func make(_ source: SourceConfig) throws(SourceProblem) -> CheckedSource? {
        if let demoSource, demoSource.config.name == source.name { return demoSource.source }
        return try SourceKind.named(source.kind)?.make(source, place(of: source))
    }

    /// What a configured source gets from the program.
    func place(of source: SourceConfig) -> SourcePlace {
        SourcePlace(
            folder: "\(paths.sources(profile: config.profile))/\(source.name)", authorityFile: config.caFile,
            requestPolicy: config.requestPolicy, version: Cardstream.version)
    }
}
