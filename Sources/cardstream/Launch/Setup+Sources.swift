internal import AppRuntime
internal import Cards

/// The sources of cards beside the feed.
extension Setup {
    /// The streams that the feed is asked for: those of other sources are not among them.
    var feedStreams: [StreamID] {
        let others = Set(config.sources.map(\.stream))
        return screens.streams.filter { !others.contains($0) }
    }

    /// Makes a configured source. Nothing is connected yet.
    func make(_ source: SourceConfig) -> CheckedSource? {
        if let demoSource, demoSource.config == source { return demoSource.source }
        return SourceKind.named(source.kind)?.make(source, place(of: source))
    }

    /// What a configured source gets from the program.
    func place(of source: SourceConfig) -> SourcePlace {
        SourcePlace(
            folder: "\(paths.sources(profile: config.profile))/\(source.name)", authorityFile: config.caFile,
            requestPolicy: config.requestPolicy, version: Cardstream.version)
    }
}
