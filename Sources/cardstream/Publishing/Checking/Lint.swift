internal import AppRuntime
internal import ArgumentParser
import Basics
internal import Canvas
internal import Cards
internal import Glibc

internal import struct Foundation.Date

/// `cardstream lint`: checks cards without a server.
struct Lint: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lint",
        abstract: "Check cards before they are published.",
        discussion: """
            FILE contains a card, an array of cards, or one card per line; without FILE, or with -, cards come from \
            standard input. Every server refuses a card that has errors. Warnings are likely mistakes: a subview that \
            nothing opens, a variable that is not declared, text that is too long for a terminal.

            Each finding is printed with its place; if there are findings, the exit code is 1. --rules lists the \
            rules; --allow ignores the warnings of a rule.

            EXAMPLES
              cardstream lint card.json
              cardstream lint cards/*.json --allow long-text
              generate-cards | cardstream lint --json - | jq -r '.[].message'
            """)

    @Argument(help: ArgumentHelp("The files with cards; - is standard input.", valueName: "file"), completion: .file())
    var files: [String] = ["-"]

    @Flag(help: "Read one card per line.")
    var jsonl = false

    @Flag(help: "Print the findings as a JSON array.")
    var json = false

    @Option(
        help: ArgumentHelp("Ignore the warnings of this rule; may be repeated.", valueName: "rule"),
        completion: .list(CardLint.rules.map(\.name)))
    var allow: [String] = []

    @Flag(help: "List the rules and exit.")
    var rules = false

    func run() throws {
        if rules { return Console.print(Self.ruleList) }
        if let unknown = allow.first(where: { name in !CardLint.rules.contains { $0.name == name } }) {
            let guess = Spelling.nearest(to: unknown, among: CardLint.rules.map(\.name))
            throw CommandFailure(
                .usage,
                "--allow: unknown rule \"\(unknown)\"; "
                    + (guess.map { "did you mean \"\($0)\"?" } ?? "`cardstream lint --rules` lists all rules"))
        }
        var report = LintReport(allowed: Set(allow))
        var unread = 0
        for file in files {
            let name: String
            let bytes: [UInt8]
            do {
                (name, bytes) = try CardFile.bytes(file)
            } catch {
                // If there are several files, the others are still checked.
                guard files.count > 1 else { throw error }
                Console.error("\(error)")
                unread += 1
                continue
            }
            report.check(CardFile(bytes, isLines: jsonl || file.hasSuffix(".jsonl")), name: name, now: Date())
        }
        if json {
            Console.json(report.json, isPretty: true)
        } else if !report.lines.isEmpty {
            Console.print(report.lines.joined(separator: "\n"))
        }
        guard report.cards > 0 || !report.findings.isEmpty || unread > 0 else {
            throw CommandFailure(.nothingMatched, "\(files.map(\.shownAsFile).joined(separator: ", ")): no card found")
        }
        Console.error(report.summary)
        if !report.findings.isEmpty || unread > 0 { throw AppRuntime.ExitStatus.failure }
    }

    private static var ruleList: String {
        let width = CardLint.rules.map(\.name.count).max() ?? 0
        return CardLint.rules
            .map { $0.name + String(repeating: " ", count: width + 2 - $0.name.count) + $0.about }
            .joined(separator: "\n")
    }
}

/// The findings in some files.
struct LintReport {
    /// Rules whose warnings are omitted.
    var allowed: Set<String> = []
    private(set) var cards = 0
    private(set) var findings: [Finding] = []

    struct Finding {
        var file: String
        var place: JSONPlace
        var finding: LintFinding

        /// `FILE:LINE:COLUMN: severity: POINTER: …`, a format that editors recognise.
        var line: String { "\(file.shownAsFile):\(place.line):\(place.column): \(finding.severity): \(finding)" }
    }

    init(allowed: Set<String> = []) { self.allowed = allowed }

    /// The width of a text in terminal columns, as the viewer draws it.
    static let columns: @Sendable (String) -> Int = { TextLayout.width(of: SafeText($0, limit: .max)) }

    mutating func check(_ file: CardFile, name: String, now: Date) {
        cards += file.cards.count
        var found = file.mistakes.map { mistake in
            let finding = LintFinding(rule: "not-json", severity: .error, pointer: "", message: mistake.text)
            return Finding(file: name, place: mistake.place, finding: finding)
        }
        for entry in file.cards {
            for finding in CardLint.findings(in: entry.card, now: now, columns: Self.columns) {
                if finding.severity == .warning, allowed.contains(finding.rule) { continue }
                var placed = finding
                placed.pointer = entry.pointer(finding.pointer)
                if finding.severity == .error, let words = entry.timeMistakes[finding.pointer] {
                    placed.message = words
                }
                found.append(Finding(file: name, place: entry.place(of: finding.pointer), finding: placed))
            }
        }
        // Findings at equal positions stay in the order of the rules.
        findings += found.enumerated()
            .sorted { ($0.element.place, $0.offset) < ($1.element.place, $1.offset) }.map(\.element)
    }

    var lines: [String] { findings.map(\.line) }

    var json: JSONValue {
        .array(
            findings.map { found in
                var object: JSONObject = [
                    "file": .string(found.file), "line": .number(JSONNumber(found.place.line)),
                    "column": .number(JSONNumber(found.place.column)), "pointer": .string(found.finding.pointer),
                    "severity": .string(found.finding.severity.rawValue), "rule": .string(found.finding.rule),
                    "message": .string(found.finding.message),
                ]
                if let advice = found.finding.advice { object["advice"] = .string(advice) }
                return .object(object)
            })
    }

    /// A one-line summary for standard error.
    var summary: String {
        func count(_ number: Int, _ word: String) -> String { "\(number) \(word)\(number == 1 ? "" : "s")" }
        let checked = "checked \(count(cards, "card"))"
        guard !findings.isEmpty else { return "\(checked); no findings" }
        let errors = findings.count { $0.finding.severity == .error }
        return "\(checked): \(count(errors, "error")), \(count(findings.count - errors, "warning"))"
    }
}
