import Foundation
import Support
import Testing

/// System calls fail one after the other: the disk is full, read-only or broken, or no file descriptor is left. The
/// program reports the problem, exits with a documented code, and nothing is left half done. For the nightly run:
/// `CARDSTREAM_SYSTEM_FAULTS` sets how many calls of each run fail, one in each repetition; `all` tries every call.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["CARDSTREAM_SYSTEM_FAULTS"] != nil))
struct SystemFaultTests {
    enum Kind: String, CaseIterable { case full, readonly, broken, descriptors }

    private static let most: Int = {
        let given = ProcessInfo.processInfo.environment["CARDSTREAM_SYSTEM_FAULTS"]
        return given == "all" ? .max : given.flatMap(Int.init) ?? 4
    }()
    /// The exit codes in the guide, except that of an interruption and those of `ask`.
    private static let codes: ClosedRange<Int32> = 0...7

    private let directory: TemporaryDirectory
    private let library: URL
    /// A profile with its own feed and one card.
    private let template: URL
    private let card: String

    init() throws {
        directory = try TemporaryDirectory()
        let source = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "faulty/faulty.c")
        library = directory.url.appending(path: "faulty.so")
        try Command.run("/usr/bin/cc", ["-shared", "-fPIC", "-o", library.path, source.path])
        template = directory.url.appending(path: "template")
        try FileManager.default.createDirectory(at: template, withIntermediateDirectories: true)
        let receipt = try Command.run(
            Command.cardstream, ["publish", "-"], input: Self.body("First"), environment: Self.environment(template))
        card = try #require(receipt.firstMatch(of: /"id":"([^"]+)"/)).1.description
    }

    private static func body(_ headline: String) -> String {
        """
        {"content":[{"type":"headline","text":"\(headline)"},{"type":"buttons","buttons":[
        {"text":"Yes","action":{"type":"submit","name":"yes"}}]}]}
        """
    }

    private static func environment(_ home: URL) -> [String: String] {
        let places = ["config", "data", "state", "cache"].map {
            ("XDG_\($0.uppercased())_HOME", home.appending(path: $0).path)
        }
        let own = ["PATH": "/usr/bin:/bin", "HOME": home.path, "LANG": "C.UTF-8", "TZ": "UTC", "TMPDIR": home.path]
        return own.merging(places) { $1 }
    }

    /// Runs a command in a fresh copy of the profile, or in an empty one. The call with this number fails, and so do
    /// all later ones unless `once` is true.
    private func run(
        _ words: [String], input: String?, startsEmpty: Bool, _ kind: Kind, at number: Int, once: Bool
    ) throws -> (home: URL, result: Command.Result, calls: Int) {
        let files = FileManager.default
        let home = directory.url.appending(path: "home")
        try? files.removeItem(at: home)
        if startsEmpty { try files.createDirectory(at: home, withIntermediateDirectories: true) }
        if !startsEmpty { try files.copyItem(at: template, to: home) }
        let count = directory.url.appending(path: "count")
        try Data(repeating: 0, count: 8).write(to: count)
        let faults = [
            "LD_PRELOAD": library.path, "FAULTY_KIND": kind.rawValue, "FAULTY_ROOT": home.path,
            "FAULTY_AT": String(number), "FAULTY_ONCE": once ? "1" : "0", "FAULTY_COUNT": count.path,
            "SWIFT_BACKTRACE": "enable=no",
        ]
        let result = try Command.finish(
            Command.cardstream, words, input: input, environment: Self.environment(home).merging(faults) { $1 })
        let calls = try Data(contentsOf: count).reversed().reduce(0) { $0 << 8 | Int($1) }
        return (home, result, calls)
    }

    /// The numbers of the calls that fail, one in each run.
    private func numbers(of calls: Int, offset: Int) -> StrideTo<Int> {
        let step = max(1, calls / Self.most)
        return stride(from: 1 + (step == 1 ? 0 : offset % step), to: calls + 1, by: step)
    }

    private func check(_ result: Command.Result, _ place: String) {
        #expect(Self.codes.contains(result.status), "\(place)")
        #expect(result.status == 0 || !result.error.isEmpty, "\(place): it says nothing")
        #expect(!result.error.contains("atal error"), "\(place)")
    }

    private func cards(_ home: URL, _ place: String) throws -> String {
        let listed = try Command.finish(
            Command.cardstream, ["cards", "--json"], environment: Self.environment(home))
        #expect(listed.status == 0 || listed.status == 3, "afterwards, \(place): \(listed)")
        return listed.output
    }

    @Test(arguments: Kind.allCases, [false, true])
    func `a card is published once or not at all, as the program says`(kind: Kind, startsEmpty: Bool) throws {
        let input = Self.body("Second")
        // The timeout is short, because the command retries as long as the result is unknown.
        let words = ["publish", "-", "--timeout", "1"]
        for once in [true, false] {
            let calls = try run(words, input: input, startsEmpty: startsEmpty, kind, at: 0, once: once).calls
            for number in numbers(of: calls, offset: once ? 5 : 11) {
                let (home, result, _) = try run(
                    words, input: input, startsEmpty: startsEmpty, kind, at: number, once: once)
                let place = "\(kind), \(once ? "only" : "from") call \(number) of \(calls): \(result)"
                check(result, place)
                let listed = try cards(home, place)
                let count = listed.ranges(of: "Second").count
                switch result.status {
                case 0: #expect(count == 1, "\(place)")
                case 6: #expect(count <= 1, "\(place)")
                default: #expect(count == 0, "\(place)")
                }
                if !startsEmpty { #expect(listed.contains("First"), "\(place)") }
            }
        }
    }

    @Test(arguments: Kind.allCases)
    func `an answer is given, kept for later or refused, as the program says`(kind: Kind) throws {
        // The timeout is short, because the command retries as long as the result is unknown.
        let words = ["act", "submit", card, "--button", "yes", "--timeout", "1"]
        for once in [true, false] {
            let calls = try run(words, input: nil, startsEmpty: false, kind, at: 0, once: once).calls
            for number in numbers(of: calls, offset: once ? 13 : 29) {
                let (home, result, _) = try run(words, input: nil, startsEmpty: false, kind, at: number, once: once)
                let place = "\(kind), \(once ? "only" : "from") call \(number) of \(calls): \(result)"
                check(result, place)
                _ = try cards(home, place)
                let outcome = try Command.finish(
                    Command.cardstream, ["outcome", card], environment: Self.environment(home)
                ).output
                switch result.status {
                case 0: #expect(outcome.contains(#""status":"completed""#), "\(place): \(outcome)")
                case 6, 7: break
                default: #expect(outcome.contains(#""status":"active""#), "\(place): \(outcome)")
                }
                if result.status == 7 {
                    // The next run sends the stored action.
                    let again = try Command.finish(
                        Command.cardstream, words, environment: Self.environment(home))
                    #expect([0, 1, 3].contains(again.status), "\(place): \(again)")
                    let later = try Command.finish(
                        Command.cardstream, ["outcome", card], environment: Self.environment(home)
                    ).output
                    #expect(later.contains(#""status":"completed""#), "\(place): \(later)")
                }
            }
        }
    }

    @Test(arguments: [["status"], ["cards", "--json"], ["publish", "-"]])
    func `with few file descriptors, commands work or report the reason`(words: [String]) throws {
        var statuses: [Int32] = []
        // With fewer descriptors, not even the libraries of the program can be loaded.
        for limit in 4...40 {
            let result = try Command.finish(
                "/bin/sh", ["-c", "ulimit -n \(limit) && exec \"$0\" \"$@\"", Command.cardstream] + words,
                input: Self.body("Second"), environment: Self.environment(template))
            check(result, "\(words) with \(limit) descriptors: \(result)")
            statuses.append(result.status)
        }
        #expect(statuses.first == 1 && statuses.contains(0), "\(statuses)")
    }

    @Test(arguments: Kind.allCases, [["cards", "--json"], ["status"], ["cards", "--offline"]])
    func `a failed read has a reason, and does no harm`(kind: Kind, words: [String]) throws {
        let calls = try run(words, input: nil, startsEmpty: false, kind, at: 0, once: false).calls
        for number in numbers(of: calls, offset: 7) {
            let (home, result, _) = try run(words, input: nil, startsEmpty: false, kind, at: number, once: false)
            let place = "\(words), \(kind) from call \(number) of \(calls): \(result)"
            check(result, place)
            #expect(try cards(home, place).contains("First"), "\(place)")
        }
    }
}
