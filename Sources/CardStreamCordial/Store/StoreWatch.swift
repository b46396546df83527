import Basics
import VendorClient

/// Detects changes that other processes make in the account's file: another contact, marks and deletions of messages.
actor StoreWatch {
    private let store: CordialStore
    /// The path of the file; empty for an account in memory, which no other process has.
    private let path: String
    private let notices: Broadcast<CordialNotice>
    private var following: Task<Void, Never>?
    private var known: CordialStore.Revision?

    init(_ store: CordialStore, path: String, _ notices: Broadcast<CordialNotice>) {
        (self.store, self.path, self.notices) = (store, path, notices)
    }

    /// Starts detecting changes.
    func begin() async {
        guard following == nil, !path.isEmpty else { return }
        // Every commit is first written to the write-ahead log.
        let writes = FileWrites.values(of: path + "-wal")
        following = Task { [weak self] in
            for await _ in writes { await self?.checkForChanges() }
        }
        await checkForChanges()
    }

    func stop() {
        following?.cancel()
        following = nil
    }

    private func checkForChanges() async {
        // Ignore errors: the next write or request reads the state again.
        guard let revision = try? await store.revision() else { return }
        let before = known
        known = revision
        // This process has already reported its own changes.
        guard let before, before.otherWrites != revision.otherWrites else { return }
        if before.state.primaryKey != revision.state.primaryKey || before.state.phase != revision.state.phase {
            notices.send(.contactChanged)
        } else if before.state.inboxEdits != revision.state.inboxEdits {
            notices.send(.inboxChanged)
        }
    }
}
