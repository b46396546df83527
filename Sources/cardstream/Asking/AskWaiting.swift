internal import AppRuntime
import Basics
internal import Cards
internal import FeedAPI
internal import FeedTransport

/// Waits for the answer to an ask and prints it.
struct AskWaiting: Sendable {
    let caller: FeedHTTPClient
    let ask: Ask
    /// Whether a signal withdraws the ask.
    let isWithdrawnAtEnd: Bool
    /// The keys that confirm signed answers; nil if answers need no signature.
    let signers: AllowedSigners?
    /// The button of --on-timeout; nil if there is none, or if it is not known.
    var timeoutButton: String?
    /// The user who runs the command; nil if that is not known.
    let you: UserID?
    /// The flags of the connection, for advice.
    var flags = ""

    /// Waits on the main thread, and throws the ``ExitStatus`` of the answer.
    ///
    /// - Parameters:
    ///   - body: The card; nil if it is not known.
    ///   - exitsByButton: Whether the exit code says which button of the card was pressed.
    func run(
        until signals: Signals, _ flags: AskAnswerFlags, body: [UInt8]?, exitsByButton: Bool = false
    ) throws {
        let log = AskProgress(ask, isWithdrawnAtEnd: isWithdrawnAtEnd, you: you)
        log.begin()
        let settled = Lock<Ask?>(nil)
        let isLeftOpen = Lock(isWithdrawnAtEnd)
        defer {
            log.end()
            if isLeftOpen.withLock({ $0 }) {
                log.showNotWithdrawn(self.flags)
            } else if settled.withLock({ $0 == nil }), isWithdrawnAtEnd {
                Console.error("the question is withdrawn")
            }
        }
        try InterruptibleWork.run(
            until: signals,
            {
                let following = Task { await log.follow() }
                defer { following.cancel() }
                let answer = try await caller.settled(ask.id, by: ask.deadline, onFailure: { log.show($0) }) {
                    log.show($0)
                }
                settled.withLock { $0 = answer }
                isLeftOpen.withLock { $0 = false }
            },
            ending: {
                // Without a response from the server, the card stays open until its deadline.
                guard isWithdrawnAtEnd, settled.withLock({ $0 == nil }),
                    let ended = try? await caller.withdraw(ask.id)
                else { return }
                isLeftOpen.withLock { $0 = false }
                if ended.settlement?.outcome != .cancel { settled.withLock { $0 = ended } }
            })
        log.end()
        guard let answer = settled.withLock({ $0 }), let settlement = answer.settlement else {
            throw ExitStatus.interrupted
        }
        try confirm(answer, settlement, body: body)
        print(answer, settlement, flags)
        if exitsByButton, let number = settlement.button.flatMap({ Self.number(ofButton: $0, in: body) }) {
            Program.end(with: 10 + Int32(number))
        }
        let status = AskExit.status(of: settlement.outcome)
        if status != .ok { throw status }
    }

    /// Checks the signatures of the answers that decide the question as yes or no.
    ///
    /// - Parameter body: The card; with nil, the digest from the server is used.
    /// - Throws: ``CommandFailure`` with ``ExitStatus/askFailure``: an answer that is not confirmed does not count.
    private func confirm(_ ask: Ask, _ settlement: Ask.Settlement, body: [UInt8]?) throws(CommandFailure) {
        guard let signers, [.accept, .decline].contains(settlement.outcome) else { return }
        let own = body.flatMap { try? JSONParser.parse($0, depthLimit: JSONParser.maxDepthLimit) }
            .map { CardDigest(of: $0) }
        let votes = ask.votes.filter { $0.isPositive == (settlement.outcome == .accept) }
        guard let digest = own ?? ask.digest, !votes.isEmpty else {
            throw CommandFailure(.askFailure, "the answer does not count: no user has signed it")
        }
        for vote in votes {
            do throws(AllowedSigners.Failure) { try signers.check(vote, in: ask.id, digest: digest) } catch {
                throw CommandFailure(.askFailure, "the answer does not count: \(error.text)")
            }
        }
        Console.error("signed by \(votes.map(\.user.rawValue).joined(separator: ", "))")
    }

    // MARK: Printing

    private func print(_ ask: Ask, _ settlement: Ask.Settlement, _ flags: AskAnswerFlags) {
        Console.error(AskProgress.message(for: settlement, of: ask, onTimeout: timeoutButton, you: you))
        if flags.json { return Console.json(FeedCoder.encode(ask)) }
        let values = settlement.vote?.values.members ?? []
        if settlement.outcome == .accept, values.count == 1 {
            let value = values[0].value
            Console.print(value.string ?? value.text())
        } else if let button = settlement.button {
            Console.print(button)
        }
    }

    /// The index of a submit button in the order of the card, from 0; nil if it is not known.
    private static func number(ofButton name: String, in body: [UInt8]?) -> Int? {
        guard let body, let card = try? CardBody(json: JSONParser.parse(body)) else { return nil }
        let names = card.buttonActions.compactMap { action in
            if case .submit(let submission) = action { submission.buttonName } else { nil }
        }
        return names.firstIndex(of: name)
    }
}
