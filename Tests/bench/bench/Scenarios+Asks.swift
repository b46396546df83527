import Foundation

/// Questions of scripts: the time from the user's key to the end of the script, and the cost of many questions for a
/// server.
extension Scenarios {
    /// The number of questions that wait on one server at the same time.
    private static let waiting = 1000

    func asks(_ report: inout Report) throws {
        let environment = try fixture.environment(user: "asked")
        let viewer = try fixture.viewer(user: "asked")
        _ = viewer.burst(quiet: 500, deadline: 5000)
        var times: [Double] = []
        for round in 0..<60 {
            let title = "Question \(round)?"
            let script = try Terminal([fixture.cardstream, "ask", title, "--to", "asked"], environment: environment)
            guard viewer.await(title, deadline: 10_000) != nil else { throw BenchError("no question was painted") }
            _ = viewer.burst(quiet: 100, deadline: 1000)
            // The script first prints who has seen the card, and then waits.
            _ = script.burst(quiet: 300, deadline: 1000)
            let pressed = Terminal.now()
            viewer.type("1")
            guard let end = script.waitForExit() else { throw BenchError("the script did not end") }
            times.append(Double(end - pressed) / 1e6)
            _ = viewer.burst(quiet: 50, deadline: 500)
        }
        viewer.type("q")
        _ = viewer.waitForExit()
        report.add("key to the end of the waiting script, median", times.median, "ms", bar: 100, "ask")
        report.add("key to the end of the waiting script, p99", times.percentile(99), "ms", bar: 300, "ask")
        try waitingAsks(&report)
    }

    /// A waiting question costs a connection and some memory, but no processor time.
    private func waitingAsks(_ report: inout Report) throws {
        // Sets only the soft limit, because a lower hard limit could not be raised again for the measurements that
        // follow.
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        limit.rlim_cur = min(4096, limit.rlim_max)
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        let own = try Fixture(cardstream: fixture.cardstream, name: "asks")
        _ = try own.environment(user: "asked")
        var open: [Publisher] = []
        for number in 0..<Self.waiting {
            let publisher = try Publisher(address: own.address, keyFile: own.publisherKey.path)
            publisher.send(
                "POST", "/v1/asks",
                "{\"stream\":\"inbox\",\"users\":[\"user-\(number)\"],\"card\":\(Fixture.card(number))}")
            let answer = try publisher.finish()
            guard let id = answer.firstMatch(of: /"id":"([^"]+)"/)?.1 else { throw BenchError("no id in \(answer)") }
            publisher.send("GET", "/v1/asks/\(id)?wait=60", "")
            open.append(publisher)
        }
        // Waits until the work of the requests is finished: the timers that detect a missing asker end ten seconds
        // after each request.
        usleep(15_000_000)
        let before = Terminal.processorTime(of: own.server)
        usleep(10_000_000)
        let used = Terminal.processorTime(of: own.server) - before
        report.add("1,000 questions wait: memory", Terminal.peakMemory(of: own.server), "MB", bar: 100, "ask")
        report.add("1,000 questions wait for 10 s: CPU", used, "ms", bar: 5, "ask")
        withExtendedLifetime(open) {}
    }
}
