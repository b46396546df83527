import Basics
import VendorClient

/// Notices at once what other processes change in the account's file: another contact, marks and deletions of messages.
actor StoreWatch {
    private let store: CordialStore
    /// Empty for an account in memory, which no other process has.
    private let path: String
    private let notices: Broadcast<CordialNotice>
    private var following: Task<Void, Never>?
    private var known: CordialStore.Glance?

    init(_ store: CordialStore, path: String, _ notices: Broadcast<CordialNotice>) {
        (self.store, self.path, self.notices) = (store, path, notices)
    }

    /// Notices changes from now on.
    func begin() async {
        guard following == nil, !path.isEmpty else { return }
        // Every commit is written there first.
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
        // What cannot be read now is read with the next write, and by the next request in any case.
        guard let glance = try? await store.glance() else { return }
        let before = known
        known = glance
        // Its own changes this process has told itself.
        guard let before, before.otherWrites != glance.otherWrites else { return }
        if before.state.primaryKey != glance.state.primaryKey || before.state.phase != glance.state.phase {
            notices.send(.contactChanged)
        } else if before.state.inboxEdits != glance.state.inboxEdits {
            notices.send(.inboxChanged)
        }
    }
}
