import Basics
package import Cards

/// What a commit changed, for other processes that show the same store.
package struct StoreCommit: Hashable, Sendable {
    /// The streams of which a window may show something else now.
    package var streams: Set<StreamID>
    /// The cards that were written, by row.
    package var rows: [StreamID: [Int64]]
    /// The streams with more of them than are named.
    package var overflowing: Set<StreamID>
    /// The streams that lost all of their cards.
    package var emptied: Set<StreamID>
    /// Whether the user did it, who waits for it to show.
    package var isByUser: Bool
    /// Whether the store is another user's after it.
    package var endsLife: Bool

    /// As many rows as a message between processes has room for.
    package static let rowLimit = 2000

    package init(
        streams: Set<StreamID> = [], rows: [StreamID: [Int64]] = [:], overflowing: Set<StreamID> = [],
        emptied: Set<StreamID> = [], isByUser: Bool = false, endsLife: Bool = false
    ) {
        self.streams = streams
        self.rows = rows
        self.overflowing = overflowing
        self.emptied = emptied
        self.isByUser = isByUser
        self.endsLife = endsLife
    }

    init(_ changes: StoreChanges, isByUser: Bool, endsLife: Bool) {
        let isMany = changes.rows.values.reduce(0) { $0 + $1.count } > Self.rowLimit
        self.init(
            streams: changes.streams, rows: isMany ? [:] : changes.rows,
            overflowing: isMany ? Set(changes.rows.keys) : [], emptied: changes.emptied, isByUser: isByUser,
            endsLife: endsLife)
    }
}

extension CardDatabase {
    /// Calls `handler` after each commit of this process, in order; nil ends that.
    package func setCommitHandler(_ handler: (@Sendable (StoreCommit) -> Void)?) {
        onCommit.withLock { $0 = handler.map(StoreHandler.init) }
    }

    /// Handles a commit of another process: what shows it is read again.
    package func handle(_ commit: StoreCommit) {
        if commit.endsLife { storeEpoch.end() }
        observers.changed(
            StoreChanges(streams: commit.streams, rows: commit.rows, emptied: commit.emptied),
            byUser: commit.isByUser, reread: commit.overflowing)
        awaited.wakeListeners()
    }

    /// Reads everything that is shown again, after commits of other processes may have gone unnoticed.
    package func rereadAll() {
        observers.rereadAll()
        awaited.wakeListeners()
    }
}
