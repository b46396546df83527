import Basics
import CardStore
import Cards
import FeedAPI
import FeedSync
import Support

import struct Foundation.Date

/// A viewer without a terminal: the real store, sync engine and outbox, with a simulated network and a user who follows
/// the plan. Its process can be killed; the store's commits survive.
// Invariant: used by the only thread of the process.
final class ViewerProcess: @unchecked Sendable {
    unowned let world: World
    let number: Int
    let name: String
    let user: UserID
    private let polls: Bool
    let profile: Profile
    /// The open store; nil while the process does not run.
    private(set) var database: CardDatabase?
    /// The sync engine; nil in a viewer that follows another viewer of its profile.
    private var engine: SyncEngine?
    private(set) var network: SimulatedNetwork
    private(set) var screen: Screen?
    /// The store before its last durable commit (``Mutation/lostCommit``).
    private var olderCopy: CardDatabase?
    private var tokenNumber = 0

    var isLeader: Bool { engine != nil }
    var now: Date { profile.clock.now }

    init(_ world: World, _ number: Int, user: UserID, profile: Profile, polls: Bool) {
        self.world = world
        self.number = number
        self.user = user
        self.profile = profile
        self.polls = polls
        name = "viewer\(number)"
        network = Self.makeNetwork(world, name, user)
    }

    private static func makeNetwork(_ world: World, _ name: String, _ user: UserID) -> SimulatedNetwork {
        let provider = TokenProvider(name: "world") { () throws(SourceError) in
            await pause(0.01)
            return world.makeToken(for: user)
        }
        let clock = SyncClock.live
        return SimulatedNetwork(
            world, name: name, user: user, tokens: TokenCache(provider: provider, clock: clock),
            random: SeededGenerator(seed: world.random.next()))
    }

    // MARK: Start and end

    func start() async {
        guard database == nil else { return }
        let life: CardDatabase
        do throws(StoreError) { life = try profile.open(by: self) } catch {
            world.trace.record(name, "cannot start: \(error)")
            await pause(1)
            return await start()
        }
        database = life
        screen = Screen(world, self, life)
        world.trace.record(name, "starts")
        guard life.isLeader else {
            // The leader shares the status of its connection.
            return life.setClockSkew { [self] in
                guard let leader = profile.leader, leader !== self else { return 0 }
                return leader.clockSkew
            }
        }
        await lead(life)
    }

    private var clockSkew: Double { database.map { $0.serverTime(at: now).timeIntervalSince(now) } ?? 0 }

    /// Waits for the lead, because the leader is gone.
    func awaitLead() {
        guard let life = database else { return }
        life.whenLeader(
            isWanted: { [self] in life === database },
            onLeader: { [self] in
                world.trace.record(name, "leads")
                // The previous leader may have committed changes that it could not report.
                life.rereadAll()
                Task { await lead(life) }
            }, onFailure: { _ in })
    }

    private func lead(_ life: CardDatabase) async {
        guard life === database, engine == nil else { return }
        var clock = SyncClock.live
        clock.now = { [self] in now }
        var settings = SyncSettings()
        if polls { settings.deliveryMode = .polling }
        if world.mutation == .lostCommit {
            life.setCommitHandler { [weak self] commit in
                guard commit.isByUser, let self, let older = try? CardDatabase.inMemory(copying: life) else { return }
                previousCopy = olderCopy ?? older
                olderCopy = older
            }
        }
        let engine = SyncEngine(
            configuration: SyncEngine.Configuration(streams: [World.stream], settings: settings),
            source: FeedSource(network.client, clock: clock), store: life, clock: clock, tokens: network.tokens,
            onSettled: { [self] record, result in
                if life === database { world.oracle.recordSettlement(record, result, self) }
            },
            onEnded: { [self] ended in if life === database { world.oracle.recordEnd(ended, self) } })
        self.engine = engine
        await engine.start()
    }

    /// The store one durable commit earlier (``Mutation/lostCommit``).
    private var previousCopy: CardDatabase?

    /// Ends the process in the middle of its work. The store stays as it is.
    func kill() {
        guard let database else { return }
        world.trace.record(name, "is killed")
        let engine = engine
        (self.database, self.engine) = (nil, nil)
        screen?.close()
        screen = nil
        network.isDead = true
        network.cut(.network("the process is gone"))
        world.oracle.recordKill(self)
        profile.kill(self, database, keeping: world.mutation == .lostCommit ? previousCopy : nil)
        (previousCopy, olderCopy) = (nil, nil)
        let condition = network.condition
        network = Self.makeNetwork(world, name, user)
        network.set(condition)
        Task { await engine?.stop() }
    }

    func end() async {
        screen?.close()
        await engine?.stop()
        database?.close()
    }

    // MARK: The user

    func act(_ card: Int, _ action: Plan.UserAction, hold: Double) async {
        guard let database, let items = screen?.window?.items, !items.isEmpty else { return }
        let item = items[card % items.count]
        let response = response(action)
        let key = world.makeActionKey(of: self)
        let attempt = world.oracle.beginAttempt(response, self)
        world.oracle.recordIntent(attempt, on: item.id, key)
        do throws(StoreError) {
            try await database.respond(
                response, to: item.id, in: World.stream, key: key, at: now, hold: hold)
            world.oracle.recordAcceptance(attempt)
            if world.mutation == .earlySend {
                let request = ActionRequest(
                    key: key, streamID: World.stream, cardID: item.id, response: response, at: now)
                Task { [network] in try? await network.client.act(request) }
            }
        } catch {
            world.oracle.recordRefusal(attempt, error)
        }
        await outboxChanged()
    }

    func actOnMany(_ count: Int, _ action: Plan.UserAction, hold: Double) async {
        guard let database, let items = screen?.window?.items, !items.isEmpty else { return }
        let cards = items.prefix(count).map(\.id)
        let response = response(action)
        let attempt = world.oracle.beginAttempt(response, self)
        do throws(StoreError) {
            _ = try await database.respond(
                response, toAll: cards, in: World.stream, hold: hold, clock: { [self] in now },
                makeKey: { [world] in world.makeKey() },
                report: { [world] card, key in
                    world.oracle.recordIntent(attempt, on: card, key)
                    return []
                })
            world.oracle.recordAcceptance(attempt)
        } catch {
            world.oracle.recordRefusal(attempt, error)
        }
        await outboxChanged()
    }

    func undo() async {
        guard let database else { return }
        world.oracle.beginUndo(self)
        do throws(StoreError) {
            let result = try await database.undo(at: now)
            world.oracle.endUndo(result, self)
        } catch {
            world.oracle.endUndo(error, self)
        }
        await outboxChanged()
    }

    func refresh() async { await profile.leader?.engine?.refresh() }

    /// The leader sends the actions of all viewers of the profile.
    private func outboxChanged() async { await profile.leader?.engine?.outboxChanged() }

    /// Discards the actions that the server has refused, as a user would.
    func discardRefused() async {
        guard let database else { return }
        let all = FeedQuery(streamID: World.stream, before: 0, after: 10_000)
        // A closed store has nothing to discard.
        for item in (try? database.window(all, at: now).items) ?? [] {
            if case .refused = item.delivery { _ = try? await database.discard(item.id, in: World.stream, at: now) }
        }
        await outboxChanged()
    }

    private func response(_ action: Plan.UserAction) -> CardResponse {
        switch action {
        case .dismiss: .dismiss
        case .submit: .submit(buttonName: "yes", values: [:])
        case .snooze: .snooze(until: now.addingTimeInterval(20).wholeMilliseconds)
        case .voteUp: .voteUp(message: nil)
        case .voteDown: .voteDown(reason: .other, message: nil)
        }
    }
}

extension Date {
    /// The date in the precision of the protocol.
    var wholeMilliseconds: Date { FeedTime.date(milliseconds: FeedTime.milliseconds(self)) }
}
