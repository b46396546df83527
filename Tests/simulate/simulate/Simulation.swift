import CSimulator

/// Runs worlds one after the other, on the only thread.
enum Simulation {
    struct Outcome {
        /// The first violation; nil if there is none.
        var failure: String?
        var hash: UInt64
        var lines: [String]
        var steps: Int
    }

    /// The time after which a world counts as endless, in nanoseconds since the machine's start.
    private static let limit: UInt64 = 6 * 3600 * 1_000_000_000
    /// How long the leftover work of a world continues, so that it releases its memory; in nanoseconds.
    private static let rest: UInt64 = 3600 * 1_000_000_000

    static func run(_ seed: UInt64, _ plan: Plan, mutation: Mutation?, trace: Trace.Kind = .none) -> Outcome {
        let scheduler = Scheduler.shared
        scheduler.begin(seed: seed)
        csimulator_forget_syncs(mutation == .lostSync ? 1 : 0)
        let world = World(seed: seed, plan: plan, mutation: mutation, trace: trace)
        Task { await world.run() }
        if !scheduler.run(until: limit, { world.isOver }) {
            world.oracle.fail("the world stands still: somebody waits for what never comes")
        }
        let outcome = Outcome(
            failure: world.oracle.failure, hash: world.trace.hash, lines: world.trace.lines, steps: scheduler.steps)
        _ = scheduler.run(until: scheduler.now + rest) { false }
        return outcome
    }
}
