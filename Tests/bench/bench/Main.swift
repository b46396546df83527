import Foundation

/// Measures what the project promises about speed, against fixed bars and against floors that are measured in the same
/// run.
@main
struct Main {
    static let few = 10
    static let many = 100_000

    static func main() throws {
        if CommandLine.arguments.count == 3, CommandLine.arguments[1] == ConversationFixture.tokenArgument {
            return try ConversationFixture.printToken(of: CommandLine.arguments[2])
        }
        let directory = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent()
        let program = directory.appending(path: "cardstream").path
        let floor = directory.appending(path: "floor-c").path
        let floorSwift = directory.appending(path: "floor-swift").path
        let cardCost = directory.appending(path: "card-cost").path
        for path in [program, floor, floorSwift, cardCost] where !FileManager.default.isExecutableFile(atPath: path) {
            throw BenchError("\(path) is missing: run it by ‘make bench’, which builds it")
        }
        let only = CommandLine.arguments.dropFirst().first
        var report = Report()
        let fixture = try Fixture(cardstream: program)
        let bench = Scenarios(fixture: fixture, floor: floor, floorSwift: floorSwift, cardCost: cardCost)
        if only == nil || only == "conversations" {
            log("conversations")
            try bench.conversations(&report)
        }
        if only == nil || only == "ask" {
            log("ask")
            try bench.asks(&report)
        }
        if only == nil || only == "servers" {
            log("servers")
            try bench.servers(&report)
        }
        if !["conversations", "ask", "servers"].contains(only) { try measureCards(bench, only, &report) }
        report.printTable()
        exit(report.allHold ? 0 : 1)
    }

    /// The parts that need a feed with many cards.
    private static func measureCards(_ bench: Scenarios, _ only: String?, _ report: inout Report) throws {
        log("publishing \(few) and \(many) cards")
        try bench.fixture.publish(few, to: "few")
        try bench.fixture.publish(many, to: "many")
        let parts: [(String, (inout Report) throws -> Void)] = [
            ("ingest", bench.ingest), ("start", bench.start), ("keys", bench.keys), ("list", bench.list),
            ("colours", bench.colours),
            ("flood", bench.flood), ("idle", bench.idle), ("push", bench.push), ("cards", bench.cards),
            ("commands", bench.commands), ("instructions", bench.instructions),
        ]
        for (name, part) in parts where only == nil || only == name || name == "ingest" {
            log(name)
            try part(&report)
        }
    }

    /// Unbuffered, so that each figure appears as soon as it is known.
    static func printLine(_ text: String) { FileHandle.standardOutput.write(Data("\(text)\n".utf8)) }
    static func log(_ text: String) { FileHandle.standardError.write(Data("bench: \(text)\n".utf8)) }
}

/// The figures so far. Each is printed as a line of JSON as soon as it is known, and all are printed as a table at the
/// end.
struct Report {
    private var figures: [Figure] = []

    var allHold: Bool { figures.allSatisfy(\.holds) }

    mutating func add(
        _ name: String, _ value: Double, _ unit: String, bar: Double, higherIsBetter: Bool = false, _ part: String
    ) {
        let figure = Figure(
            name: name, value: value, unit: unit, bar: bar, higherIsBetter: higherIsBetter,
            command: "make bench ARGS=\(part)")
        figures.append(figure)
        Main.printLine(figure.json)
    }

    func printTable() {
        Main.printLine("")
        for figure in figures {
            let value = String(format: "%.4g", figure.value).padding(toLength: 10, withPad: " ", startingAt: 0)
            let bar = (figure.higherIsBetter ? "≥ " : "≤ ") + String(format: "%g", figure.bar)
            Main.printLine(
                (figure.holds ? "holds  " : "MISSED ") + figure.name.padding(toLength: 54, withPad: " ", startingAt: 0)
                    + value + figure.unit.padding(toLength: 14, withPad: " ", startingAt: 0) + bar)
        }
    }
}
