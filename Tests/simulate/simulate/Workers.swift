import CSimulator
import Glibc

/// Processes that share the seeds: a world uses one thread, and a crash of one is found like any other failure.
enum Workers {
    /// The number of seeds that one process runs, which limits its memory.
    private static let batch: UInt64 = 200
    /// One of this many worlds is run twice, to check that both runs are the same.
    private static let twice: UInt64 = 25

    /// The first seed that fails, or one of the first; nil if none fails.
    static func firstFailure(_ options: Options) -> UInt64? {
        var next = options.first
        let end = options.first + options.seeds
        var running: [pid_t: (seeds: Range<UInt64>, output: Int32)] = [:]
        var failed: UInt64?
        while !running.isEmpty || (next < end && failed == nil) {
            while running.count < options.jobs, next < end, failed == nil {
                let batch = min(batch, max(1, options.seeds / UInt64(options.jobs)))
                let seeds = next..<min(next + batch, end)
                next = seeds.upperBound
                let (process, output) = start(seeds, options)
                running[process] = (seeds, output)
            }
            var status: Int32 = 0
            let process = waitpid(-1, &status, 0)
            guard process > 0, let worker = running.removeValue(forKey: process) else { continue }
            // Removes the files of a world that has crashed.
            Profile.removeFiles(of: process)
            if let seed = result(of: worker.output, worker.seeds, status) { failed = min(failed ?? seed, seed) }
            // Later seeds are no longer needed.
            for (other, worker) in running where worker.seeds.lowerBound > failed ?? .max { kill(other, SIGKILL) }
        }
        return failed
    }

    /// - Returns: The process, and the pipe to which it writes each seed that it starts.
    private static func start(_ seeds: Range<UInt64>, _ options: Options) -> (pid_t, Int32) {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { fatalError("no pipe: \(String(cString: strerror(errno)))") }
        // Must be called before the first task of this process, because only one thread continues in the child.
        // Flushes the output first, because otherwise both processes would print it.
        fflush(nil)
        let process = csimulator_fork()
        guard process == 0 else {
            guard process > 0 else { fatalError("no process: \(String(cString: strerror(errno)))") }
            close(ends[1])
            return (process, ends[0])
        }
        close(ends[0])
        Scheduler.shared.takeOver()
        for seed in seeds {
            // Only the last seed in the pipe counts.
            withUnsafeBytes(of: seed) { _ = write(ends[1], $0.baseAddress, $0.count) }
            if !holds(seed, options) { end(1) }
        }
        end(0)
    }

    private static func end(_ code: Int32) -> Never {
        fflush(nil)
        _exit(code)
    }

    private static func holds(_ seed: UInt64, _ options: Options) -> Bool {
        let plan = Plan(seed: seed)
        let isRunTwice = seed % twice == 0
        let outcome = Simulation.run(seed, plan, mutation: options.mutation, trace: isRunTwice ? .hash : .none)
        guard outcome.failure == nil else { return false }
        guard isRunTwice else { return true }
        let again = Simulation.run(seed, plan, mutation: options.mutation, trace: .hash)
        guard again.hash == outcome.hash else {
            showDifference(seed, plan, options)
            return false
        }
        return true
    }

    /// Prints the first difference between two runs.
    private static func showDifference(_ seed: UInt64, _ plan: Plan, _ options: Options) {
        let runs = (0..<2).map { _ in Simulation.run(seed, plan, mutation: options.mutation, trace: .lines).lines }
        let common = zip(runs[0], runs[1]).prefix { $0 == $1 }.count
        print("simulate: two runs of seed \(seed) differ from line \(common + 1) on")
        for line in runs[0].prefix(common).suffix(5) { print("    " + line) }
        for run in runs { print(run.count > common ? "or  " + run[common] : "or  the end") }
    }

    /// The last seed that a process started, if it failed; nil if it succeeded.
    private static func result(of output: Int32, _ seeds: Range<UInt64>, _ status: Int32) -> UInt64? {
        defer { close(output) }
        guard status != 0 else { return nil }
        var last = seeds.lowerBound
        var seed: UInt64 = 0
        while withUnsafeMutableBytes(of: &seed, { read(output, $0.baseAddress, $0.count) }) == 8 { last = seed }
        return last
    }
}
