import Basics
import VendorClient

/// Detects changes that other processes make in the account's file: another contact, marks and deletions of messages.
actor StoreWatch {
    private let store: CordialStore
    /// The path of the file; empty for an account in memory, which no other process has.
    private let path: String
    private let notices: Broadcast<CordialNotice>
    private var following: Task<Void, Never>?
    private var known: CordialStore.Glance?

    init(_ store: CordialStore, path: String, _ notices: Broadcast<CordialNotice>) {
        (self.store, self.path, self.notices) = (store, path, notices)
    }

    /// Starts detecting changes.
    func begin() async {
        guard following == nil, !path.isEmpty else { return }
        // Every commit is first written to the write-ahead log.
        let writes = FileWrites.values(of: path + "-wal")
        following = Task { [weak self] in
            for await _ in writes { await self?.look() }
        }
        await look()
    }

    func stop() {
        following?.cancel()
        following = nil
    }

    private func look() async {
        // Ignore errors: the next write or request reads the state again.
        guard let glance = try? await store.glance() else { return }
        let before = known
        known = glance
        // This process has already reported its own changes.
        guard let before, before.otherWrites != glance.otherWrites else { return }
        if before.state.primaryKey != glance.state.primaryKey || before.state.phase != glance.state.phase {
            notices.send(.contactChanged)
        } else if before.state.inboxEdits != glance.state.inboxEdits {
            notices.send(.inboxChanged)
        }
    }
}
