import Foundation

/// The same cards as a list.
extension Scenarios {
    private static let layout = ["--layout", "list"]
    /// Few enough rows that even the small feed does not fit, so that both feeds fill the screen and scroll.
    private static let rowsForFew: Int32 = 12

    func list(_ report: inout Report) throws {
        var starts: [Double] = []
        for _ in 0..<11 {
            let start = Terminal.now()
            let terminal = try fixture.viewer(user: "many", arguments: Self.layout)
            guard terminal.await(Self.ready, deadline: 20_000) != nil else { throw BenchError("no row was painted") }
            let rest = terminal.burst(quiet: 4, deadline: 4)
            starts.append(Double((rest.lastByte ?? Terminal.now()) - start) / 1e6)
            _ = terminal.burst(quiet: 500, deadline: 1000)
            terminal.type("q")
            _ = terminal.waitForExit()
        }
        report.add("start to first rows of a list, 100,000 cards", starts.median, "ms", bar: 30, "list")
        try listKeys(&report)
        try listInstructions(&report)
    }

    private func listKeys(_ report: inout Report) throws {
        let floorTerminal = try Terminal([floor], environment: ["TERM": "xterm-256color", "LANG": "C.UTF-8"])
        _ = floorTerminal.burst(quiet: 200, deadline: 2000)
        let terminal = try fixture.viewer(user: "many", arguments: Self.layout)
        guard terminal.await(Self.ready, deadline: 20_000) != nil else { throw BenchError("no row was painted") }
        _ = terminal.burst(quiet: 700, deadline: 3000)
        var (floors, viewer): ([Double], [Double]) = ([], [])
        // Alternately, so that a machine that slows down affects both.
        for _ in 0..<10 {
            floors += Latency.measure(floorTerminal, keys: ["j"], presses: 50).last
            viewer += Latency.measure(terminal, keys: ["j"], presses: 50).last
        }
        report.add(
            "cursor down in a list, median, to the C floor", viewer.median / floors.median, "ratio", bar: 2, "list")
        terminal.type("q")
        _ = terminal.waitForExit()
        floorTerminal.type("q")
        _ = floorTerminal.waitForExit()
    }

    private func listInstructions(_ report: inout Report) throws {
        let counted = [("down", ["j", "j", "j", "j", "k", "k", "k", "k"]), ("page", ["\u{6}", "\u{2}"])]
        for (name, keys) in counted {
            let perKey = try ["few", "many"].map { user in
                try Instructions(
                    arguments: [fixture.cardstream + "-stripped"] + Self.layout,
                    environment: fixture.environment(user: user), ready: Self.ready, rows: Self.rowsForFew
                ).perKey(keys: keys)
            }
            report.add(
                "instructions per key in a list, \(name), 100,000 : 10", perKey[1] / perKey[0], "ratio", bar: 1.10,
                "list")
        }
    }
}
