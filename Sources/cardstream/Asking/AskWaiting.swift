internal import AppRuntime
import Basics
internal import Cards
internal import FeedAPI
internal import FeedTransport

import struct Foundation.Date

/// Waits for the answer to an ask and prints it.
struct AskWaiting: Sendable {
    let caller: FeedHTTPClient
    let ask: Ask
    /// Whether a signal withdraws the ask.
    let isWithdrawnAtEnd: Bool
    /// Confirms answers; nil if they need no signature.
    let signers: AllowedSigners?

    /// In seconds: shorter than most proxies allow.
    private static let wait = 55
    /// The pause after an answer that came at once, because the server cannot wait for a change.
    private static let pause = Duration.milliseconds(300)
    /// How long after the deadline a server that cannot be reached is given up, in seconds.
    private static let patience = 30.0

    /// Waits on the main thread, and throws the ``ExitStatus`` of the answer.
    ///
    /// - Parameter body: The card; nil if it is not known.
    func run(until signals: Signals, _ flags: AskAnswerFlags, body: [UInt8]?) throws {
        let log = AskProgress(ask, isWithdrawnAtEnd: isWithdrawnAtEnd)
        log.begin()
        let settled = Lock<Ask?>(nil)
        try InterruptibleWork.run(
            until: signals,
            {
                let answer = try await self.answer { log.show($0) }
                settled.withLock { $0 = answer }
            },
            ending: {
                guard isWithdrawnAtEnd, settled.withLock({ $0 == nil }) else { return }
                // Failing to withdraw leaves the card to its deadline.
                let left = try? await caller.withdraw(ask.id)
                if let left, left.settlement?.outcome != .cancel { settled.withLock { $0 = left } }
            })
        guard let answer = settled.withLock({ $0 }), let settlement = answer.settlement else {
            throw ExitStatus.interrupted
        }
        try confirm(answer, settlement, body: body)
        print(answer, settlement, flags)
        if flags.exitByButton, let number = settlement.button.flatMap({ Self.number(ofButton: $0, in: body) }) {
            Main.end(with: 10 + Int32(number))
        }
        let status = AskExit.status(of: settlement.outcome)
        if status != .ok { throw status }
    }

    /// Waits until the ask is settled.
    private func answer(onChange: @Sendable (Ask) -> Void) async throws -> Ask {
        var tag: String?
        var retry = Duration.milliseconds(100)
        while true {
            let start = ContinuousClock.now
            do throws(FeedError) {
                switch try await caller.ask(ask.id, wait: tag == nil ? 0 : Self.wait, tag: tag) {
                case .unchanged: break
                case .current(let current, let next):
                    onChange(current)
                    if current.settlement != nil { return current }
                    // The first answer is what the next ones are compared with.
                    guard next != nil, tag != nil else {
                        tag = next
                        if next == nil { try await sleep(Self.pause) }
                        continue
                    }
                    tag = next
                }
                retry = .milliseconds(100)
                if start.duration(to: .now) < Self.pause { try await sleep(Self.pause) }
            } catch {
                guard error.leavesUnknown || error.mayPass, Date() < ask.deadline.addingTimeInterval(Self.patience)
                else { throw error }
                try await sleep(retry)
                retry = min(retry * 2, .seconds(5))
            }
        }
    }

    private func sleep(_ pause: Duration) async throws(FeedError) {
        do { try await Task.sleep(for: pause) } catch { throw .cancelled }
    }

    /// Checks that users have signed the answers that make a yes or a no.
    ///
    /// - Parameter body: The card; nil takes the digest that the server says.
    /// - Throws: ``CommandFailure`` with ``ExitStatus/askFailure``: what is not confirmed is no answer.
    private func confirm(_ ask: Ask, _ settlement: Ask.Settlement, body: [UInt8]?) throws(CommandFailure) {
        guard let signers, [.accept, .decline].contains(settlement.outcome) else { return }
        let own = body.flatMap { try? JSONParser.parse($0, depthLimit: JSONParser.greatestDepthLimit) }
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
        Console.error(AskProgress.words(for: settlement, of: ask))
        if flags.json { return Console.json(FeedCoder.encode(ask)) }
        let values = settlement.vote?.values.members ?? []
        if settlement.outcome == .accept, values.count == 1 {
            let value = values[0].value
            Console.print(value.string ?? value.text())
        } else if let button = settlement.button {
            Console.print(button)
        }
    }

    /// The number of a submit button in the order of the card, from 0.
    private static func number(ofButton name: String, in body: [UInt8]?) -> Int? {
        guard let body, let card = try? CardBody(json: JSONParser.parse(body)) else { return nil }
        let names = card.buttonActions.compactMap { action in
            if case .submit(let submission) = action { submission.buttonName } else { nil }
        }
        return names.firstIndex(of: name)
    }
}

extension FeedHTTPClient {
    /// Makes an ask with a key, again while it is unknown whether the server has made it.
    func askRepeatedly(_ request: AskRequest) async throws -> Ask {
        let end = ContinuousClock.now + .seconds(60)
        var pause = Duration.milliseconds(100)
        var isUnknown = false
        while true {
            do throws(FeedError) {
                return try await ask(request)
            } catch {
                isUnknown = isUnknown || error.leavesUnknown
                guard isUnknown, error.leavesUnknown || error.mayPass, ContinuousClock.now + pause < end else {
                    throw error
                }
            }
            try await Task.sleep(for: pause)
            pause = min(pause * 2, .seconds(5))
        }
    }
}
