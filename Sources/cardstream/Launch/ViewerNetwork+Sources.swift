internal import AppCore
internal import AppRuntime
internal import Basics
internal import CardSession
internal import Cards
internal import Logging

extension ViewerNetwork {
    /// Attaches the configured sources other than the feed. If a source cannot be attached, this is reported, and the
    /// others are still attached.
    func attachSources() async {
        for config in setup.sources {
            do { try await attach(config) } catch {
                let reason = (error as? SessionError)?.explanation ?? "\(error)"
                logger.error(
                    "a source could not be opened; check [sources.NAME] in the configuration",
                    metadata: ["source": "\(config.name)", "reason": "\(reason)"])
                mailbox.post(.noticed("\(config.name): \(reason)"))
            }
        }
    }

    /// Attaches a configured source.
    ///
    /// - Throws: ``SessionError``, or ``SourceProblem`` if the source cannot be made.
    func attach(_ config: SourceConfig) async throws {
        guard let made = try source(config) else { return }
        try await session.attach(made.source, named: config.name, streams: config.streams, delivery: delivery) {
            [self] in report($0)
        }
    }

    /// The source for a configuration. It is made only once, even for two simultaneous callers, because two clients of
    /// the same file would not notice each other's changes.
    private func source(_ config: SourceConfig) throws(SourceProblem) -> CheckedSource? {
        let result = made.withLock { made -> Result<CheckedSource?, SourceProblem> in
            if let known = made[config.name] { return .success(known) }
            do throws(SourceProblem) {
                let source = try setup.make(config)
                made[config.name] = source
                return .success(source)
            } catch { return .failure(error) }
        }
        return try result.get()
    }

    // MARK: Viewer notifications

    /// Notifies sources with overlays that the viewer is open, and, when the network stops, that it is closed.
    func openSources() async {
        for (_, viewing) in viewedSources {
            await viewing.opened()
            await running.add { await viewing.closed() }
        }
    }

    /// Notifies sources with overlays, in order, of what the user looks at.
    func attend(to attention: ViewerAttention) {
        attentions.continuation.yield(attention)
        let isFirst = followsAttention.withLock { follows in
            defer { follows = true }
            return !follows
        }
        guard isFirst, setup.sources.contains(where: { $0.overlay != nil }) else { return }
        Task.detached { [self] in
            for await attention in attentions.stream {
                for (_, viewing) in viewedSources { await viewing.attend(to: attention) }
            }
        }
    }

    private var viewedSources: [(String, any ViewedSource)] {
        setup.sources.compactMap { config in
            // A source that cannot be made is reported when it is attached.
            guard config.overlay != nil, let viewing = try? source(config)?.viewing else { return nil }
            return (config.name, viewing)
        }
    }
}
