import CardSources
import CardStreamComapi
import Foundation

/// Conversations: a long one opens as fast as a short one, and a burst of messages causes few repaints.
extension Scenarios {
    private static let arguments = ["--stream", "conversations"]
    private static let users = ["short", "long"]
    /// The message after a burst. It has no character in common with the others, so that the terminal receives all of
    /// it.
    private static let end = "########"

    func conversations(_ report: inout Report) throws {
        let service = try ConversationFixture(in: fixture.directory)
        Main.log("sending \(ConversationFixture.few) and \(ConversationFixture.many) messages")
        try service.fill("short", messages: ConversationFixture.few)
        try service.fill("long", messages: ConversationFixture.many)
        try snapshots(service, &report)
        try paints(service, &report)
        try burst(service, &report)
    }

    /// The time that the source of the conversations needs for its first cards.
    private func snapshots(_ service: ConversationFixture, _ report: inout Report) throws {
        var times: [String: [Double]] = [:]
        let clients = try Self.users.map { user in
            let client = service.client(user)
            _ = try ConversationFixture.wait { try await client.sessions.start() }
            return (user, client)
        }
        // Alternately, so that a machine that slows down affects both. The first rounds open connections.
        for round in 0..<33 {
            for (user, client) in clients {
                let start = Terminal.now()
                let count = try ConversationFixture.wait {
                    try await ComapiSource(client).snapshot(of: ComapiSource.defaultStream, page: nil).entries.count
                }
                guard count == 1 else { throw BenchError("the snapshot of \(user) has \(count) cards") }
                if round > 2 { times[user, default: []].append(Double(Terminal.now() - start) / 1e6) }
            }
        }
        let (short, long) = (times["short", default: []].median, times["long", default: []].median)
        report.add("snapshot of a conversation of 100,000 messages", long, "ms", bar: 100, "conversations")
        report.add("snapshot, 100,000 : 10 messages", long / short, "ratio", bar: 1.2, "conversations")
    }

    /// The time until the conversation is on the screen, without stored cards.
    private func paints(_ service: ConversationFixture, _ report: inout Report) throws {
        var times: [String: [Double]] = [:]
        for round in 0..<12 {
            for user in Self.users {
                service.removeCards(of: user)
                let start = Terminal.now()
                let terminal = try viewer(service, user)
                guard let painted = terminal.await(ConversationFixture.last, deadline: 20_000) else {
                    throw BenchError("the conversation of \(user) was not painted")
                }
                // The first round starts the session, so it does not count.
                if round > 0 { times[user, default: []].append(Double(painted - start) / 1e6) }
                terminal.type("q")
                _ = terminal.waitForExit()
            }
        }
        let (short, long) = (times["short", default: []].median, times["long", default: []].median)
        report.add(
            "start to the first paint of 100,000 messages, empty store", long, "ms", bar: 500, "conversations")
        report.add("first paint, 100,000 : 10 messages", long / short, "ratio", bar: 1.2, "conversations")
    }

    /// A viewer shows a thousand messages that arrive as fast as the service sends them.
    private func burst(_ service: ConversationFixture, _ report: inout Report) throws {
        let terminal = try viewer(service, "long")
        guard terminal.await(ConversationFixture.last, deadline: 20_000) != nil else {
            throw BenchError("the conversation was not painted")
        }
        _ = terminal.burst(quiet: 1000, deadline: 5000)
        let ben = service.directClient("ben")
        Task.detached {
            for number in 1...1000 {
                // If a message is lost, the last one is never painted, so the measurement fails.
                _ = try? await ben.conversations.send(SendableMessage("Burst \(number) of 1000."), to: "long")
            }
            _ = try? await ben.conversations.send(SendableMessage(Self.end), to: "long")
        }
        let (start, limit) = (Terminal.now(), 60_000_000_000 as UInt64)
        var (repaints, ending) = (0, start)
        var seen = Data()
        let wanted = Data(Self.end.utf8)
        var lastByte: UInt64 = 0
        while seen.range(of: wanted) == nil {
            guard let bytes = terminal.readAvailable(waiting: 20) else {
                throw BenchError("the viewer ended during the burst")
            }
            guard Terminal.now() - start < limit else { throw BenchError("the last message was not painted") }
            if bytes.isEmpty { continue }
            ending = Terminal.now()
            // A frame is written in one call, but a long one may be read in several parts.
            if ending - lastByte > 2_000_000 { repaints += 1 }
            lastByte = ending
            seen = seen.suffix(64) + Data(bytes)
        }
        let frames = Double(ending - start) / 16e6
        report.add("burst of 1,000 messages: repaints", Double(repaints), "repaints", bar: 1000, "conversations")
        report.add("… for each 16 ms", Double(repaints) / max(frames, 1), "repaints", bar: 1, "conversations")
        terminal.type("q")
        _ = terminal.waitForExit()
    }

    private func viewer(_ service: ConversationFixture, _ user: String) throws -> Terminal {
        try Terminal([fixture.cardstream] + Self.arguments, environment: try service.environment(of: user))
    }
}
