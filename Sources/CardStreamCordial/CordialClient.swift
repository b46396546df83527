package import Basics
import CurlTransport
import VendorClient

/// A client for an account of Cordial's service: contact, events, cart and orders, inbox, in-app messages, links,
/// pushes.
///
/// ```swift
/// let client = try CordialClient(account)
/// try await client.open()
/// try await client.contact.set("ana@example.com")
/// try await client.events.send("browse_product", properties: ["sku": "polo543"])
/// for message in try await client.inbox.page().messages { print(message.metadata["title"]?.string ?? message.id) }
/// try await client.close()
/// ```
///
/// Data that a program records is on disk before the call returns, and is sent as soon as the service can be reached.
/// Several processes can use an account's file; only one of them sends at a time.
public final class CordialClient: Sendable {
    /// The contact on whose behalf the program runs.
    public let contact: CordialContact
    /// Events of the contact.
    public let events: CordialEvents
    /// The cart and orders of the contact.
    public let commerce: CordialCommerce
    /// The inbox of the contact.
    public let inbox: CordialInbox
    /// In-app messages, which the program shows itself.
    public let inAppMessages: CordialInAppMessages
    /// Links of messages.
    public let links: CordialLinks
    /// Pushes that the program has received.
    public let pushes: CordialPushes
    /// The message to which later events and orders are attributed.
    public let attribution: CordialAttributions

    let account: CordialAccount
    let store: CordialStore
    let clock: SyncClock
    private let outbox: Outbox
    private let inApp: InAppDriver
    private let following: Task<Void, Never>
    private let watch: StoreWatch

    /// Creates a client. It connects only when there is something to send or load.
    ///
    /// - Throws: ``CordialError/Code/invalidRequest`` for an address that cannot be used, ``CordialError/Code/storage`` for a
    ///   file that cannot be used.
    public convenience init(_ account: CordialAccount) throws(CordialError) {
        let driver = CurlDriver(CurlConfiguration(authorityFile: account.authorityFile, policy: account.requestPolicy))
        try self.init(account, network: .curl(driver), clock: .live)
    }

    package init(_ account: CordialAccount, network: CordialNetwork, clock: SyncClock) throws(CordialError) {
        let addresses = try AccountAddresses(account)
        let store = try CordialStore(path: account.databasePath, account: account.fingerprint(addresses))
        let caller = CordialCaller(account, addresses, network, store)
        let outbox = Outbox(store, caller, clock)
        let times = MessageTimes(store: store, caller: caller, clock: clock)
        self.account = account
        self.store = store
        self.outbox = outbox
        self.clock = clock
        events = CordialEvents(account: account, store: store, outbox: outbox, clock: clock)
        contact = CordialContact(store: store, outbox: outbox, events: events, log: account.log)
        commerce = CordialCommerce(store: store, outbox: outbox, clock: clock)
        inbox = CordialInbox(
            account: account, store: store, caller: caller, outbox: outbox, events: events, times: times, clock: clock)
        attribution = CordialAttributions(store: store, clock: clock)
        links = CordialLinks(
            account: account, store: store, caller: caller, outbox: outbox, events: events, clock: clock)
        inApp = InAppDriver(store, caller, outbox, events, clock, times)
        inAppMessages = CordialInAppMessages(driver: inApp, events: events, links: links, outbox: outbox)
        pushes = CordialPushes(
            store: store, events: events, links: links, inbox: inbox, inApp: inApp, clock: clock)
        watch = StoreWatch(store, path: account.databasePath, outbox.notices)
        // Load in-app messages when the service accepts a contact.
        let notices = outbox.notices.values()
        following = Task { [inApp] in
            for await notice in notices where notice == .contactAccepted { await inApp.refresh() }
        }
    }

    deinit {
        following.cancel()
        let (outbox, inApp, watch) = (outbox, inApp, watch)
        Task {
            await watch.stop()
            await outbox.stop()
            await inApp.stop()
        }
    }

    /// Makes ``notices()`` also report changes that other processes make in the account's file.
    package func watchFile() async { await watch.begin() }

    /// A sequence of notices from now on. Any number of listeners gets each notice.
    public func notices() -> AsyncStream<CordialNotice> { outbox.notices.values() }

    /// Call this when the program has opened. The first call records the installation; the contact is a guest until one
    /// is set. From then on, waiting data is sent at intervals, and in-app messages are loaded and shown.
    public func open() async throws(CordialError) {
        let installed = await events.recording(.installed)
        try await store.change { access in
            guard !access.state.isInstalled else { return }
            access.state.isInstalled = true
            _ = try installed.add(to: &access)
        }
        try await events.sendSystem(.opened)
        try await resendContactIfNeeded()
        await watchFile()
        await outbox.start()
        await outbox.schedule()
        await inApp.open()
    }

    /// Call this when the program closes. Records this, and sends all waiting data now. Unsent data waits for the next
    /// time.
    @discardableResult
    public func close() async throws(CordialError) -> OutboxReport {
        await outbox.stop()
        await inApp.stop()
        try await events.sendSystem(.closed)
        await outbox.stop()
        return await outbox.flush()
    }

    /// Prepares sending in a short-lived program: also sends the contact if the service may not know it.
    package func prepare() async throws(CordialError) { try await resendContactIfNeeded() }

    /// Makes sure that the service knows the contact, and loads the first page of its inbox.
    package func reachInbox() async throws(CordialError) -> InboxPage {
        guard try await store.state().phase != .out else { throw CordialError.noContact }
        try await join()
        return try await inbox.page(1, size: 1)
    }

    /// The number of waiting items of all kinds.
    package func waitingCount() async throws(CordialError) -> Int { try await store.read { try $0.waitingCount() } }

    /// Makes sure that the service knows the contact. Sends a waiting contact first.
    ///
    /// - Throws: ``CordialError`` while the service has not accepted it.
    func join() async throws(CordialError) {
        try await resendContactIfNeeded()
        guard try await !hasJoined() else { return }
        let report = await outbox.flush()
        guard try await !hasJoined() else { return }
        throw report.failure ?? CordialError(.connectionFailed, "the service has not accepted the contact yet")
    }

    private func hasJoined() async throws(CordialError) -> Bool {
        try await store.read { try $0.state.phase == .active && $0.waitingCount(.contact) == 0 }
    }

    /// Follows the link of a message for the user. Later events are attributed to the message.
    ///
    /// - Parameter slide: The number of the carousel picture whose link is followed, from 1; nil for the message's own
    ///   link.
    /// - Throws: ``CordialError/Code/notFound`` if the message has no such link.
    func followLink(ofMessage id: String, slide: Int? = nil, _ receipt: StoredReceipt) async throws(CordialError) {
        let preview = try await store.read { try $0.message(id).map { InboxPreview($0.metadata) } }
        let target: (link: String?, fallback: String?)? = preview.flatMap { preview in
            guard let slide else { return (preview.link, preview.fallback) }
            let shown = InboxCard.shownSlides(of: preview)
            return shown.indices.contains(slide - 1) ? (shown[slide - 1].link, shown[slide - 1].fallback) : nil
        }
        guard let target, let link = target.link else { throw CordialError(.notFound, "the message has no link") }
        try await follow(link, fallback: target.fallback, ofMessage: id, receipt)
    }

    /// Follows a link of a message for the user. Later events are attributed to the message.
    ///
    /// - Parameter receipt: The receipt of the action that follows the link; nil for a link in a text.
    func follow(
        _ link: String, fallback: String? = nil, ofMessage id: String, _ receipt: StoredReceipt? = nil
    ) async throws(CordialError) {
        try await links.open(link, fallback: fallback)
        let attribution = CordialAttribution(messageID: id, time: clock.now())
        try await store.change { access in
            access.state.attribute(to: attribution)
            if let receipt { _ = try access.finish(receipt) }
        }
    }

    /// Sends the contact if a day has passed, or the service may not know it.
    private func resendContactIfNeeded() async throws(CordialError) {
        let now = clock.now()
        try await store.change { access in
            let hasContact = try access.waitingCount(.contact) > 0
            if ContactResendPolicy.isNeeded(access.state, hasContact: hasContact, at: now) { try access.addContact() }
        }
    }
}
