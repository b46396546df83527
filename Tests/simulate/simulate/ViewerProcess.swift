import Basics
import CardStore
import Cards
import FeedAPI
import FeedSync

import struct Foundation.Date

/// A viewer without a terminal: the real store, sync engine and outbox, with a network of the world and a user who does what the
/// plan says. Its process can be killed; the store's commits outlive it.
// Invariant: used by the only thread of the process.
final class ViewerProcess: @unchecked Sendable {
    unowned let world: World
    let number: Int
    let name: String
    let user: UserID
    private let polls: Bool
    let profile: Profile
    /// Nil while it does not run.
    private(set) var database: CardDatabase?
    /// Nil in one that follows another viewer of its profile.
    private var engine: SyncEngine?
    private(set) var link: Link
    private(set) var screen: Screen?
    /// The store before its last lasting commit (``Mutation/lostCommit``).
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
        link = Self.makeLink(world, name, user)
    }

    private static func makeLink(_ world: World, _ name: String, _ user: UserID) -> Link {
        let provider = TokenProvider(name: "world") { () throws(SourceError) in
            await pause(0.01)
            return world.makeToken(for: user)
        }
        let clock = SyncClock.live
        return Link(
            world, name: name, user: user, tokens: TokenCache(provider: provider, clock: clock),
            dice: Dice(world.dice.next()))
    }

    // MARK: Life

    func start() async {
        guard database == nil else { return }
        let life: CardDatabase
        do throws(StoreError) { life = try profile.open(by: self) } catch {
            world.trace.note(name, "cannot start: \(error)")
            await pause(1)
            return await start()
        }
        database = life
        screen = Screen(world, self, life)
        world.trace.note(name, "starts")
        guard life.isLeader else {
            // The leader passes its connection's status on.
            return life.setClockSkew { [self] in
                guard let leader = profile.leader, leader !== self else { return 0 }
                return leader.clockSkew
            }
        }
        await lead(life)
    }

    private var clockSkew: Double { database.map { $0.serverTime(at: now).timeIntervalSince(now) } ?? 0 }

    /// The leader is gone.
    func awaitLead() {
        guard let life = database else { return }
        life.whenLeader(
            isWanted: { [self] in life === database },
            onLeader: { [self] in
                world.trace.note(name, "leads")
                // The last leader may have committed something that it could not report.
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
            source: FeedSource(link.client, clock: clock), store: life, clock: clock, tokens: link.tokens,
            onSettled: { [self] record, result in
                if life === database { world.oracle.settled(record, result, self) }
            },
            onEnded: { [self] ended in if life === database { world.oracle.ended(ended, self) } })
        self.engine = engine
        await engine.start()
    }

    /// The store as it was one lasting commit earlier (``Mutation/lostCommit``).
    private var previousCopy: CardDatabase?

    /// Ends the process in the middle of what it is doing. The store stays as it is.
    func kill() {
        guard let database else { return }
        world.trace.note(name, "is killed")
        let engine = engine
        (self.database, self.engine) = (nil, nil)
        screen?.close()
        screen = nil
        link.isDead = true
        link.cut(.network("the process is gone"))
        world.oracle.killed(self)
        profile.kill(self, database, keeping: world.mutation == .lostCommit ? previousCopy : nil)
        (previousCopy, olderCopy) = (nil, nil)
        let weather = link.weather
        link = Self.makeLink(world, name, user)
        link.set(weather)
        Task { await engine?.stop() }
    }

    func end() async {
        screen?.close()
        await engine?.stop()
        database?.close()
    }

    // MARK: The user

    func act(_ card: Int, _ deed: Plan.Deed, hold: Double) async {
        guard let database, let items = screen?.window?.items, !items.isEmpty else { return }
        let item = items[card % items.count]
        let response = response(deed)
        let key = world.makeActionKey(of: self)
        let attempt = world.oracle.begins(response, self)
        world.oracle.tries(attempt, on: item.id, key)
        do throws(StoreError) {
            try await database.respond(
                response, to: item.id, in: World.stream, key: key, at: now, hold: hold)
            world.oracle.promised(attempt)
            if world.mutation == .earlySend {
                let request = ActionRequest(
                    key: key, streamID: World.stream, cardID: item.id, response: response, at: now)
                Task { [link] in try? await link.client.act(request) }
            }
        } catch {
            world.oracle.refused(attempt, error)
        }
        await outboxChanged()
    }

    func actOnMany(_ count: Int, _ deed: Plan.Deed, hold: Double) async {
        guard let database, let items = screen?.window?.items, !items.isEmpty else { return }
        let cards = items.prefix(count).map(\.id)
        let response = response(deed)
        let attempt = world.oracle.begins(response, self)
        do throws(StoreError) {
            _ = try await database.respond(
                response, toAll: cards, in: World.stream, hold: hold, clock: { [self] in now },
                makeKey: { [world] in world.makeKey() },
                report: { [world] card, key in
                    world.oracle.tries(attempt, on: card, key)
                    return []
                })
            world.oracle.promised(attempt)
        } catch {
            world.oracle.refused(attempt, error)
        }
        await outboxChanged()
    }

    func undo() async {
        guard let database else { return }
        world.oracle.beginsUndo(self)
        do throws(StoreError) {
            let result = try await database.undo(at: now)
            world.oracle.endsUndo(result, self)
        } catch {
            world.oracle.endsUndo(error, self)
        }
        await outboxChanged()
    }

    func refresh() async { await profile.leader?.engine?.refresh() }

    /// The leader sends what any viewer of the profile has done.
    private func outboxChanged() async { await profile.leader?.engine?.outboxChanged() }

    /// Gives up what the server has refused, as a user would.
    func discardRefused() async {
        guard let database else { return }
        let all = FeedQuery(streamID: World.stream, before: 0, after: 10_000)
        // A store that is closed has nothing to give up.
        for item in (try? database.window(all, at: now).items) ?? [] {
            if case .refused = item.delivery { _ = try? await database.discard(item.id, in: World.stream, at: now) }
        }
        await outboxChanged()
    }

    private func response(_ deed: Plan.Deed) -> CardResponse {
        switch deed {
        case .dismiss: .dismiss
        case .submit: .submit(buttonName: "yes", values: [:])
        case .snooze: .snooze(until: now.addingTimeInterval(20).wholeMilliseconds)
        case .voteUp: .voteUp(message: nil)
        case .voteDown: .voteDown(reason: .other, message: nil)
        }
    }
}

extension Date {
    /// What the wire has room for.
    var wholeMilliseconds: Date { FeedTime.date(milliseconds: FeedTime.milliseconds(self)) }
}
