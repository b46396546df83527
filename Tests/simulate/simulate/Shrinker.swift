/// Looks for a shorter plan that fails as well: drops ever smaller parts of it.
enum Shrinker {
    static func shrink(_ seed: UInt64, _ plan: Plan, mutation: Mutation?) -> Plan {
        var best = plan
        var size = max(1, best.steps.count / 2)
        while true {
            var start = 0
            while start < best.steps.count {
                var candidate = best
                candidate.steps.removeSubrange(start..<min(start + size, best.steps.count))
                if Simulation.run(seed, candidate, mutation: mutation).failure != nil {
                    best = candidate
                } else {
                    start += size
                }
            }
            if size == 1 { break }
            size /= 2
        }
        // A world of one node and pushed changes is simpler still.
        for simpler in simplifications(of: best) where Simulation.run(seed, simpler, mutation: mutation).failure != nil
        {
            best = simpler
        }
        return best
    }

    private static func simplifications(of plan: Plan) -> [Plan] {
        var single = plan
        single.nodes = 1
        return plan.nodes > 1 ? [single] : []
    }
}
