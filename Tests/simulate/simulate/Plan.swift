/// What happens in a world, by seed. Each step stands for itself, so that a shorter plan is a plan as well.
struct Plan {
    enum Step: Hashable {
        /// The numbers of users; seconds until the card expires, or nil.
        case publish(users: [Int], expires: Double?)
        /// The n-th card that was ever published.
        case cancel(Int)
        /// On the n-th card of the viewer's screen; seconds in which it can be undone.
        case act(viewer: Int, card: Int, Deed, hold: Double)
        /// On so many cards of the screen at once.
        case actOnMany(viewer: Int, count: Int, Deed, hold: Double)
        case undo(viewer: Int)
        case refresh(viewer: Int)
        /// What the network of a viewer does for some seconds.
        case weather(viewer: Int, Weather, seconds: Double)
        case cutPush(viewer: Int)
        /// The push connection is there, and nothing arrives any more.
        case halfOpenPush(viewer: Int)
        case revokeToken(viewer: Int)
        /// The viewer's wall clock, in seconds.
        case jump(viewer: Int, seconds: Double)
        /// After so many steps of the scheduler.
        case killViewer(Int, steps: Int, seconds: Double)
        /// The machine of a viewer loses what is not synced.
        case cutPower(viewer: Int, steps: Int, seconds: Double)
        /// Nobody else can write into the store of a viewer for some seconds.
        case lockStore(viewer: Int, seconds: Double)
        case killNode(Int, steps: Int, seconds: Double)
        /// The server's wall clock is wrong by so many seconds from now on.
        case jumpNode(Int, seconds: Double)
        /// The storage refuses to write for some seconds.
        case fullDisk(seconds: Double)
        /// Each use of the storage takes up to so long, for some seconds.
        case slowDisk(latency: Double, seconds: Double)
        case ask(users: [Int], timeout: Int)
        /// The n-th ask.
        case withdrawAsk(Int)
    }

    /// What keeps the feeds of the servers.
    enum Database { case memory, sqlite }

    enum Deed: String, CaseIterable { case dismiss, submit, snooze, voteUp, voteDown }

    enum Weather: Hashable {
        /// No connection can be made, and those that are there break.
        case offline
        /// Requests and answers are lost, with this probability each.
        case lossy(Double)
        /// Nothing comes back, and nobody says so.
        case silent
        /// Everything takes up to so many seconds.
        case slow(Double)
        /// The server refuses, with this status.
        case refusing(Int)
    }

    /// In seconds since the world's start, in order.
    var steps: [(at: Double, step: Step)]
    var nodes: Int
    var database: Database
    /// Whether viewers keep their stores in files instead of in memory.
    var hasFiles: Bool
    /// The profiles of the viewers; two of the same user may share one.
    var profiles: [Int]
    /// When the faults end, in seconds.
    var end: Double
    /// Which viewers poll.
    var polls: [Bool]
    /// Seconds that a token is valid.
    var tokenLife: Double

    static let viewers = 3
    /// The users of the viewers: two viewers are of the same one.
    static let users = [0, 0, 1]

    init(seed: UInt64) {
        var dice = Dice(seed ^ 0x914A)
        nodes = dice.pick(from: [1, 1, 2, 3])
        database = dice.chance(0.3) ? .sqlite : .memory
        hasFiles = dice.chance(0.3)
        profiles = hasFiles && dice.chance(0.5) ? [0, 0, 1] : [0, 1, 2]
        end = dice.number(20...90)
        polls = (0..<Self.viewers).map { _ in dice.chance(0.15) }
        tokenLife = dice.pick(from: [30, 120, 3600])
        let count = 8 + dice.pick(40)
        // Some worlds have few faults, so that each is seen alone.
        let faultiness = dice.pick(from: [0.1, 0.3, 0.6])
        var steps: [(at: Double, step: Step)] = [(0, .publish(users: [0, 1], expires: nil))]
        for _ in 0..<count {
            let step = dice.chance(faultiness) ? Self.fault(&dice, nodes: nodes, hasFiles: hasFiles) : Self.deed(&dice)
            let time = dice.number(0...end)
            steps.append((time, step))
            steps += Self.quarrel(during: step, from: time)
        }
        self.steps = steps.sorted { $0.at < $1.at }
    }

    /// While everything is slow for one viewer, another one of the same user changes its mind about a card again and again: what
    /// the first one asks for and what is pushed to it are then from different moments.
    private static func quarrel(during step: Step, from time: Double) -> [(at: Double, step: Step)] {
        guard case .weather(let viewer, .slow, _) = step, viewer < 2 else { return [] }
        return (0..<8).map { number in
            let deed: Deed = number.isMultiple(of: 2) ? .voteUp : .voteDown
            return (time + 0.4 * Double(number), .act(viewer: 1 - viewer, card: 0, deed, hold: 0))
        }
    }

    private static func deed(_ dice: inout Dice) -> Step {
        let viewer = dice.pick(viewers)
        switch dice.pick(20) {
        case 0...5:
            let users = dice.pick(from: [[0], [0], [1], [0, 1]])
            return .publish(users: users, expires: dice.chance(0.2) ? dice.number(2...60).rounded() : nil)
        case 6: return .cancel(dice.pick(30))
        case 7...13:
            return .act(
                viewer: viewer, card: dice.pick(6), dice.pick(from: Deed.allCases),
                hold: dice.pick(from: [0, 0, 5]))
        case 14:
            return .actOnMany(
                viewer: viewer, count: 2 + dice.pick(4), dice.pick(from: [.dismiss, .snooze]),
                hold: dice.pick(from: [0, 5]))
        case 15: return .undo(viewer: viewer)
        case 16...17: return .refresh(viewer: viewer)
        case 18: return .ask(users: dice.pick(from: [[0], [0, 1]]), timeout: 1 + dice.pick(40))
        default: return .withdrawAsk(dice.pick(4))
        }
    }

    private static func fault(_ dice: inout Dice, nodes: Int, hasFiles: Bool) -> Step {
        let viewer = dice.pick(viewers)
        let seconds = dice.number(0.5...20)
        if hasFiles, dice.chance(0.2) {
            return dice.chance(0.7)
                ? .cutPower(viewer: viewer, steps: dice.pick(300), seconds: dice.number(0...5))
                : .lockStore(viewer: viewer, seconds: seconds)
        }
        switch dice.pick(21) {
        case 0...6:
            let weather = dice.pick(
                from: [
                    Weather.offline, .lossy(0.5), .lossy(0.2), .silent, .slow(3), .slow(40), .refusing(401),
                    .refusing(409), .refusing(429), .refusing(500), .refusing(503),
                ])
            return .weather(viewer: viewer, weather, seconds: seconds)
        case 7...8: return .cutPush(viewer: viewer)
        case 9: return .halfOpenPush(viewer: viewer)
        case 10: return .revokeToken(viewer: viewer)
        case 11: return .jump(viewer: viewer, seconds: dice.pick(from: [-86_400, -600, -3, 3, 600, 86_400]))
        case 12...15:
            return .killViewer(
                viewer, steps: dice.pick(300), seconds: dice.number(0...5))
        case 16...17: return .killNode(dice.pick(nodes), steps: dice.pick(300), seconds: dice.number(0...5))
        case 18: return .fullDisk(seconds: seconds)
        case 20: return .jumpNode(dice.pick(nodes), seconds: dice.pick(from: [-600, -3, 3, 600]))
        default: return .slowDisk(latency: dice.pick(from: [0.01, 1, 10]), seconds: seconds)
        }
    }
}
