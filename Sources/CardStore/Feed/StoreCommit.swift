import Basics
package import Cards

/// The changes of a commit, for other processes that show the same store.
package struct StoreCommit: Hashable, Sendable {
    /// The streams whose windows may have changed.
    package var streams: Set<StreamID>
    /// The rows of the cards that were written.
    package var rows: [StreamID: [Int64]]
    /// The streams with too many changed cards, whose rows are therefore not listed.
    package var overflowing: Set<StreamID>
    /// The streams that lost all of their cards.
    package var emptied: Set<StreamID>
    /// Whether the user made the change and waits to see it.
    package var isByUser: Bool
    /// Whether the commit emptied the store, which then has a new owner epoch.
    package var emptiesStore: Bool

    /// The maximum number of rows that fit in a message between processes.
    package static let rowLimit = 2000

    package init(
        streams: Set<StreamID> = [], rows: [StreamID: [Int64]] = [:], overflowing: Set<StreamID> = [],
        emptied: Set<StreamID> = [], isByUser: Bool = false, emptiesStore: Bool = false
    ) {
        self.streams = streams
        self.rows = rows
        self.overflowing = overflowing
        self.emptied = emptied
        self.isByUser = isByUser
        self.emptiesStore = emptiesStore
    }

    init(_ changes: StoreChanges, isByUser: Bool, emptiesStore: Bool) {
        let isMany = changes.rows.values.reduce(0) { $0 + $1.count } > Self.rowLimit
        self.init(
            streams: changes.streams, rows: isMany ? [:] : changes.rows,
            overflowing: isMany ? Set(changes.rows.keys) : [], emptied: changes.emptied, isByUser: isByUser,
            emptiesStore: emptiesStore)
    }
}

extension CardDatabase {
    /// Sets the closure that is called after each commit of this process, in order; nil removes it.
    package func setCommitHandler(_ handler: (@Sendable (StoreCommit) -> Void)?) {
        onCommit.withLock { $0 = handler.map(StoreHandler.init) }
    }

    /// Handles a commit of another process: reads the changed windows again.
    package func handle(_ commit: StoreCommit) {
        if commit.emptiesStore { storeEpoch.end() }
        observers.changed(
            StoreChanges(streams: commit.streams, rows: commit.rows, emptied: commit.emptied),
            byUser: commit.isByUser, reread: commit.overflowing)
        awaited.wakeListeners()
    }

    /// Reads everything that is shown again, for commits of other processes that may not have been reported.
    package func rereadAll() {
        observers.rereadAll()
        awaited.wakeListeners()
    }
}
