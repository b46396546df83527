import Cards
import FeedAPI
import FeedEngine
import FeedServer
import FeedStorage
import Support

import struct Foundation.Date
import struct Foundation.UUID

/// Server nodes with a common disk, viewers of two users, a publisher, askers, and the network between them.
// Invariant: used by the only thread of the process.
final class World: @unchecked Sendable {
    static let stream: StreamID = "ops"

    let plan: Plan
    let mutation: Mutation?
    let trace: Trace
    let oracle: Oracle
    let disk: Disk
    var random: SeededGenerator
    private let receiver: Receiver
    private let clocks: [WallClock]
    private(set) var nodes: [Node] = []
    private(set) var viewers: [ViewerProcess] = []
    private(set) var publisher: Publisher?
    private(set) var isOver = false
    private var tokenEnds: [String: Double] = [:]
    private var lastKeys: [Int: ActionKey] = [:]

    init(seed: UInt64, plan: Plan, mutation: Mutation?, trace kind: Trace.Kind) {
        Profile.removeFiles()
        self.plan = plan
        self.mutation = mutation
        trace = Trace(kind)
        oracle = Oracle(trace)
        random = SeededGenerator(seed: seed ^ 0x0123)
        disk = Disk(plan.database, SeededGenerator(seed: random.next()), mutation: mutation)
        receiver = Receiver(SeededGenerator(seed: random.next()), oracle)
        clocks = (0..<plan.nodes).map { _ in WallClock() }
    }

    static func user(of viewer: Int) -> UserID { name(Plan.users[viewer]) }
    static func name(_ user: Int) -> UserID { ["ana", "bo"][user] }

    // MARK: Running the world

    /// The simulated seconds in which everything must recover after the faults.
    private static let recoveryTimeout = 900.0

    func run() async {
        for number in 0..<plan.nodes { nodes.append(await makeNode(number, life: 1)) }
        do throws(Problem) {
            try await nodes[0].server.makeWebhook(WebhookRequest(url: Receiver.url), environment: Node.environment)
        } catch { oracle.fail("a webhook cannot be made: \(error)") }
        publisher = Publisher(self)
        let profiles = (0..<Plan.viewers).map { Profile(self, $0, isInFiles: plan.hasFiles) }
        for number in 0..<Plan.viewers {
            viewers.append(
                ViewerProcess(
                    self, number, user: Self.user(of: number), profile: profiles[plan.profiles[number]],
                    polls: plan.polls[number]))
        }
        for viewer in viewers { await viewer.start() }
        for (at, step) in plan.steps {
            await pause(at - elapsed)
            trace.record("plan", "\(step)")
            // In a separate task, so that a step that waits does not delay the next one.
            Task { await perform(step) }
        }
        await pause(plan.end - elapsed)
        await endFaults()
        await waitForRecovery()
        await end()
        isOver = true
    }

    /// Seconds since the world's start.
    private var elapsed: Double { Scheduler.shared.uptime - 3600 }

    private func makeNode(_ number: Int, life: Int) async -> Node {
        await Node(number, life: life, disk, clocks[number], receiver, isShared: plan.nodes > 1)
    }

    private func endFaults() async {
        trace.record("world", "the faults end")
        Scheduler.shared.forgetCountdowns()
        for viewer in viewers { viewer.network.set(nil) }
        (disk.isFull, disk.latency) = (false, 0)
        for clock in clocks { clock.jump = 0 }
        for viewer in viewers { viewer.profile.unlock() }
        receiver.losses = 0
        // Enough time for killed processes to be back, all snoozes to end, and all asks to reach their deadline.
        await pause(60)
        for viewer in viewers { await viewer.start() }
    }

    private func waitForRecovery() async {
        let end = elapsed + Self.recoveryTimeout
        var last: String?
        while elapsed < end, oracle.failure == nil {
            last = nil
            for viewer in viewers {
                await viewer.discardRefused()
                if last == nil { last = await oracle.divergence(viewer, disk.storage) }
            }
            if publisher?.isBusy == true { last = last ?? "the publisher has something to send" }
            if last == nil { last = await unfinishedServerWork() }
            if last == nil { break }
            await pause(5)
        }
        if let last { return oracle.fail("never came right: \(last)") }
        do {
            try await oracle.compare(
                disk.storage, publications: publisher?.count ?? 0, users: publisher?.users ?? [:],
                webhookMessages: Array(receiver.messages.values))
        } catch {
            oracle.fail("the storage cannot be read: \(error)")
        }
    }

    /// What the servers have not finished yet; nil if nothing.
    private func unfinishedServerWork() async -> String? {
        do {
            if try await disk.storage.countOpenAsks(of: Node.environment) > 0 { return "an ask is open" }
            for webhook in try await disk.storage.webhooks() {
                let counts = try await disk.storage.deliveryCounts(of: webhook.id)
                if counts.waiting > 0 { return "\(counts.waiting) deliveries to a webhook wait" }
            }
            return nil
        } catch { return "the storage: \(error)" }
    }

    private func end() async {
        for viewer in viewers { await viewer.end() }
        Profile.removeFiles()
        for node in nodes { await node.server.stop(within: .zero) }
    }

    // MARK: Steps

    private func perform(_ step: Plan.Step) async {
        switch step {
        case .publish(let users, let expires): await publisher?.publish(to: users, expires: expires)
        case .cancel(let number): await publisher?.cancel(number)
        case .ask(let users, let timeout): await publisher?.ask(users, timeout: timeout)
        case .withdrawAsk(let number): await publisher?.withdraw(number)
        case .act(let viewer, let card, let action, let hold): await viewers[viewer].act(card, action, hold: hold)
        case .actOnMany(let viewer, let count, let action, let hold):
            await viewers[viewer].actOnMany(count, action, hold: hold)
        case .undo(let viewer): await viewers[viewer].undo()
        case .refresh(let viewer): await viewers[viewer].refresh()
        case .changeNetwork(let viewer, let condition, let seconds):
            viewers[viewer].network.set(condition)
            // Users refresh when loading stalls, so that responses arrive while changes do.
            if case .slow = condition { await viewers[viewer].refresh() }
            await pause(seconds)
            viewers[viewer].network.set(nil)
        case .cutPush(let viewer): viewers[viewer].network.cut(.network("the connection broke"))
        case .halfOpenPush(let viewer): viewers[viewer].network.silencePush()
        case .revokeToken: tokenEnds = [:]
        case .jump(let viewer, let seconds):
            viewers[viewer].profile.clock.jump += seconds
        case .killViewer(let viewer, let steps, let seconds):
            Scheduler.shared.after(steps: steps) { [self] in
                viewers[viewer].kill()
                Task {
                    await pause(seconds)
                    await viewers[viewer].start()
                }
            }
        case .cutPower(let viewer, let steps, let seconds):
            Scheduler.shared.after(steps: steps) { [self] in
                let profile = viewers[viewer].profile
                profile.cutPower()
                oracle.recordPowerCut(profile, viewers)
                Task {
                    await pause(seconds)
                    for viewer in viewers where viewer.profile === profile { await viewer.start() }
                }
            }
        case .lockStore(let viewer, let seconds): await viewers[viewer].profile.lockStore(for: seconds)
        case .killNode(let number, let steps, let seconds):
            Scheduler.shared.after(steps: steps) { [self] in kill(number, for: seconds) }
        case .jumpNode(let number, let seconds): clocks[number].jump = seconds
        case .fullDisk(let seconds):
            disk.isFull = true
            await pause(seconds)
            disk.isFull = false
        case .slowDisk(let latency, let seconds):
            disk.latency = latency
            await pause(seconds)
            disk.latency = 0
        }
    }

    private func kill(_ number: Int, for seconds: Double) {
        let node = nodes[number]
        guard !node.isDead else { return }
        trace.record(node.name, "is killed")
        node.kill()
        for viewer in viewers { viewer.network.closeConnections(to: node) }
        let life = (Int(node.name.split(separator: ".").last ?? "") ?? 0) + 1
        Task {
            await pause(seconds)
            let next = await makeNode(number, life: life)
            trace.record(next.name, "starts")
            nodes[number] = next
        }
    }

    // MARK: Functions for the parts of the world

    /// A random running node; nil if none runs.
    func node() -> Node? {
        let alive = nodes.filter { !$0.isDead }
        return alive.isEmpty ? nil : random.pick(from: alive)
    }

    /// The user as whom a viewer reads.
    func reader(for user: UserID) -> UserID {
        mutation == .otherUser && random.chance(0.05) ? "bo" : user
    }

    func makeKey() -> ActionKey { ActionKey(UUID()) }

    func makeActionKey(of viewer: ViewerProcess) -> ActionKey {
        if mutation == .reuseKey, let last = lastKeys.removeValue(forKey: viewer.number) { return last }
        let key = makeKey()
        lastKeys[viewer.number] = key
        return key
    }

    // MARK: Tokens

    /// A new token.
    func makeToken(for user: UserID) -> String {
        let end = Date().timeIntervalSince1970 + plan.tokenLife
        let claims = #"{"sub":"\#(user)","exp":\#(Int(end))}"#
        let token = "e30.\(Base64URL.text(Array(claims.utf8))).\(tokenEnds.count)-\(random.pick(1_000_000))"
        tokenEnds[token] = Scheduler.shared.uptime + plan.tokenLife
        return token
    }

    /// When a token expires, in seconds since the machine's start; now if it was revoked.
    func end(of token: String) -> Double { tokenEnds[token] ?? Scheduler.shared.uptime }

    func isValid(_ token: String) -> Bool { end(of: token) > Scheduler.shared.uptime }
}
