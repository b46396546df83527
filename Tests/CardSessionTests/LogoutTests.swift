import CardSession
import Cards
import FeedAPI
import FeedServer
import Foundation
import Support
import Testing

@Suite struct LogoutTests {
    /// Symbols: logout
    @Test func `a logout sends waiting actions, purges the store and ends all observations`() async throws {
        let feed = try await TestFeed()
        let cards = try await feed.publish(makeBody(title: "Top secret"), makeBody(title: "Two"))
        let folder = NSTemporaryDirectory() + "cardstream-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let session = try CardSession(.file(path: folder + "/cards.sqlite"))
        await session.connect(
            FeedSource(feed.client()), streams: [feed.stream], delivery: .push(fallbackInterval: .seconds(1))
        ) {
            _ in
        }
        let calls = Calls<CardSession.StreamUpdate>()
        let windows = Calls<Result<CardWindow, SessionError>>()
        try session.observeStream(id: feed.stream) { calls.record($0) }
        let container = session.observe(FeedQuery(streamID: feed.stream)) { _, result in windows.record(result) }
        let counts = try session.cardCounts(in: feed.stream)
        _ = try await calls.first("both cards") { (try? $0.get().count) == 2 }
        try await session.respond(to: cards[0], in: feed.stream, with: .dismiss, undoWindow: .seconds(3600))
        try await session.saveDraft(["note": "Top secret"], of: cards[1], in: feed.stream)

        try await session.logout()
        #expect(try await feed.outcome(cards[0]).status == .dismissed)
        _ = try await calls.first("the end") { $0 == .failure(.notLoggedIn(missing: "a login")) }
        _ = try await windows.first("the container's end") { $0 == .failure(.loggedOut) }
        for await _ in counts {}
        #expect(try session.window(FeedQuery(streamID: feed.stream)) == CardWindow())
        #expect(try session.drafts(in: feed.stream).isEmpty)
        #expect(try await session.history().isEmpty)
        for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
            let bytes = try Data(contentsOf: URL(fileURLWithPath: folder + "/" + name))
            #expect(bytes.firstRange(of: Data("Top secret".utf8)) == nil, "\(name)")
        }
        await #expect(throws: RequestError.self) { try await session.userMetrics() }

        // An ended observation stays ended after the next login.
        container.move(to: FeedQuery(streamID: feed.stream, anchor: .end))
        let told = (calls.all.count, windows.all.count)
        _ = try await feed.publish(makeBody(title: "For Ben"), to: "ben")
        await session.connect(
            FeedSource(feed.client(of: "ben")), streams: [feed.stream], delivery: .push(fallbackInterval: .seconds(1))
        ) { _ in }
        for await update in try session.observeStream(id: feed.stream) {
            #expect(try update.get().count == 1)
            break
        }
        #expect((calls.all.count, windows.all.count) == told)
        await session.close()
    }

    /// Symbols: purge
    @Test func `without a network, a logout purges everything and reports unsent actions`() async throws {
        let feed = try await TestFeed()
        let cards = try await feed.publish(makeBody())
        let session = try await feed.session(streams: [feed.stream])
        for await _ in try session.observeStream(id: feed.stream) { break }
        var client = feed.client()
        client.act = { _ throws(FeedError) in throw .network("away") }
        client.openSocket = { () throws(FeedError) in throw .network("away") }
        client.changes = { _, _ throws(FeedError) in throw .network("away") }
        await session.connect(
            FeedSource(client), streams: [feed.stream], delivery: .push(fallbackInterval: .seconds(1))
        ) { _ in }
        try await session.respond(to: cards[0], in: feed.stream, with: .dismiss)
        let error = await #expect(throws: RequestError.self) { try await session.logout() }
        guard case .network(let cause)? = error else {
            Issue.record("\(error as Any)")
            return
        }
        #expect(cause.reason.hasPrefix("1 action was not sent: "))
        #expect(!session.isLoggedIn)
        #expect(try session.window(FeedQuery(streamID: feed.stream)) == CardWindow())
        await session.close()
    }

    /// Symbols: logout-errors
    @Test func `concurrent logouts are one, and a cancelled one does nothing`() async throws {
        let feed = try await TestFeed()
        let session = try await feed.session(streams: [feed.stream])
        let cancelled = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await session.logout()
        }
        await #expect(throws: CancellationError.self) { try await cancelled.value }
        #expect(session.isLoggedIn)
        let both = (0..<2).map { _ in Task { try await session.logout() } }
        var errors: [RequestError] = []
        for task in both {
            do { try await task.value } catch let error as RequestError { errors.append(error) }
        }
        #expect(errors.count == 1)
        #expect(!session.isLoggedIn)
        await session.close()
    }

    @Test func `a logout that is cancelled while it sends keeps the login and the cards`() async throws {
        let feed = try await TestFeed()
        let cards = try await feed.publish(makeBody())
        let session = try await feed.session(streams: [feed.stream])
        for await update in try session.observeStream(id: feed.stream) where try update.get().count == 1 { break }
        var client = feed.client()
        let begun = Calls<Int>()
        client.sendAnalytics = { records throws(FeedError) in
            begun.record(records.count)
            try? await Task.sleep(for: .seconds(60))
            throw .cancelled
        }
        await session.connect(
            FeedSource(client), streams: [feed.stream], delivery: .push(fallbackInterval: .seconds(1))
        ) { _ in }
        let logout = Task { try await session.logout(within: .seconds(60)) }
        _ = try await begun.first("events are sent") { _ in true }
        logout.cancel()
        await #expect(throws: CancellationError.self) { try await logout.value }
        #expect(session.isLoggedIn)
        #expect(try session.window(FeedQuery(streamID: feed.stream)).items.map(\.id) == cards)
        #expect(try await session.perform(.dismiss(cards[0], in: feed.stream)) == .delivered)
        await session.connect(
            FeedSource(feed.client()), streams: [feed.stream], delivery: .push(fallbackInterval: .seconds(1))
        ) {
            _ in
        }
        try await session.logout()
        #expect(!session.isLoggedIn)
        await session.close()
    }

    @Test func `a logout that is cancelled after it has withdrawn an action completes`() async throws {
        let feed = try await TestFeed()
        _ = try await feed.publish(makeBody())
        let session = try await feed.session(streams: [feed.stream])
        for await update in try session.observeStream(id: feed.stream) where try update.get().count == 1 { break }
        var client = feed.client()
        let (begun, mayGo) = (Calls<DeviceRegistration>(), Calls<Bool>())
        let deregister = client.deregisterDevice
        client.deregisterDevice = { device throws(FeedError) in
            begun.record(device)
            for await _ in mayGo.stream { break }
            return try await deregister(device)
        }
        await session.connect(
            FeedSource(client), streams: [feed.stream], delivery: .push(fallbackInterval: .seconds(1))
        ) { _ in }
        try await session.registerDevice(DeviceRegistration(token: "0123456789abcdef", environment: .both))
        let logout = Task { try await session.logout(deregisterNotifications: true, within: .seconds(60)) }
        _ = try await begun.first("the device is deregistered") { _ in true }
        logout.cancel()
        mayGo.record(true)
        try await logout.value
        #expect(!session.isLoggedIn)
        #expect(try session.window(FeedQuery(streamID: feed.stream)) == CardWindow())
        await session.close()
    }

    /// Symbols: logout-errors
    @Test func `during a logout, other calls fail with that reason`() async throws {
        let feed = try await TestFeed()
        let cards = try await feed.publish(makeBody())
        let session = try await feed.session(streams: [feed.stream])
        for await update in try session.observeStream(id: feed.stream) where try update.get().count == 1 { break }
        var client = feed.client()
        let (begun, mayGo) = (Calls<Int>(), Calls<Bool>())
        let send = client.sendAnalytics
        client.sendAnalytics = { records throws(FeedError) in
            begun.record(records.count)
            for await _ in mayGo.stream { break }
            return try await send(records)
        }
        await session.connect(
            FeedSource(client), streams: [feed.stream], delivery: .push(fallbackInterval: .seconds(1))
        ) { _ in }
        let logout = Task { try await session.logout(within: .seconds(60)) }
        _ = try await begun.first("events are sent") { _ in true }
        let underWay = RequestError.aborted(.init("a logout is under way", code: .loggingOut))
        await #expect(throws: underWay) { try await session.logout() }
        await #expect(throws: underWay) { try await session.perform(.dismiss(cards[0], in: feed.stream)) }
        #expect(throws: underWay) { try session.cardCountChanges() }
        await #expect(throws: underWay) { try await session.flushEvents() }
        mayGo.record(true)
        try await logout.value
        let after = await #expect(throws: RequestError.self) { try await session.logout() }
        guard case .notLoggedIn? = after else {
            Issue.record("\(after as Any)")
            return
        }
        await session.close()
    }

    @Test func `sessions side by side share nothing`() async throws {
        let feed = try await TestFeed()
        let hers = try await feed.publish(makeBody(title: "Hers"))
        let his = try await feed.publish(makeBody(title: "His"), to: "ben")
        let ana = try await feed.session("ana")
        let ben = try await feed.session("ben")
        ana.setClientAppVersion("1")
        for (session, cards) in [(ana, hers), (ben, his)] {
            for await update in try session.observeStream(id: feed.stream) {
                #expect(try update.get().map(\.id) == cards)
                break
            }
        }
        await #expect(throws: RequestError.self) { try await ana.perform(.dismiss(his[0], in: feed.stream)) }
        await ana.setAPIProtocol(.http)
        try await ana.logout()
        #expect(ben.isLoggedIn && ben.clientAppVersion == "unknown")
        #expect(try ben.window(FeedQuery(streamID: feed.stream)).items.map(\.id) == his)
        #expect(try await ben.perform(.dismiss(his[0], in: feed.stream)) == .delivered)
        #expect(try await feed.outcome(hers[0]).status == .active)
        await ana.close()
        await ben.close()
    }
}

/// What a logout does with events that wait to be sent, and with the device.
@Suite struct LogoutEventTests {
    @Test func `a logout sends waiting events, including those of the actions that it sends`() async throws {
        let feed = try await TestFeed()
        let cards = try await feed.publish(makeBody())
        let session = try await feed.session(streams: [feed.stream])
        for await _ in try session.observeStream(id: feed.stream) { break }
        try await session.report([EventReport(.streamDisplayed, streamID: feed.stream)])
        try await session.respond(to: cards[0], in: feed.stream, with: .dismiss, undoWindow: .seconds(3600))
        try await session.logout()
        let names = try await feed.server.analytics(environment: feed.keys.environment).map(\.name)
        #expect(Set(names).isSuperset(of: ["stream-displayed", "card-dismissed", "sdk-initialized"]))
        // Later reports belong to no user.
        try await session.report([EventReport(.streamDisplayed, streamID: "late")])
        try await session.markSeen(cards, in: feed.stream)
        await session.connect(
            FeedSource(feed.client(of: "ben")), streams: [], delivery: .push(fallbackInterval: .seconds(1))
        ) { _ in }
        try await session.flushEvents()
        let records = try await feed.server.analytics(environment: feed.keys.environment)
        #expect(!records.contains { $0.streamID == "late" || $0.name == "card-displayed" })
        await session.close()
    }

    @Test func `a logout reports everything that was lost, with the cause`() async throws {
        let feed = try await TestFeed()
        let cards = try await feed.publish(makeBody())
        let session = try await feed.session(streams: [feed.stream])
        for await update in try session.observeStream(id: feed.stream) where try update.get().count == 1 { break }
        let denied = FeedError.denied("the network policy denies it")
        var client = feed.client()
        client.act = { _ throws(FeedError) in throw denied }
        client.openSocket = { () throws(FeedError) in throw denied }
        client.changes = { _, _ throws(FeedError) in throw denied }
        client.sendAnalytics = { _ throws(FeedError) in throw denied }
        let events = Calls<SessionEvent>()
        await session.connect(FeedSource(client), streams: [feed.stream], delivery: .polling(interval: .seconds(1))) {
            events.record($0)
        }
        _ = try await events.first("the denial") {
            if case .status(let status) = $0, case .stopped = status.connection { true } else { false }
        }
        try await session.report([EventReport(.streamDisplayed, streamID: feed.stream)])
        try await session.respond(to: cards[0], in: feed.stream, with: .dismiss)
        let error = await #expect(throws: RequestError.self) { try await session.logout(within: .seconds(2)) }
        guard case .data(let cause)? = error else {
            Issue.record("\(error as Any)")
            return
        }
        #expect(cause.underlying.count == 2)
        #expect(cause.reason == cause.underlying.map(\.reason).joined(separator: "; "))
        #expect(cause.underlying.first?.reason == "1 action was not sent: the network policy denies it")
        #expect(cause.underlying.last?.reason.contains("not sent: the network policy denies it") == true)
        for lost in cause.underlying { #expect(lost.underlying.map(\.reason) == ["the network policy denies it"]) }
        await session.close()
    }

    /// Symbols: logout-errors
    @Test(arguments: [
        (
            FeedError.network("away"),
            RequestError.network(
                .init(
                    "2 events were not sent: away", code: .unsent, underlying: [.init("away", code: .unreachable)]))
        ),
        (
            .server(Problem(.forbidden, detail: "no"), retryAfter: nil),
            .data(
                .init(
                    "2 events were not sent: no", code: .unsent, httpStatus: 403, problem: "forbidden",
                    underlying: [.init("no", code: .forbidden, httpStatus: 403, problem: "forbidden")]))
        ),
    ])
    func `events that cannot be sent are reported and dropped`(failure: FeedError, expected: RequestError) async throws
    {
        let feed = try await TestFeed()
        let session = try CardSession(.memory)
        var client = feed.client()
        client.sendAnalytics = { _ throws(FeedError) in throw failure }
        let events = Calls<SDKEvent>()
        session.observeEvents { events.record($0) }
        await session.connect(FeedSource(client), streams: [], delivery: .push(fallbackInterval: .seconds(1))) { _ in }
        _ = try await events.first("the login") { $0.kind == .sdkInitialized }
        try await session.report([EventReport(.streamDisplayed, streamID: feed.stream)])
        // The event of the login is written by a separate task.
        try await eventually("both wait") { try await session.waitingEvents() == 2 }
        await #expect(throws: expected) { try await session.logout(within: .seconds(2)) }
        #expect(!session.isLoggedIn)
        #expect(try await session.waitingEvents() == 0)
        await session.close()
    }

    @Test func `a logout waits for a silent server no longer than its limit`() async throws {
        let feed = try await TestFeed()
        let session = try CardSession(.memory)
        var client = feed.client()
        client.sendAnalytics = { _ throws(FeedError) in
            try? await Task.sleep(for: .seconds(60))
            throw .cancelled
        }
        await session.connect(FeedSource(client), streams: [], delivery: .push(fallbackInterval: .seconds(1))) { _ in }
        try await session.report([EventReport(.streamDisplayed)])
        let start = ContinuousClock.now
        let error = await #expect(throws: RequestError.self) { try await session.logout(within: .seconds(0.2)) }
        guard case .network? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(ContinuousClock.now - start < .seconds(20))
        await session.close()
    }

    /// Symbols: logout-deregister
    @Test(arguments: [false, true])
    func `a logout deregisters the device if requested`(isAsked: Bool) async throws {
        let feed = try await TestFeed()
        let session = try CardSession(.memory)
        var client = feed.client()
        let gone = Calls<DeviceRegistration>()
        let deregister = client.deregisterDevice
        client.deregisterDevice = { device throws(FeedError) in
            gone.record(device)
            return try await deregister(device)
        }
        await session.connect(FeedSource(client), streams: [], delivery: .push(fallbackInterval: .seconds(1))) { _ in }
        await #expect(throws: RequestError.self) {
            try await session.registerDevice(DeviceRegistration(token: "short"))
        }
        let device = DeviceRegistration(token: "0123456789abcdef", environment: .both)
        try await session.registerDevice(device)
        try await session.logout(deregisterNotifications: isAsked)
        #expect(gone.all == (isAsked ? [device] : []))
        await session.close()
    }

    /// Symbols: update-user, custom-event, push-received, event-notificationReceived
    @Test func `a notification that arrived, an event and a profile of the host's own are sent at once`() async throws {
        let feed = try await TestFeed()
        let session = try await feed.session()
        let notification = PushNotification(id: "n1", cardID: "c", streamID: feed.stream, title: "A card")
        try await session.trackNotificationReceived(notification)
        let records = try await feed.server.analytics(environment: feed.keys.environment)
        #expect(records.contains { $0.name == "notification-received" && $0.properties["id"] == "n1" })
        try await session.send(CustomEvent(id: "e1", name: "signed-up", at: Date()))
        var settings = UserSettings()
        settings.name = "Ana"
        #expect(try await session.updateUser(settings).name == "Ana")
        try await session.logout()
        await #expect(throws: RequestError.self) {
            try await session.send(CustomEvent(id: "e2", name: "x", at: Date()))
        }
        await session.close()
    }
}
