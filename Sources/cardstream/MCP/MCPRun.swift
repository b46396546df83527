internal import AppRuntime
import Basics
internal import Cards
internal import FeedAPI
internal import FeedTransport
internal import Glibc

/// Connects the server to standard input and output, and performs its effects.
final class MCPRun: Sendable {
    private let caller: FeedHTTPClient
    private let stream: StreamID
    /// The users to ask if a call names none.
    private let users: [UserID]
    /// Whether calls may name users that are not among ``users``.
    private let isOpen: Bool
    private let timeout: Int
    private let server: Lock<MCPServer>
    private let work = Lock(Work())

    /// The tasks that run while input is read.
    private struct Work {
        var calls: [Int: Task<Void, Never>] = [:]
        var others: [Int: Task<Void, Never>] = [:]
        var lastKey = 0
    }

    /// The maximum length of a message in bytes. Longer messages are refused.
    private static let longestLine = 32 << 20
    /// The interval between progress notifications of a call in seconds.
    private static let tick = 15.0

    /// - Parameters:
    ///   - isOpen: Whether calls may name users that are not among `users`.
    ///   - timeout: How long a question stays open, in seconds, if the call does not say.
    init(
        caller: FeedHTTPClient, stream: StreamID, users: [UserID], isOpen: Bool, timeout: Int, server: MCPServer
    ) {
        self.caller = caller
        self.stream = stream
        self.users = users
        self.isOpen = isOpen
        self.timeout = timeout
        self.server = Lock(server)
    }

    /// Serves until standard input ends or a signal arrives. Then withdraws all open questions.
    func run(until signals: Signals) throws {
        // SIGPIPE must not end the program before open questions are withdrawn. The end of standard input also shows
        // that the client has ended.
        signal(SIGPIPE, SIG_IGN)
        let lines = Self.lines()
        try InterruptibleWork.run(
            until: signals, { for await line in lines { self.perform { $0.receive(line) } } },
            ending: {
                self.perform { $0.ended() }
                let rest = self.work.withLock { work in
                    for call in work.calls where self.server.withLock({ !$0.isWaiting(call.key) }) {
                        call.value.cancel()
                    }
                    return Array(work.calls.values) + Array(work.others.values)
                }
                for task in rest { await task.value }
                // Wait also for withdrawals that started in the meantime.
                let late = self.work.withLock { Array($0.others.values) }
                for task in late { await task.value }
            })
    }

    /// The lines of standard input. A line that is too long is replaced by invalid JSON, so that it is refused.
    private static func lines() -> AsyncStream<[UInt8]> {
        AsyncStream { stream in
            Blocking.start {
                var rest: [UInt8] = []
                var isTooLong = false
                // An input that cannot be read counts as ended.
                while let bytes = try? FileReading.read(STDIN_FILENO, atMost: 1 << 16) {
                    rest += bytes
                    while let end = rest.firstIndex(of: 0x0A) {
                        let line = Array(rest[..<end])
                        rest.removeSubrange(...end)
                        if !isTooLong, !line.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) {
                            stream.yield(line)
                        }
                        isTooLong = false
                    }
                    if rest.count > longestLine {
                        if !isTooLong { stream.yield(Array("{".utf8)) }
                        isTooLong = true
                        rest = []
                    }
                }
                stream.finish()
            }
        }
    }

    // MARK: Effects

    private func perform(_ event: (inout MCPServer) -> [MCPServer.Effect]) {
        let effects = server.withLock { server in
            let effects = event(&server)
            // Messages are written with the lock held, so that they are in the order of the events, and no progress
            // follows a result.
            for case .send(let message) in effects { Self.write(message) }
            return effects
        }
        for effect in effects {
            switch effect {
            case .send: continue
            case .ask(let key, let question):
                let task = Task.detached { await self.ask(key, question) }
                work.withLock { $0.calls[key] = task }
            case .stop(let key): work.withLock { $0.calls[key] }?.cancel()
            case .withdraw(let ask):
                start {
                    do { _ = try await self.caller.withdraw(ask) } catch {
                        Console.error("the question was not withdrawn: \(CommandFailure(error).message)")
                    }
                }
            case .look(let key, let ask, let isWithdrawal):
                start { await self.look(key, ask, isWithdrawal: isWithdrawal) }
            }
        }
    }

    private func start(_ body: @escaping @Sendable () async -> Void) {
        let task = Task.detached { await body() }
        work.withLock { work in
            work.lastKey += 1
            work.others[work.lastKey] = task
        }
    }

    private static func write(_ message: JSONValue) {
        var rest = Array((PrintableJSON.text(message.encoded()) + "\n").utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
            if count > 0 { rest = rest.dropFirst(count) } else if errno != EINTR { return }
        }
    }

    private func ask(_ key: Int, _ question: MCPQuestion) async {
        do {
            let request = try request(question)
            let ask = try await FeedHTTPClient.repeating { () throws(FeedError) in try await caller.ask(request) }
            perform { $0.asked(key, ask) }
            guard server.withLock({ $0.isWaiting(key) }) else { return }
            let ticking = Task.detached {
                // Cancellation ends the ticks.
                while (try? await Task.sleep(for: .seconds(Self.tick))) != nil { self.perform { $0.ticked(key) } }
            }
            defer { ticking.cancel() }
            let settled = try await caller.settled(ask.id, by: ask.deadline) { current in
                self.perform { $0.changed(key, current) }
            }
            perform { $0.settled(key, settled) }
        } catch {
            let words = CommandFailure(error).message
            if server.withLock({ $0.isWaiting(key) }) { Console.error("no answer: \(words)") }
            perform { $0.failed(key, words) }
        }
        _ = work.withLock { $0.calls.removeValue(forKey: key) }
    }

    private func request(_ question: MCPQuestion) throws -> AskRequest {
        let asked = question.users ?? users
        if !isOpen, let other = asked.first(where: { !users.contains($0) }) {
            throw CommandFailure(
                .usage,
                "\(other) cannot be asked; --to of this MCP server allows only \(users.map(\.rawValue).joined(separator: ", "))"
            )
        }
        return AskRequest(
            streamID: stream, users: asked, body: question.card.encoded(),
            key: try PublicationKey(argument: AskQuestion.randomKey(), "the key"), timeout: question.timeout ?? timeout)
    }

    private func look(_ key: Int, _ id: AskID, isWithdrawal: Bool) async {
        do {
            if isWithdrawal {
                let ask = try await caller.withdraw(id)
                return perform { $0.looked(key, ask) }
            }
            guard case .current(let ask, tag: _) = try await caller.ask(id, wait: 0, tag: nil) else { return }
            perform { $0.looked(key, ask) }
        } catch {
            if case .server(let problem, _) = error, problem.type == .unknownAsk {
                return perform { $0.looked(key, nil) }
            }
            let words = CommandFailure(error).message
            Console.error("task \(id): \(words)")
            perform { $0.lookFailed(key, words) }
        }
    }
}
