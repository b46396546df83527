import Foundation

/// The measurements, one function for each part of `make bench`.
struct Scenarios {
    var fixture: Fixture
    var floor: String
    var floorSwift: String
    var cardCost: String

    private var curses: [String: String] { ["TERM": "xterm-256color", "LANG": "C.UTF-8"] }
    /// A text that every card of the fixture contains.
    static let ready = "Release"
    private var ready: String { Self.ready }

    private func milliseconds(_ start: UInt64, _ end: UInt64) -> Double { Double(end - start) / 1e6 }

    /// A viewer that has painted its first frame and is connected.
    private func connected(_ user: String) throws -> Terminal {
        let terminal = try fixture.viewer(user: user)
        guard terminal.await(ready, deadline: 20_000) != nil else { throw BenchError("no card of \(user) was painted") }
        _ = terminal.burst(quiet: 700, deadline: 3000)
        return terminal
    }

    /// The first run of a viewer, with an empty store: all cards are loaded over the socket while keys are pressed.
    func ingest(_ report: inout Report) throws {
        _ = try connected("few")
        let start = Terminal.now()
        let terminal = try fixture.viewer(user: "many")
        guard let first = terminal.await(ready, deadline: 20_000) else { throw BenchError("no card was painted") }
        var latencies: [Double] = []
        var finished = first
        // The viewer is "live" once every card is stored, removed cards are gone, and the cursor is stored.
        while milliseconds(start, Terminal.now()) < 60_000 {
            let pressed = Terminal.now()
            terminal.type(latencies.count % 2 == 0 ? "j" : "k")
            let burst = terminal.burst(quiet: 4, deadline: 100)
            if let byte = burst.firstByte { latencies.append(milliseconds(pressed, byte)) }
            let text = String(decoding: burst.bytes, as: UTF8.self)
            if text.contains("live") {
                finished = Terminal.now()
                break
            }
            usleep(3_000)
        }
        report.add(
            "ingest of 100,000 cards", Double(Main.many) / (milliseconds(start, finished) / 1000), "cards/s",
            bar: 25_000, higherIsBetter: true, "ingest")
        report.add("key while ingesting, p99", latencies.percentile(99), "ms", bar: 16, "ingest")
        // Waits until the store has checkpointed its write-ahead log after the burst, so that this does not affect the
        // starts that follow.
        let log = fixture.log(user: "many")
        while fixture.size(of: log) > 0, milliseconds(finished, Terminal.now()) < 10_000 { usleep(50_000) }
        terminal.type("q")
        _ = terminal.waitForExit()
    }

    func start(_ report: inout Report) throws {
        // Writes the data of the ingest to the disk first, so that it does not slow down the starts.
        sync()
        var times: [String: [Double]] = [:]
        var memory: [String: [Double]] = [:]
        var quits: [Double] = []
        for _ in 0..<11 {
            // Alternately, so that a machine that slows down affects both.
            for user in ["few", "many"] {
                let start = Terminal.now()
                let terminal = try fixture.viewer(user: user)
                guard terminal.await(ready, deadline: 10_000) != nil else { throw BenchError("nothing was painted") }
                let rest = terminal.burst(quiet: 4, deadline: 4)
                times[user, default: []].append(milliseconds(start, rest.lastByte ?? Terminal.now()))
                _ = terminal.burst(quiet: 500, deadline: 1000)
                memory[user, default: []].append(terminal.peakMemory)
                let quit = Terminal.now()
                terminal.type("q")
                if let end = terminal.waitForExit() { quits.append(milliseconds(quit, end)) }
            }
        }
        let medians = times.mapValues(\.median)
        for (user, cards, timeBar, memoryBar) in [("few", "10", 25.0, 28.0), ("many", "100,000", 30, 30)] {
            report.add("start to first list, \(cards) cards", medians[user] ?? .nan, "ms", bar: timeBar, "start")
            report.add("peak memory, \(cards) cards", memory[user]?.median ?? .nan, "MB", bar: memoryBar, "start")
        }
        report.add(
            "start, 100,000 : 10 cards", (medians["many"] ?? .nan) / (medians["few"] ?? .nan), "ratio", bar: 1.3,
            "start")
        report.add("quit to prompt", quits.median, "ms", bar: 50, "start")
    }

    func keys(_ report: inout Report) throws {
        let floorTerminal = try Terminal([floor], environment: curses)
        _ = floorTerminal.burst(quiet: 200, deadline: 2000)
        let swiftTerminal = try Terminal([floorSwift], environment: curses)
        _ = swiftTerminal.burst(quiet: 200, deadline: 2000)
        let terminal = try connected("many")
        // Alternately, so that a machine that slows down affects all of them.
        var floors: [Double] = []
        var swifts: [Double] = []
        var viewer = Latency()
        for _ in 0..<10 {
            floors += Latency.measure(floorTerminal, keys: ["j"], presses: 50).last
            swifts += Latency.measure(swiftTerminal, keys: ["j"], presses: 50).last
            let part = Latency.measure(terminal, keys: ["j"], presses: 50)
            viewer.last += part.last
            viewer.bytes += part.bytes
        }
        for (name, times) in [("C floor", floors), ("Swift floor", swifts), ("viewer", viewer.last)] {
            Main.log("key to last byte, \(name): median \(times.median) ms, p99 \(times.percentile(99)) ms")
        }
        report.add("cursor down, median, to the C floor", viewer.last.median / floors.median, "ratio", bar: 1.8, "keys")
        // The floor also has slow presses, caused by the machine. Their excess over the median of the floor is
        // subtracted from the viewer's.
        let machine = floors.percentile(99) - floors.median
        report.add(
            "cursor down, p99 less the floor's tail",
            (viewer.last.percentile(99) - machine) / floors.median, "ratio", bar: 3, "keys")
        report.add("bytes of a cursor down that scrolls", viewer.bytes.percentile(95), "bytes", bar: 5000, "keys")
        terminal.type("g")
        _ = terminal.burst(quiet: 100, deadline: 500)
        let still = Latency.measure(terminal, keys: ["j", "k"], presses: 40)
        report.add("bytes of a cursor down that does not scroll", still.bytes.median, "bytes", bar: 400, "keys")
        let pages = Latency.measure(terminal, keys: ["\u{6}"], presses: 40)
        report.add("bytes of a page", pages.bytes.median, "bytes", bar: 5000, "keys")
        var resizes: [Double] = []
        // A different width each time, so that every card is laid out again, as when a user drags a window's edge.
        for round in 0..<10 as Range<Int32> {
            for size in [(30, 80 + round), (60, 200 - round), (40, 120 + round)] as [(Int32, Int32)] {
                let start = Terminal.now()
                terminal.resize(rows: size.0, columns: size.1)
                if let last = terminal.burst(quiet: 30, deadline: 500).lastByte {
                    resizes.append(milliseconds(start, last))
                }
            }
        }
        terminal.resize(rows: 40, columns: 120)
        _ = terminal.burst(quiet: 30, deadline: 500)
        report.add("resize to last byte, 100,000 cards", resizes.median, "ms", bar: 3, "keys")
        terminal.type("q")
        _ = terminal.waitForExit()
    }

    /// A frame of a theme with its own colours, in as many colours as the terminal supports.
    func colours(_ report: inout Report) throws {
        var bytes: [String: Double] = [:]
        for colorTerm in ["", "truecolor"] {
            let terminal = try fixture.viewer(user: "few", arguments: ["--theme", "plum"], colorTerm: colorTerm)
            guard terminal.await(ready, deadline: 10_000) != nil else { throw BenchError("nothing was painted") }
            _ = terminal.burst(quiet: 500, deadline: 2000)
            terminal.resize(rows: 40, columns: 119)
            bytes[colorTerm] = Double(terminal.burst(quiet: 200, deadline: 1000).bytes.count)
            terminal.type("q")
            _ = terminal.waitForExit()
        }
        report.add(
            "bytes of a frame in true colour, to 256 colours",
            (bytes["truecolor"] ?? .nan) / (bytes[""] ?? .nan), "ratio", bar: 1.5, "colours")
    }

    func flood(_ report: inout Report) throws {
        let terminal = try connected("many")
        for _ in 0..<90 {
            terminal.type("j")
            let next = Terminal.now() + 33_333_333
            while true {
                let now = Terminal.now()
                guard now < next else { break }
                _ = terminal.readAvailable(waiting: Int32((next - now) / 1_000_000))
            }
        }
        let released = Terminal.now()
        terminal.type("j")
        let rest = terminal.burst(quiet: 30, deadline: 300)
        report.add(
            "key held at 30 Hz: lag after letting go", rest.lastByte.map { milliseconds(released, $0) } ?? 0, "ms",
            bar: 5,
            "flood")
        terminal.type("g")
        _ = terminal.burst(quiet: 200, deadline: 500)
        let floorTerminal = try Terminal([floor], environment: curses)
        _ = floorTerminal.burst(quiet: 200, deadline: 2000)
        var (viewer, floors): ([Double], [Double]) = ([], [])
        var atOnce = ""
        // Alternately, so that a machine that slows down affects both.
        for round in 0..<5 {
            for other in [floorTerminal, terminal] {
                // The floor has no key that goes to the start.
                other.type(other === terminal ? "g" : String(repeating: "k", count: 500))
                _ = other.burst(quiet: 200, deadline: 1000)
            }
            floors.append(allAtOnce(floorTerminal))
            viewer.append(allAtOnce(terminal))
            if round == 0 { atOnce = repainted(terminal) }
        }
        floorTerminal.type("q")
        report.add("500 keys at once: last byte", viewer.median, "ms", bar: 150, "flood")
        report.add("500 keys at once, to the C floor", viewer.median / floors.median, "ratio", bar: 2, "flood")
        terminal.type("g")
        _ = terminal.burst(quiet: 200, deadline: 500)
        for _ in 0..<500 {
            terminal.type("j")
            _ = terminal.burst(quiet: 2, deadline: 50)
        }
        let differs = !atOnce.contains("Release") || atOnce != repainted(terminal)
        report.add(
            "500 keys at once end elsewhere than one by one", differs ? 1 : 0, "screens", bar: 0, "flood")
    }

    /// The time from 500 keys that are typed at once to the last byte of output, in milliseconds.
    private func allAtOnce(_ terminal: Terminal) -> Double {
        let start = Terminal.now()
        terminal.type(String(repeating: "j", count: 500))
        return terminal.burst(quiet: 60, deadline: 1000).lastByte.map { milliseconds(start, $0) } ?? .nan
    }

    /// All text on the screen, without the ages of cards: these may change between two reads, and with them the line in
    /// which they are, and how the cursor gets there.
    private func repainted(_ terminal: Terminal) -> String {
        _ = terminal.burst(quiet: 50, deadline: 50)
        terminal.type("\u{0C}")
        let screen = String(decoding: terminal.burst(quiet: 50, deadline: 500).bytes, as: UTF8.self)
        return screen.replacing(#/\x1B\[[0-9;?]*[A-Za-z]/#, with: "").replacing(#/now|\d+ \w+ ago|─| /#, with: "")
    }

    func idle(_ report: inout Report) throws {
        let terminal = try connected("many")
        // The threads of the start end some seconds later.
        _ = terminal.burst(quiet: 8000, deadline: 8000)
        var bytes = 0
        var processor = 0.0
        // Once a minute the ages of cards change on the screen, for example from "now" to "1 min"; in that case the
        // next ten seconds count.
        for _ in 0..<2 {
            bytes = terminal.bytesTotal
            processor = terminal.processorTime
            _ = terminal.burst(quiet: 10_000, deadline: 10_000)
            if terminal.bytesTotal == bytes { break }
        }
        report.add("idle for 10 s, connected: bytes", Double(terminal.bytesTotal - bytes), "bytes", bar: 0, "idle")
        report.add("idle for 10 s, connected: CPU", terminal.processorTime - processor, "ms", bar: 5, "idle")
    }

    func push(_ report: inout Report) throws {
        // Publishes to a separate user, because the other parts depend on the cards of theirs.
        try fixture.publish(Main.few, to: "pushed")
        let terminal = try connected("pushed")
        let publisher = try Publisher(
            address: fixture.address, keyFile: fixture.publisherKey.path)
        var times: [Double] = []
        for index in 0..<200 {
            usleep(30_000)
            // Priority 1 puts the card into the visible part; the marker identifies it.
            let card = Fixture.card(index, headline: "Arrival\(index)!").replacing(
                /"priority":\d/, with: "\"priority\":1")
            let start = publisher.send(card, to: "pushed")
            let painted = terminal.burst(quiet: 25, deadline: 1000)
            try publisher.finish()
            if let last = painted.lastByte { times.append(milliseconds(start, last)) }
        }
        report.add("published card to paint, median", times.median, "ms", bar: 5, "push")
        report.add("published card to paint, p99", times.percentile(99), "ms", bar: 20, "push")
    }

    /// Counts instructions instead of time, so that each run of the same binary has the same result.
    func instructions(_ report: inout Report) throws {
        // Keys in both directions, so that ten cards need as much work as 100,000: a key at the end of the feed does
        // nothing.
        let counted: [(String, String, [String])] = [
            ("down", "", ["j", "j", "j", "j", "k", "k", "k", "k"]), ("page", "", ["\u{6}", "\u{2}"]),
            ("open and back", "", ["m", "\u{1b}"]), ("to either end", "", ["G", "g"]),
        ]
        for (name, prepare, keys) in counted {
            var perKey: [Double] = []
            for user in ["few", "many"] {
                let program = Instructions(
                    arguments: [fixture.cardstream + "-stripped"], environment: try fixture.environment(user: user),
                    ready: ready)
                perKey.append(try program.perKey(prepare: prepare, keys: keys))
            }
            report.add("instructions per key, \(name)", perKey[1] / 1e6, "M", bar: 4.0, "instructions")
            report.add(
                "instructions per key, \(name), 100,000 : 10", perKey[1] / perKey[0], "ratio", bar: 1.10, "instructions"
            )
        }
    }
}
