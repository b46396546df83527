import Foundation

/// Commands on the feed of a profile, while neither a server nor a viewer is running.
extension Scenarios {
    func commands(_ report: inout Report) throws {
        let environment = try fixture.ownProfile()
        let file = fixture.directory.appending(path: "own.json")
        try Data(Fixture.card(0).utf8).write(to: file)
        let publish = [fixture.cardstream, "publish", file.path]
        let status = [fixture.cardstream, "status"]
        // The command that the shells' completion scripts run when Tab is pressed after `cardstream show`.
        let complete =
            [
                fixture.cardstream, "---completion", "show", "--", "positional@0", "2", "0", fixture.cardstream, "show",
                "",
            ]
        // The first command creates the feed.
        _ = try time(publish, environment)
        var times: [String: [Double]] = [:]
        var memory: [Double] = []
        for _ in 0..<21 {
            times["publish", default: []].append(try time(publish, environment))
            times["status", default: []].append(try time(status, environment))
            times["completion", default: []].append(try time(complete, environment))
            memory.append(try peakMemory(status, environment))
        }
        report.add("publish with nothing running", times["publish"]?.median ?? .nan, "ms", bar: 50, "commands")
        report.add("status with nothing running", times["status"]?.median ?? .nan, "ms", bar: 30, "commands")
        report.add("completion of an id", times["completion"]?.median ?? .nan, "ms", bar: 50, "commands")
        report.add("peak memory of status", memory.median, "MB", bar: 15, "commands")
    }

    /// The time from the start to the end of a command that succeeds, in milliseconds.
    private func time(_ command: [String], _ environment: [String: String]) throws -> Double {
        let start = Terminal.now()
        let terminal = try Terminal(command, environment: environment)
        guard let end = terminal.waitForExit() else { throw BenchError("\(command) did not end") }
        return Double(end - start) / 1e6
    }

    /// The command's peak memory in MB. Its terminal accepts no output, so that the command still waits at its last
    /// line when it is measured.
    private func peakMemory(_ command: [String], _ environment: [String: String]) throws -> Double {
        let (stop, start) = ("\u{13}", "\u{11}")
        let terminal = try Terminal(command, environment: environment)
        terminal.type(stop)
        usleep(300_000)
        let peak = terminal.peakMemory
        terminal.type(start)
        _ = terminal.waitForExit()
        return peak
    }
}
