import Support

/// What happens in a world, derived from a seed. The steps are independent, so a shorter plan is also a valid plan.
struct Plan {
    enum Step: Hashable {
        /// The numbers of the users, and the seconds until the card expires, or nil.
        case publish(users: [Int], expires: Double?)
        /// Cancels the n-th published card.
        case cancel(Int)
        /// Acts on the n-th card of the viewer's screen. `hold` is the undo window in seconds.
        case act(viewer: Int, card: Int, UserAction, hold: Double)
        /// Acts on this many cards of the screen at the same time.
        case actOnMany(viewer: Int, count: Int, UserAction, hold: Double)
        case undo(viewer: Int)
        case refresh(viewer: Int)
        /// Changes the network of a viewer for some seconds.
        case changeNetwork(viewer: Int, NetworkCondition, seconds: Double)
        case cutPush(viewer: Int)
        /// The push connection stays open, but nothing arrives.
        case halfOpenPush(viewer: Int)
        case revokeToken(viewer: Int)
        /// Changes the viewer's wall clock, by seconds.
        case jump(viewer: Int, seconds: Double)
        /// Kills a viewer after this many steps of the scheduler. It is restarted after some seconds.
        case killViewer(Int, steps: Int, seconds: Double)
        /// The machine of a viewer loses all data that is not synced.
        case cutPower(viewer: Int, steps: Int, seconds: Double)
        /// Another program locks the store of a viewer for some seconds.
        case lockStore(viewer: Int, seconds: Double)
        case killNode(Int, steps: Int, seconds: Double)
        /// The server's wall clock is wrong by this many seconds from now on.
        case jumpNode(Int, seconds: Double)
        /// Writes to the storage fail for some seconds.
        case fullDisk(seconds: Double)
        /// Each access to the storage takes up to `latency` seconds, for some seconds.
        case slowDisk(latency: Double, seconds: Double)
        case ask(users: [Int], timeout: Int)
        /// Withdraws the n-th ask.
        case withdrawAsk(Int)
    }

    /// The storage of the servers.
    enum Database { case memory, sqlite }

    enum UserAction: String, CaseIterable { case dismiss, submit, snooze, voteUp, voteDown }

    enum NetworkCondition: Hashable {
        /// New connections fail, and existing ones break.
        case offline
        /// Requests and responses are lost, each with this probability.
        case lossy(Double)
        /// Nothing arrives, and the sender gets no error.
        case silent
        /// Everything takes up to this many seconds.
        case slow(Double)
        /// The server responds with this error status.
        case refusing(Int)
    }

    /// The steps in order, with their times in seconds since the world's start.
    var steps: [(at: Double, step: Step)]
    var nodes: Int
    var database: Database
    /// Whether viewers keep their stores in files instead of in memory.
    var hasFiles: Bool
    /// The numbers of the viewers' profiles. Two viewers of the same user may share one.
    var profiles: [Int]
    /// The time at which the faults end, in seconds since the world's start.
    var end: Double
    /// Whether each viewer polls.
    var polls: [Bool]
    /// The lifetime of a token in seconds.
    var tokenLife: Double

    static let viewers = 3
    /// The users of the viewers. Two viewers belong to the same user.
    static let users = [0, 0, 1]

    init(seed: UInt64) {
        var random = SeededGenerator(seed: seed ^ 0x914A)
        nodes = random.pick(from: [1, 1, 2, 3])
        database = random.chance(0.3) ? .sqlite : .memory
        hasFiles = random.chance(0.3)
        profiles = hasFiles && random.chance(0.5) ? [0, 0, 1] : [0, 1, 2]
        end = random.number(20...90)
        polls = (0..<Self.viewers).map { _ in random.chance(0.15) }
        tokenLife = random.pick(from: [30, 120, 3600])
        let count = 8 + random.pick(40)
        // Some worlds have few faults, so that each fault also occurs alone.
        let faultiness = random.pick(from: [0.1, 0.3, 0.6])
        var steps: [(at: Double, step: Step)] = [(0, .publish(users: [0, 1], expires: nil))]
        for _ in 0..<count {
            let step =
                random.chance(faultiness)
                ? Self.fault(&random, nodes: nodes, hasFiles: hasFiles) : Self.userStep(&random)
            let time = random.number(0...end)
            steps.append((time, step))
            steps += Self.conflictingVotes(during: step, from: time)
        }
        self.steps = steps.sorted { $0.at < $1.at }
    }

    /// While everything is slow for one viewer, another viewer of the same user repeatedly changes its vote on a card,
    /// so that the first viewer receives states from different moments by request and by push.
    private static func conflictingVotes(during step: Step, from time: Double) -> [(at: Double, step: Step)] {
        guard case .changeNetwork(let viewer, .slow, _) = step, viewer < 2 else { return [] }
        return (0..<8).map { number in
            let action: UserAction = number.isMultiple(of: 2) ? .voteUp : .voteDown
            return (time + 0.4 * Double(number), .act(viewer: 1 - viewer, card: 0, action, hold: 0))
        }
    }

    private static func userStep(_ random: inout SeededGenerator) -> Step {
        let viewer = random.pick(viewers)
        switch random.pick(20) {
        case 0...5:
            let users = random.pick(from: [[0], [0], [1], [0, 1]])
            return .publish(users: users, expires: random.chance(0.2) ? random.number(2...60).rounded() : nil)
        case 6: return .cancel(random.pick(30))
        case 7...13:
            return .act(
                viewer: viewer, card: random.pick(6), random.pick(from: UserAction.allCases),
                hold: random.pick(from: [0, 0, 5]))
        case 14:
            return .actOnMany(
                viewer: viewer, count: 2 + random.pick(4), random.pick(from: [.dismiss, .snooze]),
                hold: random.pick(from: [0, 5]))
        case 15: return .undo(viewer: viewer)
        case 16...17: return .refresh(viewer: viewer)
        case 18: return .ask(users: random.pick(from: [[0], [0, 1]]), timeout: 1 + random.pick(40))
        default: return .withdrawAsk(random.pick(4))
        }
    }

    private static func fault(_ random: inout SeededGenerator, nodes: Int, hasFiles: Bool) -> Step {
        let viewer = random.pick(viewers)
        let seconds = random.number(0.5...20)
        if hasFiles, random.chance(0.2) {
            return random.chance(0.7)
                ? .cutPower(viewer: viewer, steps: random.pick(300), seconds: random.number(0...5))
                : .lockStore(viewer: viewer, seconds: seconds)
        }
        switch random.pick(21) {
        case 0...6:
            let condition = random.pick(
                from: [
                    NetworkCondition.offline, .lossy(0.5), .lossy(0.2), .silent, .slow(3), .slow(40), .refusing(401),
                    .refusing(409), .refusing(429), .refusing(500), .refusing(503),
                ])
            return .changeNetwork(viewer: viewer, condition, seconds: seconds)
        case 7...8: return .cutPush(viewer: viewer)
        case 9: return .halfOpenPush(viewer: viewer)
        case 10: return .revokeToken(viewer: viewer)
        case 11: return .jump(viewer: viewer, seconds: random.pick(from: [-86_400, -600, -3, 3, 600, 86_400]))
        case 12...15:
            return .killViewer(
                viewer, steps: random.pick(300), seconds: random.number(0...5))
        case 16...17: return .killNode(random.pick(nodes), steps: random.pick(300), seconds: random.number(0...5))
        case 18: return .fullDisk(seconds: seconds)
        case 20: return .jumpNode(random.pick(nodes), seconds: random.pick(from: [-600, -3, 3, 600]))
        default: return .slowDisk(latency: random.pick(from: [0.01, 1, 10]), seconds: seconds)
        }
    }
}
