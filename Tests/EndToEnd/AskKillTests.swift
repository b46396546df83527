import Foundation
import Support
import Testing

/// Kills the asker, the server, the viewer, or the command that answers at random moments. In every case an ask has
/// exactly one settlement in the end, and no answer counts after the deadline. `CARDSTREAM_KILL_ROUNDS` sets the number
/// of rounds.
@Suite(.serialized)
struct AskKillTests {
    private static let rounds = ProcessInfo.processInfo.environment["CARDSTREAM_KILL_ROUNDS"].flatMap(Int.init) ?? 8

    private let directory: TemporaryDirectory
    private let server: Server

    init() throws {
        directory = try TemporaryDirectory()
        server = try Server(directory: directory.url.appending(path: "server"))
    }

    private var publisher: [String: String] {
        server.environment().merging(Server.bare) { $1 }.merging(["HOME": directory.url.path]) { $1 }
    }

    private enum Victim: CaseIterable { case asker, server, answerer, nobody }

    /// How a question is answered: with a key in a viewer, or by a command.
    private enum AnswerMethod: CaseIterable { case key, command }

    /// A viewer of ana's that is restarted whenever it ends.
    private func viewer() throws -> Tmux {
        let home = directory.url.appending(path: "viewer")
        try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
        let tmux = try Tmux(directory: home, columns: 80, rows: 24, environment: server.environment())
        // A loop, because a program that was killed leaves the terminal in a state in which the command cannot be typed
        // again.
        try tmux.run("while :; do \(Command.cardstream); done")
        return tmux
    }

    /// Runs `act submit` for the only card of the question, as ana would.
    private func answer(_ card: String, _ button: String, home: URL) throws -> Process {
        let variables = server.environment().merging(Server.bare) { $1 }.merging(["HOME": home.path]) { $1 }
        return try Command.start(
            ["act", "submit", card, "--button", button], output: home.appending(path: "output-\(UUID())"),
            environment: variables)
    }

    private func asks() throws -> [String: Any]? {
        let listed = try Command.finish(
            Command.cardstream, ["ask", "list", "--all", "--limit", "1", "--json"], environment: publisher)
        guard listed.status == 0 else { return nil }
        return try JSONSerialization.jsonObject(with: Data(listed.output.utf8)) as? [String: Any]
    }

    private func date(_ text: Any?) -> Date? {
        (text as? String).flatMap { try? Date($0, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true)) }
    }

    @Test func `every ask is settled once, and never by an answer after its deadline`() throws {
        let home = directory.url.appending(path: "ana")
        try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
        let viewer = try viewer()
        var tally: [String: Int] = [:]
        for round in 0..<Self.rounds {
            var random = SeededGenerator(seed: UInt64(round + 1))
            // Eight rounds combine each victim with each method. The moments are random.
            let victim = Victim.allCases[round % Victim.allCases.count]
            let method = AnswerMethod.allCases[round / Victim.allCases.count % AnswerMethod.allCases.count]
            let answered = Int.random(in: 0...2000, using: &random)
            let killed = Int.random(in: 0...2000, using: &random)
            try viewer.wait("the viewer, before round \(round)", seconds: 60) {
                $0.contains("live") && !$0.contains("Round ")
            }
            let asker = try Command.start(
                // Two seconds are just enough for a killed program to be back before the deadline.
                ["ask", "Round \(round)?", "--to", "ana", "--timeout", "2s"],
                output: directory.url.appending(path: "asker-\(round)"), environment: publisher)
            let id = try card(of: round)
            var answering: Process?
            var actions: [(moment: Int, action: () throws -> Void)] = []
            switch method {
            case .command: actions.append((answered, { answering = try answer(id, "yes", home: home) }))
            case .key:
                // The key is pressed three times: the first press may follow the card too closely, and a card that
                // cannot have been read yet ignores keys.
                for pause in [0, 300, 600] { actions.append((answered + pause, { try viewer.press("1") })) }
            }
            switch victim {
            case .asker: actions.append((killed, { kill(asker.processIdentifier, SIGKILL) }))
            case .server:
                actions.append(
                    (
                        killed,
                        {
                            server.crash()
                            try server.start()
                        }
                    ))
            case .answerer:
                actions.append(
                    (
                        killed,
                        {
                            if let answering { kill(answering.processIdentifier, SIGKILL) }
                            if method == .key { try viewer.signalProgram("KILL") }
                        }
                    ))
            case .nobody: break
            }
            let begin = ContinuousClock.now
            for (moment, action) in actions.sorted(by: { $0.moment < $1.moment }) {
                let left = moment - Int(begin.duration(to: .now) / .milliseconds(1))
                if left > 0 { usleep(UInt32(left) * 1000) }
                try action()
            }
            asker.waitUntilExit()
            answering?.waitUntilExit()
            let settled = try settledAsk(round)
            tally["\(method), killed \(victim): \(settled["outcome"] ?? "")", default: 0] += 1
            try check(settled, round: round, victim: victim, status: asker.terminationStatus)
        }
        // The viewer has nothing left to send.
        try viewer.wait("the end of all that waits", seconds: 60) { $0.contains("live") && !$0.contains("Round ") }
        var variables = server.environment().merging(Server.bare) { $1 }
        for name in ["config", "data", "state"] {
            variables["XDG_\(name.uppercased())_HOME"] = viewer.directory.appending(path: name).path
        }
        let status = try Command.finish(Command.cardstream, ["status", "--json"], environment: variables)
        let waiting = status.output.firstMatch(of: /"waiting":([0-9]+)/)?.1
        #expect(waiting == "0", "\(status)")
        print(tally.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: "\n"))
    }

    /// The id of the card of the round's question.
    private func card(of round: Int) throws -> String {
        let start = ContinuousClock.now
        while start.duration(to: .now) < .seconds(10) {
            guard let ask = try asks(), ask["title"] as? String == "Round \(round)?" else { continue }
            if let id = (ask["cards"] as? [[String: Any]])?.first?["id"] as? String { return id }
        }
        throw EndToEndError.timedOut("the question of round \(round)")
    }

    /// The question of the round, once it is settled.
    private func settledAsk(_ round: Int) throws -> [String: Any] {
        let start = ContinuousClock.now
        while true {
            if let ask = try asks(), ask["outcome"] != nil, ask["title"] as? String == "Round \(round)?" { return ask }
            guard start.duration(to: .now) < .seconds(20) else { throw EndToEndError.timedOut("a settlement") }
            usleep(50_000)
        }
    }

    private func check(_ ask: [String: Any], round: Int, victim: Victim, status: Int32) throws {
        let place = "round \(round), killed: \(victim)"
        let deadline = try #require(date(ask["deadline"]), "\(place)")
        let votes = ask["votes"] as? [[String: Any]] ?? []
        switch ask["outcome"] as? String {
        case "accept":
            let received = try #require(date(ask["receivedAt"]), "\(place)")
            #expect(votes.count == 1 && received < deadline, "\(place): \(ask)")
            if victim != .asker { #expect(status == 0, "\(place)") }
        case "timeout":
            #expect(votes.isEmpty, "\(place): \(ask)")
            if victim != .asker { #expect(status == 124, "\(place)") }
        default: Issue.record("\(place): \(ask)")
        }
        // A settlement never changes.
        let again = try settledAsk(round)
        #expect(again["settled"] as? String == ask["settled"] as? String, "\(place)")
        #expect(again["outcome"] as? String == ask["outcome"] as? String, "\(place)")
    }
}
