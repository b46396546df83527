internal import CardSources
internal import CardStore
internal import Cards

extension CardSession {
    /// Tells sources of actions that ended without them.
    func watchUnperformed() {
        database.setUnperformedHandler { [weak self] actions in
            guard let self else { return }
            Task { await self.report(actions) }
        }
    }

    private func report(_ actions: [OutboxRecord]) async {
        for (stream, actions) in Dictionary(grouping: actions, by: \.streamID) {
            let source = await link(of: stream)?.source as? any UnperformedActionSink
            await source?.actionsEnded(actions.map(\.request))
        }
    }
}
