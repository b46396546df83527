internal import AppRuntime
import Basics
internal import Cards
internal import FeedAPI
internal import FeedTransport
internal import Glibc

/// One run of a hook: reads the event, asks, waits, and prints the decision. If anything fails, it prints a line on
/// standard error. Standard output then stays empty, and the agent shows its own prompt.
struct HookRun {
    let host: HookHost
    let options: StreamOptions
    let publisher: PublisherOptions
    let flags: HookFlags

    /// The maximum size of an event in bytes.
    private static let limit = 32 << 20

    func run() {
        // Created before the first thread starts, because that thread would otherwise receive the signals.
        let signals = Signals([.interrupt, .terminate, .hangup])
        let event = Self.readEvent()
        var output: JSONValue?
        if let event {
            do { output = try answer(to: event, until: signals) } catch {
                Console.error("no answer: \(message(for: error))")
            }
        }
        if let output {
            Console.json(output)
        } else if flags.failClosed {
            Self.deny(event, of: host, "There was no answer in cardstream, so the request is denied.")
        }
    }

    /// The event from standard input. If it cannot be read, prints a message on standard error and returns nil.
    private static func readEvent() -> JSONValue? {
        do {
            let bytes = try PrivateFile.read(descriptor: STDIN_FILENO, name: "standard input", limit: limit)
            return try JSONParser.parse(bytes, depthLimit: JSONParser.maxDepthLimit)
        } catch {
            let reason = (error as? JSONError)?.description ?? CommandFailure(error).message
            Console.error("the hook's event cannot be read: \(reason)")
            return nil
        }
    }

    /// Prints a denial, unless the event needs no decision, such as a notification.
    ///
    /// - Parameter event: The event; nil if it cannot be read.
    private static func deny(_ event: JSONValue?, of host: HookHost, _ words: String) {
        guard let event else {
            return Console.json(HookQuestion.stopped(host, "cardstream cannot read the hook's event."))
        }
        if let form = HookQuestion.form(of: event, host) { Console.json(HookQuestion.denied(form, words)) }
    }

    private func message(for error: any Error) -> String {
        switch error {
        case let fault as HookQuestion.Fault: fault.reason
        case is ExitStatus: "interrupted"
        default: CommandFailure(error).message
        }
    }

    /// The decision; nil for none.
    private func answer(to event: JSONValue, until signals: Signals) throws -> JSONValue? {
        guard let question = try HookQuestion.question(for: event, of: host) else { return nil }
        let setup = try options.load(publisher.flags)
        let request = try flags.request(question.card, stream: setup.config.stream, user: setup.defaultUser)
        let caller = try PublisherAccess(setup).caller()
        let ask = try runBlocking {
            try await FeedHTTPClient.repeating { () throws(FeedError) in try await caller.ask(request) }
        }
        let log = AskProgress(ask, isWithdrawnAtEnd: true, you: setup.you)
        log.begin()
        guard let settlement = try wait(for: ask, caller, log, until: signals)?.settlement else { return nil }
        Console.error(AskProgress.message(for: settlement, of: ask, you: setup.you))
        return question.output(for: settlement)
    }

    /// The settled ask. Nil if it was withdrawn because a signal arrived, the agent has ended, or no viewer has shown
    /// the card in time.
    private func wait(
        for ask: Ask, _ caller: FeedHTTPClient, _ log: AskProgress, until signals: Signals
    ) throws -> Ask? {
        let settled = Lock<Ask?>(nil)
        let isSeen = Lock(false)
        let seenWithin = flags.seenWithin
        try InterruptibleWork.run(
            until: signals,
            {
                try await withThrowingTaskGroup(of: Ask?.self) { group in
                    group.addTask {
                        try await caller.settled(ask.id, by: ask.deadline) { current in
                            log.show(current)
                            if current.cards.contains(where: { $0.seenAt != nil }) { isSeen.withLock { $0 = true } }
                        }
                    }
                    if let seenWithin {
                        group.addTask {
                            try await Task.sleep(for: .seconds(seenWithin))
                            guard isSeen.withLock({ $0 }) else {
                                Console.error("no viewer has shown the card; the agent shows its own prompt")
                                return nil
                            }
                            try await Task.sleep(for: .seconds(HookFlags.longestTimeout))
                            return nil
                        }
                    }
                    group.addTask {
                        try await Self.readerIsGone()
                        Console.error("the agent has ended")
                        return nil
                    }
                    let first = try await group.next() ?? nil
                    settled.withLock { $0 = first }
                    group.cancelAll()
                }
            },
            ending: {
                guard settled.withLock({ $0 == nil }) else { return }
                // If withdrawing fails, the card stays open until its deadline. An answer that arrived before the
                // withdrawal counts.
                let left = try? await caller.withdraw(ask.id)
                if let left, left.settlement?.outcome != .cancel { settled.withLock { $0 = left } }
            })
        return settled.withLock { $0 }
    }

    /// The polling interval for the state of standard output, in milliseconds.
    private static let pause = 1000

    /// Returns when the program that would read the decision has ended or closed the pipe.
    private static func readerIsGone() async throws {
        while true {
            var output = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
            if poll(&output, 1, 0) > 0, output.revents & Int16(POLLERR) != 0 { return }
            try await Task.sleep(for: .milliseconds(pause))
        }
    }

    /// Handles the end of the program if it is a hook whose command line has errors. The errors are already on standard
    /// error. The hook prints nothing, or a denial with `--fail-closed`.
    ///
    /// - Returns: The exit code. For a hook it is always 0, because the agent treats other codes as a denial or an
    ///   error.
    static func end(_ status: ExitStatus, _ arguments: [String]) -> ExitStatus {
        guard status != .ok, let host = host(of: arguments) else { return status }
        if arguments.contains("--fail-closed") {
            deny(readEvent(), of: host, "The command line of cardstream's hook is wrong, so the request is denied.")
        }
        return .ok
    }

    /// The agent whose hook a command line runs; nil for any other command.
    static func host(of arguments: [String]) -> HookHost? {
        arguments.count >= 2 && arguments[0] == "hook" ? HookHost(rawValue: arguments[1]) : nil
    }
}
