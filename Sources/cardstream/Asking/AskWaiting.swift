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
                let answer = try await caller.settled(ask.id, by: ask.deadline) { log.show($0) }
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
        print(answer, settlement, flags)
        if flags.exitByButton, let number = settlement.button.flatMap({ Self.number(ofButton: $0, in: body) }) {
            Main.end(with: 10 + Int32(number))
        }
        let status = AskExit.status(of: settlement.outcome)
        if status != .ok { throw status }
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
