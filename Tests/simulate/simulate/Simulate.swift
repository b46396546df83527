import CSimulator
import Glibc

/// `simulate [--seeds N] [--first N] [--mutate NAME] [--jobs N] [--trace]`: runs worlds from seeds, and prints how to
/// reproduce a failure. Exits with 1 after a failure, or, with `--mutate`, if no failure was found.
@main
struct Simulate {
    static func main() {
        csimulator_settle(CommandLine.unsafeArgv)
        // The working directory, where the viewers' stores are created: in memory if the system has such a folder,
        // because they are not needed afterwards.
        let memory = "/dev/shm"
        chdir(getenv("TMPDIR").map { String(cString: $0) } ?? (access(memory, W_OK) == 0 ? memory : "/tmp"))
        let options = Options(CommandLine.arguments.dropFirst())
        let start = csimulator_real_time()
        guard let failed = Workers.firstFailure(options) else {
            let seconds = Double(csimulator_real_time() - start) / 1e9
            let worlds = "\(options.seeds) worlds from seed \(options.first) in \(Int(seconds.rounded())) s"
            if let mutation = options.mutation {
                print("simulate: \(mutation.rawValue) was not found in \(worlds)")
                exit(1)
            }
            print("simulate: all is well in \(worlds)")
            exit(0)
        }
        Scheduler.shared.takeOver()
        report(failed, options)
        exit(options.mutation == nil ? 1 : 0)
    }

    private static func report(_ seed: UInt64, _ options: Options) {
        if options.mutation == nil || options.showsTrace {
            let mutation = options.mutation.map { " MUTATE=\($0.rawValue)" } ?? ""
            print("replay: make simulate FIRST=\(seed) SEEDS=1\(mutation)")
            // A crash of the world repeats here, so the output is flushed first.
            fflush(nil)
        }
        let plan = Plan(seed: seed)
        let outcome = Simulation.run(seed, plan, mutation: options.mutation)
        guard let failure = outcome.failure else {
            print("simulate: seed \(seed) failed in its worker, and not when it was run again")
            return
        }
        if let mutation = options.mutation {
            let found = "world \(seed - options.first + 1) of at most \(options.seeds)"
            print("simulate: \(mutation.rawValue) was found by the \(found): \(failure)")
            guard options.showsTrace else { return }
        } else {
            print("simulate: seed \(seed): \(failure)")
        }
        let shortest = Shrinker.shrink(seed, plan, like: failure, mutation: options.mutation)
        let last = Simulation.run(seed, shortest, mutation: options.mutation, trace: .lines)
        print("shortest plan found: \(shortest.steps.count) of \(plan.steps.count) steps, \(shortest.nodes) nodes")
        for line in last.lines { print(line) }
    }
}
