/// Looks for a shorter plan that fails in the same way, by dropping ever smaller parts of the plan.
enum Shrinker {
    static func shrink(_ seed: UInt64, _ plan: Plan, like failure: String, mutation: Mutation?) -> Plan {
        func fails(_ candidate: Plan) -> Bool {
            Simulation.run(seed, candidate, mutation: mutation).failure.map { words($0) == words(failure) } ?? false
        }
        var best = plan
        var size = max(1, best.steps.count / 2)
        while true {
            var start = 0
            while start < best.steps.count {
                var candidate = best
                candidate.steps.removeSubrange(start..<min(start + size, best.steps.count))
                if fails(candidate) {
                    best = candidate
                } else {
                    start += size
                }
            }
            if size == 1 { break }
            size /= 2
        }
        // A world with one node is simpler still.
        for simpler in simplifications(of: best) where fails(simpler) { best = simpler }
        return best
    }

    /// The words of a failure, without the names of cards and viewers.
    private static func words(_ failure: String) -> [Substring] {
        failure.split(separator: " ").filter { word in word.allSatisfy(\.isLetter) && word.count > 4 }
    }

    private static func simplifications(of plan: Plan) -> [Plan] {
        var single = plan
        single.nodes = 1
        return plan.nodes > 1 ? [single] : []
    }
}
