internal import AppRuntime
internal import ArgumentParser
internal import FeedAPI
internal import FeedTransport

/// `cardstream ask wait`: waits for the answer to an earlier question.
struct AskWait: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "wait", abstract: "Wait for the answer to an earlier question.",
        discussion: """
            Ends at once if the question is settled. Prints the answer and exits as `cardstream ask` does. A signal ends the \
            wait and leaves the question open.

            EXAMPLES
              cardstream ask wait "$id" --json
            """)

    @OptionGroup(title: "Settings")
    var options: ConnectionOptions

    @OptionGroup(title: "Publisher")
    var publisher: PublisherOptions

    @OptionGroup(title: "Answer")
    var answer: AskAnswerFlags

    @Argument(help: ArgumentHelp("The id that `cardstream ask` printed, or the beginning of the id.", valueName: "id"))
    var id: String

    func run() throws {
        try AskExit.run(naming: id, orCardOf: "outcome --wait") {
            let signals = Signals([.interrupt, .terminate, .hangup])
            let setup = try options.load(publisher.flags).ofKnownProfile()
            let caller = try PublisherAccess(setup).caller()
            let id = id
            let ask = try InterruptibleWork.result(until: signals) {
                let answer = try await caller.ask(AskReference.ask(id, of: caller), wait: 0, tag: nil)
                guard case .current(let ask, tag: _) = answer else {
                    throw FeedError.malformed("the server's response has no question")
                }
                return ask
            }
            let signers = try answer.signers(ask.isSigned, environment: setup.variables)
            try AskWaiting(caller: caller, ask: ask, isWithdrawnAtEnd: false, signers: signers, you: setup.you).run(
                until: signals, answer, body: nil)
        }
    }
}
