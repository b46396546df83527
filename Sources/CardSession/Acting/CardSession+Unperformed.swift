internal import CardSources
internal import CardStore
internal import Cards

extension CardSession {
    /// Reports actions to their sources that ended without being performed; see ``UnperformedActionSink``.
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
